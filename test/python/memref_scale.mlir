// Y = 2 X, for compilers that hold memrefs: X has any pitch, Y is dense; the first dim is the caller's M.
phobos.kernel @scale(%x: memref<?x?xf32, strided<[?, 1], offset: ?>> {phobos.name = "X", phobos.extents = ["M", "N"], phobos.strides = ["LDX", 1]},
                     %y: memref<?x?xf32> {phobos.name = "Y", phobos.extents = ["M", "N"]},
                     %M: index {phobos.name = "M"}, %N: index {phobos.name = "N"}, %LDX: index {phobos.name = "LDX"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 4, s1 ceildiv 32, 1)> {
  %X = builtin.unrealized_conversion_cast %x : memref<?x?xf32, strided<[?, 1], offset: ?>> to !phobos.view<?x?xf32, strides = [?, 1]>
  %Y = builtin.unrealized_conversion_cast %y : memref<?x?xf32> to !phobos.view<?x?xf32>
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %i = phobos.block_id x
  %j = phobos.block_id y
  %r = arith.muli %i, %c4 : index
  %c = arith.muli %j, %c32 : index
  %t = phobos.load %X[%r :+ 4, %c :+ 32] masked [0, 1] : !phobos.view<?x?xf32, strides = [?, 1]> -> !phobos.tile<4x32xf32>
  %d = arith.addf %t, %t : !phobos.tile<4x32xf32>
  phobos.store %d, %Y[%r :+ 4, %c :+ 32] masked [0, 1] : !phobos.tile<4x32xf32>, !phobos.view<?x?xf32>
  phobos.return
}

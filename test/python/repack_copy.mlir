// Copies of 16-bit elements into aligned rows, as a tensor map's `repack` asks for.
phobos.kernel @copy(
    %s: !phobos.ptr<i16> {phobos.name = "source", phobos.extents = ["H", "W"], phobos.strides = ["LDS", 1]},
    %t: !phobos.ptr<i16> {phobos.name = "target", phobos.extents = ["H", "W"], phobos.strides = ["LDT", 1]},
    %H: index {phobos.name = "H"}, %W: index {phobos.name = "W"}, %LDS: index {phobos.name = "LDS"}, %LDT: index {phobos.name = "LDT"})
    grid affine_map<()[s0, s1, s2, s3] -> (s1 ceildiv 64, s0 ceildiv 4, 1)> attributes {phobos.helper_of = @kernels} {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %c64 = arith.constant 64 : index
  %c4 = arith.constant 4 : index
  %column = arith.muli %x, %c64 : index
  %row = arith.muli %y, %c4 : index
  %S = phobos.view %s[%H, %W] strides [%LDS, 1] : !phobos.view<?x?xi16, strides = [?, 1]>
  %T = phobos.view %t[%H, %W] strides [%LDT, 1] : !phobos.view<?x?xi16, strides = [?, 1]>
  %tile = phobos.load %S[%row :+ 4, %column :+ 64] masked [0, 1] : !phobos.view<?x?xi16, strides = [?, 1]> -> !phobos.tile<4x64xi16>
  phobos.store %tile, %T[%row :+ 4, %column :+ 64] masked [0, 1] : !phobos.tile<4x64xi16>, !phobos.view<?x?xi16, strides = [?, 1]>
  phobos.return
}

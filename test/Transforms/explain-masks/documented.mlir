// The example of phobos-explain-masks's documentation.
// RUN: phobos-opt --phobos-explain-masks --verify-diagnostics %s

phobos.kernel @copy(%a: !phobos.ptr<f32> {phobos.name = "A"}, %M: index {phobos.name = "M"})
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c64 = arith.constant 64 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c64 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  // expected-remark @+1 {{dim 0, 64*ctx.block.x :+ 64 of 'M', kept: '64*ctx.block.x + 64 <= M' is not proved; it follows from 'M % 64 == 0': @aligned(M = 64)}}
  %t = phobos.load %A[%r :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.return
}

// The example of phobos-print-access-plans's documentation.
// RUN: phobos-opt --phobos-assign-layouts --phobos-print-access-plans --verify-diagnostics %s

phobos.kernel @copy(%a: !phobos.ptr<f32> {phobos.name = "A"}, %M: index {phobos.name = "M"})
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> threads 32 {
  %c64 = arith.constant 64 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c64 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  // expected-remark @+1 {{load of 'A': vectors of 4 elements, 16 bytes, 1 a thread, where what they need holds; else elements of 4 bytes, 4 a thread; each where dim 0 is inside of M; needs address of A % 16 == 0: checked at run time; needs start of dim 0 % 4 == 0: proved, it is a multiple of 64; needs extent M % 4 == 0, or the slice inside of it: checked at run time; not TMA, cp.async: the value is used in registers}}
  %t = phobos.load %A[%r :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.return
}

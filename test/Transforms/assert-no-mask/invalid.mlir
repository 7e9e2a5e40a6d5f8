// RUN: phobos-opt %s --phobos-assert-no-mask -split-input-file -verify-diagnostics

// Each masked dim is an error, wherever in the kernel, and a side is named where
// it is not proved. Dims without masks are none.
// expected-note@+1 {{@assert_no_mask says that this kernel has no masks}}
phobos.kernel @kernel(%a: !phobos.ptr<f32>, %M: index {phobos.name = "M"}, %N: index {phobos.name = "N"}, %n: i32 {phobos.name = "n"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 8, 1, 1)> attributes {phobos.assert_no_mask} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c8 : index
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  scf.for %i = %c0 to %N step %c16 {
    // expected-error@+2 {{got one that is masked in dim 0: '8*ctx.block.x + 8 <= M' is not proved; it follows from 'M % 8 == 0': @aligned(M = 8)}}
    // expected-error@+1 {{got one that is masked in dim 1: '}}
    %t = phobos.load %A[%r :+ 8, %i :+ 16] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<8x16xf32>
    // expected-error@+1 {{got one that is masked in dim 0}}
    phobos.store %t, %A[%r :+ 8, %i :+ 16] masked [0] : !phobos.tile<8x16xf32>, !phobos.view<?x?xf32>
  }
  %j = arith.index_cast %n : i32 to index
  // expected-error@+1 {{got one that is masked in dim 0: 'n >= 0' and 'n < M' are not proved}}
  %p = phobos.load %A[%j :+ 1, %c0 :+ 1] masked [0] : !phobos.view<?x?xf32> -> !phobos.tile<1x1xf32>
  phobos.return
}

// -----

// The nearer of two assertions is the one that is shown; what is outside of the
// loop is nobody's business.
phobos.kernel @loops(%a: !phobos.ptr<f32>, %N: index {phobos.name = "N"}, %f: i1) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %s = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  scf.for %i = %c0 to %N step %c16 {
    // expected-note@+1 {{this loop has no masks}}
    scf.while : () -> () {
      scf.condition(%f)
    } do {
      // expected-error@+1 {{masked in dim 0}}
      %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
      scf.yield
    } attributes {phobos.assert_no_mask}
  } {phobos.assert_no_mask}
  phobos.return
}

// -----

// A mask that nobody has tried to remove.
// expected-note@+1 {{this kernel has no masks}}
phobos.kernel @provable(%a: !phobos.ptr<f32>) attributes {phobos.assert_no_mask} {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  // expected-error@+1 {{it is provable that it needs none, which phobos-eliminate-masks does}}
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<64xf32> -> !phobos.tile<16xf32>
  phobos.return
}

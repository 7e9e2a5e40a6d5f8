// RUN: phobos-opt %s --phobos-assert-no-mask -verify-diagnostics

// The example of the pass's description.
phobos.kernel @documented(%a: !phobos.ptr<f32>, %N: index {phobos.name = "N"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  // expected-note@+1 {{@assert_no_mask says that this loop has no masks}}
  scf.for %i = %c0 to %N step %c16 {
    // expected-error@+1 {{expected an access without masks, got one that is masked in dim 0: '}}
    %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  } {phobos.assert_no_mask}
  phobos.return
}

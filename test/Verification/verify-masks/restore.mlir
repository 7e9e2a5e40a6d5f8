// RUN: phobos-opt %s --phobos-verify-masks=restore=true --split-input-file --verify-diagnostics | FileCheck %s

// A pass has removed these masks, and code has changed since: what is not proved again comes back, with its fill.
// CHECK-LABEL: @removed
func.func @removed(%a: !phobos.ptr<f32>, %N: index, %i: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, %N] : !phobos.view<8x?xf32>
  // CHECK: phobos.load %{{.*}}[%{{.*}} :+ 8, %{{.*}} :+ 16] masked [1] fill -inf {phobos.mask_proofs = [{dim = 0 : i64, facts = [], rule = "constant"}]}
  %t = phobos.load %A[%c0 :+ 8, %i :+ 16] {
    phobos.mask_proofs = [{dim = 0 : i64, facts = [], rule = "constant"}, {dim = 1 : i64, facts = ["i + 16 <= N"], rule = "loop"}],
    phobos.removed_fill = 0xFF800000 : f32
  } : !phobos.view<8x?xf32> -> !phobos.tile<8x16xf32>
  // CHECK: phobos.store %{{.*}} masked [0, 1] :
  phobos.store %t, %A[%i :+ 8, %i :+ 16] masked [0] {
    phobos.mask_proofs = [{dim = 1 : i64, facts = [], rule = "loop"}]
  } : !phobos.tile<8x16xf32>, !phobos.view<8x?xf32>
  // CHECK: phobos.extract_slice %{{.*}}[%{{.*}} :+ 1, %{{.*}} :+ 16] masked [0] fill 1.0 :
  %u = phobos.extract_slice %t[%i :+ 1, %c0 :+ 16] {
    phobos.mask_proofs = [{dim = 0 : i64, facts = [], rule = "loop"}], phobos.removed_fill = 1.0 : f32
  } : !phobos.tile<8x16xf32> -> !phobos.tile<1x16xf32>
  return
}

// -----

// Nothing says that there was a mask.
func.func @never_masked(%a: !phobos.ptr<f32>, %N: index, %i: index) {
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  // expected-error@+3 {{expected a slice that stays inside in dim 0, which has no mask; not proved: 0 <= start, start + 16 <= extent}}
  // expected-note@+2 {{nothing known excludes}}
  // expected-note@+1 {{'masked [0]' keeps elements outside away}}
  %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

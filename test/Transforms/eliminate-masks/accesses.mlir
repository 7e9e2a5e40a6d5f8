// RUN: phobos-opt %s --phobos-eliminate-masks --split-input-file | FileCheck %s

// What the pass does to accesses of each kind. What is proved is tested in
// test/Analysis/index-facts.

// A fill that fills nothing goes with the last mask, and no sooner.
// CHECK-LABEL: func.func @fill
// CHECK: phobos.load %{{.*}}[%c0 :+ 8, %c0 :+ 8] {phobos.mask_proofs = [
// CHECK-SAME: {dim = 0 : i64, facts = [], rule = "constant"}
// CHECK-SAME: {dim = 1 : i64, facts = [], rule = "constant"}], phobos.removed_fill = 1.000000e+00 : f32} : !phobos.view<8x8xf32>
// CHECK: phobos.load %{{.*}}[%c0 :+ 8, %{{.*}} :+ 8] masked [1] fill 1.0 {phobos.mask_proofs = [{dim = 0
func.func @fill(%a: !phobos.ptr<f32>, %x: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 8] : !phobos.view<8x8xf32>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 8] masked [0, 1] fill 1.0 : !phobos.view<8x8xf32> -> !phobos.tile<8x8xf32>
  %u = phobos.load %A[%c0 :+ 8, %x :+ 8] masked [0, 1] fill 1.0 : !phobos.view<8x8xf32> -> !phobos.tile<8x8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @store
// CHECK: phobos.store %{{.*}}, %{{.*}}[%c0 :+ 8, %{{.*}} :+ 8] masked [1] {phobos.mask_proofs = [{dim = 0
func.func @store(%a: !phobos.ptr<f32>, %t: !phobos.tile<8x8xf32>, %x: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 8] : !phobos.view<8x8xf32>
  phobos.store %t, %A[%c0 :+ 8, %x :+ 8] masked [0, 1] : !phobos.tile<8x8xf32>, !phobos.view<8x8xf32>
  return
}

// -----

// Slices of tiles: i is 0 or 8 of 16 rows. From i + 1 on there is one row less.
// CHECK-LABEL: func.func @tile_slices
// CHECK: phobos.extract_slice %{{.*}}[%[[I:.*]] :+ 8, %c0 :+ 4] {phobos.mask_proofs = [{dim = 0
// CHECK: phobos.insert_slice %{{.*}}[%[[I]] :+ 8, %c0 :+ 4] {phobos.mask_proofs = [{dim = 0
// CHECK: phobos.extract_slice %{{.*}} :+ 8, %c0 :+ 4] masked [0] fill 1.0 :
func.func @tile_slices(%t: !phobos.tile<16x4xf32>) -> (!phobos.tile<16x4xf32>, !phobos.tile<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant dense<0.0> : !phobos.tile<8x4xf32>
  %r:2 = scf.for %i = %c0 to %c16 step %c8 iter_args(%u = %t, %v = %z) -> (!phobos.tile<16x4xf32>, !phobos.tile<8x4xf32>) {
    %s = phobos.extract_slice %u[%i :+ 8, %c0 :+ 4] masked [0] fill 1.0 : !phobos.tile<16x4xf32> -> !phobos.tile<8x4xf32>
    %w = phobos.insert_slice %s, %u[%i :+ 8, %c0 :+ 4] masked [0] : !phobos.tile<8x4xf32>, !phobos.tile<16x4xf32>
    %j = arith.addi %i, %c1 : index
    %x = phobos.extract_slice %u[%j :+ 8, %c0 :+ 4] masked [0] fill 1.0 : !phobos.tile<16x4xf32> -> !phobos.tile<8x4xf32>
    scf.yield %w, %x : !phobos.tile<16x4xf32>, !phobos.tile<8x4xf32>
  }
  return %r#0, %r#1 : !phobos.tile<16x4xf32>, !phobos.tile<8x4xf32>
}

// -----

// Unchecked dims are nobody's: not proved, and nothing recorded.
// CHECK-LABEL: func.func @unchecked
// CHECK: phobos.load %{{.*}}[%c0 :+ 1] unchecked [0] :
func.func @unchecked(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  %t = phobos.load %A[%c0 :+ 1] unchecked [0] : !phobos.view<8xf32> -> !phobos.tile<1xf32>
  return
}

// -----

// A view that comes from elsewhere, of which no extent is known.
// CHECK-LABEL: func.func @negative_unknown_view
// CHECK: masked [0] :
func.func @negative_unknown_view(%A: !phobos.view<?xf32>) {
  %c0 = arith.constant 0 : index
  %t = phobos.load %A[%c0 :+ 8] masked [0] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
  return
}

// -----

// A second run adds what a promise now shows to what was recorded.
// CHECK-LABEL: func.func @recorded
// CHECK: phobos.mask_proofs = [{dim = 1 : i64, facts = ["earlier"], rule = "earlier"}, {dim = 0 : i64, facts = ["arg1 >= 8"], rule = "promise"}]
func.func @recorded(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %n = phobos.promise #phobos.bounded<8, 100> %N
  %A = phobos.view %a[%n, 8] : !phobos.view<?x8xf32>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 8] masked [0] {phobos.mask_proofs = [{dim = 1 : i64, facts = ["earlier"], rule = "earlier"}]} : !phobos.view<?x8xf32> -> !phobos.tile<8x8xf32>
  return
}

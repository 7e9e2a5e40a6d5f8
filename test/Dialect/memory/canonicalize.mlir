// RUN: phobos-opt %s -cse -canonicalize | FileCheck %s

// Nothing is stored in between: one load serves both.
// CHECK-LABEL: phobos.kernel @equal_loads
// CHECK-COUNT-1: phobos.load
// CHECK-NOT:     phobos.load
phobos.kernel @equal_loads(%a: !phobos.ptr<f32>, %i: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  %B = phobos.view %a[8] : !phobos.view<8xf32>
  %0 = phobos.load %A[%i :+ 4] masked [0] : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  %1 = phobos.load %B[%i :+ 4] masked [0] : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  %2 = arith.addf %0, %1 : !phobos.tile<4xf32>
  phobos.store %2, %A[%i :+ 4] masked [0] : !phobos.tile<4xf32>, !phobos.view<8xf32>
  phobos.return
}

// A fill of -0.0 is not the absent one, 0.0.
// CHECK-LABEL: phobos.kernel @negative_fills_differ
// CHECK-COUNT-2: phobos.load
phobos.kernel @negative_fills_differ(%a: !phobos.ptr<f32>, %i: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  %0 = phobos.load %A[%i :+ 4] masked [0] : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  %1 = phobos.load %A[%i :+ 4] masked [0] fill -0.0 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  %2 = arith.addf %0, %1 : !phobos.tile<4xf32>
  phobos.store %2, %A[%i :+ 4] masked [0] : !phobos.tile<4xf32>, !phobos.view<8xf32>
  phobos.return
}

// The store may change what the second load reads.
// CHECK-LABEL: phobos.kernel @negative_store_between
// CHECK: phobos.load
// CHECK: phobos.store
// CHECK: phobos.load
phobos.kernel @negative_store_between(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %i: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  %B = phobos.view %b[8] : !phobos.view<8xf32>
  %0 = phobos.load %A[%i :+ 4] masked [0] : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  phobos.store %0, %B[%i :+ 4] masked [0] : !phobos.tile<4xf32>, !phobos.view<8xf32>
  %1 = phobos.load %A[%i :+ 4] masked [0] : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  phobos.store %1, %B[%i :+ 4] masked [0] : !phobos.tile<4xf32>, !phobos.view<8xf32>
  phobos.return
}

// A load whose tile nobody uses goes.
// CHECK-LABEL: phobos.kernel @unused_load
// CHECK-NEXT:    phobos.return
phobos.kernel @unused_load(%a: !phobos.ptr<f32>, %i: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  %0 = phobos.load %A[%i :+ 4] masked [0] : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// A check that holds of constants is gone; one that fails, or is not known, stays.
// CHECK-LABEL: @check_bounds
// CHECK-SAME: %[[I:[a-z0-9]+]]: index
// CHECK-DAG: %[[M1:.*]] = arith.constant -1 : index
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NOT: phobos.check_bounds
// CHECK: phobos.check_bounds %[[C5]] :+ 4 in %[[C8]] dim 0
// CHECK-NEXT: phobos.check_bounds %[[M1]] :+ 1 in %[[C8]] dim 2 of "A"
// CHECK-NEXT: phobos.check_bounds %[[I]] :+ 1 in %[[C8]] dim 0
// CHECK-NEXT: return
func.func @check_bounds(%i: index) {
  %m1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  phobos.check_bounds %c0 :+ 8 in %c8 dim 0
  phobos.check_bounds %c5 :+ 3 in %c8 dim 0
  phobos.check_bounds %c5 :+ 4 in %c8 dim 0
  phobos.check_bounds %m1 :+ 1 in %c8 dim 2 of "A"
  phobos.check_bounds %i :+ 1 in %c8 dim 0
  return
}

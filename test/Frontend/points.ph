// RUN: phobos-translate --import-phobos %s | FileCheck %s

// Points alone read a scalar, which conditions, indices and operators take.
// CHECK-LABEL: phobos.kernel @points
kernel points(A: tensor<f32>[M, N], I: tensor<i32>[K]) {
  // CHECK: %[[T:.*]] = phobos.load %[[A:.*]][%c1{{.*}} :+ 1, %c2{{.*}} :+ 1] unchecked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<1x1xf32>
  // CHECK: %[[X:.*]] = phobos.item %[[T]]
  // CHECK: %[[POS:.*]] = arith.cmpf ogt, %[[X]]
  // CHECK: scf.if %[[POS]]
  if A[1, 2] > 0.0 {
    // CHECK: %[[P:.*]] = phobos.item %{{.*}} : !phobos.tile<1xi32>
    // CHECK: %[[START:.*]] = arith.index_cast %[[P]] : i32 to index
    // CHECK: phobos.load %{{.*}}[%[[START]] :+ 8, %{{.*}} :+ 4] masked [0, 1]
    A[0 :+ 8, 0 :+ 4] = A[I[3] :+ 8, 0 :+ 4]
  }
  // CHECK: %[[OLD:.*]] = phobos.load
  // CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}} : !phobos.tile<1x1xf32>
  // CHECK: phobos.store %[[NEW]], %{{.*}} unchecked [0, 1]
  A[0, 0] += 1.0
}

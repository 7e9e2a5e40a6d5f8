// RUN: phobos-opt %s --phobos-split-loops | FileCheck %s

// The example of the pass's description. A slice is inside as long as
// k + 16 <= K, so k < K - 15; the rest is at most one iteration, as a step from
// K - 15 or behind it is beyond K.

// CHECK-LABEL: phobos.kernel @documented
// CHECK-SAME: %[[K:[a-z0-9]+]]: index) {
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[C15:.*]] = arith.constant -15 : index
// CHECK: %[[WHOLE:.*]] = arith.addi %[[K]], %[[C15]] : index
// CHECK: %[[END:.*]] = arith.maxsi %[[WHOLE]], %[[C0]] : index
// CHECK: %[[COUNT:.*]] = arith.ceildivui %[[END]], %[[C16]] : index
// CHECK: %[[REST:.*]] = arith.muli %[[COUNT]], %[[C16]] : index
// CHECK: scf.for %[[k:.*]] = %[[C0]] to %[[WHOLE]] step %[[C16]] {
// CHECK-NEXT: %[[T:.*]] = phobos.load %{{.*}}[%[[k]] :+ 16] masked [0]
// CHECK-NEXT: phobos.store %[[T]], %{{.*}}[%[[k]] :+ 16] masked [0]
// CHECK-NEXT: } {phobos.loop_part = "steady"}
// CHECK: %[[IS_LEFT:.*]] = arith.cmpi slt, %[[REST]], %[[K]] : index
// CHECK: scf.if %[[IS_LEFT]] {
// CHECK-NEXT: %[[T:.*]] = phobos.load %{{.*}}[%[[REST]] :+ 16] masked [0]
// CHECK-NEXT: phobos.store %[[T]], %{{.*}}[%[[REST]] :+ 16] masked [0]
// CHECK-NEXT: } {phobos.loop_part = "epilogue"}
// CHECK-NEXT: phobos.return
phobos.kernel @documented(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %K: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%K] : !phobos.view<?xf32>
  %B = phobos.view %b[%K] : !phobos.view<?xf32>
  scf.for %k = %c0 to %K step %c16 {
    %t = phobos.load %A[%k :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    phobos.store %t, %B[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

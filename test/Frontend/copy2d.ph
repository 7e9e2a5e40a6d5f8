// RUN: phobos-translate --import-phobos %s | FileCheck %s

// Extents are index arguments behind the parameters, in order of appearance, and
// shared by all tensors; every sliced dim is masked; the grid covers the tensor
// that is stored.

// CHECK: phobos.kernel @copy2d(
// CHECK-SAME: %[[A:.*]]: !phobos.ptr<f32> {phobos.extents = ["M", "N"], phobos.name = "A"},
// CHECK-SAME: %[[B:.*]]: !phobos.ptr<f32> {phobos.extents = ["M", "N"], phobos.name = "B"},
// CHECK-SAME: %[[M:.*]]: index {phobos.name = "M"}, %[[N:.*]]: index {phobos.name = "N"})
// CHECK-SAME: grid affine_map<()[s0, s1] -> (s0 ceildiv 64, s1 ceildiv 32, 1)>
// CHECK-DAG: %[[PM:.*]] = phobos.block_id x
// CHECK-DAG: %[[PN:.*]] = phobos.block_id y
// CHECK-DAG: %[[VA:.*]] = phobos.view %[[A]][%[[M]], %[[N]]] : !phobos.view<?x?xf32>
// CHECK-DAG: %[[VB:.*]] = phobos.view %[[B]][%[[M]], %[[N]]] : !phobos.view<?x?xf32>
// CHECK: %[[R:.*]] = arith.muli %[[PM]], %c64
// CHECK: %[[C:.*]] = arith.muli %[[PN]], %c32
// CHECK: %[[T:.*]] = phobos.load %[[VA]][%[[R]] :+ 64, %[[C]] :+ 32] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<64x32xf32>
// CHECK: phobos.store %[[T]], %[[VB]][%{{.*}} :+ 64, %{{.*}} :+ 32] masked [0, 1]
// CHECK: phobos.return
@autotune(TM in [64], TN in [32])
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var a = A[pm * TM :+ TM, pn * TN :+ TN]
  B[pm * TM :+ TM, pn * TN :+ TN] = a
}

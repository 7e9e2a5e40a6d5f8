// RUN: phobos-opt %s --phobos-split-loops | FileCheck %s
// RUN: phobos-opt %s --phobos-split-loops="max-ops=9" | FileCheck %s --check-prefix=STEADY
// RUN: phobos-opt %s --phobos-split-loops="max-ops=4" | FileCheck %s --check-prefix=NONE

// The slices' rows and columns do not move in the loop: one scf.if asks whether
// they are inside. Its upper sides only, as a block's position is not negative.
// The loop's attributes go to the steady loop; the edge does without the
// assertion.

// CHECK-LABEL: phobos.kernel @matmul
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index)
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c64
// CHECK: %[[COLUMN:.*]] = arith.muli %{{.*}}, %c64
// CHECK: %[[LAST_ROW:.*]] = arith.addi %[[M]], %c-64
// CHECK: %[[ROWS:.*]] = arith.cmpi sle, %[[ROW]], %[[LAST_ROW]] : index
// CHECK: %[[LAST_COLUMN:.*]] = arith.addi %[[N]], %c-64
// CHECK: %[[COLUMNS:.*]] = arith.cmpi sle, %[[COLUMN]], %[[LAST_COLUMN]] : index
// CHECK: %[[INSIDE:.*]] = arith.andi %[[ROWS]], %[[COLUMNS]] : i1
// CHECK: %[[RESULT:.*]] = scf.if %[[INSIDE]]
// CHECK: %[[WHOLE:.*]] = scf.for %{{.*}} = %c0 to %{{.*}} step %c16 iter_args(%{{.*}} = %cst)
// CHECK: } {phobos.assert_no_mask, phobos.loop_part = "steady", phobos.pipeline = 3 : i64}
// CHECK: %[[REST:.*]] = scf.if
// CHECK: phobos.dot %{{.*}}, %{{.*}}, %[[WHOLE]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[WHOLE]]
// CHECK-NEXT: } {phobos.loop_part = "epilogue"}
// CHECK-NEXT: scf.yield %[[REST]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[EDGE:.*]] = scf.for %{{.*}} = %c0 to %[[K]] step %c16 iter_args(%{{.*}} = %cst)
// CHECK: } {phobos.loop_part = "edge", phobos.pipeline = 3 : i64}
// CHECK-NEXT: scf.yield %[[EDGE]]
// CHECK: phobos.store %[[RESULT]]

// The loop has 5 operations. 10 would do for an epilogue and an edge; with 9 it
// is split for K alone, with 4 not at all.

// STEADY-LABEL: phobos.kernel @matmul
// STEADY-NOT: scf.if
// STEADY: scf.for
// STEADY: loop_part = "steady"
// STEADY: scf.if
// STEADY: loop_part = "epilogue"
// STEADY-NOT: loop_part
// NONE-LABEL: phobos.kernel @matmul
// NONE-NOT: loop_part
phobos.kernel @matmul(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %c: !phobos.ptr<f32>, %M: index, %N: index, %K: index) grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 64, s1 ceildiv 64, 1)> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %cst = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %pm = phobos.block_id x
  %pn = phobos.block_id y
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xf32>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %row = arith.muli %pm, %c64 : index
  %column = arith.muli %pn, %c64 : index
  %sum = scf.for %k = %c0 to %K step %c16 iter_args(%acc = %cst) -> (!phobos.tile<64x64xf32>) {
    %s = phobos.load %A[%row :+ 64, %k :+ 16] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<64x16xf32>
    %t = phobos.load %B[%k :+ 16, %column :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<16x64xf32>
    %d = phobos.dot %s, %t, %acc : !phobos.tile<64x16xf32>, !phobos.tile<16x64xf32> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  } {phobos.assert_no_mask, phobos.pipeline = 3 : i64}
  phobos.store %sum, %C[%row :+ 64, %column :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

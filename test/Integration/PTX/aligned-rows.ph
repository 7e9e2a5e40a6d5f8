// RUN: phobos-translate --phobos-to-ptx %s | FileCheck %s
// RUN: phobos-translate --import-phobos --passes=phobos-tile-pipeline %s | FileCheck %s --check-prefix=TILE

// The mask of an extent that nothing is promised of stays, and so does that of a
// fixed slice: K may be 0.
// TILE: phobos.load {{.*}} masked [1]
// TILE: phobos.load {{.*}}[%c0 :+ 1, %c0 :+ 64] masked [0]
// TILE: phobos.store {{.*}} masked [1]
// CHECK-LABEL: .entry copy_rows(
// CHECK: @%p{{[0-9]+}} ld.global
// CHECK: @%p{{[0-9]+}} st.global
// CHECK: .file
@aligned(M = 64, K = 1)
kernel copy_rows(A: tensor<f32>[M, N], B: tensor<f32>[M, N], C: tensor<f32>[K, 64]) {
  let r = ctx.block.x * 64
  B[r :+ 64, 0 :+ 64] = A[r :+ 64, 0 :+ 64] + C[0 :+ 1, :]
}

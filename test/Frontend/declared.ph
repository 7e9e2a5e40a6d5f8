// RUN: phobos-translate --import-phobos %s | FileCheck %s

// A tensor keeps its identity; new names stand for its extents and strides.
const W = 64
fn scale(A: tensor<f32>[M, W], s) {
  for i in range(0, M, 8) { A[i :+ 8, :] *= s }
}
fn pitch(A: tensor<f32>[R, C] strides [LD, 1]) { return LD * C }
fn same(A: tensor<f32>[K, W], B: tensor<f32>[K, C]) { return C + K }
fn pass(p: ptr<f32>) -> ptr<f32> { return p }

// CHECK-LABEL: phobos.kernel @k
// CHECK-SAME: %[[N:[a-z0-9]+]]: index {phobos.name = "N"}, %[[L:[a-z0-9]+]]: index {phobos.name = "L"}
// CHECK: scf.for %{{.*}} to %[[N]]
// CHECK: phobos.store %{{.*}}, %{{.*}}[%{{.*}} :+ 8, %{{.*}} :+ 64]
// CHECK: arith.muli %[[L]], %c64
// CHECK: dense<4096>
// CHECK: arith.addi %[[N]], %c64
kernel k(A: tensor<f32>[N, 64], B: tensor<f32>[N, 64] strides [L, 1], O: tensor<i64>[8], p: ptr<f32>) {
  scale(A, 2)
  let b: tensor<f32>[N, 64] strides [L, 1] = B
  O[0 :+ 1] = i64(pitch(b))
  O[1 :+ 1] = i64(pitch(A))
  O[2 :+ 1] = i64(same(A, A))
  let q = pass(p)
}

// RUN: phobos-translate --import-phobos %s --passes=canonicalize,cse,phobos-eliminate-masks,phobos-verify-masks | FileCheck %s

// Masks that compilers of such languages were reported to lose.

// A loop over any range, also an empty one: the first index may be below 0.
// CHECK-LABEL: phobos.kernel @any_range
// CHECK: phobos.load {{.*}} masked [1] {phobos.mask_proofs = [{dim = 0
@grid(1)
kernel any_range(X: tensor<f32>[1, 64], Y: tensor<f32>[1, 1], lo: i32, hi: i32) {
  var acc = full([1, 1], 7.0)
  for k in range(lo, hi, 16) {
    acc += rowsum(X[0 :+ 1, k :+ 16] + 1.0)
  }
  Y[0 :+ 1, 0 :+ 1] = acc
}

// What the loop advances is inside at first: 40 elements, tiles from 0, 32, 64.
// CHECK-LABEL: phobos.kernel @advanced
// CHECK: phobos.load {{.*}} masked [0] :
@grid(1)
kernel advanced(X: tensor<f32>[40], Y: tensor<f32>[32]) {
  var s = 0
  var acc = zeros([32])
  for i in range(3) {
    acc += X[s :+ 32]
    s += 32
  }
  Y[0 :+ 32] = acc
}

// The same with room for all three.
// CHECK-LABEL: phobos.kernel @advanced_inside
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 32] {phobos.mask_proofs
@grid(1)
kernel advanced_inside(X: tensor<f32>[96], Y: tensor<f32>[32]) {
  var s = 0
  var acc = zeros([32])
  for i in range(3) {
    acc += X[s :+ 32]
    s += 32
  }
  Y[0 :+ 32] = acc
}

// A run-time start: the upper side alone is no proof.
// CHECK-LABEL: phobos.kernel @any_start
// CHECK: phobos.load {{.*}} masked [0] :
// CHECK: phobos.load {{.*}} masked [0] :
@grid(1)
kernel any_start(X: tensor<f32>[N], Y: tensor<f32>[16], s: i32) {
  if s <= 8 && N >= 16 {
    Y[0 :+ 8] = X[s :+ 8]
  }
  if s + 8 <= 16 && s >= 0 && N >= 16 {
    Y[0 :+ 8] = X[s :+ 8]
  }
}

// Both sides, without a sum that may wrap.
// CHECK-LABEL: phobos.kernel @start_inside
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 8] {phobos.mask_proofs
@grid(1)
kernel start_inside(X: tensor<f32>[N], Y: tensor<f32>[16], s: i32) {
  if s <= 8 && s >= 0 && N >= 16 {
    Y[0 :+ 8] = X[s :+ 8]
  }
}

// A product of 32 bits wraps before it is a start.
// CHECK-LABEL: phobos.kernel @product_of_32_bits
// CHECK: phobos.load {{.*}} masked [0] :
@grid(1)
@require(r >= 0)
kernel product_of_32_bits(X: tensor<i8>[N], Y: tensor<i8>[16], r: i32, stride: i32) {
  Y[0 :+ 16] = X[r * stride :+ 16]
}

// An aligned extent loses its mask, another one does not, nor does a start that
// is no multiple.
// CHECK-LABEL: phobos.kernel @promised
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64, %c0 :+ 64] masked [1] {phobos.mask_proofs = [{dim = 0
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64, %c0 :+ 64] masked [0, 1] :
// CHECK: phobos.store %{{.*}}[%{{.*}} :+ 64, %c0 :+ 64] masked [1] {phobos.mask_proofs = [{dim = 0
@aligned(M = 64)
kernel promised(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let i = ctx.block.x * 64
  Y[i :+ 64, 0 :+ 64] = X[i :+ 64, 0 :+ 64] + X[i + 3 :+ 64, 0 :+ 64]
}

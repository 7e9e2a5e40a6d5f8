// RUN: phobos-translate --import-phobos %s | FileCheck %s

// CHECK-LABEL: phobos.kernel @forms
kernel forms(A: tensor<f32>[M, N], S: tensor<f32>[20, 12]) {
  let s = ctx.block.x * 16
  // `s : e` is `s :+ e - s`, in affine normal form.
  // CHECK: phobos.load %{{.*}}[%[[S:.*]] :+ 16, %c0{{.*}} :+ 8] masked [0, 1]
  let a = A[s : s + 16, 0 : 8]
  // CHECK: phobos.load %{{.*}}[%{{.*}} :+ 16, %{{.*}} :+ 4] masked [0, 1]
  let b = A[(ctx.block.x + 1) * 16 - 16 : 16 + 16 * ctx.block.x, M * N - 4 : N * M]
  // CHECK: phobos.load %{{.*}}[%{{.*}} :+ 3, %{{.*}} :+ 5] masked [0, 1]
  let c = A[M / 2 * 2 : M / 2 * 2 + 3, 7 : + 5]
  // A whole static dim, and up to an end.
  // CHECK: phobos.load %{{.*}}[%c0{{.*}} :+ 20, %c0{{.*}} :+ 5] masked [0, 1]
  let d = S[:, :5]
  // `s:` is never masked; a point keeps its axis and is not masked either.
  // CHECK: phobos.load %{{.*}}[%c15{{.*}} :+ 5, %{{.*}} :+ 1] unchecked [0, 1]
  let e = S[15:, s]
  // CHECK: phobos.load %{{.*}}[%{{.*}} :+ 1, %c0{{.*}} :+ 64] masked [1] unchecked [0] : {{.*}} -> !phobos.tile<1x64xf32>
  let f = A[s, 0 :+ 64]
  // A fill other than 0 is said; 0 is not.
  // CHECK: phobos.load %{{.*}} masked [0, 1] fill -inf :
  let g = load(A[0 :+ 8, 0 :+ 8], fill = -inf)
  // CHECK: phobos.load %{{.*}} masked [0, 1] :
  let h = load(A[0 :+ 8, 0 :+ 8], fill = 0)
  // CHECK: phobos.store %{{.*}}, %{{.*}}[%{{.*}} :+ 16, %c0{{.*}} :+ 8] masked [0, 1]
  A[s : s + 16, 0 :+ 8] = a + a
  // Only points: one element.
  // CHECK: phobos.store %{{.*}}, %{{.*}}[%c3{{.*}} :+ 1, %c4{{.*}} :+ 1] unchecked [0, 1] : !phobos.tile<1x1xf32>
  S[3, 4] = 1.0
}

// A scalar, and a tile of extent 1, broadcast to the slice that is stored.
// CHECK-LABEL: phobos.kernel @broadcasts
// CHECK: phobos.store %{{.*}} : !phobos.tile<8x4xf32>
// CHECK: phobos.broadcast %{{.*}} : !phobos.tile<8x1xf32> -> !phobos.tile<8x4xf32>
// CHECK: phobos.store
// CHECK: %[[OLD:.*]] = phobos.load
// CHECK: %[[NEW:.*]] = arith.mulf %[[OLD]]
// CHECK: phobos.store %[[NEW]]
kernel broadcasts(A: tensor<f32>[M, 4]) {
  A[0 :+ 8, :] = 2
  A[0 :+ 8, :] = rowmax(A[0 :+ 8, :])
  A[0 :+ 8, :] *= 2
}

// Starts that are built alike are one, however deep they are.
// CHECK-LABEL: phobos.kernel @alike
@aligned(K = 2)
kernel alike(A: tensor<f32>[M, K], O: tensor<f32>[M, 2]) {
  let r = ctx.block.x * 2
  // CHECK: phobos.load {{.*}} :+ 2] masked [0, 1]
  let a = A[r :+ 2, clamp(clamp(r, 0, K - 2), 0, K - 2) : 2 + clamp(clamp(r, 0, K - 2), 0, K - 2)]
  O[r :+ 2, :] = a
}

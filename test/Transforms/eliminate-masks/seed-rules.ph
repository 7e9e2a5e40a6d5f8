// RUN: phobos-translate --import-phobos %s --passes=canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,canonicalize,phobos-verify-masks | FileCheck %s

// Which masks the rules of the language leave, from the text on.

// A static extent: blocks of 32 are whole in 96 rows and not in 100 columns.
// CHECK-LABEL: phobos.kernel @static_extents
// CHECK: phobos.load {{.*}} masked [1] {phobos.mask_proofs
kernel static_extents(A: tensor<f32>[96, 100], B: tensor<f32>[96, 100]) {
  let r = ctx.block.x * 32
  let c = ctx.block.y * 32
  B[r :+ 32, c :+ 32] = A[r :+ 32, c :+ 32]
}

// A dynamic extent indexed by a block's position.
// CHECK-LABEL: phobos.kernel @dynamic_extents
// CHECK: phobos.load {{.*}} masked [0, 1] :
// CHECK: phobos.store {{.*}} masked [0, 1] :
kernel dynamic_extents(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  let c = ctx.block.y * 64
  B[r :+ 64, c :+ 64] = A[r :+ 64, c :+ 64]
}

// The same under a promise of whole tiles.
// CHECK-LABEL: phobos.kernel @copy2d
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64, %{{.*}} :+ 64] {phobos.mask_proofs
// CHECK: phobos.store %{{.*}}[%{{.*}} :+ 64, %{{.*}} :+ 64] {phobos.mask_proofs
@aligned(M = 64, N = 64)
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  let c = ctx.block.y * 64
  B[r :+ 64, c :+ 64] = A[r :+ 64, c :+ 64]
}

// With a grid of the author's, of which the entry checks that it ends within M.
// CHECK-LABEL: phobos.kernel @own_grid
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64, %{{.*}} :+ 8] masked [1] {phobos.mask_proofs
@aligned(M = 64)
@grid(G)
kernel own_grid(A: tensor<f32>[M, N], B: tensor<f32>[M, N], G: i32) {
  let r = ctx.block.x * 64
  B[r :+ 64, 0 :+ 8] = A[r :+ 64, 0 :+ 8]
}

// A dynamic extent walked by a for, promised whole; the promise is one of K alone.
// CHECK-LABEL: phobos.kernel @walked
// CHECK: phobos.load {{.*}} masked [0] {phobos.mask_proofs
// CHECK: phobos.load {{.*}} masked [1] {phobos.mask_proofs
// CHECK: phobos.store {{.*}} masked [0, 1] :
@aligned(K = 16)
kernel walked(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  let c = ctx.block.y * 64
  var acc = zeros([64, 64])
  for kt in range(0, K, 16) {
    acc += dot(A[r :+ 64, kt :+ 16], B[kt :+ 16, c :+ 64])
  }
  C[r :+ 64, c :+ 64] = acc
}

// A fixed slice of an aligned extent keeps its mask: the extent may be 0. Where
// the extent gives the grid, a block that runs shows that it is not.
// CHECK-LABEL: phobos.kernel @fixed_slice
// CHECK: phobos.load %{{.*}}[%c0 :+ 64, %c0 :+ 8] masked [0, 1] :
// CHECK-LABEL: phobos.kernel @fixed_slice_in_a_block
// CHECK: phobos.load %{{.*}}[%c0 :+ 64, %c0 :+ 8] masked [1] {phobos.mask_proofs
@aligned(M = 64)
@grid(1)
kernel fixed_slice(A: tensor<f32>[M, N], B: tensor<f32>[64, 8]) {
  B[0 :+ 64, 0 :+ 8] = A[0 :+ 64, 0 :+ 8]
}
@aligned(M = 64)
kernel fixed_slice_in_a_block(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  B[r :+ 64, 0 :+ 8] = A[0 :+ 64, 0 :+ 8]
}

// A start that is no multiple, and a slice that is longer than the promise.
// CHECK-LABEL: phobos.kernel @not_covered
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64, %c0 :+ 8] masked [0, 1] :
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 128, %c0 :+ 8] masked [0, 1] :
@aligned(M = 64)
kernel not_covered(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  let moved = A[r + 1 :+ 64, 0 :+ 8]
  let long = A[r :+ 128, 0 :+ 8]
  B[r :+ 64, 0 :+ 8] = moved + long[0 :+ 64, :]
}

// A[s:] and points are the author's responsibility, proved or not.
// CHECK-LABEL: phobos.kernel @unchecked
// CHECK: phobos.load {{.*}} unchecked [0] :
// CHECK: phobos.load {{.*}} masked [1] unchecked [0] :
kernel unchecked(A: tensor<f32>[64], B: tensor<f32>[M, N], C: tensor<f32>[M, N], i: index) {
  let a = A[16:]
  let b = B[i, 0 :+ 48]
  C[0 :+ 1, 0 :+ 48] = b + reshape(a, [1, 48])
}

// The reduction's own mask over a ragged tile, and over whole ones.
// CHECK-LABEL: phobos.kernel @ragged_rows
// CHECK: phobos.where
// CHECK-LABEL: phobos.kernel @whole_rows
// CHECK-NOT: phobos.where
// CHECK: phobos.return
kernel ragged_rows(S: tensor<f32>[M, N], O: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 8
  var m = full([8, 1], -inf)
  for kt in range(0, N, 64) {
    let s = where(iota(1) < N - kt, S[r :+ 8, kt :+ 64], -1.0e30)
    m = max(m, rowmax(s))
  }
  O[r :+ 8, 0 :+ 1] = m
}
@aligned(N = 64)
kernel whole_rows(S: tensor<f32>[M, N], O: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 8
  var m = full([8, 1], -inf)
  for kt in range(0, N, 64) {
    let s = where(iota(1) < N - kt, S[r :+ 8, kt :+ 64], -1.0e30)
    m = max(m, rowmax(s))
  }
  O[r :+ 8, 0 :+ 1] = m
}

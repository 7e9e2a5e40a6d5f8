// Near misses of each rule of phobos-lint-bounds: no kernel here gets a warning.
// RUN: phobos-translate --import-phobos --lint=error %s | FileCheck %s
// CHECK: phobos.kernel @mended

//===-- max-over-fill --===//

// A where along the axis, or a fill, takes the place of what is outside.
kernel mended(X: tensor<f32>[M, N], Y: tensor<f32>[M, 1], Z: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  Y[r :+ 4, 0 :+ 1] = rowmax(where(iota(1) < N, X[r :+ 4, 0 :+ 64], -inf) * 2.0)
  Z[r :+ 4, 0 :+ 1] = rowmax(load(X[r :+ 4, 0 :+ 64], fill = -inf))
}

// So does a tile that is added.
kernel added(X: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  Y[r :+ 4, 0 :+ 1] = rowmax(X[r :+ 4, 0 :+ 64] + where(iota(1) < N, 0.0, -inf))
}

// Rows past the end have a maximum that nobody sees.
kernel other_axis(X: tensor<f32>[M, 64], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  Y[r :+ 4, 0 :+ 1] = rowmax(X[r :+ 4, :])
}

// Zero is no more than any of these.
kernel least(X: tensor<f32>[M, N], U: tensor<u8>[M, N], Y: tensor<f32>[M, 1], Z: tensor<u8>[M, 1]) {
  let r = ctx.block.x * 4
  Y[r :+ 4, 0 :+ 1] = rowmax(abs(X[r :+ 4, 0 :+ 64]))
  Z[r :+ 4, 0 :+ 1] = rowmax(U[r :+ 4, 0 :+ 64])
}

// Every column is there.
@aligned(N = 64)
kernel whole(X: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  var m = full([4, 1], -inf)
  for c in range(0, N, 64) {
    m = max(m, rowmax(X[r :+ 4, c :+ 64]))
  }
  Y[r :+ 4, 0 :+ 1] = m
}

// A sum along the axis leaves one value, whose maximum is itself.
kernel sums(X: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  Y[r :+ 4, 0 :+ 1] = rowmax(rowsum(X[r :+ 4, 0 :+ 64]))
}

//===-- store-unmasked, outside, unproved-point --===//

// Points that are proved to be inside: by the grid, a loop, a condition.
kernel inside(X: tensor<f32>[M, N], Y: tensor<f32>[M, N], i: i32) {
  let r = ctx.block.x
  Y[r, 0 :+ 64] = X[r :+ 1, 0 :+ 64]
  for c in range(N) { Y[r, c] += 1.0 }
  if i >= 0 && i < N { Y[r, i] = X[r, i] }
}

// Another extent, or another start.
kernel others(X: tensor<f32>[K, N], Y: tensor<f32>[M, N], i: i32) {
  Y[ctx.block.x, 0 :+ 64] = X[i :+ 1, 0 :+ 64]
}

// Outside in some runs only; or at a place that no run comes to.
kernel ragged(X: tensor<f32>[M], Y: tensor<f32>[M], n: i32) {
  Y[64 :+ 8] = X[n :+ 8]
  if M < 0 { Y[M :+ 8] = 1.0 }
}

//===-- loop-bound --===//

// One of the extents ends the loop; or a promise says that they are equal; or the
// loop is over a part.
kernel two(X: tensor<f32>[M, K], W: tensor<f32>[L, M], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  var s = zeros([4, 1])
  for k in range(0, K, 16) {
    s += rowsum(X[r :+ 4, k :+ 16]) + sum(W[k :+ 16, 0 :+ 1], axis = 0)
  }
  Y[r :+ 4, 0 :+ 1] = s
}

@require(M == K)
kernel equal(X: tensor<f32>[M, K], Y: tensor<f32>[M, 1], n: i32) {
  let r = ctx.block.x * 4
  var s = zeros([4, 1])
  for k in range(0, M, 16) { s += rowsum(X[r :+ 4, k :+ 16]) }
  for k in range(0, n, 16) { s += rowsum(X[r :+ 4, k :+ 16]) }
  for k in range(0, K - 16, 16) { s += rowsum(X[r :+ 4, k :+ 16]) }
  Y[r :+ 4, 0 :+ 1] = s
}

//===-- index-overflow --===//

// Widened first; too small to overflow; no index; a sum.
kernel wide(X: tensor<f32>[M], Y: tensor<f32>[M], I: tensor<i32>[M], row: i32, pitch: i32, b: i8) {
  Y[index(row) * pitch :+ 4] = X[i32(b) * 1000 :+ 4]
  Y[(row % 64) * 64 :+ 4] = X[row + 4 :+ 4]
  I[0 :+ 4] = I[4 :+ 4] * row
}

//===-- unmasked-pointer --===//

// Masked; at numbers; proved by a promise, of blocks, of a row, or of a loop.
@require(n % 128 == 0)
@grid(ceildiv(n, 128))
kernel whole_blocks(p: ptr<f32>, q: ptr<f32>, n: i32) {
  let o = ctx.block.x * 128 + arange(128)
  store(q + o, load(p + o))
}

@require(ld >= 64)
@grid(M)
kernel whole_rows(p: ptr<f32>, q: ptr<f32>, M: i32, ld: index, k: index) {
  let o = ctx.block.x * ld + arange(64)
  store(q + o, load(p + o) + load(p + arange(64)))
  store(q + k + arange(64), 1, mask = k + arange(64) < ld)
  for i in range(0, ld) { store(q + i, load(p + i)) }
}

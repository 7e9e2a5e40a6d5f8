// What phobos-lint-bounds reports of .ph text; where it is silent is tested in
// test/Transforms/lint-bounds.
// RUN: phobos-translate --import-phobos %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not phobos-translate --import-phobos --lint=error %s 2>&1 | FileCheck %s --check-prefix=ERRORS --implicit-check-not=warning:
// RUN: phobos-translate --import-phobos --lint=off %s 2>&1 | FileCheck %s --check-prefix=OFF --implicit-check-not=warning:
// ERRORS: error: {{.*}}[max-over-fill]
// OFF: phobos.kernel

kernel maximum(X: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  var m = full([4, 1], -inf)
  for c in range(0, N, 256) {
    // CHECK: [[#@LINE+2]]:16: warning: the maximum is also over what lies outside of 'X', which reads as a fill that can be the maximum; write load(…, fill = -inf) or where(iota(1) < N - c, t, -inf) [max-over-fill]
    // CHECK: [[#@LINE+1]]:23: note: dim 1 of this slice may go beyond 'N'
    m = max(m, rowmax(X[r :+ 4, c :+ 256] * 2.0))
  }
  Y[r :+ 4, 0 :+ 1] = m
}

// Scores of keys that do not exist are zero, and only a where can tell them from others.
kernel scores(Q: tensor<f16>[M, 64], K: tensor<f16>[N, 64], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 16
  let q = Q[r :+ 16, :]
  var m = full([16, 1], -inf)
  for c in range(0, N, 32) {
    let s = dot_t(q, K[c :+ 32, :])
    // CHECK: [[#@LINE+2]]:16: warning: the maximum is also over what lies outside of 'K', which reads as a fill that can be the maximum; write where(iota(1) < N - c, t, -inf) [max-over-fill]
    // CHECK: [[#@LINE-2]]:22: note: dim 0 of this slice may go beyond 'N'
    m = max(m, rowmax(s * 0.125))
  }
  Y[r :+ 16, 0 :+ 1] = m
}

kernel minimum(X: tensor<i32>[M, N], Y: tensor<i32>[M, 1], Z: tensor<i32>[M, 1]) {
  let r = ctx.block.x * 4
  // CHECK: [[#@LINE+1]]:23: warning: the minimum is also over what lies outside of 'X', which reads as a fill that can be the minimum; write load(…, fill = 2147483647) or where(iota(1) < N, t, 2147483647) [max-over-fill]
  Y[r :+ 4, 0 :+ 1] = rowmin(X[r :+ 4, 0 :+ 64])
  // CHECK: [[#@LINE+1]]:27: warning: the minimum is also over what lies outside of 'X'{{.*}}[max-over-fill]
  Z[r :+ 4, 0 :+ 1] = i32(argmin(X[r :+ 4, 0 :+ 64], axis = 1))
}

// A fill that was chosen for a minimum wins every maximum.
kernel wrong_side(X: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  // CHECK: [[#@LINE+1]]:23: warning: the maximum is also over what lies outside of 'X'{{.*}}[max-over-fill]
  Y[r :+ 4, 0 :+ 1] = rowmax(load(X[r :+ 4, 0 :+ 64], fill = inf))
}

kernel unmasked(X: tensor<f32>[M, N], Y: tensor<f32>[M, N], i: i32) {
  // CHECK: [[#@LINE+2]]:17: warning: this store to 'Y' is not masked in dim 0, where a load of the same slice is; write 'i :+ 1' for a point [store-unmasked]
  // CHECK: [[#@LINE+1]]:19: note: masked here in dim 0, as the slice may go beyond 'M'
  Y[i, 0 :+ 64] = X[i :+ 1, 0 :+ 64]
}

kernel outside(X: tensor<f32>[100], Y: tensor<f32>[M], n: i32) {
  // CHECK: [[#@LINE+2]]:15: warning: this slice is outside of 'X' at every run: dim 0 ends at 100; it reads the fill alone [outside]
  // CHECK: [[#@LINE+1]]:13: warning: this slice is outside of 'Y' at every run: dim 0 ends at 'M'; it stores nothing [outside]
  Y[M :+ 4] = X[100 :+ 4]
  // CHECK: [[#@LINE+2]]:10: warning: this point is outside of 'X' at every run: dim 0 ends at 100; it reads memory beside [outside]
  // CHECK: [[#@LINE+1]]:8: warning: this point is outside of 'Y' at every run: dim 0 ends at 'M'; it writes memory beside [outside]
  Y[M] = X[100]
  if n > 200 {
    // CHECK: [[#@LINE+1]]:17: warning: this slice is outside of 'X' at every run: dim 0 ends at 100; it reads the fill alone [outside]
    Y[n :+ 4] = X[n :+ 4]
  }
}

kernel other_extent(X: tensor<f32>[M, K], Y: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  var s = zeros([4, 1])
  // CHECK: [[#@LINE+1]]:3: warning: this loop ends at 'M', but the slices that it moves end at 'K'; write 'K' as its end, or @require(M == K) [loop-bound]
  for k in range(0, M, 16) {
    // CHECK: [[#@LINE+1]]:17: note: dim 1 of this slice
    s += rowsum(X[r :+ 4, k :+ 16])
  }
  Y[r :+ 4, 0 :+ 1] = s
}

kernel narrow(X: tensor<f32>[M, K], Y: tensor<f32>[M, 1], row: i32, pitch: i32, u: u32) {
  // CHECK: [[#@LINE+1]]:15: warning: this product of i32 can overflow before it becomes an index; write 'index(row) * pitch' [index-overflow]
  let r = row * pitch
  // CHECK: [[#@LINE+1]]:39: warning: this shift of i32 can overflow before it becomes an index; write 'index(u) << 4' [index-overflow]
  Y[r :+ 1, 0 :+ 1] = rowsum(X[i32(u) << 4 :+ 1, 0 :+ 64])
  // CHECK: [[#@LINE+1]]:7: warning: this product of u32 can overflow before it becomes an index; write 'index(u) * u' [index-overflow]
  Y[u * u :+ 1, 0 :+ 1] = 1
}

kernel offsets(P: ptr<f32>, Y: tensor<f32>[M], pitch: i32) {
  // CHECK: [[#@LINE+2]]:39: warning: this product of i32 can overflow before it becomes an index; write 'index(a) * pitch' [index-overflow]
  // CHECK: [[#@LINE+1]]:15: warning: this load at 'P' has no mask, and is not proved to stay inside: nothing says how many elements there are; write a mask [unmasked-pointer]
  Y[8 :+ 8] = load(P + i32(arange(8)) * pitch)
}

kernel points(X: tensor<f32>[M, K], Y: tensor<f32>[M], row: i32) {
  // CHECK: [[#@LINE+2]]:12: warning: this point of 'X' is not masked, and not proved to be inside: expected an index of dim 0 from 0 to below 'M'; write 'i :+ 1', which is masked, or a condition around it [unproved-point]
  // CHECK: [[#@LINE+1]]:10: warning: this point of 'Y' is not masked{{.*}}[unproved-point]
  Y[row] = X[row, 0]
}

@grid(ceildiv(n, 128))
kernel add(p: ptr<f32>, q: ptr<f32>, n: i32) {
  let o = ctx.block.x * 128 + arange(128)
  // CHECK: [[#@LINE+2]]:16: warning: this load at 'p' has no mask, and is not proved to stay inside: expected 128*ctx.block.x + 128 <= n; write a mask, or @require(n % 128 == 0) [unmasked-pointer]
  // CHECK: [[#@LINE+1]]:3: warning: this store at 'q' has no mask, {{.*}}[unmasked-pointer]
  store(q + o, load(p + o))
}

@grid(M)
kernel rows(p: ptr<f32>, q: ptr<f32>, M: i32, ld: index, k: index) {
  let o = ctx.block.x * ld + arange(64)
  // CHECK: [[#@LINE+1]]:11: warning: this load at 'p' has no mask, and is not proved to stay inside: expected ld >= 64; write a mask, or @require(ld >= 64) [unmasked-pointer]
  let t = load(p + o)
  // CHECK: [[#@LINE+1]]:3: warning: this store at 'q' has no mask, and is not proved to stay inside: nothing says how many elements there are; write a mask [unmasked-pointer]
  store(q + k + arange(64), t)
}

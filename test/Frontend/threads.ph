// RUN: phobos-translate --import-phobos %s | FileCheck %s
// RUN: phobos-translate --import-phobos %s | phobos-opt --phobos-verify-stage="stage=tile" --phobos-verify-threads

// One row for each warp; its lanes add up runs of 4 elements.
// CHECK-LABEL: phobos.kernel @matvec
// CHECK:         %[[A:.*]] = phobos.view %arg0
// CHECK:         %[[X:.*]] = phobos.view %arg1
// CHECK:         %[[WARP:.*]] = phobos.warp_id
// CHECK:         %[[LANE:.*]] = phobos.lane_id
// CHECK:         %[[SUM:.*]] = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32) {
// CHECK:           %[[S:.*]] = phobos.thread_sum(%[[A]], %{{.*}}, %[[K]], %[[X]] : !phobos.view<?x?xf32>, index, index, !phobos.view<1x?xf32>) -> f32 {
// CHECK-NEXT:      ^bb0(%[[VA:.*]]: !phobos.view<?x?xf32>, %[[I:.*]]: index, %[[J:.*]]: index, %[[VX:.*]]: !phobos.view<1x?xf32>
// CHECK:             %[[TA:.*]] = phobos.load %[[VA]][%[[I]] :+ 1, %[[J]] :+ 4] unchecked [0, 1]
// CHECK-NEXT:        %[[TX:.*]] = phobos.load %[[VX]][%{{.*}} :+ 1, %[[J]] :+ 4] unchecked [0, 1]
// CHECK-NEXT:        %[[P:.*]] = arith.mulf %[[TA]], %[[TX]]
// CHECK-NEXT:        phobos.yield %[[P]]
// CHECK:           arith.addf %[[ACC]], %[[S]]
// CHECK:         %[[ALL:.*]] = phobos.warp_reduce <add> %[[SUM]] : f32
// CHECK:         scf.if
// CHECK:           phobos.splat %[[ALL]]
// CHECK-NEXT:      phobos.store
@launch(128)
@grid(ceildiv(M, 4))
kernel matvec(A: tensor<f32>[M, K], x: tensor<f32>[1, K], y: tensor<f32>[M]) {
  let r = ctx.block.x * 4 + ctx.warp
  if r < M {
    var acc = 0.0
    for k in range(ctx.lane * 4, K / 128 * 128, ctx.lanes * 4) {
      acc += ctx.sum(A[r, k :+ 4] * x[0, k :+ 4])
    }
    let all = ctx.warp_sum(acc)
    if ctx.lane == 0 { y[r] = all }
  }
}

// CHECK-LABEL: phobos.kernel @numbers
// CHECK-SAME:  threads 64
// CHECK:         phobos.thread_id
// CHECK:         arith.constant 64 : index
// CHECK-NOT:     phobos.num_threads
// The number of threads, and of lanes, are also constants of the language.
// CHECK:         !phobos.tile<32x64xf32>
@launch(64)
kernel numbers(A: tensor<i64>[M], B: tensor<f32>[32, 64]) {
  const T = ctx.threads
  if ctx.thread < M {
    A[ctx.thread] = i64(ctx.thread + ctx.threads)
  }
  B[:, :] = zeros([ctx.lanes, T])
}

// CHECK-LABEL: phobos.kernel @unknown_threads
// CHECK:         phobos.num_threads
@grid(1)
kernel unknown_threads(A: tensor<i64>[M]) {
  if ctx.thread == 0 { A[0] = i64(ctx.threads) }
}

// Sums accumulate as those of tiles do; unsigned numbers compare so.
// CHECK-LABEL: phobos.kernel @collectives
// CHECK:         phobos.warp_reduce <add> %{{.*}} : f32
// CHECK:         phobos.warp_reduce <max> %{{.*}} : f16
// CHECK:         phobos.block_reduce <add> %{{.*}} : i32
// CHECK:         phobos.block_reduce <maxu> %{{.*}} : i8
// CHECK:         %[[WIDE:.*]] = phobos.cast %{{.*}} : f8E5M2 to f32
// CHECK-NEXT:    phobos.warp_reduce <max> %[[WIDE]] : f32
// CHECK:         %[[LANE:.*]] = phobos.lane_id
// CHECK:         %[[OTHER:.*]] = arith.xori %[[LANE]]
// CHECK:         phobos.shuffle %{{.*}}, %[[OTHER]] : f16
// CHECK:         phobos.barrier
kernel collectives(A: tensor<f32>[8], x: f16, p: bool, b: u8, e: f8e5m2) {
  let s = ctx.warp_sum(x)
  let m = ctx.warp_max(x)
  let n = ctx.block_sum(p)
  let c = ctx.block_max(b)
  let f = ctx.warp_max(e)
  let o = ctx.shuffle(x, ctx.lane ^ 1)
  ctx.barrier()
  if ctx.thread == 0 {
    A[0] = s + m + n + c + f
    A[1] = o
  }
}

// A tile that threads write, under conditions and in loops of their own.
// CHECK-LABEL: phobos.kernel @elements
// CHECK:         %[[T:.*]] = phobos.store_elem %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : !phobos.tile<8x32xf32>
// CHECK:         %[[U:.*]] = scf.if %{{.*}} -> (!phobos.tile<8x32xf32>) {
// CHECK:           %[[V:.*]] = scf.for {{.*}} iter_args(%[[W:.*]] = %[[T]]) -> (!phobos.tile<8x32xf32>) {
// CHECK:             %[[X:.*]] = phobos.store_elem %{{.*}}, %[[W]]
// CHECK:             scf.yield %[[X]]
// CHECK:           scf.yield %[[V]]
// CHECK:         } else {
// CHECK:           scf.yield %[[T]]
// CHECK:         phobos.load_elem %[[U]][%{{.*}}, %{{.*}}] : !phobos.tile<8x32xf32>
// CHECK:         phobos.store %[[U]]
@launch(256)
kernel elements(A: tensor<f32>[8, 32], s: tensor<f32>[1]) {
  var t: tile<f32>[8, 32] = A[:, :]
  ctx.store(t, ctx.warp, ctx.lane, 1)
  if ctx.lane == 0 {
    for i in range(ctx.warp, 32) {
      ctx.store(t, ctx.warp, i, f32(ctx.thread))
    }
  }
  let x = ctx.elem(t, ctx.warp, 0)
  A[:, :] = t
  let total = ctx.block_sum(x)
  s[0] = total
}

// What is no slice is computed outside of the sum, elements of the block's
// tiles among it; functions work on runs as on tiles.
// CHECK-LABEL: phobos.kernel @sums
// CHECK:         %[[E:.*]] = phobos.load_elem
// CHECK:         phobos.thread_sum({{.*}}%[[E]]{{.*}}) -> f32 {
// CHECK:           phobos.load {{.*}} unchecked [0] : !phobos.view<?xf16> -> !phobos.tile<4xf16>
// CHECK:           phobos.splat
// CHECK:           phobos.where
// CHECK:           phobos.yield
// CHECK:         phobos.thread_sum({{.*}}) -> i32 {
fn relu(t) { return where(t > 0, t, 0) }
@grid(1)
kernel sums(A: tensor<f16>[N], B: tensor<i8>[N], C: tensor<f32>[4], O: tensor<f32>[N]) {
  let c = C[:]
  let k = ctx.thread * 4
  let s = ctx.sum(relu(A[k :+ 4] * ctx.elem(c, ctx.lane % 4)) * f32(iota(0)))
  O[ctx.thread] = s + ctx.sum(B[k :+ 4])
}

// Points of a thread's own are loads of one element; a lane's points stay
// inside by the loop's bounds.
// CHECK-LABEL: phobos.kernel @points
// CHECK:         %[[ROW:.*]] = phobos.warp_id
// CHECK:         %[[LANE:.*]] = phobos.lane_id
// CHECK:         scf.for %[[K:.*]] = %[[LANE]] to %arg{{[0-9]}} step
// CHECK:           %[[T:.*]] = phobos.load %{{.*}}[%[[ROW]] :+ 1, %[[K]] :+ 1] unchecked [0, 1]
// CHECK-NEXT:      phobos.item %[[T]] : !phobos.tile<1x1xf32>
// CHECK:         phobos.warp_reduce <max>
// CHECK:         scf.if
// CHECK:           phobos.store %{{.*}}[%[[ROW]] :+ 1] unchecked [0]
@launch(128)
kernel points(A: tensor<f32>[4, K], y: tensor<f32>[4]) {
  let r = ctx.warp
  var m = -inf
  for k in range(ctx.lane, K, ctx.lanes) {
    m = max(m, A[r, k])
  }
  let row = ctx.warp_max(m)
  if ctx.lane == 0 { y[r] = row }
}

// Pointers of a thread's own.
// CHECK-LABEL: phobos.kernel @pointers
// CHECK:         phobos.gather %arg0[%{{.*}}] : !phobos.ptr<f32>, !phobos.tile<1xindex> -> !phobos.tile<1xf32>
// CHECK:         phobos.scatter
@grid(1)
kernel pointers(p: ptr<f32>, n: i32) {
  if ctx.thread < n { store(p + ctx.thread, load(p + ctx.thread) * 2) }
}

// The exits of a loop that differ between threads are theirs alone.
// CHECK-LABEL: phobos.kernel @exits
// CHECK:         scf.while
// CHECK:         phobos.block_reduce <add>
@grid(1)
kernel exits(A: tensor<f32>[N], y: tensor<f32>[1]) {
  var n = 0
  for k in range(ctx.thread, N, ctx.threads) {
    if A[k] < 0 { break }
    n += 1
  }
  let all = ctx.block_sum(n)
  y[0] = all
}

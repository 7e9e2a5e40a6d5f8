// The kernels that the language's models show get no warning.
// RUN: phobos-translate --import-phobos --lint=error %s | FileCheck %s
// CHECK: phobos.kernel @matmul

@autotune(TILE_M in [64], TILE_N in [64], TILE_K in [16])
kernel matmul(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var acc = zeros([TILE_M, TILE_N])
  for kt in range(0, K, TILE_K) {
    var a = A[pm * TILE_M :+ TILE_M, kt :+ TILE_K]
    var b = B[kt :+ TILE_K, pn * TILE_N :+ TILE_N]
    acc += dot(a, b)
  }
  C[pm * TILE_M :+ TILE_M, pn * TILE_N :+ TILE_N] = acc
}

@autotune(TM in [64], TN in [64])
@aligned(M = TM, N = TN)
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var a = A[pm * TM :+ TM, pn * TN :+ TN]
  B[pm * TM :+ TM, pn * TN :+ TN] = a
}

@autotune(BR in [32], BC in [32], D in [64])
kernel attention(Q: tensor<f16>[Nq, D], K: tensor<f16>[Nk, D], V: tensor<f16>[Nk, D], O: tensor<f32>[Nq, D]) {
  let row = ctx.block.x * BR
  let q = Q[row :+ BR, :]
  var m: tile<f32>[BR, 1] = full([BR, 1], -1.0e30)
  var l: tile<f32>[BR, 1] = zeros([BR, 1])
  var acc = zeros([BR, D])
  for kt in range(0, Nk, BC) {
    let k = K[kt :+ BC, :]
    var s: tile<f32>[BR, BC] = dot_t(q, k)
    s = where(iota(1) < Nk - kt, s, -1.0e30)    // columns past Nk can never be the max
    let mnew: tile<f32>[BR, 1] = max(m, rowmax(s))
    let p = exp(s - mnew)
    let scale = exp(m - mnew)
    l = l * scale + rowsum(p)
    acc = acc * scale
    acc += dot(f16(p), V[kt :+ BC, :])
    m = mnew
  }
  O[row :+ BR, :] = acc / l
}

@launch(128)
@grid(M)
kernel row_sums(A: tensor<f32>[M, K], y: tensor<f32>[M]) {
  var acc = 0.0
  for k in range(ctx.thread * 4, K, ctx.threads * 4) { acc += ctx.sum(A[ctx.block.x, k :+ 4]) }
  for k in range(ctx.lane, K, ctx.lanes) { acc += A[ctx.block.x, k] }
  let all = ctx.block_sum(acc)
  if ctx.thread == 0 { y[ctx.block.x] = all }
}

// The last block's lanes beyond n read and write nothing.
@grid(ceildiv(n, 128))
kernel vector_add(a: ptr<f32>, b: ptr<f32>, out: ptr<f32>, n: i32) {
  let offsets = ctx.block.x * 128 + arange(128)
  let in_bounds = offsets < n
  store(out + offsets, load(a + offsets, mask = in_bounds) + load(b + offsets, mask = in_bounds), mask = in_bounds)
}

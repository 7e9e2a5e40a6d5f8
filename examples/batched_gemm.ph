// C[p] = A[p] @ B[p] for each p, in f16: a point among slices keeps its axis, which the products do without.
@autotune(TILE_M in [64, 128], TILE_N in [64, 128], TILE_K in [32, 64])
kernel batched_gemm(A: tensor<f16>[P, M, K], B: tensor<f16>[P, K, N], C: tensor<f32>[P, M, N]) {
  let p = ctx.block.z
  let m = ctx.block.x * TILE_M
  let n = ctx.block.y * TILE_N
  var acc = zeros([TILE_M, TILE_N])
  for k in range(0, K, TILE_K) {
    let a = reshape(A[p :+ 1, m :+ TILE_M, k :+ TILE_K], [TILE_M, TILE_K])
    let b = reshape(B[p :+ 1, k :+ TILE_K, n :+ TILE_N], [TILE_K, TILE_N])
    acc += dot(a, b)
  }
  C[p :+ 1, m :+ TILE_M, n :+ TILE_N] = reshape(acc, [1, TILE_M, TILE_N])
}

// C = A @ B.T in bf16 on tensor cores, as a linear layer whose weights are [outputs, inputs].
@autotune(TILE_M in [128, 64], TILE_N in [128, 64, 160, 192, 256], TILE_K in [32, 64], CLUSTER in [1, 2, 4])
@cluster(CLUSTER)
kernel gemm_nt(A: tensor<bf16>[M, K], B: tensor<bf16>[N, K], C: tensor<bf16>[M, N]) {
  let m = ctx.block.x * TILE_M
  let n = ctx.block.y * TILE_N
  var acc = zeros([TILE_M, TILE_N])
  for k in range(0, K, TILE_K) {
    acc += dot_t(A[m :+ TILE_M, k :+ TILE_K], B[n :+ TILE_N, k :+ TILE_K])
  }
  C[m :+ TILE_M, n :+ TILE_N] = acc
}

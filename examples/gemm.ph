// C = A @ B in bf16 on tensor cores, summed in f32, for every M, N and K.
@autotune(TILE_M in [128, 64], TILE_N in [128, 64, 160, 192, 256], TILE_K in [32, 64], CLUSTER in [1, 2, 4])
@cluster(CLUSTER)
kernel gemm(A: tensor<bf16>[M, K], B: tensor<bf16>[K, N], C: tensor<bf16>[M, N]) {
  let m = ctx.block.x * TILE_M
  let n = ctx.block.y * TILE_N
  var acc = zeros([TILE_M, TILE_N])
  for k in range(0, K, TILE_K) {
    acc += dot(A[m :+ TILE_M, k :+ TILE_K], B[k :+ TILE_K, n :+ TILE_N])
  }
  C[m :+ TILE_M, n :+ TILE_N] = acc
}

// C = scale * A @ B.T of f8 (e4m3): quantised activations by weights that are [outputs, inputs], summed in f32.
@autotune(TILE_M in [128, 64, 256], TILE_N in [128, 64], TILE_K in [32, 64, 128], CLUSTER in [1, 2])
@cluster(CLUSTER)
kernel f8_gemm(scale: f32, A: tensor<f8e4m3>[M, K], B: tensor<f8e4m3>[N, K], C: tensor<bf16>[M, N]) {
  let m = ctx.block.x * TILE_M
  let n = ctx.block.y * TILE_N
  var acc = zeros([TILE_M, TILE_N])
  for k in range(0, K, TILE_K) {
    acc += dot_t(A[m :+ TILE_M, k :+ TILE_K], B[n :+ TILE_N, k :+ TILE_K])
  }
  C[m :+ TILE_M, n :+ TILE_N] = scale * acc
}

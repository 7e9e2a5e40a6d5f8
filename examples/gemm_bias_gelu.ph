// C = GELU(A @ B.T + bias): the sum stays in registers until it is stored. GELU(t) = t/2 (1 + erf(t / sqrt(2))).
fn gelu_of(t) { return 0.5 * t * (1.0 + erf(t * 0.7071067811865476)) }

@autotune(TILE_M in [128, 64], TILE_N in [64, 128], TILE_K in [32, 64])
kernel gemm_bias_gelu(A: tensor<bf16>[M, K], B: tensor<bf16>[N, K], Bias: tensor<f32>[1, N],
                      C: tensor<f32>[M, N]) {
  let m = ctx.block.x * TILE_M
  let n = ctx.block.y * TILE_N
  var acc = zeros([TILE_M, TILE_N])
  for k in range(0, K, TILE_K) {
    acc += dot_t(A[m :+ TILE_M, k :+ TILE_K], B[n :+ TILE_N, k :+ TILE_K])
  }
  C[m :+ TILE_M, n :+ TILE_N] = gelu_of(acc + Bias[0 :+ 1, n :+ TILE_N])
}

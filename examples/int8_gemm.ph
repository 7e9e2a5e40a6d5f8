// C = A @ B.T of quantised rows: each row of A, and each of B, has a scale. The sums are exact.
@autotune(TILE_M in [128, 64], TILE_N in [128, 64], TILE_K in [64, 128])
kernel int8_gemm(A: tensor<i8>[M, K], B: tensor<i8>[N, K], RowScale: tensor<f32>[M, 1], ColumnScale: tensor<f32>[1, N],
                 C: tensor<f32>[M, N]) {
  let m = ctx.block.x * TILE_M
  let n = ctx.block.y * TILE_N
  var acc = zeros([TILE_M, TILE_N], i32)
  for k in range(0, K, TILE_K) {
    acc += dot_t(A[m :+ TILE_M, k :+ TILE_K], B[n :+ TILE_N, k :+ TILE_K])
  }
  C[m :+ TILE_M, n :+ TILE_N] = f32(acc) * RowScale[m :+ TILE_M, 0 :+ 1] * ColumnScale[0 :+ 1, n :+ TILE_N]
}

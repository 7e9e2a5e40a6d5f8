// C += A @ B for few rows and columns but a long K, which several blocks share: each adds its part of the sum.
@autotune(TILE_M in [64, 128], TILE_N in [64, 128], TILE_K in [32, 64], PARTS in [4, 8, 16])
@grid(ceildiv(M, TILE_M), ceildiv(N, TILE_N), PARTS)
kernel split_k(A: tensor<bf16>[M, K], B: tensor<bf16>[K, N], C: tensor<f32>[M, N]) {
  let m = ctx.block.x * TILE_M
  let n = ctx.block.y * TILE_N
  let part = ctx.block.z
  var acc = zeros([TILE_M, TILE_N])
  for k in range(part * TILE_K, K, PARTS * TILE_K) {
    acc += dot(A[m :+ TILE_M, k :+ TILE_K], B[k :+ TILE_K, n :+ TILE_N])
  }
  atomic_add(C[m :+ TILE_M, n :+ TILE_N], acc)
}

// B = A.T, tile by tile.
@autotune(TM in [64, 128, 32], TN in [128, 64, 32])
kernel transpose2d(A: tensor<f32>[M, N], B: tensor<f32>[N, M]) {
  let r = ctx.block.x * TM
  let c = ctx.block.y * TN
  B[c :+ TN, r :+ TM] = transpose(A[r :+ TM, c :+ TN])
}

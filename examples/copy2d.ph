// Copies a matrix in tiles. The tiles at the edges may leave the matrix: what is
// outside is neither read nor written.
@autotune(TM in [64, 128], TN in [64, 128])
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  let a = A[pm * TM :+ TM, pn * TN :+ TN]
  B[pm * TM :+ TM, pn * TN :+ TN] = a
}

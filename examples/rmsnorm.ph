// RMS normalization of each row (Zhang and Sennrich, 2019): to a mean square of 1, then scaled by column. A block
// keeps its whole row in registers.
@specialize(N)
kernel rmsnorm(X: tensor<f32>[M, N], G: tensor<f32>[1, N], Y: tensor<f32>[M, N], eps: f32) {
  let row = ctx.block.x
  let x = X[row :+ 1, :]
  Y[row :+ 1, :] = x * rsqrt(rowsum(x * x) / f32(N) + eps) * G[0 :+ 1, :]
}

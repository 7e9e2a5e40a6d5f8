// Layer normalization of each row (Ba, Kiros and Hinton, 2016): to mean 0 and variance 1, then scaled and
// shifted by column. A block keeps its whole row in registers.
@specialize(N)
kernel layernorm(X: tensor<f32>[M, N], G: tensor<f32>[1, N], B: tensor<f32>[1, N], Y: tensor<f32>[M, N], eps: f32) {
  let row = ctx.block.x
  let x = X[row :+ 1, :]
  let centred = x - rowsum(x) / f32(N)
  let variance = rowsum(centred * centred) / f32(N)
  Y[row :+ 1, :] = centred * rsqrt(variance + eps) * G[0 :+ 1, :] + B[0 :+ 1, :]
}

// Y = alpha * X + Y
@autotune(BLOCK in [1024, 512, 2048])
kernel saxpy(alpha: f32, X: tensor<f32>[N], Y: tensor<f32>[N]) {
  let i = ctx.block.x * BLOCK
  Y[i :+ BLOCK] = alpha * X[i :+ BLOCK] + Y[i :+ BLOCK]
}

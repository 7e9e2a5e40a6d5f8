// Bias, GELU and scale in one pass over memory; GELU(t) = t/2 (1 + erf(t / sqrt(2))).
fn gelu_of(t) { return 0.5 * t * (1.0 + erf(t * 0.7071067811865476)) }

@autotune(TM in [8, 4, 1], TN in [512, 1024])
kernel gelu(X: tensor<f32>[M, N], Bias: tensor<f32>[1, N], Scale: tensor<f32>[1, N], Y: tensor<f32>[M, N]) {
  let r = ctx.block.x * TM
  let c = ctx.block.y * TN
  let t = X[r :+ TM, c :+ TN] + Bias[0 :+ 1, c :+ TN]
  Y[r :+ TM, c :+ TN] = gelu_of(t) * Scale[0 :+ 1, c :+ TN]
}

// The maximum of each row. Columns past N are filled with -inf, the one value that
// no maximum can prefer.
@autotune(BR in [4, 8], BC in [256, 512, 1024])
kernel row_max(X: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) {
  let row = ctx.block.x * BR
  var m = full([BR, 1], -inf)
  for c in range(0, N, BC) {
    m = max(m, rowmax(load(X[row :+ BR, c :+ BC], fill = -inf)))
  }
  Y[row :+ BR, 0 :+ 1] = m
}

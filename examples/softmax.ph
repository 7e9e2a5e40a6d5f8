// Softmax of each row, for rows of any length: a first pass finds the row's
// maximum and the sum of the exponentials, a second one writes the quotients.
// Columns past N read as 0, which could be the maximum, so where() replaces them.
@autotune(BR in [4, 8], BC in [256, 512, 1024])
kernel softmax(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let row = ctx.block.x * BR
  var m = full([BR, 1], -1.0e30)
  var l = zeros([BR, 1])
  for c in range(0, N, BC) {
    let x = X[row :+ BR, c :+ BC]
    let s = where(iota(1) < N - c, x, -1.0e30)
    let mnew = max(m, rowmax(s))
    l = l * exp(m - mnew) + rowsum(exp(s - mnew))
    m = mnew
  }
  for c in range(0, N, BC) {
    let x = X[row :+ BR, c :+ BC]
    Y[row :+ BR, c :+ BC] = exp(x - m) / l
  }
}

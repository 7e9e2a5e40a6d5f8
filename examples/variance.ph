// Mean and variance of each row in one pass (Welford, 1962): each of BC columns carries its own mean and its own sum of
// squared differences, which are combined behind the loop. No large number is subtracted from another one. Of no
// elements both are 0.
@autotune(BC in [1024, 2048])
kernel variance(X: tensor<f32>[M, N], Mean: tensor<f32>[M, 1], Variance: tensor<f32>[M, 1]) {
  let row = ctx.block.x
  var steps = 0.0
  var mean = zeros([1, BC])
  var squares = zeros([1, BC])
  for c in range(0, N, BC) {
    let x = X[row :+ 1, c :+ BC]
    let in_row = iota(1) < N - c
    steps += 1.0
    let next = mean + (x - mean) * (1.0 / steps)
    squares = where(in_row, squares + (x - mean) * (x - next), squares)
    mean = where(in_row, next, mean)
  }
  // A column had all steps, or all but the last.
  let count = f32(ceildiv(N - iota(1), BC))
  // What is added up is what the means are above the row's first element, as their sum would be large.
  let first = X[row :+ 1, 0 :+ 1]
  let elements = f32(max(N, 1))
  let whole = first + rowsum(count * (mean - first)) / elements
  let away = mean - whole
  Mean[row :+ 1, 0 :+ 1] = whole
  Variance[row :+ 1, 0 :+ 1] = rowsum(squares + count * away * away) / elements
}

// Softmax of each row, a row a block, for rows that are too long for a chip. In the first pass each of BC columns
// carries its own maximum and its own sum of exponentials, which are combined once, behind the loop; the second pass
// reads the row again. Of a new element and the maximum so far one has the exponential 1, so that one is computed for
// each element, not two. What is behind the row's end reads as -inf: no maximum, and its exponential adds nothing.
@autotune(BC in [2048, 1024, 4096])
@launch(256)
kernel softmax_online(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let row = ctx.block.x
  var m = full([1, BC], -1.0e30)
  var l = zeros([1, BC])
  for c in range(0, N, BC) {
    let x = load(X[row :+ 1, c :+ BC], fill = -inf)
    let smaller = exp(-abs(x - m))
    l = where(x > m, l * smaller + 1.0, l + smaller)
    m = max(m, x)
  }
  let largest = rowmax(m)
  let scale = 1.0 / rowsum(l * exp(m - largest))
  for c in range(0, N, BC) {
    Y[row :+ 1, c :+ BC] = exp(X[row :+ 1, c :+ BC] - largest) * scale
  }
}

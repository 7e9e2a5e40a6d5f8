// The cross-entropy of each row of logits with the row's label, for rows of any length, each read once: each of BC
// columns carries its own maximum and its own sum of exponentials, which are combined behind the loop. Of a new logit
// and the maximum so far one has the exponential 1, so that one is computed for each logit, not two; exp(x) as
// exp2(x / log(2)), which is one instruction of a GPU. Eight blocks a multiprocessor leave a thread 64 registers: enough
// for all of its logits of a tile to be on their way.
@autotune(BC in [2048, 1024])
@launch(128, 8)
kernel cross_entropy_online(X: tensor<bf16>[M, V], Label: tensor<i32>[M, 1], Loss: tensor<f32>[M, 1]) {
  let row = ctx.block.x
  var m = full([1, BC], -1.0e30)
  var l = zeros([1, BC])
  for c in range(0, V, BC) {
    let x = f32(load(X[row :+ 1, c :+ BC], fill = -inf))
    let smaller = exp2(abs(x - m) * -1.4426950408889634)
    l = where(x > m, l * smaller + 1.0, l + smaller)
    m = max(m, x)
  }
  let largest = rowmax(m)
  let total = rowsum(l * exp(m - largest))
  let chosen = f32(X[row :+ 1, Label[row, 0] :+ 1])
  Loss[row :+ 1, 0 :+ 1] = log(total) + largest - chosen
}

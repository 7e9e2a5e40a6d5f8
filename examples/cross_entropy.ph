// The cross-entropy of each row of logits with the row's label: -log(softmax(row)[label]). A block keeps its whole row
// in registers, in bf16. The label's own logit is a slice of one element, so that a label outside of the row counts as logit 0.
// exp(x - largest) as exp2(x / log(2) - largest / log(2)), which is two instructions of a GPU.
@specialize(V)
kernel cross_entropy(X: tensor<bf16>[M, V], Label: tensor<i32>[M, 1], Loss: tensor<f32>[M, 1]) {
  let row = ctx.block.x
  let x = X[row :+ 1, :]
  let largest = f32(rowmax(x))
  let chosen = f32(X[row :+ 1, Label[row, 0] :+ 1])
  let terms = exp2(f32(x) * 1.4426950408889634 - largest * 1.4426950408889634)
  Loss[row :+ 1, 0 :+ 1] = log(rowsum(terms)) + largest - chosen
}

// Where the maximum of each row is: of equal ones the first, or the first NaN. Columns past N are -inf,
// which no maximum prefers; an earlier part of the row keeps its place against an equal one.
@autotune(BR in [4, 8], BC in [256, 512])
kernel row_argmax(X: tensor<f32>[M, N], Y: tensor<i32>[M, 1]) {
  let row = ctx.block.x * BR
  var best = full([BR, 1], -inf)
  var place = zeros([BR, 1], i32)
  for c in range(0, N, BC) {
    let x = load(X[row :+ BR, c :+ BC], fill = -inf)
    let m = rowmax(x)
    let isBetter = m > best || m != m && best == best
    place = where(isBetter, i32(argmax(x, axis = 1) + c), place)
    best = max(best, m)
  }
  Y[row :+ BR, 0 :+ 1] = place
}

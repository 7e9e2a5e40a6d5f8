// y = A @ x, a row for each warp: each lane adds up runs of 4 elements, two in a step. What is left of a row is
// a run for some lanes, and then an element for each, which is masked.
@launch(128)
@grid(ceildiv(M, 4))
kernel matvec(A: tensor<f32>[M, K], x: tensor<f32>[1, K], y: tensor<f32>[M]) {
  let r = ctx.block.x * 4 + ctx.warp
  if r < M {
    let lane = ctx.lane * 4
    let steps = K / 256 * 256
    let whole = K / 4 * 4
    var s0 = 0.0
    var s1 = 0.0
    for k in range(lane, steps, 256) {
      s0 += ctx.sum(A[r, k :+ 4] * x[0, k :+ 4])
      s1 += ctx.sum(A[r, k + 128 :+ 4] * x[0, k + 128 :+ 4])
    }
    for k in range(steps + lane, whole, 128) {
      s0 += ctx.sum(A[r, k :+ 4] * x[0, k :+ 4])
    }
    let k = whole + ctx.lane
    s1 += (A[r, k :+ 1] * x[0, k :+ 1])[0, 0]
    let sum = ctx.warp_sum(s0 + s1)
    if ctx.lane == 0 { y[r] = sum }
  }
}

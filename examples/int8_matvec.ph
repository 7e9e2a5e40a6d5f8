// y = A @ x of quantised rows: each row of A has a scale, and so has x. A warp has a row, of which each lane adds up
// runs of 16 elements; the sums are exact.
@launch(128)
@grid(ceildiv(M, 4))
kernel int8_matvec(A: tensor<i8>[M, K], x: tensor<i8>[1, K], RowScale: tensor<f32>[M], scale: f32, y: tensor<f32>[M]) {
  let r = ctx.block.x * 4 + ctx.warp
  if r < M {
    let whole = K / 16 * 16
    var sum = 0
    for k in range(ctx.lane * 16, whole, 512) {
      sum += ctx.sum(i32(A[r, k :+ 16]) * i32(x[0, k :+ 16]))
    }
    let k = whole + ctx.lane
    sum += (i32(A[r, k :+ 1]) * i32(x[0, k :+ 1]))[0, 0]
    let exact = ctx.warp_sum(sum)
    if ctx.lane == 0 { y[r] = f32(exact) * RowScale[r] * scale }
  }
}

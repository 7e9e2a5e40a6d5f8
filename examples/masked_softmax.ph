// Softmax of each row, a row in one tile. Lanes behind the row's end read as -inf,
// which is no maximum and whose exponential adds nothing.
@autotune(BLOCK in [512, 1024, 4096])
@noalias
@require(cols <= BLOCK)
@grid(rows)
kernel masked_softmax(x: ptr<f32>, y: ptr<f32>, rows: i32, cols: i32) {
  let lane = arange(BLOCK)
  let in_row = lane < cols
  let offsets = ctx.block.x * cols + lane
  let row = load(x + offsets, mask = in_row, other = -inf)
  let power = exp(row - max(row, axis = 0))
  store(y + offsets, power / sum(power, axis = 0), mask = in_row)
}

// Row i of the result is row ids[i] of a table of k rows, or zero where there is no
// such row.
@autotune(BLOCK in [128, 256, 1024])
@noalias
@grid(n)
kernel embedding(ids: ptr<i32>, table: ptr<f32>, result: ptr<f32>, n: i32, k: i32, width: i32) {
  let id = load(ids + ctx.block.x)
  let is_known = id >= 0 && id < k
  for start in range(0, width, BLOCK) {
    let column = start + arange(BLOCK)
    let in_row = column < width
    let row = load(table + index(id) * width + column, mask = in_row & is_known)
    store(result + ctx.block.x * width + column, row, mask = in_row)
  }
}

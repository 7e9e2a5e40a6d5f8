// Adds row i of a matrix to row ids[i] of the result; several may go to one row.
@autotune(BR in [4, 8], BC in [64, 128])
@grid(ceildiv(n, BR), ceildiv(width, BC))
kernel scatter_add(rows: ptr<f32>, ids: ptr<i32>, result: ptr<f32>, n: i32, width: i32) {
  let r = broadcast(ctx.block.x * BR + iota(0), [BR, BC])
  let c = broadcast(ctx.block.y * BC + iota(1), [BR, BC])
  let in_bounds = (r < n) & (c < width)
  let id = load(ids + r, mask = in_bounds)
  let value = load(rows + r * width + c, mask = in_bounds)
  atomic_add(result + index(id) * width + c, value, mask = in_bounds, order = relaxed)
}

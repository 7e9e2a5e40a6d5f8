// Copies a matrix by pointers: bounds of both dims in one mask.
@autotune(BR in [32, 64], BC in [64, 128])
@noalias
@grid(ceildiv(rows, BR), ceildiv(cols, BC))
kernel masked_copy2d(a: ptr<f32>, b: ptr<f32>, rows: i32, cols: i32) {
  let r = broadcast(ctx.block.x * BR + iota(0), [BR, BC])
  let c = broadcast(ctx.block.y * BC + iota(1), [BR, BC])
  let in_bounds = (r < rows) & (c < cols)
  store(b + r * cols + c, load(a + r * cols + c, mask = in_bounds), mask = in_bounds)
}

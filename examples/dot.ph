// O += x . y: each block adds up a chunk, its threads runs of 4 elements. The sum is that of the block, so it is
// added once.
const CHUNK = 16384
@launch(256)
@grid(ceildiv(N, CHUNK))
kernel dot_product(x: tensor<f32>[N], y: tensor<f32>[N], O: tensor<f32>[1]) {
  let first = ctx.block.x * CHUNK
  let end = min(first + CHUNK, N)
  let whole = end / 4 * 4
  var sum = 0.0
  for k in range(first + ctx.thread * 4, whole, ctx.threads * 4) {
    sum += ctx.sum(x[k :+ 4] * y[k :+ 4])
  }
  let k = whole + ctx.thread
  if k < end { sum += (x[k :+ 1] * y[k :+ 1])[0] }
  atomic_add(O[0], ctx.block_sum(sum), order = relaxed)
}

// c = a + b, by pointers: a block of 128 lanes each, of which the last block's may
// point beyond the arrays. The mask is the bounds check: a lane where it is false
// touches no memory.
@noalias
@grid(ceildiv(n, 128))
kernel vector_add(a: ptr<f32>, b: ptr<f32>, c: ptr<f32>, n: i32) {
  let offsets = ctx.block.x * 128 + arange(128)
  let in_bounds = offsets < n
  let x = load(a + offsets, mask = in_bounds)
  let y = load(b + offsets, mask = in_bounds)
  store(c + offsets, x + y, mask = in_bounds)
}

// Where the maximum of each row is: of equal ones the first, or the first NaN. A block has a row. Each thread looks
// for the best of its columns; lanes exchange theirs by shuffles, and then the warps theirs through tiles.
const WARPS = 8
fn beats(x, i, y, j) { return x > y || x != x && y == y || (x == y || x != x && y != y) && i < j }
@launch(256)
@grid(M)
kernel block_argmax(X: tensor<f32>[M, N], Y: tensor<i32>[M]) {
  let row = ctx.block.x
  var best = -inf
  var place = i32(N)
  for c in range(ctx.thread, N, ctx.threads) {
    let x = X[row, c]
    if beats(x, i32(c), best, place) {
      best = x
      place = i32(c)
    }
  }
  for i in range(0, 5) {
    let x = ctx.shuffle(best, ctx.lane ^ (16 >> i))
    let c = ctx.shuffle(place, ctx.lane ^ (16 >> i))
    if beats(x, c, best, place) {
      best = x
      place = c
    }
  }
  var bests = zeros([WARPS])
  var places = zeros([WARPS], i32)
  if ctx.lane == 0 {
    ctx.store(bests, ctx.warp, best)
    ctx.store(places, ctx.warp, place)
  }
  for i in range(0, WARPS) {
    let x = ctx.elem(bests, i)
    let c = ctx.elem(places, i)
    if beats(x, c, best, place) {
      best = x
      place = c
    }
  }
  if ctx.thread == 0 { Y[row] = where(place == i32(N), 0, place) }
}

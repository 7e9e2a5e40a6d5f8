// Counts how often each of 0 to k - 1 stands in x; other values count nowhere. Two
// conditions are one mask.
@autotune(BLOCK in [1024, 4096])
@grid(ceildiv(n, BLOCK))
kernel histogram(x: ptr<i32>, counts: ptr<i32>, n: i32, k: i32) {
  let i = ctx.block.x * BLOCK + arange(BLOCK)
  let value = load(x + i, mask = i < n, other = -1)
  atomic_add(counts + value, 1, mask = (value >= 0) & (value < k), order = relaxed)
}

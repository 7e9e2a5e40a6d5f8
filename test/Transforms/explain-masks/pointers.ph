// RUN: phobos-translate --explain-masks --lint=off %s | FileCheck %s

// What became a slice is explained by its dims; what did not, by what is in the way.

// CHECK-LABEL: kernel add
// CHECK: 12:3 store y, dim 0: 128*ctx.block.x :+ 128 of n
// CHECK-NEXT: kept not proved: 128*ctx.block.x + 128 <= n
// CHECK-NEXT: follows from n % 128 == 0: @require(n % 128 == 0)
@grid(ceildiv(n, 128))
kernel add(x: ptr<f32>, y: ptr<f32>, n: i32) {
  let o = ctx.block.x * 128 + arange(128)
  store(y + o, load(x + o, mask = o < n), mask = o < n)
}

// CHECK-LABEL: kernel promised
// CHECK: load x, dim 0: 128*ctx.block.x :+ 128 of n
// CHECK-NEXT: gone by
@require(n % 128 == 0)
@grid(ceildiv(n, 128))
kernel promised(x: ptr<f32>, y: ptr<f32>, n: i32) {
  let o = ctx.block.x * 128 + arange(128)
  store(y + o, load(x + o, mask = o < n), mask = o < n)
}

// CHECK-LABEL: kernel gathers
// CHECK: store y, dim 0: 0 :+ 16 of 16
// CHECK-NEXT: unchecked no mask bounds it
// CHECK: load x: x + (15 - arange(16))
// CHECK-NEXT: kept not a slice: its offsets descend
// CHECK: load x: x + (7 - arange(8))
// CHECK-NEXT: gone by
// CHECK: store y: y + arange(8) * arange(8)
// CHECK-NEXT: unchecked it has no mask
@require(n >= 16)
kernel gathers(x: ptr<f32>, y: ptr<f32>, n: i32, m: i32) {
  store(y + arange(16), load(x + (15 - arange(16)), mask = arange(16) < m))
  let t = load(x + (7 - arange(8)), mask = arange(8) < n)
  store(y + arange(8) * arange(8), t)
}

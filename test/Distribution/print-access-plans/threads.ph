// RUN: phobos-translate --print-access-plans %s | FileCheck %s

// A thread's run is a vector where rows are aligned, and who stores depends on
// whose the store is.
@launch(128)
@grid(1)
kernel runs(A: tensor<f32>[64, K], x: tensor<f32>[4], y: tensor<f32>[32], z: tensor<f32>[1]) {
  var acc = 0.0
  // CHECK: load A: {{.*}}, a tile of 1x4xf32
  // CHECK-NEXT: aligned moves vectors of 4 elements, 16 bytes, 1 a thread
  // CHECK: start of dim 1 % 4 == 0: proved, it is a multiple of 4
  for k in range(ctx.lane * 4, K, 128) { acc += ctx.sum(A[ctx.warp, k :+ 4]) }
  let all = ctx.warp_sum(acc)
  // CHECK: store x:
  // CHECK-NEXT: moves
  // CHECK-NEXT: where the thread is the first of its warp
  x[ctx.warp] = all
  // CHECK: store y:
  // CHECK-NEXT: moves
  // CHECK-NOT: where
  if ctx.thread < 32 { y[ctx.thread] = acc }
  // CHECK: store z:
  // CHECK-NEXT: moves
  // CHECK-NEXT: where the thread is the first of 128 with the same elements
  z[0] = ctx.block_sum(acc)
}

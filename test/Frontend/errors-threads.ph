// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

@grid(ctx.thread)
kernel arguments(A: tensor<f32>[M, N], n: i32, p: bool) {
  let a = A[0 :+ 4, 0 :+ 8]
  var t = a
  let lane = ctx.lane
  // CHECK: [[#@LINE+1]]:11: error: unknown member 'ctx.lan'; did you mean 'lane'?
  let b = ctx.lan
  // CHECK: [[#@LINE+1]]:11: error: unknown member 'ctx.warp_min'; did you mean 'warp_max'?
  let c = ctx.warp_min(n)
  // CHECK: [[#@LINE+1]]:11: error: expected a function, 'ctx.warp' is a value
  let d = ctx.warp()
  // CHECK: [[#@LINE+1]]:11: error: expected a call, 'ctx.warp_sum' is a function
  let e = ctx.warp_sum
  // CHECK: [[#@LINE+1]]:24: error: expected one value of the thread, got tile<f32>[4, 8]
  let f = ctx.warp_sum(a)
  // CHECK: [[#@LINE+1]]:24: error: expected a number, got bool
  let g = ctx.warp_max(p)
  // CHECK: [[#@LINE+1]]:11: error: missing argument 'lane', expected ctx.shuffle(x, lane)
  let h = ctx.shuffle(n)
  // CHECK: [[#@LINE+1]]:26: error: expected an integer, got the constant 1.5
  let i = ctx.shuffle(n, 1.5)
  // CHECK: [[#@LINE+1]]:15: error: too many arguments, expected ctx.barrier()
  ctx.barrier(1)
  // CHECK: [[#@LINE+1]]:11: error: expected 2 indices, one for each extent of tile<f32>[4, 8], got 1
  let j = ctx.elem(a, lane)
  // CHECK: [[#@LINE+1]]:11: error: missing arguments, expected ctx.elem(t, i, …)
  let k = ctx.elem(a)
  // CHECK: [[#@LINE+1]]:20: error: expected a tile, got i32
  let l = ctx.elem(n, lane)
  // CHECK: [[#@LINE+2]]:13: error: expected a tensor or a var as the target of an assignment, got a tile that cannot be assigned
  // CHECK: note: declare it with var here
  ctx.store(a, lane, lane, 1)
  // CHECK: [[#@LINE+1]]:28: error: expected one value of the thread, got tile<f32>[4, 8]
  ctx.store(t, lane, lane, a)
  // CHECK: [[#@LINE+1]]:15: error: expected a tensor or a var as the target of an assignment
  ctx.store(a + 1, lane, lane, 1)
  // CHECK: [[#@LINE+1]]:16: error: expected no names of arguments, as in ctx.store(t, i, …, v)
  ctx.store(t, i = lane, j = lane, 1)
}
// The grid is looked at last.
// CHECK: [[#@LINE-40]]:7: error: expected a compile-time value

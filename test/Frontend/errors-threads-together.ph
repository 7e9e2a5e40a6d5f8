// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s --strict-whitespace

// What the threads of a block must do together, and what must be the same for
// them; the IR is checked, so the errors come after those of other kinds.

@grid(1)
kernel together(A: tensor<f32>[M, N], y: tensor<f32>[M]) {
  let lane = ctx.lane
  if lane < 16 {
    // CHECK:      [[#@LINE+3]]:5: error: expected all threads of the block to run ctx.barrier together, got a condition that differs between threads
    // CHECK-NEXT: {{^}}    ctx.barrier(){{$}}
    // CHECK-NEXT: {{^}}    ^{{$}}
    ctx.barrier()
    // CHECK: [[#@LINE-5]]:3: note: of this branch
    // CHECK: [[#@LINE-7]]:14: note: ctx.lane makes it differ
  }
  for k in range(ctx.thread, N, ctx.threads) {
    // CHECK: [[#@LINE+1]]:13: error: expected all threads of the warp to run ctx.warp_sum together, got a condition that differs between threads
    let s = ctx.warp_sum(k)
    // CHECK: [[#@LINE-3]]:3: note: of this loop
    y[k] = f32(s)
  }
  if ctx.warp == 0 {
    let t = ctx.warp_sum(lane)
    // CHECK: [[#@LINE+1]]:13: error: expected all threads of the block to work on a tile together, got a condition that differs between warps; ctx.elem and ctx.store reach single elements
    let u = A[0 :+ 8, 0 :+ 8]
    A[0 :+ 8, 0 :+ 8] = u + f32(t)
  }
  // CHECK: [[#@LINE+1]]:11: error: expected a start of a tile that is the same for all threads of the block, got one that differs between threads; in ctx.sum a slice is a thread's own run
  let v = A[lane :+ 8, 0 :+ 8]
  // CHECK: [[#@LINE+1]]:25: error: expected a value of a tile that is the same for all threads of the block, got one that differs between threads
  A[0 :+ 8, 0 :+ 8] = v * f32(lane)
  // CHECK: [[#@LINE+1]]:8: error: expected one value for an element that all threads store to, got one that differs between threads; choose a thread, as in 'if ctx.thread == 0'
  y[0] = f32(lane)
  var w = zeros([4, 4])
  // CHECK: [[#@LINE+1]]:3: error: expected all threads of the block to assign a tile together, got a branch that differs between threads; ctx.store writes single elements
  if lane == 1 { w = w + 1 } else { ctx.store(w, 0, 0, 1) }
  A[0 :+ 4, 0 :+ 4] = w
  // An early return by some threads: the barrier is behind it for the others.
  if lane == 2 { return }
  // CHECK: [[#@LINE+1]]:3: error: expected all threads of the block to run ctx.barrier together, got a condition that differs between threads
  ctx.barrier()
}

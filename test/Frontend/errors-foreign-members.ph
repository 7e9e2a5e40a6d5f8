// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// Members of other languages: the error says what is meant by them here.

kernel members(A: tensor<f32>[M, N], P: ptr<f32>) {
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'tl.load'; write 'load(…)'
  let a = tl.load(P)
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'tl.program_id'; write 'ctx.block.x'
  let b = tl.program_id(0)
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'tl.float32'; write 'f32'
  let c = tl.float32
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'blockIdx.x'; write 'ctx.block.x'
  let d = blockIdx.x
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'threadIdx.x'; a kernel works on whole tiles; the position of a thread is ctx.thread
  let e = threadIdx.x
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'gridDim.y'; write 'ctx.blocks.y'
  let f = gridDim.y
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'A.shape'; the extents are the names in its type, as M in tensor<f32>[M, N]
  let g = A.shape[0]
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'A.T'; write 'transpose(t)'
  let h = A.T
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'A.to'; cast with 'f16(x)'
  let i = A.to(f16)
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'A.sum'; write 'sum(x)'
  let j = A.sum(1)
  // CHECK: [[#@LINE+1]]:11: error: unknown member 'ctx.block.w'; did you mean 'block.x'?
  let k = ctx.block.w
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, got 'f.whatever'
  let l = f.whatever
}

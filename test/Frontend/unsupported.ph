// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// Language that is not lowered yet says so, where it stands.

// CHECK: [[#@LINE+1]]:2: error: not supported yet: @aligned
@aligned(M = 64)
// CHECK: [[#@LINE+1]]:2: error: not supported yet: @pipeline
@pipeline(3)
// CHECK: [[#@LINE+1]]:14: error: not supported yet: min_blocks and max_regs of @launch
@launch(128, 2)
kernel later(A: tensor<f32>[M, N], p: ptr<f32>, n: i32) {
  let a = A[0 :+ 4, 0 :+ 8]
  // CHECK: [[#@LINE+1]]:11: error: not supported yet: ctx.lane
  let g = ctx.lane
  // CHECK: [[#@LINE+1]]:11: error: not supported yet: calls of members of ctx
  let h = ctx.sum(a)
  // CHECK: [[#@LINE+1]]:19: error: not supported yet: ctx.blocks.x
  let k = n * 2 + ctx.blocks.x
}

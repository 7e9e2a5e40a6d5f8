// RUN: phobos-translate --import-phobos %s | FileCheck %s

// A bare position in a start or a point has one block for each element.
// CHECK: @point({{.*}}) grid affine_map<()[s0, s1] -> (s0, s1 ceildiv 16, 1)>
kernel point(A: tensor<f32>[M, N]) {
  A[ctx.block.x, ctx.block.y * 4 * 4 :+ 16] = 0
}

// CHECK: @static_extents({{.*}}) grid affine_map<() -> (4, 1, 3)>
kernel static_extents(A: tensor<f32>[10, 3]) {
  let r = (ctx.block.x + 1) * 3 - 3
  A[r :+ 3, ctx.block.z] = 0
  A[r :+ 2, ctx.block.z] = 1
}

// Starts without a position say nothing; neither do loads.
// CHECK: @one_block({{.*}}) grid affine_map<()[s0] -> (1, 1, 1)>
kernel one_block(A: tensor<f32>[M, 64]) {
  for r in range(0, M, 8) {
    A[r :+ 8, :] = A[ctx.block.x * 7 :+ 8, :]
  }
}

// Symbols are the integer and index arguments in order.
// CHECK: @given({{.*}}) grid affine_map<()[s0, s1] -> ((s1 ceildiv 8) * s0, s1 floordiv 4 + 1, 1)>
const STEP = 4
@grid(ceildiv(M, 2 * STEP) * n, M / STEP + 1)
kernel given(A: tensor<f32>[M], f: f32, n: i32) {
  A[ctx.block.x + ctx.block.y :+ 8] = f
}

// CHECK: @launched() grid affine_map<() -> (1, 1, 1)> threads 256
@autotune(T in [128])
@launch(2 * T)
kernel launched() {}

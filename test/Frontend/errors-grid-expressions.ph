// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// What the grid cannot be.

// CHECK-DAG: [[#@LINE+1]]:2: error: expected @grid(x[, y[, z]]), got 4 numbers
@grid(1, 1, 1, 1)
// CHECK-DAG: [[#@LINE+1]]:16: error: expected a tensor of 1 to 5 extents, got 6
kernel grid(A: tensor<f32>[M, N, K, L, P, Q], B: tensor<f32>[M]) {
  B[0] = 1
}
// CHECK-DAG: [[#@LINE+1]]:7: error: expected an integer in @grid, got bool 't'
@grid(t)
kernel flag(B: tensor<f32>[M], t: bool) {
  B[0] = 1
}
// CHECK-DAG: [[#@LINE+1]]:9: error: expected + - * / % or ceildiv in @grid, got '&'
@grid(M & 3)
kernel more(B: tensor<f32>[M]) {
  B[0] = 1
}
kernel computed(p: ptr<f32>, n: i32) {
  let b = block_ptr(p, [n + 1], [1], [ctx.block.x * 8], [8])
  // CHECK-DAG: [[#@LINE+1]]:3: error: cannot derive the grid from this extent, which is computed; write @grid(ceildiv(n, B), …) before the kernel
  store(b, zeros([8]))
}

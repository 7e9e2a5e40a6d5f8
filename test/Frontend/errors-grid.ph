// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

kernel derived(A: tensor<f32>[M, N]) {
  let r = ctx.block.x
  // CHECK: [[#@LINE+1]]:5: error: cannot derive the grid from this start, expected ctx.block.x * c with a constant c; write @grid(ceildiv(n, B), …) before the kernel
  A[r * 4 + 1 :+ 4, 0 :+ 4] = 0
  // CHECK: [[#@LINE+1]]:5: error: cannot derive the grid
  A[r % 4 :+ 4, 0 :+ 4] = 0
  // CHECK: [[#@LINE+1]]:5: error: cannot derive the grid
  A[r * r :+ 4, 0 :+ 4] = 0
  for t in range(r, M, 4) {
    // CHECK: [[#@LINE+1]]:7: error: cannot derive the grid
    A[t, 0 :+ 4] = 0
  }
  var q = 0
  if r > 2 {
    q = 1
  }
  // CHECK: [[#@LINE+1]]:5: error: cannot derive the grid
  A[q, 0 :+ 4] = 0
  A[r * 4 :+ 4, 0 :+ 4] = 0
  // CHECK: [[#@LINE+2]]:5: error: this start and an earlier one give different numbers of blocks along x; write @grid
  // CHECK: [[#@LINE-2]]:5: note: the earlier one
  A[r * 8 :+ 4, 0 :+ 4] = 0
  // CHECK: [[#@LINE+1]]:13: error: this start and an earlier one give different numbers
  A[0 :+ 4, r * 4 :+ 4] = 0
}

// CHECK: [[#@LINE+3]]:19: error: expected a divisor of at least 1, got 0
// CHECK: [[#@LINE+2]]:23: error: unknown name 'Q'
// CHECK: [[#@LINE+1]]:26: error: expected an integer in @grid, got 1.5
@grid(ceildiv(M,  0), Q, 1.5)
kernel given(A: tensor<f32>[M]) {}

// CHECK: [[#@LINE+1]]:9: error: expected a power of two from 32 to 1024 as threads, got 3000
@launch(3000)
kernel launched(A: tensor<f32>[M]) {}

// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s --implicit-check-not=error:

// Five mistakes in one kernel are five errors in one run; what follows from one is none.

kernel mistakes(A: tensor<f32>[M, N], n: i32) {
  let r = ctx.block.x * 8
  // CHECK: [[#@LINE+1]]:26: error: expected a constant length after ':+', got a value that is known only at run time
  let a = A[r :+ 8, 0 :+ n]
  let b = a + 1
  let c = exp(b)
  // CHECK: [[#@LINE+1]]:30: error: expected equal extents or 1 along axis 1, got 16 and 32
  let d = A[r :+ 8, 0 :+ 16] + zeros([8, 32])
  // CHECK: [[#@LINE+1]]:23: error: unknown name 'unknown'
  let e = rowsum(d) / unknown
  // CHECK: [[#@LINE+1]]:11: error: expected dot of [m, k] and [k, n], got tile<f32>[8, 16] and tile<f32>[8, 16]
  let f = dot(A[r :+ 8, 0 :+ 16], A[r :+ 8, 0 :+ 16])
  A[r :+ 8, 0 :+ 16] = f + e + c
  // CHECK: [[#@LINE+1]]:20: error: expected operands of one kind beside '%', got 1 and true
  A[r :+ 8, 0] = 1 % true
}

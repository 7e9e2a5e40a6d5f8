// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// Operators and what they take, of constants and of values.

kernel operands(A: tensor<f32>[M], B: tensor<bool>[M], I: tensor<i32>[M], n: i32) {
  // CHECK: [[#@LINE+1]]:11: error: expected a bool after '!', got 1
  let a = !1
  // CHECK: [[#@LINE+1]]:11: error: expected a number after '-', got a bool
  let b = -true
  // CHECK: [[#@LINE+1]]:11: error: expected an integer after '~', got a float
  let c = ~1.5
  // CHECK: [[#@LINE+1]]:15: error: expected integers beside '|', got floats
  let d = 1.0 | 2.0
  // CHECK: [[#@LINE+1]]:16: error: expected numbers beside '+', got bools
  let e = true + false
  // CHECK: [[#@LINE+1]]:13: error: expected bools beside '&&', got 1 and 2
  let f = 1 && 2
  // CHECK: [[#@LINE+1]]:11: error: expected a number, got a bool
  let g = exp(true)
  // CHECK: [[#@LINE+1]]:11: error: expected numbers, got a bool
  let h = pow(true, 2)
  // CHECK: [[#@LINE+1]]:11: error: expected ceildiv of an integer by a positive integer, got 1 and 0
  let i = ceildiv(1, 0)
  // CHECK: [[#@LINE+1]]:11: error: expected an integer up to 2^62, got 9223372036854775808
  let j = next_pow2(1 << 63)
  // CHECK: [[#@LINE+1]]:22: error: the constant does not fit in 128 bits
  let k = (1 << 126) * 8
  // CHECK: [[#@LINE+1]]:21: error: expected integers or bools beside '&', got tile<f32>[4] and the constant 1
  let l = A[0 :+ 4] & 1
  // CHECK: [[#@LINE+1]]:11: error: expected a bool after '!', got i32
  let m = !n
  // CHECK: [[#@LINE+1]]:11: error: expected an integer after '~', got tile<f32>[4]
  let o = ~A[0 :+ 4]
  // CHECK: [[#@LINE+1]]:11: error: expected a number after '-', got tile<bool>[4]
  let p = -B[0 :+ 4]
  // CHECK: [[#@LINE+1]]:11: error: expected a number, got tile<bool>[4]
  let q = abs(B[0 :+ 4])
  // CHECK: [[#@LINE+1]]:11: error: expected a value, got a list
  let r = [1, 2] + 1
  // CHECK: [[#@LINE+1]]:11: error: expected a member of ctx, such as ctx.block.x
  let s = ctx + 1
  // CHECK: [[#@LINE+1]]:11: error: expected a value, got the type 'f32'
  let t = f32 + 1
}

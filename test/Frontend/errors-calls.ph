// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// What functions take.

fn one(x) { return x }
// CHECK: [[#@LINE+1]]:2: error: expected @launch(threads[, min_blocks[, max_regs]])
@launch
kernel calls(A: tensor<f32>[M], I: tensor<i32>[M], n: i32) {
  // CHECK: [[#@LINE+1]]:11: error: expected max(a, b, …) or max(t, axis = n)
  let a = max(n)
  // CHECK: [[#@LINE+1]]:17: error: expected a condition of bools, got i32
  let b = where(n, 1, 2)
  // CHECK: [[#@LINE+1]]:11: error: expected floats, got i32
  let c = fma(n, n, n)
  // CHECK: [[#@LINE+1]]:11: error: expected integers, got tile<f32>[4] and the constant 2
  let d = ceildiv(A[0 :+ 4], 2)
  // CHECK: [[#@LINE+1]]:14: error: expected a function's name before '('
  let e = (n + 1)(2)
  // CHECK: [[#@LINE+1]]:11: error: expected one value to cast, as in 'f32(x)'
  let f = f32(1, 2)
  // CHECK: [[#@LINE+1]]:11: error: expected a tile of at least 2 axes, got tile<f32>[4]
  let g = transpose(A[0 :+ 4])
  // CHECK: [[#@LINE+1]]:22: error: expected a type, as in 'dtype = f16'
  let h = zeros([4], 16)
  // CHECK: [[#@LINE+1]]:16: error: expected an axis from 0 to 4, got 5
  let i = iota(5)
  // CHECK: [[#@LINE+1]]:17: error: expected a tile of 1 to 5 extents, got 6
  let j = zeros([1, 1, 1, 1, 1, 1])
  // CHECK: [[#@LINE+1]]:11: error: expected a float, got i32; cast it, as in 'f32(x)'
  let l = exp(n)
  // CHECK: [[#@LINE+1]]:5: error: expected a var or a slice as the target of an assignment
  1 + n = 3
  // CHECK: [[#@LINE+1]]:13: error: expected a compile-time value: literals, constants and @autotune names with operators, min, max, ceildiv, next_pow2
  const D = one(1)
  let o = iota(0)
  // CHECK: [[#@LINE+1]]:79: error: this expression over iota is too large, give a part of it a shape with broadcast(x, [m, n])
  let p = ((o+o+o+o+o+o+o+o+o+o+o+o+o+o+o+o)+(o+o+o+o+o+o+o+o+o+o+o+o+o+o+o+o)+(o+o+o+o+o+o+o+o+o+o+o+o+o+o+o+o)+(o+o+o+o+o+o+o+o+o+o+o+o+o+o+o+o)+o)
  // CHECK: [[#@LINE+2]]:11: error: expected a function, 'n' is a value
  // CHECK: [[#@LINE-31]]:52: note: bound here
  let q = n(1)
  // CHECK: [[#@LINE+1]]:11: error: expected a tile, got a tensor of f32; read a slice of it, as in 'A[r :+ 64]'
  let r = rowsum(A)
  // CHECK: [[#@LINE+1]]:3: error: expected a var, 'A' cannot be assigned; store to a slice of it, as in 'A[r :+ 64] = t'
  A = zeros([4])
}

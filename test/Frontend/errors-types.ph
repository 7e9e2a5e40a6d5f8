// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

kernel types(A: tensor<f32>[M, N], B: tensor<i8>[M, N], R: tensor<f32>[N], n: i32, u: u32, p: ptr<f32>) {
  let a = A[0 :+ 4, 0 :+ 8]
  // CHECK: [[#@LINE+1]]:23: error: expected tile<i8>[4, 8], got tile<f32>[4, 8]; cast it, as in 'i8(x)'
  B[0 :+ 4, 0 :+ 8] = a
  // CHECK: [[#@LINE+1]]:23: error: expected tile<f32>[4, 4], got tile<f32>[4, 8]
  A[0 :+ 4, 0 :+ 4] = a
  // CHECK: [[#@LINE+1]]:13: error: expected equal extents or 1 along axis 1, got 8 and 4
  let b = a + A[0 :+ 4, 0 :+ 4]
  // CHECK: [[#@LINE+1]]:14: error: expected tiles of one rank, got ranks 2 and 1; a row can be a tensor<T>[1, N], a column [M, 1]
  let b2 = a + R[0 :+ 8]
  // CHECK: [[#@LINE+1]]:13: error: expected integers of one sign, got i32 and u32; cast one of them, as in 'i32(x)'
  let c = n + u
  // CHECK: [[#@LINE+1]]:13: error: expected a number or a tile, got a tensor of f32; read a slice of it, as in 'A[r :+ 64]'
  let d = A * 2
  // CHECK: [[#@LINE+1]]:13: error: expected bools beside '&&', got tile<f32>[4, 8] and the constant true
  let e = a && true
  // CHECK: [[#@LINE+1]]:6: error: expected a bool, got i32; compare it, as in 'x != 0'
  if n {}
  // CHECK: [[#@LINE+1]]:8: error: expected a bool, got tile<bool>[4, 8]; where(condition, a, b) selects element by element
  if a < 0 {}
  // CHECK: [[#@LINE+1]]:24: error: expected a step of at least 1, got 0
  for i in range(0, 4, 0) {}
  // CHECK: [[#@LINE+1]]:15: error: expected a constant that i8 holds, got 300
  let f: i8 = 300
  // CHECK: [[#@LINE+1]]:16: error: expected a constant that i32 holds, got 1.5
  let g: i32 = 1.5
  // CHECK: [[#@LINE+1]]:16: error: expected a constant that f32 holds (its largest is 3.40282e+38), got 1e+39
  let h = 1e39 * a
  // CHECK: [[#@LINE+1]]:11: error: expected a float, got i32; cast it, as in 'f32(x)'
  let i = exp(n)
  // CHECK: [[#@LINE+1]]:18: error: expected an axis from 0 to 1, got 2
  let j = sum(a, 2)
  // CHECK: [[#@LINE+1]]:11: error: 'max' of a tile and 0 may mean two things; write max(t, axis = 0) to reduce, or max(0, t) to compare with each element
  let k = max(a, 0)
  // CHECK: [[#@LINE+1]]:11: error: expected a tile, got i32
  let l = rowsum(n)
  // CHECK: [[#@LINE+1]]:20: error: the extents of this tile<bool>[1, ?] are not known here; write broadcast(x, [m, n])
  var m = (iota(1) < 4)
  // CHECK: [[#@LINE+1]]:13: error: expected integers or bools beside '&', got tile<f32>[4, 8] and i32
  let o = a & n
  // CHECK: [[#@LINE+1]]:11: error: expected a number after '-', got bool
  let q = -(n < 0)
}

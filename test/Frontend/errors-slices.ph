// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

kernel slices(A: tensor<f32>[M, N], S: tensor<f32>[16], B: tensor<i8>[M], n: i32, x: f32) {
  // CHECK: [[#@LINE+1]]:13: error: expected a slice of constant length; write 's :+ n' with a constant n
  let a = A[0 : n, :4]
  // CHECK: [[#@LINE+1]]:21: error: expected a slice of constant length; write 's :+ n'
  let b = A[0 :+ 4, :]
  // CHECK: [[#@LINE+1]]:21: error: expected a slice of at least 1 element, got 0
  let c = A[0 :+ 4, N:]
  // CHECK: [[#@LINE+1]]:22: error: expected a slice of constant length; write 's :+ n'
  let c2 = A[0 :+ 4, 4:]
  // CHECK: [[#@LINE+1]]:18: error: expected a constant length after ':+', got a value that is known only at run time
  let d = A[0 :+ n, :4]
  // CHECK: [[#@LINE+1]]:13: error: expected an index of at least 0, got -1; indices count from the start
  let e = A[-1 :+ 4, :4]
  // CHECK: [[#@LINE+1]]:13: error: expected an index of at least 0, got -2
  let f = A[-2, :4]
  // CHECK: [[#@LINE+1]]:17: error: expected a slice of at least 1 element, got 0
  let g = S[5 : 5]
  // CHECK: [[#@LINE+1]]:17: error: expected a slice of at least 1 element, got -4
  let h = S[7 : 3]
  // CHECK: [[#@LINE+1]]:13: error: expected a slice of at least 1 element, got 0
  let i = S[16:]
  // CHECK: [[#@LINE+1]]:11: error: expected 2 subscripts, one for each extent, got 1
  let j = A[0 :+ 4]
  // CHECK: [[#@LINE+1]]:13: error: expected an integer, got f32
  let k = S[x :+ 4]
  // CHECK: [[#@LINE+1]]:11: error: expected a tile of at most 2^31 elements
  let l = A[0 :+ 65536, 0 :+ 65536]
  // CHECK: [[#@LINE+1]]:11: error: expected a tensor or a tile before '[', got i32
  let m = n[0]
  // CHECK: [[#@LINE+1]]:34: error: expected a constant that i8 holds, got -inf
  let o = load(B[0 :+ 4], fill = -inf)
  // CHECK: [[#@LINE+1]]:34: error: expected a constant that i8 holds, got 0.5
  let p = load(B[0 :+ 4], fill = 0.5)
  // CHECK: [[#@LINE+1]]:34: error: expected a compile-time value, got 'x', which is known only at run time
  let q = load(S[0 :+ 4], fill = x)
}

// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// A statement that fails is skipped up to its end.

kernel statements(A: tensor<f32>[M], n: i32) {
  // CHECK: [[#@LINE+1]]:7: error: expected the loop variable's name, got '3'
  for 3 in range(4) { }
  // CHECK: [[#@LINE+1]]:9: error: expected 'in' after the loop variable, got '='
  for i = 0 { }
  // CHECK: [[#@LINE+1]]:12: error: expected 'range(start, end[, step])', got '4'
  for i in 4 { }
  // CHECK: [[#@LINE+1]]:18: error: expected '(' after 'range', got '4'
  for i in range 4 { }
  // CHECK: [[#@LINE+1]]:12: error: expected 1 to 3 bounds in range(start, end[, step]), got 4
  for i in range(0, 1, 2, 3) { }
  // CHECK: [[#@LINE+1]]:12: error: expected 1 to 3 bounds in range(start, end[, step]), got 0
  for i in range() { }
  // CHECK: [[#@LINE+1]]:9: error: expected '=' and a value, got '1'
  let a 1
  // CHECK: [[#@LINE+1]]:13: error: expected the end of the statement, got '2'
  let b = 1 2
  let c = A.
  // CHECK: [[#@LINE+2]]:3: error: expected a member's name after '.', got 'let'
  // CHECK: [[#@LINE+1]]:32: error: expected '=', got 'in'
  let d = load(A[0 :+ 4], fill in [1])
  let e = A[0 :+ 4
  // CHECK: [[#@LINE+2]]:3: error: expected an operator, got 'if'; write 'where(condition, a, b)' to select
  // CHECK: [[#@LINE+1]]:8: error: expected '{' at the start of a block, got '='; '==' compares
  if n = 1 { }
  let f = 1 +
// CHECK: [[#@LINE+1]]:1: error: expected an expression, got '}'
}

// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// What Python and C write otherwise: the error says how it is written here.

// CHECK: [[#@LINE+1]]:1: error: expected 'kernel', 'fn' or 'const', got 'import'; a file stands alone, there are no imports
import numpy

kernel python(A: tensor<f32>[M, N], n: i32) {
  // CHECK: [[#@LINE+1]]:17: error: expected '&&', got 'and'
  let a = n > 1 and n < 3
  // CHECK: [[#@LINE+1]]:18: error: expected '||', got 'or'
  let b = (n > 1 or n < 3)
  // CHECK: [[#@LINE+1]]:11: error: expected '!', got 'not'
  let c = not n
  // CHECK: [[#@LINE+1]]:13: error: expected an operator, got '**'; write 'pow(x, y)'
  let d = n ** 2
  // CHECK: [[#@LINE+1]]:13: error: expected an operator, got '@'; write 'dot(a, b)' for a product of matrices
  let e = A @ A
  // CHECK: [[#@LINE+1]]:13: error: expected an operator, got 'if'; write 'where(condition, a, b)' to select
  let f = n if n > 1 else 2
  if n > 1 { n = 1 }
  // CHECK: [[#@LINE+1]]:3: error: expected 'else if', got 'elif'
  elif n > 2 { n = 2 }
  // CHECK: [[#@LINE+1]]:3: error: expected a statement, got 'print n'; there is no print; store the value to look at it
  print n
  // CHECK: [[#@LINE+1]]:13: error: unexpected character '#'; comments are '// …' up to the end of the line
  let g = n # what isn't code
  // CHECK: [[#@LINE+1]]:11: error: unexpected quote, the language has no strings
  let h = "text, (also 'this'"
  // CHECK: [[#@LINE+1]]:11: error: expected '{' at the start of a block, got ':'
  if n > 1:
}

kernel c(A: tensor<f32>[M, N], n: i32) {
  // CHECK: [[#@LINE+1]]:3: error: expected a statement, got 'float x'; declare it with 'let x: f32 = …', or with var to assign it later
  float x = 1
  // CHECK: [[#@LINE+1]]:3: error: expected a statement, got 'int i'; declare it with 'let i: i32 = …', or with var to assign it later
  int i = 0;
  // CHECK: [[#@LINE+1]]:3: error: expected a statement, got 'auto y'; declare it with let, or with var to assign it later
  auto y = 3
  // CHECK: [[#@LINE+1]]:3: error: expected a statement, got 'f16 z'; declare it with 'let z: f16 = …', or with var to assign it later
  f16 z = 0
  // CHECK: [[#@LINE+1]]:4: error: expected an operator, got '++'; write 'x += 1'
  n++
  // CHECK: [[#@LINE+1]]:7: error: expected the loop variable's name, got '('; write 'for i in range(start, end) { … }'
  for (int i = 0; i < 3; i++) {
    n = 1
  }
  // CHECK: [[#@LINE+1]]:17: error: unexpected character '?'; write 'where(condition, a, b)' to select
  let g = n > 1 ? 2 : 3
}

// CHECK: [[#@LINE+1]]:13: error: expected 'tile', 'tensor' or 'ptr' before '<', got 'tensr'; did you mean 'tensor'?
kernel c(A: tensr<f32>[M, N]) { }

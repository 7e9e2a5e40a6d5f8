// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// A declaration that fails is skipped up to the next one.

// CHECK: [[#@LINE+1]]:8: error: expected a name, got '('
kernel (A: tensor<f32>[M]) { }
// CHECK: [[#@LINE+1]]:10: error: expected '(' and the parameters, got 'A'
kernel a A: tensor<f32>[M]) { }
// CHECK: [[#@LINE+1]]:11: error: expected ':' and the parameter's type, got ')'
kernel b(A) { }
// CHECK: [[#@LINE+1]]:10: error: expected a parameter's name, got '3'
kernel c(3: i32) { }
// CHECK: [[#@LINE+1]]:19: error: expected '<' and an element type, got '['
kernel d(A: tensor[M]) { }
// CHECK: [[#@LINE+1]]:20: error: expected an element type, got '3'
kernel e(A: tensor<3>[M]) { }
// CHECK: [[#@LINE+1]]:23: error: expected '>' after the element type, got '['
kernel f(A: tensor<f32[M]) { }
// CHECK: [[#@LINE+1]]:24: error: expected '[' and the extents, got ')'
kernel g(A: tensor<f32>) { }
// CHECK: [[#@LINE+1]]:13: error: expected a type, got '3'
kernel h(A: 3) { }
@
// CHECK: [[#@LINE+1]]:1: error: expected an attribute's name after '@', got 'kernel'
kernel i(A: tensor<f32>[M]) { }
// CHECK: [[#@LINE+1]]:17: error: expected a list of choices '[a, b]', got '64'
@autotune(TM in 64)
kernel j(A: tensor<f32>[M]) { }
// CHECK: [[#@LINE+2]]:8: error: expected ')', got '='
// CHECK: [[#@LINE+1]]:5: note: to close this one
fn l(x = 1) { return x }
let x = 1
// CHECK: [[#@LINE+1]]:42: error: expected 'kernel', 'fn' or 'const', got '}'
kernel m(A: tensor<f32>[M]) { A[0] = 1 } }

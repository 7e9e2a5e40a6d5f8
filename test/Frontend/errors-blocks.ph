// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s --implicit-check-not=error:

// Braces and parentheses that are missing cost one error, and the next kernel is read.

kernel unclosed(A: tensor<f32>[M, N]) {
  if M > 1 {
    A[0, 0] = 1

// CHECK: [[#@LINE+2]]:1: error: expected '}', got 'kernel'
// CHECK: [[#@LINE-4]]:12: note: to close this one
kernel next(A: tensor<f32>[M, N]) {
  let x = (1 + 2
// CHECK: [[#@LINE+2]]:1: error: expected ')', got '}'
// CHECK: [[#@LINE-2]]:11: note: to close this one
}

kernel bare(A: tensor<f32>[M, N])
  // CHECK: [[#@LINE+1]]:3: error: expected '{' at the start of a block, got 'A'
  A[0, 0] = 1

kernel without_body(A: tensor<f32>[M, N]) {
  if M > 1
    // CHECK: [[#@LINE+1]]:5: error: expected '{' at the start of a block, got 'A'
    A[0, 0] = 1
}

kernel open_to_the_end(A: tensor<f32>[M, N]) {
// CHECK: [[#@LINE+2]]:1: error: expected '}', got the end of the file
// CHECK: [[#@LINE-2]]:46: note: to close this one

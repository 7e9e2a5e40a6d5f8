// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

const W = 64
fn wide(A: tensor<f32>[M, W]) { A[0 :+ 1, 0 :+ 1] = M }
fn three(A: tensor<f32>[M, N, K]) { }
fn square(A: tensor<f32>[M, M]) { }
fn strided(A: tensor<f32>[M, N] strides [LD]) { }
fn padded(A: tensor<f32>[M, N] strides [128, 1]) { }
fn pointer(p: ptr<f32>) { }

kernel k(A: tensor<f32>[M, N], B: tensor<f32>[M, 32], H: tensor<f16>[M, 64], S: tensor<f32>[M, 64] strides [L, 1], p: ptr<f16>) {
  // CHECK: [[#@LINE+1]]:8: error: expected 64 as extent of dim 1, got one that is known only at run time
  wide(A)
  // CHECK: [[#@LINE+1]]:8: error: expected 64 as extent of dim 1, got 32
  wide(B)
  // CHECK: [[#@LINE+1]]:8: error: expected a tensor of f32, got a tensor of f16
  wide(H)
  // CHECK: [[#@LINE+1]]:8: error: expected a dense tensor, got one with strides; declare 'strides [LD, 1]' here too
  wide(S)
  // CHECK: [[#@LINE+1]]:8: error: expected a tensor of f32, got the constant 3
  wide(3)
  // CHECK: [[#@LINE+1]]:9: error: expected a tensor of rank 3, got one of rank 2
  three(A)
  // CHECK: [[#@LINE+1]]:10: error: expected 'M' as extent of dim 1, got one that may differ from it
  square(A)
  // CHECK: :15: error: expected 2 strides, one for each extent, got 1
  strided(A)
  // CHECK: [[#@LINE+1]]:10: error: expected 128 as stride of dim 0, got 32
  padded(B)
  // CHECK: [[#@LINE+1]]:11: error: expected ptr<f32>, got ptr<f16>
  pointer(p)
  // CHECK: [[#@LINE+1]]:11: error: expected ptr<f32>, got a tensor of f32
  pointer(A)
}

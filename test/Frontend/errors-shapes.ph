// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

kernel k(A: tensor<f32>[4, 6], H: tensor<f16>[4, 4], n: index) {
  let a = A[:, :]
  let h = H[:, :]
  // CHECK: [[#@LINE+1]]:22: error: expected a shape of 24 elements, as tile<f32>[4, 6] has, got 20
  let b = reshape(a, [4, 5])
  // CHECK: [[#@LINE+1]]:22: error: expected a shape '[m, n]'
  let c = reshape(a, 24)
  // CHECK: [[#@LINE+1]]:11: error: expected a tile, got index
  let d = reshape(n, [1])
  // CHECK: [[#@LINE+1]]:28: error: expected an axis from 0 to 1, got 2
  let e = argmax(a, axis = 2)
  // CHECK: [[#@LINE+1]]:11: error: expected a tile of numbers, got tile<bool>[4, 6]
  let f = argmin(a > 0.0, axis = 0)
  // CHECK: [[#@LINE+1]]:28: error: expected an axis from 0 to 1, got -1
  let g = cumsum(a, axis = -1)
  // CHECK: [[#@LINE+1]]:11: error: missing argument 'axis', expected cumsum(t, axis)
  let i = cumsum(a)
  // CHECK: [[#@LINE+1]]:33: error: expected tiles of f32 with a precision, got tile<f16>[4, 4] and tile<f16>[4, 4]
  let j = dot(h, h, precision = tf32)
  // CHECK: [[#@LINE+1]]:44: error: expected tf32, tf32x3 or bf16, got 'fp8'
  let k = dot(a, transpose(a), precision = fp8)
  // CHECK: [[#@LINE+1]]:18: error: expected a compile-time value, got 'n'
  let l = arange(n)
}

// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// Names of other languages: the error says what is called so here.

// CHECK: [[#@LINE+4]]:24: error: unknown type 'float32'; did you mean 'f32'?
// CHECK: [[#@LINE+3]]:43: error: unknown type 'int32'; did you mean 'i32'?
// CHECK: [[#@LINE+2]]:58: error: unknown type 'fp16'; did you mean 'f16'?
// CHECK: [[#@LINE+1]]:53: error: expected a tensor, ptr or scalar as a kernel's parameter, got a tile
kernel names(A: tensor<float32>[M, N], n: int32, t: tile<fp16>[4]) {
  // CHECK: [[#@LINE+1]]:15: error: unknown type 'float'; did you mean 'f32'?
  let a: tile<float>[4] = zeros([4])
  // CHECK: [[#@LINE+1]]:11: error: unknown name 'True'; write 'true'
  let b = True
  // CHECK: [[#@LINE+1]]:11: error: unknown name 'None'; there is no null; leave the argument out
  let c = None
  // CHECK: [[#@LINE+1]]:11: error: unknown function 'range'; it stands in 'for i in range(start, end)'
  let d = range(3)
  // CHECK: [[#@LINE+1]]:3: error: unknown function 'print'; there is no print; store the value to look at it
  print(n)
  // CHECK: [[#@LINE+2]]:7: error: unknown name 'y0'
  // CHECK: [[#@LINE+1]]:3: error: unknown name 'x'; declare it with let, or with var to assign it later
  x = y0
  x += 1
  let e = x + 1
  // CHECK: [[#@LINE+1]]:11: error: unknown function 'float'; cast with 'f32(x)'
  let f = float(M)
  // CHECK: [[#@LINE+1]]:11: error: unknown function 'matmul'; write 'dot(a, b)'
  let g = matmul(A, A)
  // CHECK: [[#@LINE+1]]:11: error: unknown function 'i31'; did you mean 'i32'?
  let h = i31(1)
}

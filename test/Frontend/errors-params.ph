// RUN: split-file %s %t
// RUN: not phobos-translate --import-phobos %t/params.ph 2>&1 | FileCheck %t/params.ph
// RUN: not phobos-translate --import-phobos %t/twice.ph 2>&1 | FileCheck %t/twice.ph
// RUN: not phobos-translate --import-phobos %t/none.ph 2>&1 | FileCheck %t/none.ph
// RUN: not phobos-translate --import-phobos %t/autotune.ph 2>&1 | FileCheck %t/autotune.ph

//--- params.ph
// CHECK: [[#@LINE+2]]:48: error: extent 'n' has the name of a parameter, rename one of them
// CHECK: [[#@LINE+1]]:52: note: the parameter
kernel clash(A: tensor<f32>[M], B: tensor<f32>[n], n: i32) {}
// CHECK: [[#@LINE+1]]:30: error: expected a number or a name as an extent or stride
kernel dims(A: tensor<f32>[M + 1]) {}
// CHECK: [[#@LINE+1]]:28: error: expected an extent or stride of at least 1, got 0
kernel zero(A: tensor<f32>[0]) {}
// CHECK: [[#@LINE+1]]:23: error: expected integers or floats in memory, got 'index'; i64 is as wide
kernel indices(p: ptr<index>, A: tensor<i64>[4]) { A[0] = i64(load(p + 1)) }
// CHECK: [[#@LINE+1]]:16: error: expected a view of fewer than 2^63 elements
kernel many(A: tensor<f32>[9223372036854775807, 4]) {}
// CHECK: [[#@LINE+1]]:18: error: expected 2 strides, one for each extent, got 1
kernel pitch(A:  tensor<f32>[M, N] strides [1]) {}
// CHECK: [[#@LINE+1]]:16: error: expected a tensor, ptr or scalar as a kernel's parameter, got a tile
kernel tile(A: tile<f32>[4]) {}
// CHECK: [[#@LINE+1]]:21: error: parameter 'A' is declared twice
kernel same(A: f32, A: i32) {}

//--- twice.ph
// CHECK: [[#@LINE+4]]:8: error: 'k' is defined twice
// CHECK: [[#@LINE+2]]:4: note: first here
// CHECK: [[#@LINE+3]]:7: error: 'k' is defined twice
fn k(x) { return x }
kernel k() {}
const k = 3

//--- none.ph
// CHECK: none.ph:1:1: error: expected a kernel, the file has none
fn f(x) { return x }

//--- autotune.ph
// CHECK: [[#@LINE+3]]:11: error: expected 'NAME in [a, b, …]'
// CHECK: [[#@LINE+2]]:27: error: expected an integer, got 1.5
// CHECK: [[#@LINE+1]]:33: error: expected 'NAME in [a, b, …]'
@autotune(TM = 64, TN in [1.5], TK in [])
kernel k() {}

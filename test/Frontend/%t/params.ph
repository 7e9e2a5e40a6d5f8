// CHECK: [[#@LINE+2]]:43: error: extent 'n' has the name of a parameter, rename one of them
// CHECK: [[#@LINE+1]]:47: note: the parameter
kernel clash(A: tensor<f32>[M], B: tensor<f32>[n], n: i32) {}
// CHECK: [[#@LINE+1]]:27: error: expected a number or a name as an extent or stride
kernel dims(A: tensor<f32>[M + 1]) {}
// CHECK: [[#@LINE+1]]:27: error: expected an extent or stride of at least 1, got 0
kernel zero(A: tensor<f32>[0]) {}
// CHECK: [[#@LINE+1]]:18: error: expected 2 strides, one for each extent, got 1
kernel pitch(A:  tensor<f32>[M, N] strides [1]) {}
// CHECK: [[#@LINE+1]]:15: error: expected a tensor, ptr or scalar as a kernel's parameter, got a tile
kernel tile(A: tile<f32>[4]) {}
// CHECK: [[#@LINE+1]]:23: error: parameter 'A' is declared twice
kernel same(A: f32, A: i32) {}


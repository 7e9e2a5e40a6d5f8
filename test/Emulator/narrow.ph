// A GPU narrows f64 to bf16 in one step. By way of f32 the first would be a tie, and
// go to 1; the second is one, between 1.0078125 and 1.015625.
// RUN: phobos-emulate --target=sm_90a --grid=1 %s 3=1.0039062500000002,1.01171875,-3 3=7 3 | FileCheck %s
// CHECK: arg1: 1.00781{{[0-9]*}} 1.01562{{[0-9]*}} -3
kernel narrow(X: tensor<f64>[N], Y: tensor<bf16>[N]) {
  Y[ctx.block.x * 32 :+ 32] = bf16(X[ctx.block.x * 32 :+ 32])
}

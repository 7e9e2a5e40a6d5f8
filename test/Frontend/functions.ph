// RUN: phobos-translate --import-phobos %s | FileCheck %s

// An fn is inlined at each call, for the types of that call; its names are its
// own, its parameters and the file's constants.

const ONE = 1
fn twice(x) { return x + x }
fn silu(x: tile<f32>[8], scale: f32) -> tile<f32>[8] {
  let n = -x * scale
  return x / (exp(n) + ONE)
}
fn put(T, start, value) {
  T[start :+ 8] = twice(value)
}

// CHECK-LABEL: phobos.kernel @calls
// CHECK: %[[H:.*]] = phobos.load {{.*}} -> !phobos.tile<8xf16>
// CHECK: %[[H2:.*]] = arith.addf %[[H]], %[[H]] : !phobos.tile<8xf16>
// CHECK: %[[X:.*]] = phobos.cast %[[H2]] : !phobos.tile<8xf16> to !phobos.tile<8xf32>
// CHECK: arith.negf %[[X]]
// CHECK: %[[S:.*]] = arith.divf %[[X]]
// CHECK: %[[S2:.*]] = arith.addf %[[S]], %[[S]] : !phobos.tile<8xf32>
// CHECK: phobos.store %[[S2]]
kernel calls(H: tensor<f16>[M], O: tensor<f32>[M]) {
  let n = 2
  let y = silu(twice(H[0 :+ 8]), scale = 0.5)
  put(O, ctx.block.x * 8, y)
}

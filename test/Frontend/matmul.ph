// RUN: phobos-translate --import-phobos %s | FileCheck %s

// The loop over a run-time K carries the accumulator, to which the product is
// added in the dot itself.

// CHECK: phobos.kernel @matmul
// CHECK-SAME: %[[K:[a-z0-9]+]]: index {phobos.name = "K"}
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : !phobos.tile<64x32xf32>
// CHECK: %[[C:.*]] = scf.for %[[KT:[a-z0-9]+]] = %c0 to %[[K]] step %c16 iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (!phobos.tile<64x32xf32>)
// CHECK: %[[A:.*]] = phobos.load %{{.*}}[%{{.*}} :+ 64, %[[KT]] :+ 16] masked [0, 1]
// CHECK: %[[B:.*]] = phobos.load %{{.*}}[%[[KT]] :+ 16, %{{.*}} :+ 32] masked [0, 1]
// CHECK: %[[D:.*]] = phobos.dot %[[A]], %[[B]], %[[ACC]] : !phobos.tile<64x16xf32>, !phobos.tile<16x32xf32> -> !phobos.tile<64x32xf32>
// CHECK: scf.yield %[[D]]
// CHECK: phobos.store %[[C]]
@autotune(TILE_M in [64], TILE_N in [32], TILE_K in [16])
kernel matmul(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var acc = zeros([TILE_M, TILE_N], f32)
  for kt in range(0, K, TILE_K) {
    var a = A[pm * TILE_M :+ TILE_M, kt :+ TILE_K]
    var b = B[kt :+ TILE_K, pn * TILE_N :+ TILE_N]
    acc += dot(a, b)
  }
  C[pm * TILE_M :+ TILE_M, pn * TILE_N :+ TILE_N] = acc
}

// Operands of 16 and 8 bits accumulate in 32; acc + dot(…) accumulates too, dot_t
// transposes the right side, and a product beside a wider value is added to it.
// CHECK-LABEL: phobos.kernel @kinds
// CHECK: %[[H:.*]] = phobos.load {{.*}} -> !phobos.tile<16x16xf16>
// CHECK: %[[P:.*]] = phobos.dot %[[H]], %[[H]], %{{.*}} transposed : !phobos.tile<16x16xf16>, !phobos.tile<16x16xf16> -> !phobos.tile<16x16xf32>
// CHECK: %[[Q:.*]] = phobos.dot %[[H]], %[[H]], %[[P]] : {{.*}} -> !phobos.tile<16x16xf32>
// CHECK: %[[U:.*]] = phobos.load {{.*}} -> !phobos.tile<16x16xi8>
// CHECK: %[[I:.*]] = phobos.dot %[[U]], %[[U]], %{{.*}} unsigned : {{.*}} -> !phobos.tile<16x16xi32>
// CHECK: %[[IF:.*]] = phobos.cast %[[I]] : !phobos.tile<16x16xi32> to !phobos.tile<16x16xf32>
// CHECK: arith.addf %[[Q]], %[[IF]]
kernel kinds(H: tensor<f16>[M, 16], U: tensor<u8>[M, 16], C: tensor<f32>[M, 16]) {
  let h = H[0 :+ 16, :]
  var acc = dot_t(h, h)
  acc = acc + dot(h, h)
  let u = U[0 :+ 16, :]
  C[0 :+ 16, :] = acc + dot(u, u)
}

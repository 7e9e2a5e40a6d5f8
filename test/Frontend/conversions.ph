// RUN: phobos-translate --import-phobos %s | FileCheck %s

// Literals take the type of what they meet; a float literal makes f32 of integers.
// CHECK-LABEL: phobos.kernel @literals
kernel literals(H: tensor<f16>[M], I: tensor<i16>[M], O: tensor<f32>[M]) {
  let scale = 0.5
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : !phobos.tile<8xf16>
  H[0 :+ 8] = H[0 :+ 8] * scale
  // CHECK: arith.addi %{{.*}}, %{{.*}} : !phobos.tile<8xi16>
  I[0 :+ 8] = I[0 :+ 8] + 1
  // CHECK: phobos.cast %{{.*}} : !phobos.tile<8xi16> to !phobos.tile<8xf32>
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : !phobos.tile<8xf32>
  O[0 :+ 8] = I[0 :+ 8] * scale
}

// Mixed types meet in the wider; f16 with bf16 in f32; unsigned ones extend by zero.
// CHECK-LABEL: phobos.kernel @promotion
kernel promotion(H: tensor<f16>[M], B: tensor<bf16>[M], I: tensor<i64>[M], U: tensor<u8>[M], O: tensor<f32>[M], P: tensor<i64>[M], n: u32) {
  let h = H[0 :+ 8]
  // CHECK: phobos.cast %{{.*}} : !phobos.tile<8xf16> to !phobos.tile<8xf32>
  // CHECK: phobos.cast %{{.*}} : !phobos.tile<8xbf16> to !phobos.tile<8xf32>
  O[0 :+ 8] = h + B[0 :+ 8]
  // CHECK: phobos.cast %{{.*}} from_unsigned : !phobos.tile<8xi8> to !phobos.tile<8xi64>
  P[0 :+ 8] = I[0 :+ 8] * U[0 :+ 8]
  // CHECK: arith.index_castui %{{.*}} : i32 to index
  // CHECK: phobos.load %{{.*}}[%{{.*}} :+ 8]
  // CHECK: phobos.cast %{{.*}} : !phobos.tile<8xi64> to !phobos.tile<8xf16>
  O[0 :+ 8] = P[n :+ 8] + h
}

// A float is rounded to a narrower float where it is stored; other casts are written.
// CHECK-LABEL: phobos.kernel @casts
kernel casts(H: tensor<f16>[M], U: tensor<u8>[M], F: tensor<f32>[M], O: tensor<bool>[M]) {
  let f = F[0 :+ 8]
  // CHECK: phobos.cast %{{.*}} : !phobos.tile<8xf32> to !phobos.tile<8xf16>
  H[0 :+ 8] = f
  // CHECK: phobos.cast %{{.*}} to_unsigned : !phobos.tile<8xf32> to !phobos.tile<8xi8>
  U[0 :+ 8] = u8(f)
  // CHECK: phobos.cast %{{.*}} : !phobos.tile<8xf32> to !phobos.tile<8xi1>
  O[0 :+ 8] = bool(f)
  // Casts of literals have the language's rules too: 300 wraps to 44.
  // CHECK: arith.constant dense<44> : !phobos.tile<8xi8>
  U[0 :+ 8] = u8(300)
  // CHECK: arith.constant dense<4.400000e+01> : !phobos.tile<8xf32>
  F[0 :+ 8] = i8(300)
}

// A var has the type of its first value: i32 and f32 for literals.
// CHECK-LABEL: phobos.kernel @vars
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %c0_i32, %{{.*}} = %cst{{.*}}) -> (i32, f32)
kernel vars(F: tensor<f32>[M], I: tensor<i32>[M], n: i32) {
  var i = 0
  var f = 0.0
  for k in range(n) {
    i += 1
    f += 1
  }
  F[0 :+ 8] = f
  I[0 :+ 8] = i
}

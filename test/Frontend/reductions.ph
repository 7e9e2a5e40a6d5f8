// RUN: phobos-translate --import-phobos %s | FileCheck %s

// Sums of narrow types accumulate in 32 bits; the axis stays with extent 1.
// CHECK-LABEL: phobos.kernel @sums
kernel sums(H: tensor<f16>[M, N], I: tensor<i8>[M, N], U: tensor<u16>[M, N], F: tensor<f32>[M, N], J: tensor<i64>[M, N], V: tensor<u32>[M, N]) {
  // CHECK: %[[H:.*]] = phobos.cast %{{.*}} : !phobos.tile<8x16xf16> to !phobos.tile<8x16xf32>
  // CHECK: phobos.reduce <add> %[[H]] dim 1 : !phobos.tile<8x16xf32> -> !phobos.tile<8x1xf32>
  F[0 :+ 8, 0 :+ 1] = rowsum(H[0 :+ 8, 0 :+ 16])
  // CHECK: phobos.cast %{{.*}} : !phobos.tile<8x16xi8> to !phobos.tile<8x16xi32>
  // CHECK: phobos.reduce <add> %{{.*}} dim 0 : !phobos.tile<8x16xi32> -> !phobos.tile<1x16xi32>
  J[0 :+ 1, 0 :+ 16] = sum(I[0 :+ 8, 0 :+ 16], 0)
  // CHECK: phobos.cast %{{.*}} from_unsigned : !phobos.tile<8x16xi16> to !phobos.tile<8x16xi32>
  // CHECK: phobos.reduce <mul>
  V[0 :+ 8, 0 :+ 1] = prod(U[0 :+ 8, 0 :+ 16], axis = 1)
  // A sum of bools counts.
  // CHECK: phobos.cast %{{.*}} : !phobos.tile<8x16xi1> to !phobos.tile<8x16xi32>
  // CHECK: phobos.reduce <add> %{{.*}} dim 1 : !phobos.tile<8x16xi32>
  J[0 :+ 8, 0 :+ 1] = rowsum(F[0 :+ 8, 0 :+ 16] > 0)
  // CHECK: %[[J:.*]] = phobos.load {{.*}} -> !phobos.tile<8x16xi64>
  // CHECK: phobos.reduce <add> %[[J]] dim 0 : !phobos.tile<8x16xi64>
  J[0 :+ 1, 0 :+ 16] = sum(J[0 :+ 8, 0 :+ 16], axis = 0)
}

// CHECK-LABEL: phobos.kernel @extremes
kernel extremes(U: tensor<u8>[M, N], F: tensor<f32>[M, N], E: tensor<f8e5m2>[M, N]) {
  // CHECK: phobos.reduce <maxu> %{{.*}} dim 1 : !phobos.tile<8x16xi8> -> !phobos.tile<8x1xi8>
  U[0 :+ 8, 0 :+ 1] = rowmax(U[0 :+ 8, 0 :+ 16])
  // CHECK: phobos.reduce <min> %{{.*}} dim 0 : !phobos.tile<8x16xf32> -> !phobos.tile<1x16xf32>
  F[0 :+ 1, 0 :+ 16] = min(F[0 :+ 8, 0 :+ 16], axis = 0)
  // CHECK: %[[W:.*]] = phobos.cast %{{.*}} : !phobos.tile<8x16xf8E5M2> to !phobos.tile<8x16xf32>
  // CHECK: %[[R:.*]] = phobos.reduce <min> %[[W]]
  // CHECK: phobos.cast %[[R]] : !phobos.tile<8x1xf32> to !phobos.tile<8x1xf8E5M2>
  E[0 :+ 8, 0 :+ 1] = rowmin(E[0 :+ 8, 0 :+ 16])
}

// CHECK-LABEL: phobos.kernel @logic
// CHECK: phobos.reduce <or> %{{.*}} dim 1 : !phobos.tile<8x16xi1> -> !phobos.tile<8x1xi1>
// CHECK: phobos.reduce <and> %{{.*}} dim 0 : !phobos.tile<8x16xi1> -> !phobos.tile<1x16xi1>
kernel logic(B: tensor<bool>[M, N]) {
  let b = B[0 :+ 8, 0 :+ 16]
  B[0 :+ 8, 0 :+ 1] = any(b, 1)
  B[0 :+ 1, 0 :+ 16] = all(b, 0)
}

// RUN: phobos-translate --import-phobos %s | FileCheck %s

// CHECK-LABEL: phobos.kernel @reshapes
kernel reshapes(A: tensor<f32>[4, 6], O: tensor<f32>[24], P: tensor<f32>[M, 4, 2]) {
  // CHECK: phobos.reshape %{{.*}} : !phobos.tile<4x6xf32> -> !phobos.tile<24xf32>
  O[:] = reshape(A[:, :], [24])
  // CHECK: phobos.reshape %{{.*}} : !phobos.tile<24xf32> -> !phobos.tile<3x4x2xf32>
  P[0 :+ 3, :, :] = reshape(O[:], [3, 4, 2])
}

// CHECK-LABEL: phobos.kernel @positions
kernel positions(A: tensor<f32>[8, 4], U: tensor<u8>[8], E: tensor<f8e4m3>[8], O: tensor<i64>[8, 4]) {
  // CHECK: phobos.arg_reduce <max> %{{.*}} dim 1 : !phobos.tile<8x4xf32> -> !phobos.tile<8x1xindex>
  O[:, 0 :+ 1] = i64(argmax(A[:, :], axis = 1))
  // CHECK: phobos.arg_reduce <minu> %{{.*}} dim 0 : !phobos.tile<8xi8> -> !phobos.tile<1xindex>
  O[0, 0] = i64(argmin(U[:], 0)[0])
  // CHECK: phobos.arg_reduce <max> %{{.*}} dim 0 : !phobos.tile<8xf32> -> !phobos.tile<1xindex>
  O[1, 0] = i64(argmax(E[:], axis = 0)[0])
}

// Sums of u8 are u32.
// CHECK-LABEL: phobos.kernel @scans
kernel scans(A: tensor<f16>[8, 4], U: tensor<u8>[8], O: tensor<f32>[8, 4], V: tensor<u32>[8]) {
  // CHECK: %[[W:.*]] = phobos.cast %{{.*}} : !phobos.tile<8x4xf16> to !phobos.tile<8x4xf32>
  // CHECK: phobos.scan <add> %[[W]] dim 0 : !phobos.tile<8x4xf32>
  O[:, :] = cumsum(A[:, :], axis = 0)
  // CHECK: phobos.scan <add> %{{.*}} dim 0 : !phobos.tile<8xi32>
  V[:] = cumsum(U[:], axis = 0)
}

// CHECK-LABEL: phobos.kernel @precise
kernel precise(A: tensor<f32>[16, 16], O: tensor<f32>[16, 16]) {
  let a = A[:, :]
  var acc = zeros([16, 16])
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} precision tf32 :
  acc += dot(a, a, precision = tf32)
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} transposed precision tf32x3 :
  acc += dot_t(a, a, precision = tf32x3)
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} precision bf16 :
  O[:, :] = acc + dot(a, a, precision = bf16)
}

// RUN: phobos-translate --import-phobos %s | FileCheck %s

// CHECK-LABEL: phobos.kernel @functions
kernel functions(A: tensor<f32>[M], I: tensor<i32>[M], x: f32, n: i32) {
  let a = A[0 :+ 8]
  // CHECK: math.exp %
  // CHECK: math.exp2 %
  // CHECK: math.log %
  // CHECK: math.log2 %
  A[0 :+ 8] = exp(a) + exp2(a) + log(a) + log2(a)
  // CHECK: math.sqrt %
  // CHECK: math.rsqrt %
  // CHECK: math.tanh %
  // CHECK: math.erf %
  A[0 :+ 8] = sqrt(a) + rsqrt(a) + tanh(a) + erf(a)
  // CHECK: math.sin %{{.*}} : f32
  // CHECK: math.cos %{{.*}} : f32
  A[0 :+ 8] = sin(x) + cos(x)
  // CHECK: math.floor %
  // CHECK: math.ceil %
  // CHECK: math.roundeven %
  // CHECK: math.absf %
  A[0 :+ 8] = floor(a) + ceil(a) + round(a) + abs(a)
  // CHECK: math.powf %
  // CHECK: math.fma %
  A[0 :+ 8] = pow(a, 2) + fma(a, x, 1)
  // CHECK: math.absi %
  // CHECK: arith.maxsi
  // CHECK: arith.minsi
  I[0 :+ 8] = clamp(abs(I[0 :+ 8]), 1, n)
  // CHECK: arith.ceildivsi %{{.*}}, %c8_i32
  I[0 :+ 8] = ceildiv(n, 8)
}

// Halves compute in f32 and round once; floor is exact in any type.
// CHECK-LABEL: phobos.kernel @halves
// CHECK: %[[W:.*]] = phobos.cast %{{.*}} : !phobos.tile<8xf16> to !phobos.tile<8xf32>
// CHECK: %[[E:.*]] = math.exp %[[W]] : !phobos.tile<8xf32>
// CHECK: phobos.cast %[[E]] : !phobos.tile<8xf32> to !phobos.tile<8xf16>
// CHECK: math.floor %{{.*}} : !phobos.tile<8xf16>
kernel halves(A: tensor<f16>[M]) {
  A[0 :+ 8] = floor(exp(A[0 :+ 8]))
}

// Functions of constants are constants: 1/sqrt(64), -8 mod 3, 7 / 2, 2^10, max.
// CHECK-LABEL: phobos.kernel @constants
// CHECK: dense<1.250000e-01> : !phobos.tile<8xf16>
// CHECK: dense<-2.000000e+00> : !phobos.tile<8xf16>
// CHECK: dense<3.000000e+00> : !phobos.tile<8xf16>
// CHECK: dense<1.024000e+03> : !phobos.tile<8xf16>
// CHECK: dense<2.500000e+00> : !phobos.tile<8xf16>
// CHECK: dense<0x7E00> : !phobos.tile<8xf16>
kernel constants(A: tensor<f16>[M]) {
  A[0 :+ 8] = rsqrt(64)
  A[0 :+ 8] = -8 % 3
  A[0 :+ 8] = 7 / 2
  A[0 :+ 8] = 1 << 10
  A[0 :+ 8] = max(1, 2.5, -3)
  A[0 :+ 8] = min(1, nan)
}

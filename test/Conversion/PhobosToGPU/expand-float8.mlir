// RUN: phobos-opt %s --phobos-expand-float8="hardware=true" --split-input-file --verify-diagnostics | FileCheck %s
// RUN: phobos-opt %s --phobos-expand-float8 --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=INTEGER

// Pairs are converted together; the instruction's second operand lands in the
// lower byte. An odd one is paired with itself.
// CHECK-LABEL: func.func @round
// CHECK: %[[E:.*]]:3 = vector.to_elements %arg0
// CHECK: nvvm.convert.f32x2.to.f8x2 %[[E]]#1, %[[E]]#0 {{.*}}rn{{.*}}satfinite{{.*}} : vector<2xi8>(f8E4M3FN)
// CHECK: nvvm.convert.f32x2.to.f8x2 %[[E]]#2, %[[E]]#2
// CHECK: vector.from_elements %{{.*}}, %{{.*}}, %{{.*}} : vector<3xi8>
// INTEGER-LABEL: func.func @round
// INTEGER-NOT: nvvm
// INTEGER: arith.trunci %{{.*}} : vector<3xi32> to vector<3xi8>
func.func @round(%x: vector<3xf32>) -> vector<3xf8E4M3FN> {
  %y = arith.truncf %x : vector<3xf32> to vector<3xf8E4M3FN>
  return %y : vector<3xf8E4M3FN>
}

// -----

// Through f16, which holds every number of 8 bits.
// CHECK-LABEL: func.func @extend
// CHECK: nvvm.convert.f8x2.to.f16x2 %{{.*}} : vector<2xi8>(f8E5M2) -> vector<2xf16>
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// INTEGER-LABEL: func.func @extend
// INTEGER: arith.bitcast %{{.*}} : i16 to f16
func.func @extend(%x: f8E5M2) -> bf16 {
  %y = arith.extf %x : f8E5M2 to bf16
  return %y : bf16
}

// -----

// Arithmetic happens in f32.
// CHECK-LABEL: func.func @arithmetic
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: nvvm.convert.f32x2.to.f8x2
// CHECK: arith.cmpf olt, %{{.*}} : f32
// INTEGER-LABEL: func.func @arithmetic
func.func @arithmetic(%x: f8E4M3FN) -> i1 {
  %y = arith.mulf %x, %x : f8E4M3FN
  %z = arith.cmpf olt, %x, %y : f8E4M3FN
  return %z : i1
}

// -----

// CHECK-LABEL: func.func @from_narrow
// CHECK: arith.extf %arg0 : f16 to f32
// CHECK: nvvm.convert.f32x2.to.f8x2
// INTEGER-LABEL: func.func @from_narrow
func.func @from_narrow(%x: f16) -> f8E4M3FN {
  %y = arith.truncf %x : f16 to f8E4M3FN
  return %y : f8E4M3FN
}

// -----

// Two roundings would not give the nearest.
func.func @negative_from_f64(%x: f64) -> f8E4M3FN {
  // expected-error@+1 {{expected a source of at most 32 bits, which is rounded once, got f64}}
  %y = arith.truncf %x : f64 to f8E4M3FN
  return %y : f8E4M3FN
}

// RUN: phobos-opt --phobos-expand-narrow-floats %s | FileCheck %s

// CHECK-LABEL: @decode_e5m2
// CHECK-SAME:    %[[X:.*]]: f8E5M2
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : i16
// CHECK:         %[[BYTE:.*]] = arith.bitcast %[[X]] : f8E5M2 to i8
// CHECK:         %[[WIDE:.*]] = arith.extui %[[BYTE]] : i8 to i16
// CHECK:         %[[BITS:.*]] = arith.shli %[[WIDE]], %[[C8]] : i16
// CHECK:         %[[HALF:.*]] = arith.bitcast %[[BITS]] : i16 to f16
// CHECK:         arith.extf %[[HALF]] : f16 to f32
func.func @decode_e5m2(%x: f8E5M2) -> f32 {
  %y = arith.extf %x : f8E5M2 to f32
  return %y : f32
}

// CHECK-LABEL: @decode_e4m3_wide
// CHECK-NOT:     f8E4M3FN to f32
// CHECK:         arith.mulf
// CHECK:         arith.extf %{{.*}} : f32 to f64
func.func @decode_e4m3_wide(%x: f8E4M3FN) -> f64 {
  %y = arith.extf %x : f8E4M3FN to f64
  return %y : f64
}

// CHECK-LABEL: @encode_e4m3
// CHECK-NOT:     arith.truncf
// CHECK:         %[[BYTE:.*]] = arith.trunci %{{.*}} : i32 to i8
// CHECK:         arith.bitcast %[[BYTE]] : i8 to f8E4M3FN
func.func @encode_e4m3(%x: f32) -> f8E4M3FN {
  %y = arith.truncf %x : f32 to f8E4M3FN
  return %y : f8E4M3FN
}

// From f64 the value is rounded to odd first, so that it rounds once.
// CHECK-LABEL: @from_double
// CHECK:         arith.truncf %{{.*}} : f64 to f32
// CHECK:         arith.ori
// CHECK:         arith.truncf %{{.*}} : f32 to f16
func.func @from_double(%x: f64) -> f16 {
  %y = arith.truncf %x : f64 to f16
  return %y : f16
}

// f32 to and from f16 is the hardware's.
// CHECK-LABEL: @negative_half
// CHECK:         arith.truncf %{{.*}} : f32 to f16
// CHECK:         arith.extf %{{.*}} : f16 to f32
func.func @negative_half(%x: f32) -> f32 {
  %y = arith.truncf %x : f32 to f16
  %z = arith.extf %y : f16 to f32
  return %z : f32
}

// The product of two bf16 is exact in f64. The sum is rounded to odd there.
// CHECK-LABEL: @fma_bf16
// CHECK:         %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK:         %[[SUM:.*]] = arith.addf %[[PRODUCT]], %{{.*}} : f64
// CHECK:         %[[BITS:.*]] = arith.bitcast %[[SUM]] : f64 to i64
// CHECK:         %[[MOVED:.*]] = arith.addi %[[BITS]], %{{.*}} : i64
// CHECK:         arith.bitcast %[[MOVED]] : i64 to f64
// CHECK-NOT:     math.fma
func.func @fma_bf16(%x: bf16, %y: bf16, %z: bf16) -> bf16 {
  %r = math.fma %x, %y, %z : bf16
  return %r : bf16
}

// LLVM's fma of f16 rounds once.
// CHECK-LABEL: @negative_fma_f16
// CHECK-NOT:     arith
// CHECK:         math.fma
func.func @negative_fma_f16(%x: f16, %y: f16, %z: f16) -> f16 {
  %r = math.fma %x, %y, %z : f16
  return %r : f16
}

// What a program rounds to f16 stays rounded, though upstream allows otherwise.
// CHECK-LABEL: @every_operation_rounds
// CHECK: %[[H:.*]] = arith.truncf %arg0 : f32 to f16
// CHECK: %[[F:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK: return %[[F]]
func.func @every_operation_rounds(%x: f32) -> f32 {
  %h = arith.truncf %x fastmath<contract> : f32 to f16
  %f = arith.extf %h fastmath<contract> : f16 to f32
  return %f : f32
}

// RUN: phobos-opt %s --phobos-refine-math --split-input-file | FileCheck %s

// The product of two bf16 is exact in f64. The sum is rounded to odd there.
// CHECK-LABEL: @fma_bf16
// CHECK-SAME: %[[X:.*]]: bf16, %[[Y:.*]]: bf16, %[[Z:.*]]: bf16
// CHECK-DAG: %[[A:.*]] = arith.extf %[[X]] : bf16 to f64
// CHECK-DAG: %[[B:.*]] = arith.extf %[[Y]] : bf16 to f64
// CHECK-DAG: %[[C:.*]] = arith.extf %[[Z]] : bf16 to f64
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[A]], %[[B]] : f64
// CHECK: %[[SUM:.*]] = arith.addf %[[PRODUCT]], %[[C]] : f64
// CHECK: %[[BITS:.*]] = arith.bitcast %[[SUM]] : f64 to i64
// CHECK: %[[MOVED:.*]] = arith.addi %[[BITS]], %{{.*}} : i64
// CHECK: %[[ODD:.*]] = arith.bitcast %[[MOVED]] : i64 to f64
// CHECK: arith.truncf %[[ODD]] : f64 to bf16
func.func @fma_bf16(%x: bf16, %y: bf16, %z: bf16) -> bf16 {
  %r = math.fma %x, %y, %z : bf16
  return %r : bf16
}

// -----

// CHECK-LABEL: @functions
// CHECK: %[[R:.*]] = math.rsqrt %{{.*}} : f64
// CHECK: arith.truncf %[[R]] : f64 to f32
// CHECK: %[[T:.*]] = math.tanh %{{.*}} : f64
// CHECK: arith.truncf %[[T]] : f64 to f32
func.func @functions(%x: f32, %y: f32) -> (f32, f32) {
  %r = math.rsqrt %x : f32
  %t = math.tanh %y : f32
  return %r, %t : f32, f32
}

// -----

// These are rounded once, or precise, as they are.
// CHECK-LABEL: @negative_precise
// CHECK: math.fma %{{.*}} : f32
// CHECK: math.fma %{{.*}} : f16
// CHECK: math.exp %{{.*}} : f32
// CHECK: math.rsqrt %{{.*}} : f64
// CHECK-NOT: arith
func.func @negative_precise(%x: f32, %y: f64, %z: f16) -> (f32, f16, f32, f64) {
  %a = math.fma %x, %x, %x : f32
  %h = math.fma %z, %z, %z : f16
  %b = math.exp %x : f32
  %c = math.rsqrt %y : f64
  return %a, %h, %b, %c : f32, f16, f32, f64
}

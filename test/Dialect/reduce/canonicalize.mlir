// RUN: phobos-opt %s -canonicalize | FileCheck %s

// Each element equals every combination of itself, a NaN too.
// CHECK-LABEL: func.func @reduce_of_constant
// CHECK-DAG:     %[[NAN:.*]] = arith.constant dense<0x7FC00000> : !phobos.tile<4x1xf32>
// CHECK-DAG:     %[[MIN:.*]] = arith.constant dense<-128> : !phobos.tile<1x8xi8>
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant dense<true> : !phobos.tile<1x8xi1>
// CHECK:         return %[[NAN]], %[[MIN]], %[[TRUE]]
func.func @reduce_of_constant() -> (!phobos.tile<4x1xf32>, !phobos.tile<1x8xi8>, !phobos.tile<1x8xi1>) {
  %0 = arith.constant dense<0x7FC00000> : !phobos.tile<4x8xf32>
  %1 = phobos.reduce <max> %0 dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
  %2 = arith.constant dense<-128> : !phobos.tile<4x8xi8>
  %3 = phobos.reduce <minu> %2 dim 0 : !phobos.tile<4x8xi8> -> !phobos.tile<1x8xi8>
  %4 = arith.constant dense<true> : !phobos.tile<4x8xi1>
  %5 = phobos.reduce <and> %4 dim 0 : !phobos.tile<4x8xi1> -> !phobos.tile<1x8xi1>
  return %1, %3, %5 : !phobos.tile<4x1xf32>, !phobos.tile<1x8xi8>, !phobos.tile<1x8xi1>
}

// CHECK-LABEL: func.func @reduce_of_splat
// CHECK-NEXT:    phobos.splat %arg0 : !phobos.tile<4x1xf32>
// CHECK-NEXT:    return
func.func @reduce_of_splat(%x: f32) -> !phobos.tile<4x1xf32> {
  %0 = phobos.splat %x : !phobos.tile<4x8xf32>
  %1 = phobos.reduce <min> %0 dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
  return %1 : !phobos.tile<4x1xf32>
}

// CHECK-LABEL: func.func @reduce_of_one
// CHECK-NEXT:    return %arg0
func.func @reduce_of_one(%t: !phobos.tile<1x8xf32>) -> !phobos.tile<1x8xf32> {
  %0 = phobos.reduce <add> %t dim 0 : !phobos.tile<1x8xf32> -> !phobos.tile<1x8xf32>
  return %0 : !phobos.tile<1x8xf32>
}

// Eight times an element is not the element.
// CHECK-LABEL: func.func @negative_sum_of_splat
// CHECK:         phobos.reduce <add>
func.func @negative_sum_of_splat(%x: f32) -> !phobos.tile<4x1xf32> {
  %0 = phobos.splat %x : !phobos.tile<4x8xf32>
  %1 = phobos.reduce <add> %0 dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
  return %1 : !phobos.tile<4x1xf32>
}

// CHECK-LABEL: func.func @arg_reduce_of_one
// CHECK-NEXT:    arith.constant dense<0> : !phobos.tile<4x1xindex>
// CHECK-NEXT:    return
func.func @arg_reduce_of_one(%t: !phobos.tile<4x1xf32>) -> !phobos.tile<4x1xindex> {
  %0 = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<4x1xf32> -> !phobos.tile<4x1xindex>
  return %0 : !phobos.tile<4x1xindex>
}

// The first of equals, also of NaNs.
// CHECK-LABEL: func.func @arg_reduce_of_constant
// CHECK-NEXT:    arith.constant dense<0> : !phobos.tile<4x1xindex>
// CHECK-NEXT:    return
func.func @arg_reduce_of_constant() -> !phobos.tile<4x1xindex> {
  %t = arith.constant dense<0x7FC00000> : !phobos.tile<4x8xf32>
  %0 = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xindex>
  return %0 : !phobos.tile<4x1xindex>
}

// CHECK-LABEL: func.func @scan_of_one
// CHECK-NEXT:    return %arg0
func.func @scan_of_one(%t: !phobos.tile<4x1xf32>) -> !phobos.tile<4x1xf32> {
  %0 = phobos.scan <add> %t dim 1 : !phobos.tile<4x1xf32>
  return %0 : !phobos.tile<4x1xf32>
}

// CHECK-LABEL: func.func @scan_of_constant
// CHECK-NEXT:    arith.constant dense<5> : !phobos.tile<4xi32>
// CHECK-NEXT:    return
func.func @scan_of_constant() -> !phobos.tile<4xi32> {
  %t = arith.constant dense<5> : !phobos.tile<4xi32>
  %0 = phobos.scan <max> %t dim 0 : !phobos.tile<4xi32>
  return %0 : !phobos.tile<4xi32>
}

// A sum grows.
// CHECK-LABEL: func.func @negative_scan_of_constant
// CHECK:         phobos.scan <add>
func.func @negative_scan_of_constant() -> !phobos.tile<4xi32> {
  %t = arith.constant dense<5> : !phobos.tile<4xi32>
  %0 = phobos.scan <add> %t dim 0 : !phobos.tile<4xi32>
  return %0 : !phobos.tile<4xi32>
}

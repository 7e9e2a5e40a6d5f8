// RUN: phobos-opt %s -canonicalize | FileCheck %s

// An unmasked dim of full length starts at 0; so does a masked one of start 0.
// CHECK-LABEL: func.func @extract_all
// CHECK-NEXT:    return %arg0
func.func @extract_all(%t: !phobos.tile<4x8xf32>, %i: index) -> !phobos.tile<4x8xf32> {
  %c0 = arith.constant 0 : index
  %0 = phobos.extract_slice %t[%i :+ 4, %c0 :+ 8] masked [1] : !phobos.tile<4x8xf32> -> !phobos.tile<4x8xf32>
  return %0 : !phobos.tile<4x8xf32>
}

// It may start elsewhere.
// CHECK-LABEL: func.func @negative_extract_masked
// CHECK:         phobos.extract_slice
func.func @negative_extract_masked(%t: !phobos.tile<4xf32>, %i: index) -> !phobos.tile<4xf32> {
  %0 = phobos.extract_slice %t[%i :+ 4] masked [0] : !phobos.tile<4xf32> -> !phobos.tile<4xf32>
  return %0 : !phobos.tile<4xf32>
}

// CHECK-LABEL: func.func @extract_of_constant
// CHECK-NEXT:    arith.constant dense<2.000000e+00> : !phobos.tile<2xf32>
// CHECK-NEXT:    return
func.func @extract_of_constant(%i: index) -> !phobos.tile<2xf32> {
  %t = arith.constant dense<2.0> : !phobos.tile<4xf32>
  %0 = phobos.extract_slice %t[%i :+ 2] : !phobos.tile<4xf32> -> !phobos.tile<2xf32>
  return %0 : !phobos.tile<2xf32>
}

// The fill is the same number.
// CHECK-LABEL: func.func @extract_of_fill
// CHECK-NEXT:    arith.constant dense<0> : !phobos.tile<2xi32>
// CHECK-NEXT:    return
func.func @extract_of_fill(%i: index) -> !phobos.tile<2xi32> {
  %t = arith.constant dense<0> : !phobos.tile<4xi32>
  %0 = phobos.extract_slice %t[%i :+ 2] masked [0] : !phobos.tile<4xi32> -> !phobos.tile<2xi32>
  return %0 : !phobos.tile<2xi32>
}

// Outside is 0.0, which is not -0.0.
// CHECK-LABEL: func.func @negative_extract_of_other_fill
// CHECK:         phobos.extract_slice
func.func @negative_extract_of_other_fill(%i: index) -> !phobos.tile<2xf32> {
  %t = arith.constant dense<-0.0> : !phobos.tile<4xf32>
  %0 = phobos.extract_slice %t[%i :+ 2] masked [0] : !phobos.tile<4xf32> -> !phobos.tile<2xf32>
  return %0 : !phobos.tile<2xf32>
}

// CHECK-LABEL: func.func @insert_all
// CHECK-NEXT:    return %arg0
func.func @insert_all(%u: !phobos.tile<4xf32>, %t: !phobos.tile<4xf32>, %i: index) -> !phobos.tile<4xf32> {
  %0 = phobos.insert_slice %u, %t[%i :+ 4] : !phobos.tile<4xf32>, !phobos.tile<4xf32>
  return %0 : !phobos.tile<4xf32>
}

// CHECK-LABEL: func.func @negative_insert_masked
// CHECK:         phobos.insert_slice
func.func @negative_insert_masked(%u: !phobos.tile<4xf32>, %t: !phobos.tile<4xf32>, %i: index) -> !phobos.tile<4xf32> {
  %0 = phobos.insert_slice %u, %t[%i :+ 4] masked [0] : !phobos.tile<4xf32>, !phobos.tile<4xf32>
  return %0 : !phobos.tile<4xf32>
}

// Constant starts that keep the slice inside: 0 and 2 of 4, with 2 elements.
// CHECK-LABEL: func.func @inside
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK:         phobos.extract_slice %arg0[%[[C2]] :+ 2, %arg2 :+ 1] masked [1] : !phobos.tile<4x4xf32>
// CHECK:         phobos.insert_slice %arg1, %arg0[%{{.*}} :+ 2, %[[C2]] :+ 2] : !phobos.tile<2x2xf32>
func.func @inside(%t: !phobos.tile<4x4xf32>, %u: !phobos.tile<2x2xf32>, %i: index) -> (!phobos.tile<2x1xf32>, !phobos.tile<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = phobos.extract_slice %t[%c2 :+ 2, %i :+ 1] masked [0, 1] : !phobos.tile<4x4xf32> -> !phobos.tile<2x1xf32>
  %1 = phobos.insert_slice %u, %t[%c0 :+ 2, %c2 :+ 2] masked [0, 1] : !phobos.tile<2x2xf32>, !phobos.tile<4x4xf32>
  return %0, %1 : !phobos.tile<2x1xf32>, !phobos.tile<4x4xf32>
}

// One element beyond, one before, a start where start + 2 wraps, a slice that is longer.
// CHECK-LABEL: func.func @negative_outside
// CHECK-COUNT-3: masked [0] : !phobos.tile<4xf32> -> !phobos.tile<2xf32>
// CHECK:         masked [0] : !phobos.tile<4xf32> -> !phobos.tile<5xf32>
func.func @negative_outside(%t: !phobos.tile<4xf32>) -> (!phobos.tile<2xf32>, !phobos.tile<2xf32>, !phobos.tile<2xf32>, !phobos.tile<5xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %before = arith.constant -1 : index
  %last = arith.constant 9223372036854775807 : index
  %0 = phobos.extract_slice %t[%c3 :+ 2] masked [0] : !phobos.tile<4xf32> -> !phobos.tile<2xf32>
  %1 = phobos.extract_slice %t[%before :+ 2] masked [0] : !phobos.tile<4xf32> -> !phobos.tile<2xf32>
  %2 = phobos.extract_slice %t[%last :+ 2] masked [0] : !phobos.tile<4xf32> -> !phobos.tile<2xf32>
  %3 = phobos.extract_slice %t[%c0 :+ 5] masked [0] : !phobos.tile<4xf32> -> !phobos.tile<5xf32>
  return %0, %1, %2, %3 : !phobos.tile<2xf32>, !phobos.tile<2xf32>, !phobos.tile<2xf32>, !phobos.tile<5xf32>
}

// CHECK-LABEL: func.func @extract_of_splat
// CHECK-NEXT:    phobos.splat %arg0 : !phobos.tile<2xf32>
// CHECK-NEXT:    return
func.func @extract_of_splat(%x: f32, %i: index) -> !phobos.tile<2xf32> {
  %t = phobos.splat %x : !phobos.tile<4xf32>
  %0 = phobos.extract_slice %t[%i :+ 2] : !phobos.tile<4xf32> -> !phobos.tile<2xf32>
  return %0 : !phobos.tile<2xf32>
}

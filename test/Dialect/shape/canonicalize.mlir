// RUN: phobos-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @splat_of_constant
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<3> : !phobos.tile<4xi8>
// CHECK-NEXT:    return %[[C]]
func.func @splat_of_constant() -> !phobos.tile<4xi8> {
  %c = arith.constant 3 : i8
  %0 = phobos.splat %c : !phobos.tile<4xi8>
  return %0 : !phobos.tile<4xi8>
}

// CHECK-LABEL: func.func @splat_of_true
// CHECK-NEXT:    arith.constant dense<true> : !phobos.tile<4xi1>
func.func @splat_of_true() -> !phobos.tile<4xi1> {
  %c = arith.constant true
  %0 = phobos.splat %c : !phobos.tile<4xi1>
  return %0 : !phobos.tile<4xi1>
}

// Every index along an extent of 1 is 0.
// CHECK-LABEL: func.func @iota_of_one
// CHECK-NEXT:    arith.constant dense<0> : !phobos.tile<1x8xindex>
func.func @iota_of_one() -> !phobos.tile<1x8xindex> {
  %0 = phobos.iota 0 : !phobos.tile<1x8xindex>
  return %0 : !phobos.tile<1x8xindex>
}

// CHECK-LABEL: func.func @negative_iota
// CHECK-NEXT:    phobos.iota 1
func.func @negative_iota() -> !phobos.tile<1x8xindex> {
  %0 = phobos.iota 1 : !phobos.tile<1x8xindex>
  return %0 : !phobos.tile<1x8xindex>
}

// CHECK-LABEL: func.func @broadcast_of_constant
// CHECK-NEXT:    arith.constant dense<-0.000000e+00> : !phobos.tile<4x8xf16>
func.func @broadcast_of_constant() -> !phobos.tile<4x8xf16> {
  %c = arith.constant dense<-0.0> : !phobos.tile<1x8xf16>
  %0 = phobos.broadcast %c : !phobos.tile<1x8xf16> -> !phobos.tile<4x8xf16>
  return %0 : !phobos.tile<4x8xf16>
}

// CHECK-LABEL: func.func @broadcast_to_itself
// CHECK-NEXT:    return %arg0
func.func @broadcast_to_itself(%t: !phobos.tile<1x8xf16>) -> !phobos.tile<1x8xf16> {
  %0 = phobos.broadcast %t : !phobos.tile<1x8xf16> -> !phobos.tile<1x8xf16>
  return %0 : !phobos.tile<1x8xf16>
}

// CHECK-LABEL: func.func @broadcast_of_splat
// CHECK-NEXT:    phobos.splat %arg0 : !phobos.tile<4x8xf16>
// CHECK-NEXT:    return
func.func @broadcast_of_splat(%x: f16) -> !phobos.tile<4x8xf16> {
  %0 = phobos.splat %x : !phobos.tile<1x8xf16>
  %1 = phobos.broadcast %0 : !phobos.tile<1x8xf16> -> !phobos.tile<4x8xf16>
  return %1 : !phobos.tile<4x8xf16>
}

// CHECK-LABEL: func.func @broadcast_of_broadcast
// CHECK-NEXT:    phobos.broadcast %arg0 : !phobos.tile<1x1xf16> -> !phobos.tile<4x8xf16>
// CHECK-NEXT:    return
func.func @broadcast_of_broadcast(%t: !phobos.tile<1x1xf16>) -> !phobos.tile<4x8xf16> {
  %0 = phobos.broadcast %t : !phobos.tile<1x1xf16> -> !phobos.tile<1x8xf16>
  %1 = phobos.broadcast %0 : !phobos.tile<1x8xf16> -> !phobos.tile<4x8xf16>
  return %1 : !phobos.tile<4x8xf16>
}

// CHECK-LABEL: func.func @transpose_of_constant
// CHECK-NEXT:    arith.constant dense<7> : !phobos.tile<8x4xi32>
func.func @transpose_of_constant() -> !phobos.tile<8x4xi32> {
  %c = arith.constant dense<7> : !phobos.tile<4x8xi32>
  %0 = phobos.transpose %c [1, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  return %0 : !phobos.tile<8x4xi32>
}

// CHECK-LABEL: func.func @transpose_of_splat
// CHECK-NEXT:    phobos.splat %arg0 : !phobos.tile<8x4xi32>
// CHECK-NEXT:    return
func.func @transpose_of_splat(%x: i32) -> !phobos.tile<8x4xi32> {
  %0 = phobos.splat %x : !phobos.tile<4x8xi32>
  %1 = phobos.transpose %0 [1, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  return %1 : !phobos.tile<8x4xi32>
}

// CHECK-LABEL: func.func @transpose_twice
// CHECK-NEXT:    return %arg0
func.func @transpose_twice(%t: !phobos.tile<4x8xi32>) -> !phobos.tile<4x8xi32> {
  %0 = phobos.transpose %t [1, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  %1 = phobos.transpose %0 [1, 0] : !phobos.tile<8x4xi32> -> !phobos.tile<4x8xi32>
  return %1 : !phobos.tile<4x8xi32>
}

// Dim 0 of the result is dim 2 of the middle, which is dim 0 of the source, and
// so on: [1, 2, 0] after [2, 0, 1] changes nothing, [2, 0, 1] twice is [1, 2, 0].
// CHECK-LABEL: func.func @transpose_of_transpose
// CHECK-NEXT:    phobos.transpose %arg0 [1, 2, 0] : !phobos.tile<2x3x4xi32> -> !phobos.tile<3x4x2xi32>
// CHECK-NEXT:    return
func.func @transpose_of_transpose(%t: !phobos.tile<2x3x4xi32>) -> !phobos.tile<3x4x2xi32> {
  %0 = phobos.transpose %t [2, 0, 1] : !phobos.tile<2x3x4xi32> -> !phobos.tile<4x2x3xi32>
  %1 = phobos.transpose %0 [2, 0, 1] : !phobos.tile<4x2x3xi32> -> !phobos.tile<3x4x2xi32>
  return %1 : !phobos.tile<3x4x2xi32>
}

// Equal extents, but the elements move.
// CHECK-LABEL: func.func @negative_square_transpose
// CHECK-NEXT:    phobos.transpose
func.func @negative_square_transpose(%t: !phobos.tile<4x4xi32>) -> !phobos.tile<4x4xi32> {
  %0 = phobos.transpose %t [1, 0] : !phobos.tile<4x4xi32> -> !phobos.tile<4x4xi32>
  return %0 : !phobos.tile<4x4xi32>
}

// Arithmetic on constant tiles folds by upstream's rules: 3 * 2 + 1.
// CHECK-LABEL: func.func @integer_arithmetic
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<7> : !phobos.tile<4xi32>
// CHECK-NEXT:    return %[[C]]
func.func @integer_arithmetic() -> !phobos.tile<4xi32> {
  %1 = arith.constant dense<1> : !phobos.tile<4xi32>
  %2 = arith.constant dense<2> : !phobos.tile<4xi32>
  %3 = arith.constant dense<3> : !phobos.tile<4xi32>
  %4 = arith.muli %3, %2 : !phobos.tile<4xi32>
  %5 = arith.addi %4, %1 : !phobos.tile<4xi32>
  return %5 : !phobos.tile<4xi32>
}

// CHECK-LABEL: func.func @comparison
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<true> : !phobos.tile<4xi1>
// CHECK-NEXT:    return %[[C]]
func.func @comparison() -> !phobos.tile<4xi1> {
  %1 = arith.constant dense<1> : !phobos.tile<4xi8>
  %2 = arith.constant dense<255> : !phobos.tile<4xi8>
  %3 = arith.cmpi ult, %1, %2 : !phobos.tile<4xi8>
  return %3 : !phobos.tile<4xi1>
}

// An infinity or a NaN makes these other than 0.
// CHECK-LABEL: func.func @negative_float_arithmetic
// CHECK:         arith.subf
// CHECK:         arith.mulf
func.func @negative_float_arithmetic(%t: !phobos.tile<4xf32>) -> (!phobos.tile<4xf32>, !phobos.tile<4xf32>) {
  %0 = arith.constant dense<0.0> : !phobos.tile<4xf32>
  %1 = arith.subf %t, %t : !phobos.tile<4xf32>
  %2 = arith.mulf %t, %0 : !phobos.tile<4xf32>
  return %1, %2 : !phobos.tile<4xf32>, !phobos.tile<4xf32>
}

// CHECK-LABEL: func.func @reshape_of_constant
// CHECK-NEXT:    arith.constant dense<3> : !phobos.tile<2x4xi8>
func.func @reshape_of_constant() -> !phobos.tile<2x4xi8> {
  %c = arith.constant dense<3> : !phobos.tile<8xi8>
  %0 = phobos.reshape %c : !phobos.tile<8xi8> -> !phobos.tile<2x4xi8>
  return %0 : !phobos.tile<2x4xi8>
}

// CHECK-LABEL: func.func @reshape_of_splat
// CHECK-NEXT:    phobos.splat %arg0 : !phobos.tile<2x4xi8>
func.func @reshape_of_splat(%x: i8) -> !phobos.tile<2x4xi8> {
  %c = phobos.splat %x : !phobos.tile<8xi8>
  %0 = phobos.reshape %c : !phobos.tile<8xi8> -> !phobos.tile<2x4xi8>
  return %0 : !phobos.tile<2x4xi8>
}

// CHECK-LABEL: func.func @reshape_of_reshape
// CHECK-NEXT:    phobos.reshape %arg0 : !phobos.tile<4x6xf32> -> !phobos.tile<3x8xf32>
func.func @reshape_of_reshape(%t: !phobos.tile<4x6xf32>) -> !phobos.tile<3x8xf32> {
  %0 = phobos.reshape %t : !phobos.tile<4x6xf32> -> !phobos.tile<24xf32>
  %1 = phobos.reshape %0 : !phobos.tile<24xf32> -> !phobos.tile<3x8xf32>
  return %1 : !phobos.tile<3x8xf32>
}

// CHECK-LABEL: func.func @reshape_back
// CHECK-NEXT:    return %arg0
func.func @reshape_back(%t: !phobos.tile<4x6xf32>) -> !phobos.tile<4x6xf32> {
  %0 = phobos.reshape %t : !phobos.tile<4x6xf32> -> !phobos.tile<24xf32>
  %1 = phobos.reshape %0 : !phobos.tile<24xf32> -> !phobos.tile<4x6xf32>
  return %1 : !phobos.tile<4x6xf32>
}

// Elements change places.
// CHECK-LABEL: func.func @negative_reshape_of_transpose
// CHECK-NEXT:    phobos.transpose
// CHECK-NEXT:    phobos.reshape
func.func @negative_reshape_of_transpose(%t: !phobos.tile<4x6xf32>) -> !phobos.tile<4x6xf32> {
  %0 = phobos.transpose %t [1, 0] : !phobos.tile<4x6xf32> -> !phobos.tile<6x4xf32>
  %1 = phobos.reshape %0 : !phobos.tile<6x4xf32> -> !phobos.tile<4x6xf32>
  return %1 : !phobos.tile<4x6xf32>
}

// CHECK-LABEL: func.func @item_of_splat
// CHECK-NEXT:    return %arg0
func.func @item_of_splat(%x: f32) -> f32 {
  %0 = phobos.splat %x : !phobos.tile<1x1xf32>
  %1 = phobos.item %0 : !phobos.tile<1x1xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @item_of_constant
// CHECK-NEXT:    arith.constant -3 : i8
func.func @item_of_constant() -> i8 {
  %0 = arith.constant dense<-3> : !phobos.tile<1x1xi8>
  %1 = phobos.item %0 : !phobos.tile<1x1xi8>
  return %1 : i8
}

// CHECK-LABEL: func.func @item_of_moved
// CHECK-NEXT:    phobos.item %arg0 : !phobos.tile<1x1xf32>
// CHECK-NEXT:    return
func.func @item_of_moved(%t: !phobos.tile<1x1xf32>) -> f32 {
  %0 = phobos.transpose %t [1, 0] : !phobos.tile<1x1xf32> -> !phobos.tile<1x1xf32>
  %1 = phobos.reshape %0 : !phobos.tile<1x1xf32> -> !phobos.tile<1xf32>
  %2 = phobos.item %1 : !phobos.tile<1xf32>
  return %2 : f32
}

// CHECK-LABEL: func.func @item_of_reshaped_splat
// CHECK-NEXT:    return %arg0
func.func @item_of_reshaped_splat(%x: f32) -> f32 {
  %0 = phobos.splat %x : !phobos.tile<1xf32>
  %1 = phobos.reshape %0 : !phobos.tile<1xf32> -> !phobos.tile<1x1xf32>
  %2 = phobos.item %1 : !phobos.tile<1x1xf32>
  return %2 : f32
}

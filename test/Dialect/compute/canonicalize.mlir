// RUN: phobos-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @where_of_true
// CHECK-NEXT:    return %arg0, %arg1
func.func @where_of_true(%a: !phobos.tile<4xf32>, %b: !phobos.tile<4xf32>) -> (!phobos.tile<4xf32>, !phobos.tile<4xf32>) {
  %t = arith.constant dense<true> : !phobos.tile<4xi1>
  %f = arith.constant dense<false> : !phobos.tile<4xi1>
  %0 = phobos.where %t, %a, %b : !phobos.tile<4xi1>, !phobos.tile<4xf32>
  %1 = phobos.where %f, %a, %b : !phobos.tile<4xi1>, !phobos.tile<4xf32>
  return %0, %1 : !phobos.tile<4xf32>, !phobos.tile<4xf32>
}

// CHECK-LABEL: func.func @where_of_equals
// CHECK-NEXT:    return %arg1
func.func @where_of_equals(%c: !phobos.tile<4xi1>, %a: !phobos.tile<4xf32>) -> !phobos.tile<4xf32> {
  %0 = phobos.where %c, %a, %a : !phobos.tile<4xi1>, !phobos.tile<4xf32>
  return %0 : !phobos.tile<4xf32>
}

// CHECK-LABEL: func.func @where_of_negation
// CHECK-NOT:     arith.xori
// CHECK:         phobos.where %arg0, %arg2, %arg1
func.func @where_of_negation(%c: !phobos.tile<4xi1>, %a: !phobos.tile<4xf32>, %b: !phobos.tile<4xf32>) -> !phobos.tile<4xf32> {
  %t = arith.constant dense<true> : !phobos.tile<4xi1>
  %n = arith.xori %t, %c : !phobos.tile<4xi1>
  %0 = phobos.where %n, %a, %b : !phobos.tile<4xi1>, !phobos.tile<4xf32>
  return %0 : !phobos.tile<4xf32>
}

// CHECK-LABEL: func.func @negative_where_of_exclusive_or
// CHECK:         arith.xori
// CHECK:         phobos.where %{{.*}}, %arg2, %arg3
func.func @negative_where_of_exclusive_or(%c: !phobos.tile<4xi1>, %d: !phobos.tile<4xi1>, %a: !phobos.tile<4xf32>, %b: !phobos.tile<4xf32>) -> !phobos.tile<4xf32> {
  %n = arith.xori %c, %d : !phobos.tile<4xi1>
  %0 = phobos.where %n, %a, %b : !phobos.tile<4xi1>, !phobos.tile<4xf32>
  return %0 : !phobos.tile<4xf32>
}

// -----

// -----

// Each step is exact, so the last conversion alone decides.
// CHECK-LABEL: func.func @float_through_wider_float
// CHECK-NEXT:    phobos.cast %arg0 to_unsigned : !phobos.tile<4xf16> to !phobos.tile<4xi8>
// CHECK-NEXT:    return
func.func @float_through_wider_float(%t: !phobos.tile<4xf16>) -> !phobos.tile<4xi8> {
  %0 = phobos.cast %t : !phobos.tile<4xf16> to !phobos.tile<4xf32>
  %1 = phobos.cast %0 to_unsigned : !phobos.tile<4xf32> to !phobos.tile<4xi8>
  return %1 : !phobos.tile<4xi8>
}

// CHECK-LABEL: func.func @there_and_back
// CHECK-NEXT:    return %arg0, %arg1
func.func @there_and_back(%t: !phobos.tile<4xbf16>, %n: i8) -> (!phobos.tile<4xbf16>, i8) {
  %0 = phobos.cast %t : !phobos.tile<4xbf16> to !phobos.tile<4xf32>
  %1 = phobos.cast %0 : !phobos.tile<4xf32> to !phobos.tile<4xbf16>
  %2 = phobos.cast %n : i8 to index
  %3 = phobos.cast %2 : index to i8
  return %1, %3 : !phobos.tile<4xbf16>, i8
}

// The i32 is never negative, so that its sign does not matter.
// CHECK-LABEL: func.func @unsigned_through_wider_integer
// CHECK-NEXT:    phobos.cast %arg0 from_unsigned : i8 to f32
// CHECK-NEXT:    return
func.func @unsigned_through_wider_integer(%n: i8) -> f32 {
  %0 = phobos.cast %n from_unsigned : i8 to i32
  %1 = phobos.cast %0 : i32 to f32
  return %1 : f32
}

// The second cast takes the low bits, whichever way the first one extends.
// CHECK-LABEL: func.func @narrows_again
// CHECK-NEXT:    phobos.cast %arg0 : i16 to i8
// CHECK-NEXT:    return
func.func @narrows_again(%n: i16) -> i8 {
  %0 = phobos.cast %n : i16 to i32
  %1 = phobos.cast %0 from_unsigned : i32 to i8
  return %1 : i8
}

// An index is an i64: the second cast reads the same bits.
// CHECK-LABEL: func.func @index_is_i64
// CHECK-NEXT:    phobos.cast %arg0 from_unsigned : i64 to f64
// CHECK-NEXT:    return
func.func @index_is_i64(%n: i64) -> f64 {
  %0 = phobos.cast %n : i64 to index
  %1 = phobos.cast %0 from_unsigned : index to f64
  return %1 : f64
}

// 24 bits hold every i16.
// CHECK-LABEL: func.func @integer_through_float
// CHECK-NEXT:    phobos.cast %arg0 : i16 to f16
// CHECK-NEXT:    return
func.func @integer_through_float(%n: i16) -> f16 {
  %0 = phobos.cast %n : i16 to f32
  %1 = phobos.cast %0 : f32 to f16
  return %1 : f16
}

// The first cast rounds.
// CHECK-LABEL: func.func @negative_narrower_float
// CHECK-COUNT-2: phobos.cast
func.func @negative_narrower_float(%x: f32) -> f32 {
  %0 = phobos.cast %x : f32 to f16
  %1 = phobos.cast %0 : f16 to f32
  return %1 : f32
}

// f16 has fewer digits than bf16 has range.
// CHECK-LABEL: func.func @negative_incomparable_floats
// CHECK-COUNT-2: phobos.cast
func.func @negative_incomparable_floats(%x: bf16) -> f32 {
  %0 = phobos.cast %x : bf16 to f16
  %1 = phobos.cast %0 : f16 to f32
  return %1 : f32
}

// An infinity saturates on its way back.
// CHECK-LABEL: func.func @negative_f8_infinity
// CHECK-COUNT-2: phobos.cast
func.func @negative_f8_infinity(%x: f8E5M2) -> f8E5M2 {
  %0 = phobos.cast %x : f8E5M2 to f32
  %1 = phobos.cast %0 : f32 to f8E5M2
  return %1 : f8E5M2
}

// -1 becomes 2^32 - 1.
// CHECK-LABEL: func.func @negative_sign_lost
// CHECK-COUNT-2: phobos.cast
func.func @negative_sign_lost(%n: i8) -> i64 {
  %0 = phobos.cast %n : i8 to i32
  %1 = phobos.cast %0 from_unsigned : i32 to i64
  return %1 : i64
}

// The float saturates to i8 where the integer would wrap.
// CHECK-LABEL: func.func @negative_saturates
// CHECK-COUNT-2: phobos.cast
func.func @negative_saturates(%n: i16) -> i8 {
  %0 = phobos.cast %n : i16 to f32
  %1 = phobos.cast %0 : f32 to i8
  return %1 : i8
}

// -----

// The rules of the language's casts, on constants.
// CHECK-LABEL: func.func @float_to_integer
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[MAX:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG:     %[[MIN:.*]] = arith.constant -2147483648 : i32
// CHECK-DAG:     %[[ONE:.*]] = arith.constant -1 : i32
// CHECK:         return %[[ZERO]], %[[MAX]], %[[MIN]], %[[MAX]], %[[ONE]] :
func.func @float_to_integer() -> (i32, i32, i32, i32, i32) {
  %nan = arith.constant 0x7FC00000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %big = arith.constant 3.0e9 : f32
  %neg = arith.constant -1.5 : f32
  %0 = phobos.cast %nan : f32 to i32
  %1 = phobos.cast %inf : f32 to i32
  %2 = phobos.cast %ninf : f32 to i32
  %3 = phobos.cast %big : f32 to i32
  %4 = phobos.cast %neg : f32 to i32
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// 3e9 fits unsigned, and is -1294967296 as signed; -1.5 saturates to 0.
// CHECK-LABEL: func.func @float_to_unsigned
// CHECK-DAG:     %[[BIG:.*]] = arith.constant -1294967296 : i32
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:         return %[[BIG]], %[[ZERO]]
func.func @float_to_unsigned() -> (i32, i32) {
  %big = arith.constant 3.0e9 : f32
  %neg = arith.constant -1.5 : f32
  %0 = phobos.cast %big to_unsigned : f32 to i32
  %1 = phobos.cast %neg to_unsigned : f32 to i32
  return %0, %1 : i32, i32
}

// Ties go to the even neighbour; beyond the largest is an infinity.
// CHECK-LABEL: func.func @f32_to_bf16
// CHECK-DAG:     %[[TIE:.*]] = arith.constant 1.000000e+00 : bf16
// CHECK-DAG:     %[[UP:.*]] = arith.constant 1.015630e+00 : bf16
// CHECK-DAG:     %[[INF:.*]] = arith.constant 0x7F80 : bf16
// CHECK-DAG:     %[[DENORMAL:.*]] = arith.constant 9.183550e-41 : bf16
// CHECK:         return %[[TIE]], %[[UP]], %[[INF]], %[[DENORMAL]]
func.func @f32_to_bf16() -> (bf16, bf16, bf16, bf16) {
  %tie = arith.constant 1.00390625 : f32
  %up = arith.constant 1.01171875 : f32
  %inf = arith.constant 3.3961776e38 : f32
  %denormal = arith.constant 1.0e-40 : f32
  %0 = phobos.cast %tie : f32 to bf16
  %1 = phobos.cast %up : f32 to bf16
  %2 = phobos.cast %inf : f32 to bf16
  %3 = phobos.cast %denormal : f32 to bf16
  return %0, %1, %2, %3 : bf16, bf16, bf16, bf16
}

// f8 saturates to 448 and to 57344; a NaN stays one.
// CHECK-LABEL: func.func @to_f8
// CHECK-DAG:     %[[A:.*]] = arith.constant 4.480000e+02 : f8E4M3FN
// CHECK-DAG:     %[[B:.*]] = arith.constant -5.734400e+04 : f8E5M2
// CHECK-DAG:     %[[C:.*]] = arith.constant 0x7F : f8E4M3FN
// CHECK:         return %[[A]], %[[B]], %[[C]]
func.func @to_f8() -> (f8E4M3FN, f8E5M2, f8E4M3FN) {
  %big = arith.constant 1000.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = phobos.cast %big : f32 to f8E4M3FN
  %1 = phobos.cast %inf : f32 to f8E5M2
  %2 = phobos.cast %nan : f32 to f8E4M3FN
  return %0, %1, %2 : f8E4M3FN, f8E5M2, f8E4M3FN
}

// 211 is -45 as signed; a bool is 0 or 1.
// CHECK-LABEL: func.func @integer_to_float
// CHECK-DAG:     %[[U:.*]] = arith.constant 2.110000e+02 : f32
// CHECK-DAG:     %[[S:.*]] = arith.constant -4.500000e+01 : f32
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:     %[[BIG:.*]] = arith.constant dense<18014400656965632> : !phobos.tile<2xi64>
// CHECK:         return %[[U]], %[[S]], %[[ONE]], %[[BIG]]
func.func @integer_to_float() -> (f32, f32, f32, !phobos.tile<2xi64>) {
  %byte = arith.constant 211 : i8
  %true = arith.constant true
  // 2^54 + 2^30 + 1 rounds up to 2^54 + 2^31; by way of f64 it were a tie.
  %big = arith.constant dense<18014399583223809> : !phobos.tile<2xi64>
  %0 = phobos.cast %byte from_unsigned : i8 to f32
  %1 = phobos.cast %byte : i8 to f32
  %2 = phobos.cast %true : i1 to f32
  %3 = phobos.cast %big : !phobos.tile<2xi64> to !phobos.tile<2xf32>
  %4 = phobos.cast %3 : !phobos.tile<2xf32> to !phobos.tile<2xi64>
  return %0, %1, %2, %4 : f32, f32, f32, !phobos.tile<2xi64>
}

// 300 wraps to 44; a bool is 1 and not -1; anything but 0 is true, NaN too.
// CHECK-LABEL: func.func @integer_to_integer
// CHECK-DAG:     %[[WRAP:.*]] = arith.constant 44 : i8
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : i64
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant true
// CHECK:         return %[[WRAP]], %[[ONE]], %[[TRUE]], %[[TRUE]]
func.func @integer_to_integer() -> (i8, i64, i1, i1) {
  %n = arith.constant 300 : i32
  %true = arith.constant true
  %even = arith.constant 256 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = phobos.cast %n : i32 to i8
  %1 = phobos.cast %true : i1 to i64
  %2 = phobos.cast %even : i32 to i1
  %3 = phobos.cast %nan : f32 to i1
  return %0, %1, %2, %3 : i8, i64, i1, i1
}

// RUN: phobos-opt %s -canonicalize | FileCheck %s

#lanes = #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>

// CHECK-LABEL: func.func @to_itself
// CHECK-SAME:  (%[[T:.*]]: !phobos.tile<4xf32, #{{.*}}>)
// CHECK-NEXT:    return %[[T]]
func.func @to_itself(%t: !phobos.tile<4xf32, #lanes>) -> !phobos.tile<4xf32, #lanes> {
  %0 = phobos.convert_layout %t : !phobos.tile<4xf32, #lanes> -> !phobos.tile<4xf32, #lanes>
  return %0 : !phobos.tile<4xf32, #lanes>
}

// A constant is at home in every layout.
// CHECK-LABEL: func.func @of_constant
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<2.000000e+00> : !phobos.tile<4xf32, #{{.*}}>
// CHECK-NEXT:    return %[[C]]
func.func @of_constant() -> !phobos.tile<4xf32, #lanes> {
  %t = arith.constant dense<2.0> : !phobos.tile<4xf32>
  %0 = phobos.convert_layout %t : !phobos.tile<4xf32> -> !phobos.tile<4xf32, #lanes>
  return %0 : !phobos.tile<4xf32, #lanes>
}

// CHECK-LABEL: func.func @negative_other_layout
// CHECK-NEXT:    phobos.convert_layout
func.func @negative_other_layout(%t: !phobos.tile<4xf32>) -> !phobos.tile<4xf32, #lanes> {
  %0 = phobos.convert_layout %t : !phobos.tile<4xf32> -> !phobos.tile<4xf32, #lanes>
  return %0 : !phobos.tile<4xf32, #lanes>
}

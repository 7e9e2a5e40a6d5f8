// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @slices
// CHECK-SAME:  (%[[X:.*]]: f32, %[[I:.*]]: index, %[[J:.*]]: index)
phobos.kernel @slices(%x: f32, %i: index, %j: index) {
  // CHECK: %[[T:.*]] = phobos.splat %[[X]] : !phobos.tile<16x64xf32>
  %t = phobos.splat %x : !phobos.tile<16x64xf32>
  // CHECK: %[[S:.*]] = phobos.extract_slice %[[T]][%[[I]] :+ 8, %[[J]] :+ 64] masked [0] fill -inf {note} : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  %0 = phobos.extract_slice %t[%i :+ 8, %j :+ 64] masked [0] fill -inf {note} : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  // CHECK: phobos.extract_slice %[[T]][%[[I]] :+ 8, %[[J]] :+ 32] : !phobos.tile<16x64xf32> -> !phobos.tile<8x32xf32>
  %1 = phobos.extract_slice %t[%i :+ 8, %j :+ 32] masked [] : !phobos.tile<16x64xf32> -> !phobos.tile<8x32xf32>
  // A masked slice may be longer than the tile.
  // CHECK: phobos.extract_slice %[[T]][%[[I]] :+ 32, %[[J]] :+ 1] masked [0, 1] : !phobos.tile<16x64xf32> -> !phobos.tile<32x1xf32>
  %2 = phobos.extract_slice %t[%i :+ 32, %j :+ 1] masked [0, 1] : !phobos.tile<16x64xf32> -> !phobos.tile<32x1xf32>
  // CHECK: %[[R:.*]] = phobos.insert_slice %[[S]], %[[T]][%[[I]] :+ 8, %[[J]] :+ 64] masked [0] {note} : !phobos.tile<8x64xf32>, !phobos.tile<16x64xf32>
  %3 = phobos.insert_slice %0, %t[%i :+ 8, %j :+ 64] masked [0] {note} : !phobos.tile<8x64xf32>, !phobos.tile<16x64xf32>
  // CHECK: phobos.insert_slice %{{.*}}, %[[R]][%[[I]] :+ 8, %[[J]] :+ 32] : !phobos.tile<8x32xf32>, !phobos.tile<16x64xf32>
  %4 = phobos.insert_slice %1, %3[%i :+ 8, %j :+ 32] : !phobos.tile<8x32xf32>, !phobos.tile<16x64xf32>
  phobos.return
}

// Indices have a fill as well, as no view's elements do.
// CHECK-LABEL: phobos.kernel @fill_of_indices
phobos.kernel @fill_of_indices(%i: index) {
  %t = phobos.splat %i : !phobos.tile<4xindex>
  // CHECK: phobos.extract_slice %{{.*}}[%{{.*}} :+ 2] masked [0] fill -7 : !phobos.tile<4xindex> -> !phobos.tile<2xindex>
  %0 = phobos.extract_slice %t[%i :+ 2] masked [0] fill -7 : !phobos.tile<4xindex> -> !phobos.tile<2xindex>
  phobos.return
}

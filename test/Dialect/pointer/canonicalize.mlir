// RUN: phobos-opt %s -canonicalize | FileCheck %s

// Nobody uses what was read.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT:    return
func.func @unused(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>) {
  %0 = phobos.gather %p[%i] : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf32>
  return
}

// A volatile read stays.
// CHECK-LABEL: func.func @negative_unused_volatile
// CHECK-NEXT:    phobos.gather
func.func @negative_unused_volatile(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>) {
  %0 = phobos.gather %p[%i] volatile : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf32>
  return
}

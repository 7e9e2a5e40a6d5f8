// RUN: phobos-opt %s --phobos-check-bounds | FileCheck %s

// Stores too, static extents, and a slice of several elements, inside of a loop.
// CHECK-LABEL: @accesses
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[C16:.*]] = arith.constant 16 : index
// CHECK: phobos.check_bounds %[[I]] :+ 4 in %[[C16]] dim 0 of "arg0"
// CHECK: phobos.check_bounds %{{.*}} :+ 1 in %{{.*}} dim 1 of "arg0"
// CHECK-NEXT: phobos.store
phobos.kernel @accesses(%a: !phobos.ptr<f32>, %n: index, %t: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[16, %n] : !phobos.view<16x?xf32>
  %v = phobos.splat %t : !phobos.tile<4x1xf32>
  scf.for %i = %c0 to %n step %c1 {
    phobos.store %v, %A[%i :+ 4, %i :+ 1] unchecked [0, 1] : !phobos.tile<4x1xf32>, !phobos.view<16x?xf32>
  }
  phobos.return
}

// @negative_proved: neither masked nor unchecked is proved, and needs no check.
// CHECK-LABEL: @negative_proved
// CHECK-NOT: phobos.check_bounds
// CHECK: phobos.return
phobos.kernel @negative_proved(%a: !phobos.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[16, %n] : !phobos.view<16x?xf32>
  %v = phobos.load %A[%c0 :+ 16, %c0 :+ 4] masked [1] : !phobos.view<16x?xf32> -> !phobos.tile<16x4xf32>
  phobos.return
}

// @negative_unknown_extent: nothing says how long a view from elsewhere is.
// CHECK-LABEL: @negative_unknown_extent
// CHECK-NOT: phobos.check_bounds
// CHECK: return
func.func @negative_unknown_extent(%A: !phobos.view<?xf32>, %i: index) {
  %v = phobos.load %A[%i :+ 1] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  return
}

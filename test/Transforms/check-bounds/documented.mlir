// RUN: phobos-opt %s --phobos-check-bounds | FileCheck %s

// The example of the pass's description.
// CHECK-LABEL: @documented
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index, %[[I:[a-z0-9]+]]: index
// CHECK: phobos.check_bounds %[[I]] :+ 1 in %[[M]] dim 0 of "A"
// CHECK-NOT: phobos.check_bounds
// CHECK: phobos.load {{.*}} masked [1] unchecked [0]
// CHECK-NOT: phobos.check_bounds
// CHECK: phobos.return
phobos.kernel @documented(%a: !phobos.ptr<f32> {phobos.name = "A"}, %M: index, %N: index, %i: index, %c: index) {
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %t = phobos.load %A[%i :+ 1, %c :+ 8] masked [1] unchecked [0] : !phobos.view<?x?xf32> -> !phobos.tile<1x8xf32>
  phobos.return
}

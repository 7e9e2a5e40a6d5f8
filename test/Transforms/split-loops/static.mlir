// RUN: phobos-opt %s --phobos-split-loops --canonicalize | FileCheck %s

// K = 1000 in steps of 16: 62 iterations from 0 to 976 are whole (976 + 16 <= 1000),
// then one at 992 that covers 8 elements, which needs no loop.

// CHECK-LABEL: phobos.kernel @one_left
// CHECK-DAG: %[[C992:.*]] = arith.constant 992 : index
// CHECK-DAG: %[[C985:.*]] = arith.constant 985 : index
// CHECK: %[[SUM:.*]] = scf.for %[[k:.*]] = %c0 to %[[C985]] step %c16 iter_args(%[[ACC:.*]] = %{{.*}})
// CHECK: phobos.load %{{.*}}[%[[k]] :+ 16] masked [0]
// CHECK: } {phobos.loop_part = "steady"}
// CHECK-NEXT: %[[T:.*]] = phobos.load %{{.*}}[%[[C992]] :+ 16] masked [0]
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[SUM]], %[[T]]
// CHECK-NEXT: phobos.store %[[R]]
// CHECK-NEXT: phobos.return
phobos.kernel @one_left(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[1000] : !phobos.view<1000xf32>
  %B = phobos.view %b[16] : !phobos.view<16xf32>
  %sum = scf.for %k = %c0 to %c1000 step %c16 iter_args(%acc = %zero) -> (!phobos.tile<16xf32>) {
    %t = phobos.load %A[%k :+ 16] masked [0] : !phobos.view<1000xf32> -> !phobos.tile<16xf32>
    %n = arith.addf %acc, %t : !phobos.tile<16xf32>
    scf.yield %n : !phobos.tile<16xf32>
  }
  phobos.store %sum, %B[%c0 :+ 16] : !phobos.tile<16xf32>, !phobos.view<16xf32>
  phobos.return
}

// From -24 in steps of 16: -24 and -8 are before the tensor, then 8, ..., 984 are
// whole, as 984 + 16 is the end: nothing is left.

// CHECK-LABEL: phobos.kernel @starts_below
// CHECK: scf.for %{{.*}} = %c-24 to %c0 step %c16 {
// CHECK: } {phobos.loop_part = "prologue"}
// CHECK: scf.for %{{.*}} = %c8 to %c1000 step %c16 {
// CHECK: } {phobos.loop_part = "steady"}
// CHECK-NEXT: phobos.return
phobos.kernel @starts_below(%a: !phobos.ptr<f32>) {
  %m24 = arith.constant -24 : index
  %c16 = arith.constant 16 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[1000] : !phobos.view<1000xf32>
  scf.for %k = %m24 to %c1000 step %c16 {
    phobos.store %zero, %A[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<1000xf32>
  }
  phobos.return
}

// 63 * 16 is the extent: every slice is inside, no part is left over.

// CHECK-LABEL: phobos.kernel @negative_divides
// CHECK: scf.for
// CHECK-NOT: loop_part
// CHECK-NOT: scf
// CHECK: phobos.return
phobos.kernel @negative_divides(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c1008 = arith.constant 1008 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[1008] : !phobos.view<1008xf32>
  scf.for %k = %c0 to %c1008 step %c16 {
    phobos.store %zero, %A[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<1008xf32>
  }
  phobos.return
}

// The tile is longer than the tensor: no iteration is whole, a steady loop would
// be dead.

// CHECK-LABEL: phobos.kernel @negative_never_inside
// CHECK: scf.for
// CHECK-NOT: loop_part
// CHECK-NOT: scf
// CHECK: phobos.return
phobos.kernel @negative_never_inside(%a: !phobos.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[15] : !phobos.view<15xf32>
  scf.for %k = %c0 to %n step %c16 {
    phobos.store %zero, %A[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<15xf32>
  }
  phobos.return
}

// RUN: phobos-opt %s --phobos-inline-thread-sums --split-input-file | FileCheck %s

// The example of the pass's description.
// CHECK-LABEL: @documented
// CHECK-SAME: %{{.*}}: !phobos.ptr<f32>, %{{.*}}: index, %[[K:.*]]: index
// CHECK: %[[A:.*]] = phobos.view
// CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[S:.*]] = scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[SUM:.*]] = %[[ZERO]]) -> (f32)
// CHECK: %[[I:.*]] = arith.addi %[[K]], %[[J]] : index
// CHECK: %[[T:.*]] = phobos.load %[[A]][%[[I]] :+ 1] unchecked [0]
// CHECK: %[[X:.*]] = phobos.item %[[T]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[X]] : f32
// CHECK: scf.yield %[[NEXT]] : f32
// CHECK-NOT: thread_sum
phobos.kernel @documented(%a: !phobos.ptr<f32>, %n: index, %k: index, %o: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %O = phobos.view %o[1] : !phobos.view<1xf32>
  %s = phobos.thread_sum(%A, %k : !phobos.view<?xf32>, index) -> f32 {
  ^bb0(%v: !phobos.view<?xf32>, %i: index):
    %t = phobos.load %v[%i :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
    phobos.yield %t : !phobos.tile<4xf32>
  }
  %r = phobos.splat %s : !phobos.tile<1xf32>
  phobos.store %r, %O[%c0 :+ 1] unchecked [0] : !phobos.tile<1xf32>, !phobos.view<1xf32>
  phobos.return
}

// -----

// Every op that may stand in a body, two dims, and integers. What an extent of 1
// has once is read at its start.
// CHECK-LABEL: @everything
// CHECK: %[[A:.*]] = phobos.view
// CHECK: scf.for %[[I:[a-z0-9]+]] = {{.*}} -> (i32)
// CHECK: scf.for %[[J:[a-z0-9]+]] = {{.*}} -> (i32)
// CHECK: %[[W:.*]] = arith.constant 7 : i32
// CHECK: phobos.load %[[A]][%{{.*}} :+ 1, %{{.*}} :+ 1] unchecked [0, 1] cache <cg>
// CHECK: phobos.cast %{{.*}} : i8 to i32
// CHECK: arith.addi %{{.*}}, %[[J]] : index
// CHECK: phobos.cast %{{.*}} : index to i32
// CHECK: arith.cmpi slt, %{{.*}}, %[[W]] : i32
// CHECK: arith.select
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NOT: phobos.where
// CHECK: phobos.return
phobos.kernel @everything(%a: !phobos.ptr<i8>, %n: index, %k: index, %o: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%n, %n] : !phobos.view<?x?xi8>
  %O = phobos.view %o[1] : !phobos.view<1xi32>
  %s = phobos.thread_sum(%A, %k : !phobos.view<?x?xi8>, index) -> i32 {
  ^bb0(%v: !phobos.view<?x?xi8>, %i: index):
    %w = arith.constant dense<7> : !phobos.tile<2x4xi32>
    %t = phobos.load %v[%i :+ 2, %i :+ 1] unchecked [0, 1] cache <cg> : !phobos.view<?x?xi8> -> !phobos.tile<2x1xi8>
    %c = phobos.cast %t : !phobos.tile<2x1xi8> to !phobos.tile<2x1xi32>
    %b = phobos.broadcast %c : !phobos.tile<2x1xi32> -> !phobos.tile<2x4xi32>
    %x = phobos.iota 1 : !phobos.tile<2x4xindex>
    %p = phobos.splat %i : !phobos.tile<2x4xindex>
    %q = arith.addi %p, %x : !phobos.tile<2x4xindex>
    %y = phobos.cast %q : !phobos.tile<2x4xindex> to !phobos.tile<2x4xi32>
    %m = arith.cmpi slt, %y, %w : !phobos.tile<2x4xi32>
    %u = phobos.where %m, %b, %y : !phobos.tile<2x4xi1>, !phobos.tile<2x4xi32>
    phobos.yield %u : !phobos.tile<2x4xi32>
  }
  %r = phobos.splat %s : !phobos.tile<1xi32>
  phobos.store %r, %O[%c0 :+ 1] unchecked [0] : !phobos.tile<1xi32>, !phobos.view<1xi32>
  phobos.return
}

// RUN: phobos-opt %s --phobos-hold-runs --split-input-file | FileCheck %s

// The example of the pass's description.
// CHECK-LABEL: @documented
// CHECK-SAME: threads 128
// CHECK: %[[A:.*]] = phobos.view
// CHECK: %[[T:.*]] = phobos.load %[[A]][%{{.*}} :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32, {{.*}}>
// CHECK: %[[R:.*]] = phobos.reduce <add> %[[T]] dim 0
// CHECK: %[[S:.*]] = phobos.item %[[R]]
// CHECK-NOT: thread_sum
// CHECK: phobos.splat %[[S]]
phobos.kernel @documented(%a: !phobos.ptr<f32>, %n: index, %o: !phobos.ptr<f32>) {
  %k = phobos.lane_id
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %O = phobos.view %o[32] : !phobos.view<32xf32>
  %s = phobos.thread_sum(%A, %k : !phobos.view<?xf32>, index) -> f32 {
  ^bb0(%v: !phobos.view<?xf32>, %i: index):
    %t = phobos.load %v[%i :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
    phobos.yield %t : !phobos.tile<4xf32>
  }
  %r = phobos.splat %s : !phobos.tile<1xf32>
  phobos.store %r, %O[%k :+ 1] unchecked [0] : !phobos.tile<1xf32>, !phobos.view<32xf32>
  phobos.return
}

// -----

// A run of 40 elements in chunks of 8, and what rows share.
// CHECK-LABEL: @chunks
// CHECK: %[[C0:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[ROWS:.*]] = scf.for %[[I:[a-z0-9]+]] = {{.*}} -> (f32)
// CHECK: scf.for %[[J:[a-z0-9]+]] = %{{.*}} to %[[END:[a-z0-9_]+]] step %[[STEP:[a-z0-9_]+]] iter_args
// CHECK: phobos.load %{{.*}} -> !phobos.tile<1x8xf32, {{.*}}>
// CHECK: phobos.load %{{.*}} -> !phobos.tile<1x1xf32, {{.*}}>
// CHECK: phobos.broadcast %{{.*}} -> !phobos.tile<1x8xf32, {{.*}}>
// CHECK: phobos.iota 1 : !phobos.tile<1x8xindex, {{.*}}>
// CHECK: phobos.splat %[[J]] : !phobos.tile<1x8xindex, {{.*}}>
// CHECK: phobos.reduce <add> %{{.*}} dim 1
// CHECK: phobos.reduce <add> %{{.*}} dim 0
// CHECK: arith.addf
phobos.kernel @chunks(%a: !phobos.ptr<f32>, %o: !phobos.ptr<f32>) {
  %k = phobos.lane_id
  %A = phobos.view %a[64, 64] : !phobos.view<64x64xf32>
  %O = phobos.view %o[32] : !phobos.view<32xf32>
  %s = phobos.thread_sum(%A, %k : !phobos.view<64x64xf32>, index) -> f32 {
  ^bb0(%v: !phobos.view<64x64xf32>, %i: index):
    %t = phobos.load %v[%i :+ 3, %i :+ 40] unchecked [0, 1] : !phobos.view<64x64xf32> -> !phobos.tile<3x40xf32>
    %u = phobos.load %v[%i :+ 3, %i :+ 1] unchecked [0, 1] : !phobos.view<64x64xf32> -> !phobos.tile<3x1xf32>
    %b = phobos.broadcast %u : !phobos.tile<3x1xf32> -> !phobos.tile<3x40xf32>
    %x = phobos.iota 1 : !phobos.tile<3x40xindex>
    %y = phobos.cast %x : !phobos.tile<3x40xindex> to !phobos.tile<3x40xf32>
    %p = arith.mulf %t, %b : !phobos.tile<3x40xf32>
    %q = arith.mulf %p, %y : !phobos.tile<3x40xf32>
    phobos.yield %q : !phobos.tile<3x40xf32>
  }
  %r = phobos.splat %s : !phobos.tile<1xf32>
  phobos.store %r, %O[%k :+ 1] unchecked [0] : !phobos.tile<1xf32>, !phobos.view<32xf32>
  phobos.return
}

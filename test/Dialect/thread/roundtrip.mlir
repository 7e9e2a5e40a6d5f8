// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s --phobos-verify-stage="stage=tile"
// RUN: phobos-opt %s --mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @positions
// CHECK-NEXT:    phobos.thread_id
// CHECK-NEXT:    phobos.warp_id
// CHECK-NEXT:    phobos.lane_id
// CHECK-NEXT:    phobos.num_threads
phobos.kernel @positions() {
  %0 = phobos.thread_id
  %1 = phobos.warp_id
  %2 = phobos.lane_id
  %3 = phobos.num_threads
  phobos.return
}

// CHECK-LABEL: phobos.kernel @elements
// CHECK:         %[[X:.*]] = phobos.load_elem %[[T:.*]][%[[I:.*]], %[[J:.*]]] : !phobos.tile<8x64xf32>
// CHECK-NEXT:    phobos.store_elem %[[X]], %[[T]][%[[J]], %[[I]]] : !phobos.tile<8x64xf32>
phobos.kernel @elements(%i: index, %j: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<8x64xf32>
  %x = phobos.load_elem %t[%i, %j] : !phobos.tile<8x64xf32>
  %u = phobos.store_elem %x, %t[%j, %i] : !phobos.tile<8x64xf32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @between_threads
// CHECK:         phobos.warp_reduce <add> %{{.*}} : f32
// CHECK-NEXT:    phobos.warp_reduce <maxu> %{{.*}} : i8
// CHECK-NEXT:    phobos.block_reduce <max> %{{.*}} : f32
// CHECK-NEXT:    phobos.shuffle %{{.*}}, %{{.*}} : f32
// CHECK-NEXT:    phobos.shuffle %{{.*}}, %{{.*}} : i1
// CHECK-NEXT:    phobos.barrier
phobos.kernel @between_threads(%x: f32, %b: i8, %p: i1) {
  %lane = phobos.lane_id
  %0 = phobos.warp_reduce <add> %x : f32
  %1 = phobos.warp_reduce <maxu> %b : i8
  %2 = phobos.block_reduce <max> %x : f32
  %3 = phobos.shuffle %x, %lane : f32
  %4 = phobos.shuffle %p, %lane : i1
  phobos.barrier
  phobos.return
}

// CHECK-LABEL: phobos.kernel @sums
// CHECK:         %{{.*}} = phobos.thread_sum(%[[A:.*]], %[[K:.*]] : !phobos.view<?xf32>, index) -> f32 {
// CHECK-NEXT:    ^bb0(%[[B:.*]]: !phobos.view<?xf32>, %[[I:.*]]: index):
// CHECK-NEXT:      %[[T:.*]] = phobos.load %[[B]][%[[I]] :+ 4] unchecked [0]
// CHECK-NEXT:      %[[Q:.*]] = arith.mulf %[[T]], %[[T]] : !phobos.tile<4xf32>
// CHECK-NEXT:      phobos.yield %[[Q]] : !phobos.tile<4xf32>
// CHECK:         phobos.thread_sum -> f32 {
phobos.kernel @sums(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %k = phobos.thread_id
  %0 = phobos.thread_sum(%A, %k : !phobos.view<?xf32>, index) -> f32 {
  ^bb0(%b: !phobos.view<?xf32>, %i: index):
    %t = phobos.load %b[%i :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
    %q = arith.mulf %t, %t : !phobos.tile<4xf32>
    phobos.yield %q : !phobos.tile<4xf32>
  }
  %1 = phobos.thread_sum -> f32 {
    %t = arith.constant dense<1.0> : !phobos.tile<4xf32>
    phobos.yield %t : !phobos.tile<4xf32>
  }
  phobos.return
}

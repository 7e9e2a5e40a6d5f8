// RUN: phobos-opt %s -canonicalize -cse | FileCheck %s

// CHECK-LABEL: phobos.kernel @one_warp
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[THREADS:.*]] = arith.constant 32 : index
// CHECK-NOT:     phobos.warp_id
// CHECK-NOT:     phobos.num_threads
// CHECK:         phobos.view %{{.*}}[%[[ZERO]], %[[THREADS]]]
phobos.kernel @one_warp(%a: !phobos.ptr<f32>) threads 32 {
  %0 = phobos.warp_id
  %1 = phobos.num_threads
  %A = phobos.view %a[%0, %1] : !phobos.view<?x?xf32>
  %t = arith.constant dense<0.0> : !phobos.tile<1x1xf32>
  phobos.store %t, %A[%0 :+ 1, %0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// Without a number of threads, or with more than a warp, they stay.
// CHECK-LABEL: phobos.kernel @negative_unknown_threads
// CHECK:         phobos.warp_id
// CHECK:         phobos.num_threads
phobos.kernel @negative_unknown_threads(%a: !phobos.ptr<f32>) {
  %0 = phobos.warp_id
  %1 = phobos.num_threads
  %A = phobos.view %a[%0, %1] : !phobos.view<?x?xf32>
  %t = arith.constant dense<0.0> : !phobos.tile<1x1xf32>
  phobos.store %t, %A[%0 :+ 1, %0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @negative_two_warps
// CHECK:         phobos.warp_id
phobos.kernel @negative_two_warps(%a: !phobos.ptr<f32>) threads 64 {
  %0 = phobos.warp_id
  %A = phobos.view %a[%0] : !phobos.view<?xf32>
  %t = arith.constant dense<0.0> : !phobos.tile<1xf32>
  phobos.store %t, %A[%0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<?xf32>
  phobos.return
}

// What is not used goes; a barrier is used by being there.
// CHECK-LABEL: phobos.kernel @dead
// CHECK-NEXT:    phobos.barrier
// CHECK-NEXT:    phobos.return
phobos.kernel @dead(%x: f32) {
  %lane = phobos.lane_id
  %0 = phobos.warp_reduce <add> %x : f32
  %1 = phobos.shuffle %x, %lane : f32
  phobos.barrier
  phobos.return
}

// Two barriers are two.
// CHECK-LABEL: phobos.kernel @negative_two_barriers
// CHECK-NEXT:    phobos.barrier
// CHECK-NEXT:    phobos.barrier
phobos.kernel @negative_two_barriers() {
  phobos.barrier
  phobos.barrier
  phobos.return
}

// The body of a sum is closed: a constant of the kernel does not enter it, and
// none leaves it.
// CHECK-LABEL: phobos.kernel @negative_constants_in_sums
// CHECK:         phobos.thread_sum
// CHECK-NEXT:      arith.constant dense<2.000000e+00>
// CHECK-NEXT:      phobos.yield
phobos.kernel @negative_constants_in_sums(%a: !phobos.ptr<f32>) {
  %A = phobos.view %a[4] : !phobos.view<4xf32>
  %zero = arith.constant 0 : index
  %t = arith.constant dense<2.0> : !phobos.tile<4xf32>
  phobos.store %t, %A[%zero :+ 4] : !phobos.tile<4xf32>, !phobos.view<4xf32>
  %s = phobos.thread_sum -> f32 {
    %u = arith.constant dense<2.0> : !phobos.tile<4xf32>
    phobos.yield %u : !phobos.tile<4xf32>
  }
  %v = phobos.splat %s : !phobos.tile<1xf32>
  phobos.store %v, %A[%zero :+ 1] : !phobos.tile<1xf32>, !phobos.view<4xf32>
  phobos.return
}

// RUN: phobos-opt %s --phobos-verify-threads -split-input-file | FileCheck %s

// A warp's dot product of a row, each lane with runs of its own.
// CHECK-LABEL: phobos.kernel @rows
phobos.kernel @rows(%a: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index, %K: index) {
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xf32>
  %Y = phobos.view %y[%M] : !phobos.view<?xf32>
  %lane = phobos.lane_id
  %row = phobos.warp_id
  %zero = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %lanes = arith.constant 32 : index
  %sum = scf.for %k = %lane to %K step %lanes iter_args(%acc = %f0) -> f32 {
    %s = phobos.thread_sum(%A, %row, %k : !phobos.view<?x?xf32>, index, index) -> f32 {
    ^bb0(%v: !phobos.view<?x?xf32>, %i: index, %j: index):
      %t = phobos.load %v[%i :+ 1, %j :+ 4] unchecked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<1x4xf32>
      phobos.yield %t : !phobos.tile<1x4xf32>
    }
    // A point of a thread's own.
    %p = phobos.load %A[%row :+ 1, %k :+ 1] unchecked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<1x1xf32>
    %x = phobos.item %p : !phobos.tile<1x1xf32>
    %t = arith.addf %acc, %x : f32
    %next = arith.addf %t, %s : f32
    scf.yield %next : f32
  }
  %all = phobos.warp_reduce <add> %sum : f32
  %first = arith.cmpi eq, %lane, %zero : index
  scf.if %first {
    %t = phobos.splat %all : !phobos.tile<1xf32>
    phobos.store %t, %Y[%row :+ 1] unchecked [0] : !phobos.tile<1xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// -----

// Collectives of a warp where all of the warp is, tiles where all of the block.
// CHECK-LABEL: phobos.kernel @together
phobos.kernel @together(%a: !phobos.ptr<f32>, %n: index, %x: f32) {
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %warp = phobos.warp_id
  %lane = phobos.lane_id
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = arith.cmpi eq, %warp, %zero : index
  scf.if %first {
    %0 = phobos.warp_reduce <add> %lane : index
    %1 = phobos.shuffle %0, %lane : index
  }
  // The sum over the block is the block's again.
  %total = phobos.block_reduce <add> %lane : index
  scf.for %i = %zero to %total step %one {
    phobos.barrier
    %t = phobos.load %A[%i :+ 32] masked [0] : !phobos.view<?xf32> -> !phobos.tile<32xf32>
    phobos.store %t, %A[%i :+ 32] masked [0] : !phobos.tile<32xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// -----

// A tile that single threads write is one of the block behind it.
// CHECK-LABEL: phobos.kernel @versions
phobos.kernel @versions(%a: !phobos.ptr<f32>, %n: index, %x: f32) {
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %lane = phobos.lane_id
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %t = arith.constant dense<0.0> : !phobos.tile<32xf32>
  %first = arith.cmpi eq, %lane, %zero : index
  %u = scf.for %i = %lane to %n step %one iter_args(%s = %t) -> !phobos.tile<32xf32> {
    %w = scf.if %first -> !phobos.tile<32xf32> {
      %v = phobos.store_elem %x, %s[%i] : !phobos.tile<32xf32>
      scf.yield %v : !phobos.tile<32xf32>
    } else {
      scf.yield %s : !phobos.tile<32xf32>
    }
    scf.yield %w : !phobos.tile<32xf32>
  }
  phobos.store %u, %A[%zero :+ 32] masked [0] : !phobos.tile<32xf32>, !phobos.view<?xf32>
  phobos.return
}

// -----

// One warp is the block.
// CHECK-LABEL: phobos.kernel @one_warp
phobos.kernel @one_warp(%a: !phobos.ptr<f32>, %n: index) threads 32 {
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %warp = phobos.warp_id
  %t = phobos.load %A[%warp :+ 32] masked [0] : !phobos.view<?xf32> -> !phobos.tile<32xf32>
  phobos.store %t, %A[%warp :+ 32] masked [0] : !phobos.tile<32xf32>, !phobos.view<?xf32>
  phobos.barrier
  phobos.return
}

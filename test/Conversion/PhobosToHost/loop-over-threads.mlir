// RUN: phobos-opt --phobos-loop-over-threads --canonicalize --split-input-file %s | FileCheck %s

// A kernel without per-thread code stays as it is.
// CHECK-LABEL: phobos.kernel @without()
// CHECK-NEXT:    phobos.return
phobos.kernel @without() {
  phobos.return
}

// -----

// Threads in order, in a loop over warps and in it one over lanes. Without `threads` a block has 128.
// CHECK-LABEL: phobos.kernel @points
// CHECK-SAME:    threads 128
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for %[[WARP:.*]] = %c0 to %c4
// CHECK-NEXT:      scf.for %[[LANE:.*]] = %c0 to %c32
// CHECK-NEXT:        %[[FIRST:.*]] = arith.muli %[[WARP]], %c32
// CHECK-NEXT:        %[[THREAD:.*]] = arith.addi %[[FIRST]], %[[LANE]]
// CHECK-NEXT:        %[[VALUE:.*]] = arith.index_cast %[[THREAD]]
// CHECK:             phobos.store %{{.*}}, %{{.*}}[%[[THREAD]] :+ 1]
phobos.kernel @points(%p: !phobos.ptr<i32>) {
  %v = phobos.view %p[1024] : !phobos.view<1024xi32>
  %i = phobos.thread_id
  %x = arith.index_cast %i : index to i32
  %t = phobos.splat %x : !phobos.tile<1xi32>
  phobos.store %t, %v[%i :+ 1] unchecked [0] : !phobos.tile<1xi32>, !phobos.view<1024xi32>
  phobos.return
}

// -----

// A sum of the warp stays in the loop over warps, whose branch it stands in; what it adds up is in a buffer. The
// branch is the warp's, that on the lane stands in the second loop over lanes.
// CHECK-LABEL: phobos.kernel @warps
// CHECK:         %[[VALUES:.*]] = memref.alloc() : memref<64xf32>
// CHECK:         scf.for %[[WARP:.*]] = %c0 to %c2
// CHECK:           scf.if
// CHECK-NEXT:        scf.for
// CHECK:               memref.store %{{.*}}, %[[VALUES]][%{{.*}}]
// CHECK:             }
// CHECK:             scf.for %{{.*}} = %c0 to %c16
// CHECK:               arith.addf
// CHECK:             scf.for %{{.*}} = %c0 to %c2
// CHECK:             arith.addf
// CHECK:             arith.addf
// CHECK-NEXT:        memref.store
// CHECK-NEXT:        %[[SUM:.*]] = memref.load %{{.*}}[%c0]
// CHECK-NEXT:        scf.for
// CHECK:               scf.if
// CHECK:                 phobos.splat %[[SUM]]
phobos.kernel @warps(%p: !phobos.ptr<f32>, %m: index) threads 64 {
  %c0 = arith.constant 0 : index
  %a = phobos.view %p[%m, 32] : !phobos.view<?x32xf32>
  %y = phobos.view %p[%m] : !phobos.view<?xf32>
  %r = phobos.warp_id
  %lane = phobos.lane_id
  %inside = arith.cmpi slt, %r, %m : index
  scf.if %inside {
    %t = phobos.load %a[%r :+ 1, %lane :+ 1] unchecked [0, 1] : !phobos.view<?x32xf32> -> !phobos.tile<1x1xf32>
    %x = phobos.item %t : !phobos.tile<1x1xf32>
    %s = phobos.warp_reduce <add> %x : f32
    %first = arith.cmpi eq, %lane, %c0 : index
    scf.if %first {
      %u = phobos.splat %s : !phobos.tile<1xf32>
      phobos.store %u, %y[%r :+ 1] unchecked [0] : !phobos.tile<1xf32>, !phobos.view<?xf32>
    }
  }
  phobos.return
}

// -----

// A loop of the block with a sum of the block in it stays outside; what it carries for each thread is in a buffer.
// CHECK-LABEL: phobos.kernel @carried
// CHECK:         %[[CARRIED:.*]] = memref.alloc() : memref<128xi32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             memref.store %{{.*}}, %[[CARRIED]]
// CHECK:         scf.for %{{.*}} = %c0 to %arg1
// CHECK:           %[[SUM:.*]] = scf.for %{{.*}} = %c1 to %c4 {{.*}} iter_args
// CHECK:             scf.yield
// CHECK:           scf.for %{{.*}} = %c0 to %c4
// CHECK-NEXT:        scf.for %{{.*}} = %c0 to %c32
// CHECK:               %[[OLD:.*]] = memref.load %[[CARRIED]]
// CHECK:               %[[NEW:.*]] = arith.addi %[[OLD]], %[[SUM]]
// CHECK:               memref.store %[[NEW]], %[[CARRIED]]
phobos.kernel @carried(%p: !phobos.ptr<i32>, %n: index) threads 128 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = phobos.view %p[64] : !phobos.view<64xi32>
  %i = phobos.thread_id
  %x = arith.index_cast %i : index to i32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    %s = phobos.block_reduce <add> %a : i32
    %next = arith.addi %a, %s : i32
    scf.yield %next : i32
  }
  %t = phobos.splat %r : !phobos.tile<1xi32>
  phobos.store %t, %v[%i :+ 1] unchecked [0] : !phobos.tile<1xi32>, !phobos.view<64xi32>
  phobos.return
}

// -----

// Another lane's value comes out of a buffer that all lanes have written.
// CHECK-LABEL: phobos.kernel @shuffled
// CHECK:         %[[VALUES:.*]] = memref.alloc() : memref<32xindex>
// CHECK:         scf.for
// CHECK:           memref.store %{{.*}}, %[[VALUES]]
// CHECK:         scf.for
// CHECK:           %[[PLACE:.*]] = arith.andi %{{.*}}, %c31
// CHECK:           memref.load %[[VALUES]][%[[PLACE]]]
phobos.kernel @shuffled(%p: !phobos.ptr<i64>) threads 32 {
  %c1 = arith.constant 1 : index
  %v = phobos.view %p[32] : !phobos.view<32xi64>
  %lane = phobos.lane_id
  %x = arith.muli %lane, %lane : index
  %other = arith.xori %lane, %c1 : index
  %y = phobos.shuffle %x, %other : index
  %z = arith.index_cast %y : index to i64
  %t = phobos.splat %z : !phobos.tile<1xi64>
  phobos.store %t, %v[%lane :+ 1] unchecked [0] : !phobos.tile<1xi64>, !phobos.view<32xi64>
  phobos.return
}

// -----

// The loops carry a tile that threads store to; what is read of the tile from before is read of that.
// CHECK-LABEL: phobos.kernel @elements
// CHECK:         %[[T:.*]] = phobos.load
// CHECK:         %[[U:.*]] = scf.for %{{.*}} iter_args(%[[A:.*]] = %[[T]])
// CHECK:           %[[B:.*]] = scf.for %{{.*}} iter_args(%[[C:.*]] = %[[A]])
// CHECK:             %[[X:.*]] = phobos.load_elem %[[T]]
// CHECK:             %[[D:.*]] = scf.if
// CHECK:               phobos.store_elem %[[X]], %[[C]]
// CHECK:             } else {
// CHECK-NEXT:          scf.yield %[[C]]
// CHECK:             scf.yield %[[D]]
// CHECK:           scf.yield %[[B]]
// CHECK:         phobos.store %[[U]]
phobos.kernel @elements(%p: !phobos.ptr<f32>) threads 64 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %v = phobos.view %p[64] : !phobos.view<64xf32>
  %t = phobos.load %v[%c0 :+ 64] : !phobos.view<64xf32> -> !phobos.tile<64xf32>
  %i = phobos.thread_id
  %other = arith.addi %i, %c8 : index
  %x = phobos.load_elem %t[%other] : !phobos.tile<64xf32>
  %some = arith.cmpi ult, %i, %c8 : index
  %u = scf.if %some -> !phobos.tile<64xf32> {
    %w = phobos.store_elem %x, %t[%i] : !phobos.tile<64xf32>
    scf.yield %w : !phobos.tile<64xf32>
  } else {
    scf.yield %t : !phobos.tile<64xf32>
  }
  phobos.store %u, %v[%c0 :+ 64] : !phobos.tile<64xf32>, !phobos.view<64xf32>
  phobos.return
}

// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --cse | FileCheck %s

// Loads only: nothing to order.
// CHECK-LABEL: gpu.func @loads
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @loads(%a: !phobos.ptr<f32>) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[256] : !phobos.view<256xf32>
  %t = phobos.load %A[%c0 :+ 64] : !phobos.view<256xf32> -> !phobos.tile<64xf32>
  %u = phobos.load %A[%c1 :+ 64] : !phobos.view<256xf32> -> !phobos.tile<64xf32>
  phobos.return
}

// The same elements in one layout, 4 a thread: each overwrites what it read.
// CHECK-LABEL: gpu.func @in_place
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @in_place(%a: !phobos.ptr<f32>, %s: index) threads 64 {
  %A = phobos.view %a[1024] : !phobos.view<1024xf32>
  %t = phobos.load %A[%s :+ 256] masked [0] : !phobos.view<1024xf32> -> !phobos.tile<256xf32>
  phobos.store %t, %A[%s :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<1024xf32>
  phobos.return
}

// A[0 :+ 64] = A[1 :+ 64]: every thread has to have read before any writes.
// CHECK-LABEL: gpu.func @shift
// CHECK: llvm.load
// CHECK: gpu.barrier
// CHECK: st.global
phobos.kernel @shift(%a: !phobos.ptr<f32>) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[256] : !phobos.view<256xf32>
  %t = phobos.load %A[%c1 :+ 64] : !phobos.view<256xf32> -> !phobos.tile<64xf32>
  phobos.store %t, %A[%c0 :+ 64] : !phobos.tile<64xf32>, !phobos.view<256xf32>
  phobos.return
}

// Two arguments: the barrier is behind a test of their ranges, [a, a + 1024)
// against [b, b + 1024).
// CHECK-LABEL: gpu.func @arguments
// CHECK-SAME: %[[A:[a-z0-9]+]]: !llvm.ptr<1>, %[[B:[a-z0-9]+]]: !llvm.ptr<1>)
// CHECK-DAG: %[[LOW_A:.*]] = llvm.ptrtoint %[[A]]
// CHECK-DAG: %[[LOW_B:.*]] = llvm.ptrtoint %[[B]]
// CHECK-DAG: arith.constant 1024 : index
// CHECK-DAG: %[[FIRST:.*]] = arith.cmpi ult, %[[LOW_A]], %{{.*}} : i64
// CHECK-DAG: %[[SECOND:.*]] = arith.cmpi ult, %[[LOW_B]], %{{.*}} : i64
// CHECK: %[[OVERLAP:.*]] = arith.andi %[[FIRST]], %[[SECOND]]
// CHECK: scf.if %[[OVERLAP]]
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @arguments(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 64 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[256] : !phobos.view<256xf32>
  %B = phobos.view %b[256] : !phobos.view<256xf32>
  %t = phobos.load %A[%c0 :+ 64] : !phobos.view<256xf32> -> !phobos.tile<64xf32>
  phobos.store %t, %B[%c0 :+ 64] : !phobos.tile<64xf32>, !phobos.view<256xf32>
  phobos.return
}

// @negative_carried: the store of one iteration and the load of the next may
// meet, although the loop's own load and store access the same elements.
// CHECK-LABEL: gpu.func @negative_carried
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: ld.global
// CHECK-NOT: gpu.barrier
// CHECK: st.global
phobos.kernel @negative_carried(%a: !phobos.ptr<f32>, %n: index) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[1024] : !phobos.view<1024xf32>
  scf.for %i = %c0 to %n step %c1 {
    %t = phobos.load %A[%i :+ 256] masked [0] : !phobos.view<1024xf32> -> !phobos.tile<256xf32>
    phobos.store %t, %A[%i :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<1024xf32>
  }
  phobos.return
}

// Iterations that are as far apart as the tile is long access other elements each.
// CHECK-LABEL: gpu.func @moved_apart
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @moved_apart(%a: !phobos.ptr<f32>, %n: index, %s: index) threads 64 {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %A = phobos.view %a[1024] : !phobos.view<1024xf32>
  scf.for %i = %c0 to %n step %c256 {
    %j = arith.addi %s, %i : index
    %t = phobos.load %A[%j :+ 256] masked [0] : !phobos.view<1024xf32> -> !phobos.tile<256xf32>
    phobos.store %t, %A[%j :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<1024xf32>
  }
  phobos.return
}

// @negative_moved_unlike: the load is one element behind, in the next iteration's
// part.
// CHECK-LABEL: gpu.func @negative_moved_unlike
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: ld.global
phobos.kernel @negative_moved_unlike(%a: !phobos.ptr<f32>, %n: index) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %A = phobos.view %a[1024] : !phobos.view<1024xf32>
  scf.for %i = %c0 to %n step %c256 {
    %j = arith.addi %i, %c1 : index
    %t = phobos.load %A[%j :+ 256] masked [0] : !phobos.view<1024xf32> -> !phobos.tile<256xf32>
    phobos.store %t, %A[%i :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<1024xf32>
  }
  phobos.return
}

// A start that no iteration changes is the same in all of them.
// CHECK-LABEL: gpu.func @fixed
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @fixed(%a: !phobos.ptr<f32>, %n: index, %s: index) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[1024] : !phobos.view<1024xf32>
  scf.for %i = %c0 to %n step %c1 {
    %t = phobos.load %A[%s :+ 256] masked [0] : !phobos.view<1024xf32> -> !phobos.tile<256xf32>
    phobos.store %t, %A[%s :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<1024xf32>
  }
  phobos.return
}

// @negative_zero_trips: a barrier in a loop orders nothing if the loop does not
// run, so the last load needs its own.
// CHECK-LABEL: gpu.func @negative_zero_trips
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: }
// CHECK: gpu.barrier
// CHECK: gpu.return
phobos.kernel @negative_zero_trips(%a: !phobos.ptr<f32>, %n: index, %x: f32) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[256] : !phobos.view<256xf32>
  %t = phobos.splat %x : !phobos.tile<64xf32>
  phobos.store %t, %A[%c0 :+ 64] : !phobos.tile<64xf32>, !phobos.view<256xf32>
  scf.for %i = %c0 to %n step %c1 {
    %r = phobos.reduce <add> %t dim 0 : !phobos.tile<64xf32> -> !phobos.tile<1xf32>
    %s = phobos.load %A[%i :+ 64] masked [0] : !phobos.view<256xf32> -> !phobos.tile<64xf32>
  }
  %u = phobos.load %A[%c1 :+ 64] : !phobos.view<256xf32> -> !phobos.tile<64xf32>
  phobos.return
}

// @negative_replicas: 64 elements, 4 to each of 16 lanes. The other 48 threads
// hold copies that they might read after the owner has written.
// CHECK-LABEL: gpu.func @negative_replicas
// CHECK: ld.global
// CHECK: gpu.barrier
// CHECK: st.global
phobos.kernel @negative_replicas(%a: !phobos.ptr<f32>, %s: index) threads 64 {
  %A = phobos.view %a[256] : !phobos.view<256xf32>
  %t = phobos.load %A[%s :+ 64] masked [0] : !phobos.view<256xf32> -> !phobos.tile<64xf32>
  phobos.store %t, %A[%s :+ 64] masked [0] : !phobos.tile<64xf32>, !phobos.view<256xf32>
  phobos.return
}

// @negative_view_of_each_iteration: one start, but other rows each time.
// CHECK-LABEL: gpu.func @negative_view_of_each_iteration
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: llvm.load
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @negative_view_of_each_iteration(%a: !phobos.ptr<f32>, %n: index) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %A = phobos.view %a[2, 128] strides [%i, 1] : !phobos.view<2x128xf32, strides = [?, 1]>
    %t = phobos.load %A[%c0 :+ 2, %c0 :+ 128] : !phobos.view<2x128xf32, strides = [?, 1]> -> !phobos.tile<2x128xf32>
    phobos.store %t, %A[%c0 :+ 2, %c0 :+ 128] : !phobos.tile<2x128xf32>, !phobos.view<2x128xf32, strides = [?, 1]>
  }
  phobos.return
}

// @negative_while_exit: the loop is left behind its condition, so the barrier
// of the reduction in its body does not order its last load.
// CHECK-LABEL: gpu.func @negative_while_exit
// CHECK: scf.while
// CHECK: ld.global
// CHECK: scf.condition
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK: st.global
phobos.kernel @negative_while_exit(%a: !phobos.ptr<f32>, %n: i1, %x: f32) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[257] : !phobos.view<257xf32>
  %t = phobos.splat %x : !phobos.tile<256xf32>
  scf.while : () -> () {
    %s = phobos.load %A[%c0 :+ 256] masked [0] : !phobos.view<257xf32> -> !phobos.tile<256xf32>
    scf.condition(%n)
  } do {
    %r = phobos.reduce <add> %t dim 0 : !phobos.tile<256xf32> -> !phobos.tile<1xf32>
    scf.yield
  }
  phobos.store %t, %A[%c1 :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<257xf32>
  phobos.return
}

// The memory of offsets has no bounds that are known: a store waits for what may be
// read there.
// CHECK-LABEL: gpu.func @offsets
// CHECK: llvm.load
// CHECK: gpu.barrier
// CHECK: llvm.store
phobos.kernel @offsets(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 64 {
  %o = phobos.iota 0 : !phobos.tile<64xindex>
  %t = phobos.gather %a[%o] : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
  phobos.scatter %t, %b[%o] : !phobos.tile<64xf32>, !phobos.ptr<f32>, !phobos.tile<64xindex>
  phobos.return
}

// Also what a slice reads.
// CHECK-LABEL: gpu.func @slice_and_offsets
// CHECK: gpu.barrier
// CHECK: st.global
phobos.kernel @slice_and_offsets(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 64 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  %o = phobos.iota 0 : !phobos.tile<64xindex>
  %t = phobos.load %A[%c0 :+ 64] : !phobos.view<64xf32> -> !phobos.tile<64xf32>
  phobos.scatter %t, %b[%o] : !phobos.tile<64xf32>, !phobos.ptr<f32>, !phobos.tile<64xindex>
  phobos.return
}

// Two arguments of a kernel whose arguments do not overlap, of both kinds.
// CHECK-LABEL: gpu.func @noalias
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @noalias(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %c: !phobos.ptr<f32>) threads 64 attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  %C = phobos.view %c[64] : !phobos.view<64xf32>
  %o = phobos.iota 0 : !phobos.tile<64xindex>
  %t = phobos.load %A[%c0 :+ 64] : !phobos.view<64xf32> -> !phobos.tile<64xf32>
  phobos.scatter %t, %b[%o] : !phobos.tile<64xf32>, !phobos.ptr<f32>, !phobos.tile<64xindex>
  phobos.store %t, %C[%c0 :+ 64] : !phobos.tile<64xf32>, !phobos.view<64xf32>
  phobos.return
}

// Offsets of which no two are equal, in a layout without replicas: each thread
// overwrites what it read.
// CHECK-LABEL: gpu.func @update
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @update(%a: !phobos.ptr<f32>, %i: index) threads 64 {
  %s = phobos.splat %i : !phobos.tile<128xindex>
  %k = arith.constant dense<7> : !phobos.tile<128xindex>
  %n = phobos.iota 0 : !phobos.tile<128xindex>
  %d = arith.subi %s, %n : !phobos.tile<128xindex>
  %o = arith.addi %k, %d : !phobos.tile<128xindex>
  %t = phobos.gather %a[%o] : !phobos.ptr<f32>, !phobos.tile<128xindex> -> !phobos.tile<128xf32>
  phobos.scatter %t, %a[%o] : !phobos.tile<128xf32>, !phobos.ptr<f32>, !phobos.tile<128xindex>
  phobos.return
}

// Offsets that may be equal: one thread may write what another one still reads.
// CHECK-LABEL: gpu.func @negative_equal_offsets
// CHECK: gpu.barrier
// CHECK: llvm.store
phobos.kernel @negative_equal_offsets(%a: !phobos.ptr<f32>) threads 64 {
  %two = arith.constant dense<2> : !phobos.tile<128xindex>
  %n = phobos.iota 0 : !phobos.tile<128xindex>
  %o = arith.divsi %n, %two : !phobos.tile<128xindex>
  %t = phobos.gather %a[%o] : !phobos.ptr<f32>, !phobos.tile<128xindex> -> !phobos.tile<128xf32>
  phobos.scatter %t, %a[%o] : !phobos.tile<128xf32>, !phobos.ptr<f32>, !phobos.tile<128xindex>
  phobos.return
}

// A column of the tile's rows: equal along the other dim.
// CHECK-LABEL: gpu.func @negative_repeated_iota
// CHECK: gpu.barrier
// CHECK: llvm.store
phobos.kernel @negative_repeated_iota(%a: !phobos.ptr<f32>) threads 64 {
  %o = phobos.iota 0 : !phobos.tile<32x4xindex>
  %t = phobos.gather %a[%o] : !phobos.ptr<f32>, !phobos.tile<32x4xindex> -> !phobos.tile<32x4xf32>
  phobos.scatter %t, %a[%o] : !phobos.tile<32x4xf32>, !phobos.ptr<f32>, !phobos.tile<32x4xindex>
  phobos.return
}

// Replicas read what the first of them writes.
// CHECK-LABEL: gpu.func @negative_replicas_of_offsets
// CHECK: gpu.barrier
// CHECK: st.global
phobos.kernel @negative_replicas_of_offsets(%a: !phobos.ptr<f32>) threads 64 {
  %o = phobos.iota 0 : !phobos.tile<32xindex>
  %t = phobos.gather %a[%o] : !phobos.ptr<f32>, !phobos.tile<32xindex> -> !phobos.tile<32xf32>
  phobos.scatter %t, %a[%o] : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.return
}

// In the next iteration other offsets are accessed.
// CHECK-LABEL: gpu.func @negative_offsets_of_iterations
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: llvm.load
// CHECK: llvm.store
phobos.kernel @negative_offsets_of_iterations(%a: !phobos.ptr<f32>, %k: index) threads 64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = phobos.iota 0 : !phobos.tile<64xindex>
  scf.for %i = %c0 to %k step %c1 {
    %s = phobos.splat %i : !phobos.tile<64xindex>
    %o = arith.addi %n, %s : !phobos.tile<64xindex>
    %t = phobos.gather %a[%o] : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
    phobos.scatter %t, %a[%o] : !phobos.tile<64xf32>, !phobos.ptr<f32>, !phobos.tile<64xindex>
  }
  phobos.return
}

// Extents of a loose view can be any numbers, computed from arguments: where one is beyond
// 2^33, or a stride beyond 2^24, the memory counts as overlapping. Strides may descend.
// CHECK-LABEL: gpu.func @loose_arguments
// CHECK: %[[E:.*]] = arith.maxsi %{{.*}}, %{{.*}} : index
// CHECK: %[[SHIFTED:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: arith.cmpi ugt, %[[SHIFTED]], %{{.*}} : index
// CHECK: arith.minsi
// CHECK: arith.ori %{{.*}}, %{{.*}} : i1
// CHECK-NEXT: %[[OVERLAP:.*]] = arith.ori %{{.*}}, %{{.*}} : i1
// CHECK: scf.if %[[OVERLAP]] {
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @loose_arguments(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %n: i32, %ld: index) threads 64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<256xf32>
  %m = arith.index_cast %n : i32 to index
  %e = arith.maxsi %m, %c0 : index
  %A = phobos.view %a[%e, %e] strides [%ld, 1] loose : !phobos.view<?x?xf32, strides = [?, 1]>
  %B = phobos.view %b[%e] loose : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 256] masked [1] unchecked [0] : !phobos.view<?x?xf32, strides = [?, 1]> -> !phobos.tile<1x256xf32>
  phobos.store %zero, %B[%c0 :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<?xf32>
  phobos.return
}

// Where the memory begins is known in the block alone, so it counts as overlapping.
// CHECK-LABEL: gpu.func @loose_offset
// CHECK: st.global
// CHECK-NOT: scf.if
// CHECK: gpu.barrier
phobos.kernel @loose_offset(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %n: index) threads 64 {
  %c0 = arith.constant 0 : index
  %block = phobos.block_id x
  %zero = arith.constant dense<0.0> : !phobos.tile<64xf32>
  %A = phobos.view %a[64] offset %block loose : !phobos.view<64xf32>
  %B = phobos.view %b[64] loose : !phobos.view<64xf32>
  phobos.store %zero, %A[%c0 :+ 64] masked [0] : !phobos.tile<64xf32>, !phobos.view<64xf32>
  phobos.store %zero, %B[%c0 :+ 64] masked [0] : !phobos.tile<64xf32>, !phobos.view<64xf32>
  phobos.return
}

// The same slice twice: rows of a loose view share addresses where ld is at most 31.
// CHECK-LABEL: gpu.func @loose_in_place
// CHECK-SAME: %[[LD:[a-z0-9]+]]: index)
// CHECK: %[[REACH:.*]] = arith.constant 31 : index
// CHECK: %[[SHARED:.*]] = arith.cmpi sle, %[[LD]], %[[REACH]] : index
// CHECK: scf.if %[[SHARED]]
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @loose_in_place(%a: !phobos.ptr<f32>, %ld: index) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 32] strides [%ld, 1] loose : !phobos.view<8x32xf32, strides = [?, 1]>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 32] unchecked [0, 1] : !phobos.view<8x32xf32, strides = [?, 1]> -> !phobos.tile<8x32xf32>
  phobos.store %t, %A[%c0 :+ 8, %c0 :+ 32] unchecked [0, 1] : !phobos.tile<8x32xf32>, !phobos.view<8x32xf32, strides = [?, 1]>
  phobos.return
}

// What follows an atomic that acquires, and what precedes one that releases, is in
// order for all threads of the block, whatever its memory; relaxed ones order nothing.
// CHECK-LABEL: gpu.func @orders
// CHECK: llvm.load
// CHECK-NOT: gpu.barrier
// CHECK: red.relaxed
// CHECK: gpu.barrier
// CHECK: red.release
// CHECK-NOT: gpu.barrier
// CHECK: red.relaxed
// CHECK-NOT: gpu.barrier
// CHECK: atom.acquire
// CHECK: gpu.barrier
// CHECK: llvm.load
phobos.kernel @orders(%a: !phobos.ptr<i32>, %b: !phobos.ptr<i32>, %c: !phobos.ptr<i32>, %d: !phobos.ptr<i32>, %e: !phobos.ptr<i32>, %f: !phobos.ptr<i32>, %x: i32) threads 64 attributes {phobos.noalias} {
  %o = phobos.iota 0 : !phobos.tile<64xindex>
  %v = phobos.splat %x : !phobos.tile<64xi32>
  %t = phobos.gather %a[%o] : !phobos.ptr<i32>, !phobos.tile<64xindex> -> !phobos.tile<64xi32>
  %0 = phobos.atomic_scatter <add> %v, %b[%o] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  %1 = phobos.atomic_scatter <add> %v, %c[%o] order <release> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  %2 = phobos.atomic_scatter <add> %v, %d[%o] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  %3 = phobos.atomic_scatter <add> %v, %e[%o] order <acquire> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  %u = phobos.gather %a[%o] : !phobos.ptr<i32>, !phobos.tile<64xindex> -> !phobos.tile<64xi32>
  phobos.return
}

// Additions to one place in any order leave the same sum.
// CHECK-LABEL: gpu.func @commuting
// CHECK: red.relaxed.gpu.global.add.u32
// CHECK-NOT: gpu.barrier
// CHECK: red.relaxed.gpu.global.add.u32
phobos.kernel @commuting(%a: !phobos.ptr<i32>, %x: i32) threads 64 {
  %zero = arith.constant dense<0> : !phobos.tile<64xindex>
  %v = phobos.splat %x : !phobos.tile<64xi32>
  %0 = phobos.atomic_scatter <add> %v, %a[%zero] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  %1 = phobos.atomic_scatter <add> %v, %a[%zero] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  phobos.return
}

// A sum and a maximum do not.
// CHECK-LABEL: gpu.func @negative_kinds_differ
// CHECK: red.relaxed.gpu.global.add.u32
// CHECK: gpu.barrier
// CHECK: red.relaxed.gpu.global.max.s32
phobos.kernel @negative_kinds_differ(%a: !phobos.ptr<i32>, %x: i32) threads 64 {
  %zero = arith.constant dense<0> : !phobos.tile<64xindex>
  %v = phobos.splat %x : !phobos.tile<64xi32>
  %0 = phobos.atomic_scatter <add> %v, %a[%zero] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  %1 = phobos.atomic_scatter <max> %v, %a[%zero] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  phobos.return
}

// Whoever asks for old values sees which came first.
// CHECK-LABEL: gpu.func @negative_old_value
// CHECK: atom.relaxed.gpu.global.add.u32
// CHECK: gpu.barrier
// CHECK: red.relaxed.gpu.global.add.u32
phobos.kernel @negative_old_value(%a: !phobos.ptr<i32>, %b: !phobos.ptr<i32>, %x: i32) threads 64 attributes {phobos.noalias} {
  %zero = arith.constant dense<0> : !phobos.tile<64xindex>
  %v = phobos.splat %x : !phobos.tile<64xi32>
  %0 = phobos.atomic_scatter <add> %v, %a[%zero] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  %1 = phobos.atomic_scatter <add> %v, %a[%zero] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  phobos.scatter %0, %b[%zero] : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  phobos.return
}

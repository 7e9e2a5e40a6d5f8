// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute | FileCheck %s

// 32 elements of 8 bytes: two to each of 16 lanes, which the other 16 repeat.
// CHECK-LABEL: gpu.func @iota
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: arith.index_castui %{{.*}} : vector<2xi32> to vector<2xindex>
phobos.kernel @iota(%a: !phobos.ptr<i64>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[32] : !phobos.view<32xi64>
  %i = phobos.iota 0 : !phobos.tile<32xindex>
  %v = phobos.cast %i : !phobos.tile<32xindex> to !phobos.tile<32xi64>
  phobos.store %v, %A[%c0 :+ 32] : !phobos.tile<32xi64>, !phobos.view<32xi64>
  phobos.return
}

// A coordinate against a scalar is compared in 32 bits, the scalar clamped to
// [-1, extent] once.
// CHECK-LABEL: gpu.func @ragged_condition
// CHECK-SAME: %[[N:[a-z0-9]+]]: index)
// CHECK: %[[LOW:.*]] = arith.constant -1 : index
// CHECK: %[[MAX:.*]] = arith.maxsi %[[N]], %[[LOW]] : index
// CHECK: %[[HIGH:.*]] = arith.constant 32 : index
// CHECK: arith.minsi %[[MAX]], %[[HIGH]] : index
// CHECK: arith.cmpi slt, {{.*}} : vector<16xi32>
phobos.kernel @ragged_condition(%a: !phobos.ptr<i1>, %N: index) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[32] : !phobos.view<32xi1>
  %i = phobos.iota 0 : !phobos.tile<32xindex>
  %n = phobos.splat %N : !phobos.tile<32xindex>
  %lt = arith.cmpi slt, %i, %n : !phobos.tile<32xindex>
  phobos.store %lt, %A[%c0 :+ 32] : !phobos.tile<32xi1>, !phobos.view<32xi1>
  phobos.return
}

// @negative_unsigned: an unsigned comparison sees a negative scalar as huge, so
// clamping would change it.
// CHECK-LABEL: gpu.func @negative_unsigned
// CHECK: arith.cmpi ult, {{.*}} : vector<16xindex>
phobos.kernel @negative_unsigned(%a: !phobos.ptr<i1>, %N: index) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[32] : !phobos.view<32xi1>
  %i = phobos.iota 0 : !phobos.tile<32xindex>
  %n = phobos.splat %N : !phobos.tile<32xindex>
  %lt = arith.cmpi ult, %i, %n : !phobos.tile<32xindex>
  phobos.store %lt, %A[%c0 :+ 32] : !phobos.tile<32xi1>, !phobos.view<32xi1>
  phobos.return
}

// A transposed store is coalesced by a trip through shared memory: a barrier
// of the warp, which is alone, before it is read; none before it is written, as
// nobody reads there yet.
// CHECK-LABEL: gpu.func @transpose
// CHECK-NOT: gpu.barrier
// CHECK: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK: llvm.load {{.*}} !llvm.ptr<3>
phobos.kernel @transpose(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[16, 32] : !phobos.view<16x32xf32>
  %B = phobos.view %b[32, 16] : !phobos.view<32x16xf32>
  %t = phobos.load %A[%c0 :+ 16, %c0 :+ 32] : !phobos.view<16x32xf32> -> !phobos.tile<16x32xf32>
  %u = phobos.transpose %t [1, 0] : !phobos.tile<16x32xf32> -> !phobos.tile<32x16xf32>
  phobos.store %u, %B[%c0 :+ 32, %c0 :+ 16] : !phobos.tile<32x16xf32>, !phobos.view<32x16xf32>
  phobos.return
}

// @negative_repeated_iota: each row repeats coordinate 0 of the one row.
// CHECK-LABEL: gpu.func @negative_repeated_iota
// CHECK: arith.cmpi slt, {{.*}} : vector<8xindex>
phobos.kernel @negative_repeated_iota(%n: index) threads 32 {
  %i = phobos.iota 0 : !phobos.tile<1x32xindex>
  %w = phobos.broadcast %i : !phobos.tile<1x32xindex> -> !phobos.tile<8x32xindex>
  %s = phobos.splat %n : !phobos.tile<8x32xindex>
  %c = arith.cmpi slt, %w, %s : !phobos.tile<8x32xindex>
  phobos.return
}

// CHECK-LABEL: gpu.func @unsigned_loop
// CHECK: scf.for unsigned
phobos.kernel @unsigned_loop(%n: index) threads 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    %p = phobos.promise #phobos.divisible<2> %i
  }
  phobos.return
}

// Each thread reads the element itself: no exchange.
// CHECK-LABEL: gpu.func @item
// CHECK: %[[VALUE:.*]] = llvm.load
// CHECK-NOT: gpu.barrier
// CHECK: %[[ITEM:.*]] = vector.extract
// CHECK: arith.index_cast %[[ITEM]] : i32 to index
phobos.kernel @item(%n: !phobos.ptr<i32>, %a: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = phobos.view %n[4, 4] : !phobos.view<4x4xi32>
  %A = phobos.view %a[32] : !phobos.view<32xf32>
  %t = phobos.load %N[%c1 :+ 1, %c0 :+ 1] unchecked [0, 1] : !phobos.view<4x4xi32> -> !phobos.tile<1x1xi32>
  %s = phobos.item %t : !phobos.tile<1x1xi32>
  %k = arith.index_cast %s : i32 to index
  %v = arith.constant dense<1.0> : !phobos.tile<32xf32>
  phobos.store %v, %A[%k :+ 32] masked [0] : !phobos.tile<32xf32>, !phobos.view<32xf32>
  phobos.return
}

// CHECK-LABEL: gpu.func @num_blocks
// CHECK: %[[N:.*]] = gpu.grid_dim y
// CHECK: arith.index_cast %[[N]] : index to i64
phobos.kernel @num_blocks(%a: !phobos.ptr<i64>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[32] : !phobos.view<32xi64>
  %n = phobos.num_blocks y
  %i = arith.index_cast %n : index to i64
  %t = phobos.splat %i : !phobos.tile<32xi64>
  phobos.store %t, %A[%c0 :+ 32] : !phobos.tile<32xi64>, !phobos.view<32xi64>
  phobos.return
}

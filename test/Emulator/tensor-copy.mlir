// PTX ISA, "cp.async.bulk.tensor" and its kin. A tensor of 5 rows of 6 numbers, 8 apart, and boxes of 4 rows of 8; element
// (y, x) is 8 * y + x, and what lies between the rows 6 and 7 more than that. Shared memory: a tile, then an mbarrier.
// DEFINE: %{numbers} = 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39
// DEFINE: %{tensor} = map:i32:5x6:box=4x8:strides=8x1:40=%{numbers}
// DEFINE: %{zeros} = map:i32:5x6:box=4x8:strides=8x1:40=0
// DEFINE: %{run} = phobos-emulate

// Inside, and beyond each side: what is not in the tensor is 0.
// RUN: %{run} --kernel=load --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 | FileCheck %s --check-prefix=LOADED
// RUN: %{run} --kernel=load --seed=1 --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 | FileCheck %s --check-prefix=LOADED
// RUN: %{run} --kernel=load_inline --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 | FileCheck %s --check-prefix=LOADED
// LOADED: arg1: 0 1 2 3 4 5 0 0 8 9 10 11 12 13 0 0 16 17 18 19 20 21 0 0 24 25 26 27 28 29 0 0
// RUN: %{run} --kernel=load --block=32 %s %{tensor} i32:32=9 i32:4 i32:3 | FileCheck %s --check-prefix=BEHIND
// BEHIND: arg1: 28 29 0 0 0 0 0 0 36 37 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// RUN: %{run} --kernel=load --block=32 %s %{tensor} i32:32=9 i32:-4 i32:-2 | FileCheck %s --check-prefix=BEFORE
// BEFORE: arg1: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 3 0 0 0 0 8 9 10 11
// RUN: %{run} --kernel=load --block=32 %s %{tensor} i32:32=9 i32:400 i32:-99 | FileCheck %s --check-prefix=NOTHING
// NOTHING: arg1: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// RUN: %{run} --kernel=load --block=32 %s map:f32:5x6:box=4x8:strides=8x1:fill=nan:40=1 f32:32=9 i32:4 i32:4 | FileCheck %s --check-prefix=NAN
// NAN: arg1: 1 1 nan nan nan nan nan nan nan nan

// Swizzled by 32 bytes: in rows of 128 bytes with an odd number, neighbours of 16 bytes change places.
// RUN: %{run} --kernel=load_swizzled --block=64 %s map:i32:16x8:box=8x8:swizzle=32:128=%{numbers} i32:64=9 i32:0 i32:0 | FileCheck %s --check-prefix=SWIZZLED
// SWIZZLED: arg1: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 36 37 38 39 32 33 34 35 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 20 21 22 23 16 17 18 19
// Other ranks, and every second row.
// RUN: %{run} --kernel=load_1d --block=8 %s map:i32:6:box=8:8=%{numbers} i32:8=9 i32:4 | FileCheck %s --check-prefix=RANK1
// RANK1: arg1: 4 5 0 0 0 0 0 0
// RUN: %{run} --kernel=load_3d --block=32 %s map:i32:2x2x8:box=2x2x8:32=%{numbers} i32:32=9 i32:0 i32:1 i32:1 | FileCheck %s --check-prefix=RANK3
// RANK3: arg1: 24 25 26 27 28 29 30 31 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// RUN: %{run} --kernel=load --block=32 %s map:i32:5x8:box=7x8:element_strides=2x1:40=%{numbers} i32:32=9 i32:0 i32:0 | FileCheck %s --check-prefix=STEPS
// STEPS: arg1: 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 32 33 34 35 36 37 38 39 0 0 0 0 0 0 0 0

// What is wrong with a load.
// RUN: not %{run} --kernel=no_wait --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=NO-WAIT
// NO-WAIT: tensor-copy.mlir:[[#]]:{{[0-9]+}}: error: read of byte {{[0-9]+}} of shared memory, which nothing was written to, by thread {{[0-9]+}} of block 0
// RUN: not %{run} --kernel=no_fence --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=NO-FENCE
// NO-FENCE: error: a copy completes at an mbarrier whose mbarrier.init it need not see, by thread 0 of block 0
// NO-FENCE-NEXT: note: mbarrier.init, without a fence.mbarrier_init or fence.proxy.async behind it
// RUN: not %{run} --kernel=too_many_bytes --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: deadlock: 32 of 32 threads wait for an mbarrier, thread 0 of block 0 among them
// MANY-NEXT: note: the mbarrier at byte {{[0-9]+}} of shared memory is in phase 0, with 16 bytes missing
// RUN: not %{run} --kernel=too_few_bytes --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: {{read|race}} {{of|on}} byte 128 of shared memory
// RUN: not %{run} --kernel=unfenced_tile --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=UNFENCED
// UNFENCED: error: write of byte 0 of shared memory through the async proxy by the copy for the mbarrier at byte {{[0-9]+}} of shared memory, which need not see what was written without a fence.proxy.async
// RUN: not %{run} --kernel=overwritten --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=OVERWRITTEN
// OVERWRITTEN: error: race on byte {{[0-9]+}} of shared memory: {{write by the copy for the mbarrier at byte [0-9]+ of shared memory|read by thread [0-9]+ of block 0}}, not ordered with another access
// RUN: not %{run} --kernel=load --block=32 %s %{tensor} i32:32=9 i32:1 i32:0 2>&1 | FileCheck %s --check-prefix=INNER
// INNER: error: expected an innermost coordinate at a multiple of 16 bytes, got 1, at byte 4, by thread 0 of block 0
// INNER-NOT: error
// RUN: not %{run} --kernel=misplaced --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=MISPLACED
// MISPLACED: error: expected shared memory at a multiple of 128 bytes for a copy by a tensor map, by thread 0 of block 0
// RUN: not %{run} --kernel=outside --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: write of 128 bytes outside of shared memory, at byte 1024 of
// RUN: not %{run} --kernel=end_before_it --block=32 %s %{tensor} i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=END
// END: error: access to shared memory of block 0 of the cluster, which has ended, by thread 0 of block 0
// RUN: not %{run} --kernel=load_1d --block=8 %s %{tensor} i32:8=9 i32:0 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: expected a tensor map of 1 dims, got one of 2, by thread 0 of block 0
// RUN: not %{run} --kernel=load --block=32 %s map:i32:0x6:box=4x8:strides=8x1:4=1 i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: expected a tensor map of a tensor with elements, by thread 0 of block 0
// RUN: not %{run} --kernel=not_a_map --block=32 %s i32:40=1 i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=NO-MAP
// RUN: not %{run} --kernel=local_map --block=32 %s %{tensor} i32:32=9 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=NO-MAP
// NO-MAP: error: expected a tensor map that is the kernel's parameter, by thread 0 of block 0
// The tensor is longer than its array.
// RUN: not %{run} --kernel=load --block=32 %s map:i32:6x6:box=4x8:strides=8x1:40=%{numbers} i32:32=9 i32:0 i32:3 2>&1 | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: error: read of 24 bytes outside of 'argument 0', at byte 160 of 160, by thread 0 of block 0

// To both blocks of a cluster.
// RUN: %{run} --kernel=multicast --grid=2 --block=32 %s %{tensor} i32:64=9 i32:0 i32:0 i16:3 | FileCheck %s --check-prefix=MULTICAST
// RUN: %{run} --kernel=multicast --grid=2 --seed=6 --block=32 %s %{tensor} i32:64=9 i32:0 i32:0 i16:3 | FileCheck %s --check-prefix=MULTICAST
// MULTICAST: arg1: 0 1 2 3 4 5 0 0 8 9 10 11 12 13 0 0 16 17 18 19 20 21 0 0 24 25 26 27 28 29 0 0 0 1 2 3 4 5 0 0 8 9 10 11 12 13 0 0 16
// RUN: not %{run} --kernel=multicast --grid=2 --block=32 %s %{tensor} i32:64=9 i32:0 i32:0 i16:1 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: error: deadlock: 32 of 64 threads wait for an mbarrier, thread 0 of block 1 among them
// RUN: not %{run} --kernel=multicast --grid=2 --block=32 %s %{tensor} i32:64=9 i32:0 i32:0 i16:4 2>&1 | FileCheck %s --check-prefix=MASK
// MASK: error: expected a mask of the cluster's 2 blocks, got 4, by thread 0 of block 0

// A store leaves out what is outside, by pieces of 16 bytes: it writes to columns 6 and 7, which are not the tensor's.
// RUN: %{run} --kernel=store --block=32 %s %{zeros} i32:0 i32:3 | FileCheck %s --check-prefix=STORED
// RUN: %{run} --kernel=store --seed=2 --block=32 %s %{zeros} i32:0 i32:3 | FileCheck %s --check-prefix=STORED
// RUN: %{run} --kernel=store_inline --block=32 %s %{zeros} i32:0 i32:3 | FileCheck %s --check-prefix=STORED
// STORED: arg0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115
// RUN: %{run} --kernel=store --block=32 %s %{zeros} i32:4 i32:3 | FileCheck %s --check-prefix=PART
// PART: arg0: 0 0 0 0 {{.*}} 0 0 0 0 100 101 102 103 0 0 0 0 108 109 110 111
// RUN: %{run} --kernel=reuse --block=32 %s %{zeros} i32:4 i32:3 | FileCheck %s --check-prefix=PART
// RUN: %{run} --kernel=read_back --block=32 %s i32:40=0 map:i32:5x6:box=4x8:strides=8x1:arg0 i32:1=0 i32:0 i32:0 | FileCheck %s --check-prefix=BACK
// BACK: arg2: 100

// What is wrong with a store.
// RUN: not %{run} --kernel=store_unfenced --block=32 %s %{zeros} i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=STORE-FENCE
// STORE-FENCE: error: read of byte {{[0-9]+}} of shared memory through the async proxy by the cp.async.bulk of thread 0 of block 0, which need not see what was written without a fence.proxy.async
// RUN: not %{run} --kernel=store_unwaited --block=32 %s %{zeros} i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=UNWAITED
// RUN: not %{run} --kernel=store_uncommitted --block=32 %s %{zeros} i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=UNWAITED
// UNWAITED: tensor-copy.mlir:[[#]]:{{[0-9]+}}: error: thread 0 of block 0 ends, and nothing waited for cp.async.bulk that it started here
// RUN: not %{run} --kernel=reuse_early --block=32 %s %{zeros} i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=REUSED
// REUSED: error: race on byte 0 of shared memory: {{read by the cp.async.bulk|write by}} {{(of )?}}thread 0 of block 0, not ordered with another access
// RUN: not %{run} --kernel=read_back_early --block=32 %s i32:40=0 map:i32:5x6:box=4x8:strides=8x1:arg0 i32:1=0 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=BACK-EARLY
// BACK-EARLY: error: race on byte 0 of 'argument 0': {{write by the cp.async.bulk of|read by}} thread 0 of block 0, not ordered with another access
// RUN: not %{run} --kernel=store --block=32 %s %{zeros} i32:2 i32:0 2>&1 | FileCheck %s --check-prefix=STORE-INNER
// STORE-INNER: error: expected an innermost coordinate at a multiple of 16 bytes, got 2, at byte 8, by thread 0 of block 0
// RUN: not %{run} --kernel=store --block=32 %s %{zeros} i32:0 i32:-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: expected no negative coordinate in a store, got -1, by thread 0 of block 0

// Reductions: 5 and twice what a store would have written.
// RUN: %{run} --kernel=add --block=32 %s map:i32:5x6:box=4x8:strides=8x1:40=5 i32:4 i32:3 | FileCheck %s --check-prefix=ADDED
// ADDED: arg0: 5 5 5 5 {{.*}} 5 5 5 5 205 207 209 211 5 5 5 5 221 223 225 227
// RUN: not %{run} --kernel=xor_of_floats --block=32 %s map:f32:5x6:box=4x8:strides=8x1:40=5 i32:0 i32:0 2>&1 | FileCheck %s --check-prefix=XOR
// XOR: error: expected a tensor map with elements that PTX's .xor is defined for, by thread 0 of block 0

// RUN: %{run} --kernel=prefetch --block=32 %s %{tensor} i32:0 i32:0
// RUN: not %{run} --kernel=im2col --block=32 %s %{tensor} i32:0 i32:0 i16:0 2>&1 | FileCheck %s --check-prefix=IM2COL
// IM2COL: error: cannot emulate 'llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.3d'
module {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<256 x i8>
  llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1 x i64>

  llvm.func @load(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @load_inline(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    llvm.inline_asm has_side_effects "@$5 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];", "r,l,r,r,r,b" %tile, %map, %x, %y, %bar, %is_first : (!llvm.ptr<3>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i1) -> ()
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @load_1d(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c32 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @load_3d(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32, %z: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y, %z] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @load_swizzled(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c256 = llvm.mlir.constant(256 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c256 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  // Nothing waits for the mbarrier.
  llvm.func @no_wait(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @no_fence(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @too_many_bytes(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c144 = llvm.mlir.constant(144 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c144 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  // Two loads, of which the mbarrier expects one.
  llvm.func @too_few_bytes(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    %behind = llvm.getelementptr %tile7[128] : (!llvm.ptr<7>) -> !llvm.ptr<7>, i8
    %second = llvm.getelementptr %own[128] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    nvvm.cp.async.bulk.tensor.shared.cluster.global %behind, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %second : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  // The load writes over what threads have just written, without a fence between.
  llvm.func @unfenced_tile(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.store %t, %own : i32, !llvm.ptr<3>
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  // Thread 1 still reads the tile while the next load writes to it.
  llvm.func @overwritten(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %again = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @misplaced(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    %behind = llvm.getelementptr %tile7[16] : (!llvm.ptr<7>) -> !llvm.ptr<7>, i8
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %behind, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @outside(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    %behind = llvm.getelementptr %tile7[1024] : (!llvm.ptr<7>) -> !llvm.ptr<7>, i8
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %behind, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @end_before_it(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  llvm.func @not_a_map(%map: !llvm.ptr, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  // The map of another kernel's tensor, in memory of the thread.
  llvm.func @local_map(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    %local = llvm.alloca %c1 x !llvm.array<128 x i8> {alignment = 64 : i64} : (i32) -> !llvm.ptr
    "llvm.intr.memcpy"(%local, %map, %c128) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %c128 : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %local, %bar, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  // Block 0 loads for all blocks of the mask, each of which waits at its own mbarrier.
  llvm.func @multicast(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32, %mask: i16) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %base = llvm.mul %b, %n : i32
    %i = llvm.add %base, %t : i32
    nvvm.mbarrier.arrive.expect_tx %bar, %c128, predicate = %is_first : !llvm.ptr<3>, i32, i1
    %sends = llvm.icmp "eq" %i, %c0 : i32
    llvm.cond_br %sends, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y] multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr
    llvm.br ^rest
  ^rest:
    nvvm.mbarrier.try_wait.parity %bar, %c0, %c10000000 : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    llvm.return
  }

  llvm.func @store(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  llvm.func @store_inline(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$1, $2}], [$3];", "l,r,r,r" %map, %x, %y, %tile : (!llvm.ptr, i32, i32, !llvm.ptr<3>) -> ()
    llvm.inline_asm has_side_effects "cp.async.bulk.commit_group;\0A\09cp.async.bulk.wait_group.read 0;", "" : () -> ()
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  llvm.func @store_unfenced(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  llvm.func @store_unwaited(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  llvm.func @store_uncommitted(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  // Behind wait_group.read the tile is free again.
  llvm.func @reuse(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0 {read}
    llvm.store %c1, %tile : i32, !llvm.ptr<3>
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  llvm.func @reuse_early(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    llvm.store %c1, %tile : i32, !llvm.ptr<3>
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  // The tensor's memory is also an argument of its own.
  llvm.func @read_back(%in: !llvm.ptr<1>, %map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    %r = llvm.load %in : !llvm.ptr<1> -> i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  // wait_group.read says nothing of what was written.
  llvm.func @read_back_early(%in: !llvm.ptr<1>, %map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %out: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0 {read}
    %r = llvm.load %in : !llvm.ptr<1> -> i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  // Two reductions do not race with each other.
  llvm.func @add(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.reduce %map, %tile, box[%x, %y] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.tensor.reduce %map, %tile, box[%x, %y] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  llvm.func @xor_of_floats(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %v = llvm.add %t, %c100 : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^rest
  ^start:
    nvvm.cp.async.bulk.tensor.reduce %map, %tile, box[%x, %y] {redKind = #nvvm.tma_redux_kind<xor>} : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^rest
  ^rest:
    llvm.return
  }

  llvm.func @prefetch(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    nvvm.prefetch tensormap, %map : !llvm.ptr
    nvvm.cp.async.bulk.tensor.prefetch %map, box[%x, %y] : !llvm.ptr
    llvm.return
  }

  llvm.func @im2col(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32, %y: i32, %o: i16) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %c10000000 = llvm.mlir.constant(10000000 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %own = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %c0 : i32
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.mbarrier.init %bar, %c1, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    nvvm.cp.async.bulk.tensor.shared.cluster.global %tile7, %map, %bar, box[%x, %y, %c0] im2col[%o] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
    llvm.return
  }
}

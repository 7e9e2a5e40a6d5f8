// PTX ISA, "cp.async.bulk", "cp.reduce.async.bulk": 64 bytes to shared memory, to another block, and back.

// RUN: phobos-emulate --kernel=there --block=16 %s i32:16=1,2,3,4,5 i32:16=0 | FileCheck %s --check-prefix=THERE
// RUN: phobos-emulate --kernel=there --block=16 --seed=1 %s i32:16=1,2,3,4,5 i32:16=0 | FileCheck %s --check-prefix=THERE
// THERE: arg1: 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1
// RUN: phobos-emulate --kernel=back --block=16 %s i32:16=0 | FileCheck %s --check-prefix=BACK
// BACK: arg0: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// Each element the greater one of what is there and its number.
// RUN: phobos-emulate --kernel=greater --block=16 %s i32:16=3,9 | FileCheck %s --check-prefix=GREATER
// GREATER: arg0: 3 9 3 9 4 9 6 9 8 9 10 11 12 13 14 15
// Block 0 of a cluster sends its numbers to block 1.
// RUN: phobos-emulate --kernel=send --block=16 --grid=2 %s i32:16=0 | FileCheck %s --check-prefix=BACK
// RUN: phobos-emulate --kernel=send --block=16 --grid=2 --seed=2 %s i32:16=0 | FileCheck %s --check-prefix=BACK

// RUN: not phobos-emulate --kernel=there --block=16 %s i32:12=1 i32:16=0 2>&1 | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: bulk-copy.mlir:[[#]]:{{[0-9]+}}: error: read of 64 bytes outside of 'argument 0', at byte 0 of 48, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=there --block=16 %s i32:20@1=1 i32:16=0 2>&1 | FileCheck %s --check-prefix=ADDRESS
// ADDRESS: error: expected addresses that are multiples of 16 bytes for a bulk copy, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=sized --block=16 %s i32:16=1 i32:40 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not phobos-emulate --kernel=sized --block=16 %s i32:16=1 i32:-16 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: expected a multiple of 16 bytes, no more than shared memory has, for a bulk copy, got {{40|4294967280}}, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=wrong_mbarrier --block=16 --grid=2 %s 2>&1 | FileCheck %s --check-prefix=MBARRIER
// MBARRIER: error: expected an mbarrier in the block that a copy goes to, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=unfenced --block=16 %s i32:16=0 2>&1 | FileCheck %s --check-prefix=UNFENCED
// UNFENCED: error: read of byte {{[0-9]+}} of shared memory through the async proxy by the cp.async.bulk of thread 0 of block 0, which need not see what was written without a fence.proxy.async
module {
  llvm.mlir.global internal @data() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i32>
  llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1 x i64>

  llvm.func @there(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bytes = llvm.mlir.constant(64 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %to = llvm.addrspacecast %data : !llvm.ptr<3> to !llvm.ptr<7>
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.barrier
    llvm.cond_br %is_first, ^start, ^wait
  ^start:
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.shared.cluster.global %to, %in, %bar, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
    llvm.br ^wait
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %place = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %place : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @back(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %bytes = llvm.mlir.constant(64 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    %is_first = llvm.icmp "eq" %t, %zero : i32
    llvm.cond_br %is_first, ^start, ^end
  ^start:
    nvvm.cp.async.bulk.global.shared.cta %out, %data, %bytes : !llvm.ptr<1>, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^end
  ^end:
    llvm.return
  }

  llvm.func @greater(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %bytes = llvm.mlir.constant(64 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier
    %is_first = llvm.icmp "eq" %t, %zero : i32
    llvm.cond_br %is_first, ^start, ^end
  ^start:
    llvm.inline_asm has_side_effects "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [$0], [$1], $2;", "l,r,r" %out, %data, %bytes : (!llvm.ptr<1>, !llvm.ptr<3>, i32) -> ()
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0 {read}
    llvm.br ^end
  ^end:
    llvm.return
  }

  llvm.func @send(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bytes = llvm.mlir.constant(64 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %zero : i32
    %sends = llvm.icmp "eq" %rank, %zero : i32
    nvvm.mbarrier.init %bar, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.fence.mbarrier.init
    nvvm.mbarrier.arrive.expect_tx %bar, %bytes, predicate = %is_first : !llvm.ptr<3>, i32, i1
    llvm.cond_br %sends, ^write, ^met
  ^write:
    llvm.store %t, %own : i32, !llvm.ptr<3>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.br ^met
  ^met:
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    %both = llvm.and %sends, %is_first : i1
    llvm.cond_br %both, ^start, ^other
  ^start:
    %to = nvvm.mapa %data, %one : !llvm.ptr<3> -> !llvm.ptr<7>
    %bar_there = nvvm.mapa %bar, %one : !llvm.ptr<3> -> !llvm.ptr<7>
    llvm.inline_asm has_side_effects "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];", "r,r,r,r" %to, %data, %bytes, %bar_there : (!llvm.ptr<7>, !llvm.ptr<3>, i32, !llvm.ptr<7>) -> ()
    llvm.br ^end
  ^other:
    llvm.cond_br %sends, ^end, ^wait
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %place = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %place : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    llvm.return
  }

  llvm.func @sized(%out: !llvm.ptr<1>, %bytes: i32) attributes {nvvm.kernel} {
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    nvvm.cp.async.bulk.global.shared.cta %out, %data, %bytes : !llvm.ptr<1>, !llvm.ptr<3>
    llvm.return
  }

  llvm.func @wrong_mbarrier() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %bytes = llvm.mlir.constant(64 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %to = nvvm.mapa %data, %one : !llvm.ptr<3> -> !llvm.ptr<7>
    nvvm.cp.async.bulk.shared.cluster.shared.cta %to, %data, %bar, %bytes : !llvm.ptr<7>, !llvm.ptr<3>
    llvm.return
  }

  llvm.func @unfenced(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %bytes = llvm.mlir.constant(64 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    nvvm.barrier
    %is_first = llvm.icmp "eq" %t, %zero : i32
    llvm.cond_br %is_first, ^start, ^end
  ^start:
    nvvm.cp.async.bulk.global.shared.cta %out, %data, %bytes : !llvm.ptr<1>, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    llvm.br ^end
  ^end:
    llvm.return
  }
}

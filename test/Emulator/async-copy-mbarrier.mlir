// PTX ISA, "cp.async.mbarrier.arrive": each of 4 threads copies one number by cp.async, and an mbarrier tells thread 0 when
// all are there.
// RUN: phobos-emulate --kernel=counted --block=4 %s i32:4=7,8,9,10 i32:4=0 | FileCheck %s
// RUN: phobos-emulate --kernel=counted --block=4 --seed=2 %s i32:4=7,8,9,10 i32:4=0 | FileCheck %s
// An arrival that the phase waits for in addition to those of the threads themselves.
// RUN: phobos-emulate --kernel=added --block=4 %s i32:4=7,8,9,10 i32:4=0 | FileCheck %s
// RUN: phobos-emulate --kernel=added --block=4 --seed=3 %s i32:4=7,8,9,10 i32:4=0 | FileCheck %s
// CHECK: arg1: 7 8 9 10

// A copy that begins behind the arrival is not part of it, and nothing else waits for it.
// RUN: not phobos-emulate --kernel=later --block=4 %s i32:4=7,8,9,10 i32:4=0 2>&1 | FileCheck %s --check-prefix=LATER
// LATER-DAG: error: race on byte {{[0-9]+}} of shared memory: {{write by the cp.async of|read by}} thread 0 of block 0, not ordered with another access
// LATER-DAG: error: thread {{[0-9]}} of block 0 ends, and nothing waited for cp.async that it started here
// RUN: not phobos-emulate --kernel=too_many --block=2 %s i32:4=7 i32:4=0 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: deadlock
module {
  llvm.mlir.global internal @data() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x i32>
  llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1 x i64>
  llvm.func @counted(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %four = llvm.mlir.constant(4 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %four, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    nvvm.cp.async.shared.global %own, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.mbarrier.arrive %bar {noinc = true} : !llvm.ptr<3>
    llvm.cond_br %is_first, ^wait, ^end
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %v = llvm.load %data : !llvm.ptr<3> -> vector<4xi32>
    llvm.store %v, %out : vector<4xi32>, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }

  llvm.func @added(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %four = llvm.mlir.constant(4 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %four, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    nvvm.cp.async.shared.global %own, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.mbarrier.arrive %bar : !llvm.ptr<3>
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.cond_br %is_first, ^wait, ^end
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %v = llvm.load %data : !llvm.ptr<3> -> vector<4xi32>
    llvm.store %v, %out : vector<4xi32>, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }

  llvm.func @later(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %four = llvm.mlir.constant(4 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %four, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    nvvm.cp.async.mbarrier.arrive %bar {noinc = true} : !llvm.ptr<3>
    nvvm.cp.async.shared.global %own, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.cond_br %is_first, ^wait, ^end
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %v = llvm.load %data : !llvm.ptr<3> -> vector<4xi32>
    llvm.store %v, %out : vector<4xi32>, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }

  llvm.func @too_many(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %four = llvm.mlir.constant(2 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %data = llvm.mlir.addressof @data : !llvm.ptr<3>
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %four, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    nvvm.cp.async.shared.global %own, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.mbarrier.arrive %bar : !llvm.ptr<3>
    llvm.cond_br %is_first, ^wait, ^end
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %v = llvm.load %data : !llvm.ptr<3> -> vector<4xi32>
    llvm.store %v, %out : vector<4xi32>, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}

// cp.async: each thread copies 16 bytes to shared memory, waits, and after a barrier reads what its
// neighbour has copied. Data arrive as late as the waits allow, or at any time under a seed.
// RUN: phobos-emulate --kernel=rotate --block=8 %s i32:32=1,2,3,4,5,6,7,8 i32:32=0 | FileCheck %s --check-prefix=ROTATED
// RUN: phobos-emulate --kernel=rotate --block=8 --seed=1 %s i32:32=1,2,3,4,5,6,7,8 i32:32=0 | FileCheck %s --check-prefix=ROTATED
// RUN: phobos-emulate --kernel=rotate --block=8 --seed=2 %s i32:32=1,2,3,4,5,6,7,8 i32:32=0 | FileCheck %s --check-prefix=ROTATED
// ROTATED: arg1: 5 6 7 8 1 2 3 4

// The barrier removed by hand: the report names both threads, and both lines.
// RUN: not phobos-emulate --kernel=no_barrier --block=2 %s i32:8=1 i32:8=0 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not phobos-emulate --kernel=no_barrier --block=2 --seed=6 %s i32:8=1 i32:8=0 2>&1 | FileCheck %s --check-prefix=BARRIER

// Not waited for, or not for the right group, or not committed.
// RUN: not phobos-emulate --kernel=too_few --block=2 %s i32:8=1 i32:8=0 2>&1 | FileCheck %s --check-prefix=FEW
// FEW-DAG: error: race on byte 0 of shared memory: {{.*}}
// FEW-DAG: error: thread {{[01]}} of block 0 ends, and nothing waited for cp.async that it started here (and 1 more like it)
// RUN: not phobos-emulate --kernel=no_wait --block=1 %s i32:4=1 i32:4=0 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not phobos-emulate --kernel=no_wait --block=1 --seed=3 %s i32:4=1 i32:4=0 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: error: race on byte 0 of shared memory: {{read by thread 0|write by the cp.async of thread 0}} of block 0, not ordered with another access
// RUN: not phobos-emulate --kernel=no_commit --block=2 %s i32:8=1 i32:8=0 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not phobos-emulate --kernel=never --block=1 %s i32:4=1 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: async-copy.mlir:[[#]]:5: error: thread 0 of block 0 ends, and nothing waited for cp.async that it started here
// RUN: phobos-emulate --kernel=pipeline --block=1 %s i32:8=1,2,3,4,5,6,7,8 i32:8=0 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: arg1: 1 2 3 4 5 6 7 8
// RUN: phobos-emulate --kernel=wait_all --block=8 %s i32:32=1,2,3,4,5,6,7,8 i32:32=0 | FileCheck %s --check-prefix=ROTATED

// Fewer bytes of the source, the rest are zeros; of none the address does not matter.
// RUN: phobos-emulate --kernel=filled --block=2 %s i32:8=1,2,3,4,5,6,0x01020304,8 i32:8=9 i32:10 | FileCheck %s --check-prefix=FILLED
// FILLED: arg1: 5 6 772 0 1 2 3 0
// RUN: phobos-emulate --kernel=filled --block=2 %s i32:4=1 i32:8=9 i32:0 | FileCheck %s --check-prefix=EMPTY
// EMPTY: arg1: 0 0 0 0 0 0 0 0
// RUN: not phobos-emulate --kernel=filled --block=2 %s i32:8=1 i32:8=0 i32:17 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: expected at most 16 bytes of the source to copy, got 17, by thread 0 of block 0 (and 1 more like it)
// RUN: phobos-emulate --kernel=sizes --block=2 %s i32:8=1,2,3,4,5,6,7,8 i32:8=0 | FileCheck %s --check-prefix=SIZES
// SIZES: arg1: 5 7 5 6 1 3 1 2
// RUN: not phobos-emulate --kernel=no_size --block=1 %s i32:4=1 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: expected 16 bytes to copy, got 8, by thread 0 of block 0

// RUN: not phobos-emulate --kernel=rotate --block=2 %s i32:6=1 i32:8=0 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: async-copy.mlir:[[#]]:5: error: read of 16 bytes outside of 'argument 0', at byte 16 of 24, by thread 1 of block 0
// RUN: not phobos-emulate --kernel=moved --block=1 %s i32:4=1 i32:4=0 i32:1020 2>&1 | FileCheck %s --check-prefix=PAST
// PAST: error: write of 16 bytes outside of shared memory, at byte 1020 of 1024, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=moved --block=1 %s i32:4=1 i32:4=0 i32:8 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: error: write of 16 bytes at an address that is no multiple of 16, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=rotate --block=1 %s i32:6@1=1 i32:4=0 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: error: read of 16 bytes at an address that is no multiple of 16, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=changed --block=1 %s i32:4=1 i32:4=0 2>&1 | FileCheck %s --check-prefix=CHANGED
// CHANGED: error: race on byte 0 of 'argument 0': {{.*}}
gpu.module @kernels {
  llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>

  llvm.func @rotate(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    nvvm.barrier0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @wait_all(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.call_intrinsic "llvm.nvvm.cp.async.wait.all"() : () -> ()
    nvvm.barrier0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  // As @rotate without its barrier; the report is below, at the lines that it names.
  llvm.func @no_barrier(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    // BARRIER-DAG: async-copy.mlir:[[@LINE+1]]:5: note: write by the cp.async of thread 0 of block 0
    nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    // BARRIER-DAG: async-copy.mlir:[[@LINE+1]]:10: error: race on byte 0 of shared memory: read by thread 1 of block 0, not ordered with another access
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  // As @rotate, but a group may still go on.
  llvm.func @too_few(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 1
    nvvm.barrier0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  // As @rotate without waiting, and so that each thread reads its own.
  llvm.func @no_wait(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    %other = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  // wait.group does not wait for what is not in a group.
  llvm.func @no_commit(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.wait.group 0
    nvvm.barrier0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @filled(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %bytes: i32) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    nvvm.cp.async.shared.global %own, %from, 16, cache = cg, %bytes : !llvm.ptr<3>, !llvm.ptr<1>, i32
    llvm.call_intrinsic "llvm.nvvm.cp.async.wait.all"() : () -> ()
    nvvm.barrier0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @sizes(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    nvvm.cp.async.shared.global %own, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    %own4 = llvm.getelementptr %own[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %from8 = llvm.getelementptr %from[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    nvvm.cp.async.shared.global %own4, %from8, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    %own8 = llvm.getelementptr %own[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    nvvm.cp.async.shared.global %own8, %from, 8, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.call_intrinsic "llvm.nvvm.cp.async.wait.all"() : () -> ()
    nvvm.barrier0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  // Moves the destination.
  llvm.func @moved(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %bytes: i32) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    %moved = llvm.getelementptr %own[%bytes] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    nvvm.cp.async.shared.global %moved, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.call_intrinsic "llvm.nvvm.cp.async.wait.all"() : () -> ()
    nvvm.barrier0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  // The source changes while the copy goes on.
  llvm.func @changed(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %t, %one : i32
    %next = llvm.urem %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    nvvm.cp.async.shared.global %own, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.store %zero, %from : i32, !llvm.ptr<1>
    llvm.call_intrinsic "llvm.nvvm.cp.async.wait.all"() : () -> ()
    nvvm.barrier0
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %v = llvm.load %other {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    llvm.store %v, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  // Two groups of a thread to one place each; the second is still going on when the first is read.
  llvm.func @pipeline(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %second = llvm.getelementptr %base[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %from = llvm.getelementptr %in[16] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    %to = llvm.getelementptr %out[16] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    nvvm.cp.async.shared.global %base, %in, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.shared.global %second, %from, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 1
    %0 = llvm.load %base {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    llvm.store %0, %out {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    nvvm.cp.async.wait.group 0
    %1 = llvm.load %second {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
    llvm.store %1, %to {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @never(%in: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.cp.async.shared.global %base, %in, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    llvm.return
  }

  // As inline PTX, of a size that there is not.
  llvm.func @no_size(%in: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0], [$1], 8;", "l,l,~{memory}" %base, %in : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
    llvm.return
  }
}

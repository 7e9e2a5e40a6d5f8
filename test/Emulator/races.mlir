// A thread stores its number in shared memory and reads its neighbour's.
// RUN: phobos-emulate --kernel=rotate --block=64 %s i32:64=0 | FileCheck %s --check-prefix=ROTATED
// RUN: phobos-emulate --kernel=rotate --block=64 --seed=3 %s i32:64=0 | FileCheck %s --check-prefix=ROTATED
// ROTATED: arg0: 1 2 3 4 {{.*}} 62 63 0

// The same without a barrier. With threads one after the other no read comes too late or too
// early but the last one's, and other orders give other answers: the report is the same.
// RUN: not phobos-emulate --kernel=unordered --block=64 %s i32:64=0 2>&1 | FileCheck %s --check-prefix=UNORDERED
// UNORDERED: races.mlir:[[#READ:]]:{{[0-9]+}}: error: read of byte 4 of shared memory, which nothing was written to, by thread 0 of block 0
// UNORDERED: races.mlir:[[#WRITE:]]:{{[0-9]+}}: error: race on byte 4 of shared memory: write by thread 1 of block 0, not ordered with another access
// UNORDERED-NEXT: races.mlir:[[#READ]]:{{[0-9]+}}: note: read by thread 0 of block 0
// UNORDERED: races.mlir:[[#READ]]:{{[0-9]+}}: error: race on byte 0 of shared memory: read by thread 63 of block 0, not ordered with another access
// UNORDERED-NEXT: races.mlir:[[#WRITE]]:{{[0-9]+}}: note: write by thread 0 of block 0
// RUN: phobos-emulate --kernel=unordered --no-races --block=64 %s i32:64=0

// All lanes of a warp, and not the other warps, know what bar.warp.sync orders.
// RUN: phobos-emulate --kernel=warp --block=32 %s i32:32=0 | FileCheck %s --check-prefix=WARP
// WARP: arg0: 1 2 3 {{.*}} 31 0
// RUN: not phobos-emulate --kernel=warp --block=64 %s i32:64=0 2>&1 | FileCheck %s --check-prefix=WARPS
// WARPS: error: race on byte {{.*}} of shared memory

// Global memory: threads of a block, and blocks, which nothing orders; where blocks write, or one statement does, one wins.
// RUN: not phobos-emulate --kernel=two_statements --block=2 %s i32:1=0 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: phobos-emulate --kernel=same_place --block=2 %s i32:1=7 | FileCheck %s --check-prefix=ONE
// ONE: arg0: 1
// RUN: not phobos-emulate --kernel=iterations --block=2 %s i32:1=0 2>&1 | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: error: race on byte 0 of 'argument 0': write by thread 1 of block 0, not ordered with another access
// GLOBAL: note: write by thread 0 of block 0
// RUN: phobos-emulate --kernel=same_place --grid=2 %s i32:1=7 | FileCheck %s --check-prefix=WINS
// WINS: arg0: 0
// RUN: not phobos-emulate --kernel=count --grid=2 %s i32:1=0 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: error: race on byte 0 of 'argument 0': read by thread 0 of block 1, not ordered with another access
// BLOCKS: note: write by thread 0 of block 0
// RUN: phobos-emulate --kernel=atomic --block=33 --grid=3 --seed=1 %s i32:1=0 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: arg0: 99

// Each thread takes a number: which one depends on the order, and is no race.
// RUN: phobos-emulate --kernel=tickets --block=3 %s i32:1=0 i32:3=0 | FileCheck %s --check-prefix=TICKETS
// TICKETS: arg1: 0 1 2
// RUN: not phobos-emulate --kernel=tickets --block=3 --seeds=4 %s i32:1=0 i32:3=0 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: other results under seed {{[1-4]}}
// RUN: phobos-emulate --kernel=atomic --block=33 --grid=3 --seeds=4 %s i32:1=0 | FileCheck %s --check-prefix=ATOMIC

// What ld.global.nc reads may be read at any time: a thread's own store that comes later meets it.
// RUN: not phobos-emulate --kernel=constant --block=1 %s i32:1=5 i32:1=0 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: race on byte 0 of 'argument 0': write by thread 0 of block 0, not ordered with another access
// CONSTANT: note: read by the ld.global.nc of thread 0 of block 0
// RUN: phobos-emulate --kernel=negative_constant --block=1 %s i32:1=5 i32:1=0 | FileCheck %s --check-prefix=APART
// APART: arg1: 5

gpu.module @kernels {
  llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>

  gpu.func @rotate(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = arith.constant 1 : i32
    %sum = arith.addi %t, %one : i32
    %next = arith.remui %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    gpu.barrier
    %v = llvm.load %other : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @unordered(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = arith.constant 1 : i32
    %sum = arith.addi %t, %one : i32
    %next = arith.remui %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    %v = llvm.load %other : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @warp(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %one = arith.constant 1 : i32
    %sum = arith.addi %t, %one : i32
    %next = arith.remui %sum, %n : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %other = llvm.getelementptr %base[%next] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    %all = arith.constant -1 : i32
    nvvm.bar.warp.sync %all : i32
    %v = llvm.load %other : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @same_place(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.store %t, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @two_statements(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.store %t, %out : i32, !llvm.ptr<1>
    llvm.store volatile %t, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // The last iteration should win.
  gpu.func @iterations(%out: !llvm.ptr<1>) kernel {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    scf.for %i = %zero to %three step %one : i32 {
      llvm.store volatile %i, %out : i32, !llvm.ptr<1>
    }
    gpu.return
  }

  gpu.func @count(%out: !llvm.ptr<1>) kernel {
    %one = arith.constant 1 : i32
    %old = llvm.load %out : !llvm.ptr<1> -> i32
    %new = arith.addi %old, %one : i32
    llvm.store %new, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @tickets(%next: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %one = arith.constant 1 : i32
    %ticket = llvm.atomicrmw add %next, %one monotonic : !llvm.ptr<1>, i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %ticket, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @atomic(%out: !llvm.ptr<1>) kernel {
    %one = arith.constant 1 : i32
    %old = llvm.atomicrmw add %out, %one monotonic : !llvm.ptr<1>, i32
    gpu.return
  }

  gpu.func @constant(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel {
    %v = llvm.inline_asm "ld.global.nc.L1::evict_last.b32 $0, [$1];", "=r,l" %x : (!llvm.ptr<1>) -> i32
    llvm.store %v, %y : i32, !llvm.ptr<1>
    llvm.store %v, %x : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @negative_constant(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel {
    %v = llvm.inline_asm "ld.global.nc.L1::evict_last.b32 $0, [$1];", "=r,l" %x : (!llvm.ptr<1>) -> i32
    llvm.store %v, %y : i32, !llvm.ptr<1>
    gpu.return
  }
}

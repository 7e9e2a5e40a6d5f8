// Threads that never meet.
// RUN: not phobos-emulate --kernel=half --block=64 %s i32:1=0 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: waiting.mlir:[[@LINE+23]]:{{[0-9]+}}: error: deadlock: 32 of 64 threads wait for a barrier, thread 0 of block 0 among them
// HALF-NEXT: note: 32 threads have ended

// A warp that parts.
// RUN: not phobos-emulate --kernel=parted --block=32 %s i32:1=0 2>&1 | FileCheck %s --check-prefix=PARTED
// PARTED: waiting.mlir:[[#]]:{{[0-9]+}}: error: threads of a warp are at different `.aligned` instructions: thread 16 of block 0 at this one
// PARTED-NEXT: waiting.mlir:[[#]]:{{[0-9]+}}: note: thread 0 of block 0 at this one

// Counts that differ, or that no barrier has.
// RUN: not phobos-emulate --kernel=counts --block=64 %s i32:1=0 2>&1 | FileCheck %s --check-prefix=COUNTS
// COUNTS: error: barrier 1 has 64 threads for others, 32 here, by thread 32 of block 0

// RUN: not phobos-emulate --kernel=endless --block=2 --seconds=0.2 %s i32:1=0 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: error: the kernel has not ended after 0.20 seconds; thread {{[01]}} of block 0 is in this loop
// A thread that spins lets the one go on that it waits for.
// RUN: phobos-emulate --kernel=spin --block=2 %s i32:1=0 | FileCheck %s --check-prefix=SPIN
// SPIN: arg0: 1
gpu.module @kernels {
  gpu.func @half(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c = arith.constant 32 : i32
    %first = arith.cmpi ult, %t, %c : i32
    scf.if %first {
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @parted(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c = arith.constant 16 : i32
    %first = arith.cmpi ult, %t, %c : i32
    scf.if %first {
      gpu.barrier
    } else {
      llvm.store %t, %a atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr<1>
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @counts(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %one = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : i32
    scf.if %first {
      nvvm.barrier id = %one number_of_threads = %c64
    } else {
      nvvm.barrier id = %one number_of_threads = %c32
    }
    gpu.return
  }

  gpu.func @endless(%a: !llvm.ptr<1>) kernel {
    %true = arith.constant true
    scf.while : () -> () {
      %v = llvm.load volatile %a : !llvm.ptr<1> -> i32
      scf.condition(%true)
    } do {
      scf.yield
    }
    gpu.return
  }

  gpu.func @spin(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = arith.constant 0 : i32
    %isFirst = arith.cmpi eq, %t, %zero : i32
    scf.if %isFirst {
      scf.while : () -> () {
        %v = llvm.load %a atomic monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
        %more = arith.cmpi eq, %v, %zero : i32
        scf.condition(%more)
      } do {
        scf.yield
      }
    } else {
      llvm.store %t, %a atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}

// Instructions of a whole warp, each lane's result from the ISA's words.

// Lanes exchange with lane ^ 1, get that of 3 lanes before, of 30 lanes behind (their own where
// there is none), and of lane 5 of their half.
// RUN: phobos-emulate --kernel=shuffles --block=32 %s i32:32=0 i32:32=0 i32:32=0 i32:32=0 | FileCheck %s --check-prefix=SHUFFLES
// RUN: phobos-emulate --kernel=shuffles --block=32 --seed=9 %s i32:32=0 i32:32=0 i32:32=0 i32:32=0 | FileCheck %s --check-prefix=SHUFFLES
// SHUFFLES: arg0: 1 0 3 2 {{.*}} 29 28 31 30
// SHUFFLES: arg1: 0 1 2 0 1 2 3 {{.*}} 27 28
// SHUFFLES: arg2: 30 31 2 3 {{.*}} 30 31
// SHUFFLES: arg3: 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21 21

// RUN: phobos-emulate --kernel=votes --block=32 %s i32:32=0 i32:32=0 i32:32=0 | FileCheck %s --check-prefix=VOTES
// VOTES: arg0: 7 7 7
// VOTES: arg1: 1 1 1
// VOTES: arg2: 0 0 0

// RUN: phobos-emulate --kernel=reductions --block=32 %s i32:32=0 i32:32=0 i32:32=0 | FileCheck %s --check-prefix=REDUCTIONS
// REDUCTIONS: arg0: 464 464
// REDUCTIONS: arg1: -1 -1
// REDUCTIONS: arg2: 31 31

// A lane that has ended is not waited for, one of the mask that takes no part is not read.
// RUN: phobos-emulate --kernel=some --block=32 %s i32:32=9 | FileCheck %s --check-prefix=SOME
// SOME: arg0: 1 0 3 2 5 4 7 6 9 9
// RUN: not phobos-emulate --kernel=absent --block=32 %s i32:32=9 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: error: shuffle from lane 8, which takes no part, by thread 0 of block 0 (and 7 more like it)
// RUN: not phobos-emulate --kernel=foreign --block=32 %s i32:32=9 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: expected a mask with the own lane, got 0xff in lane 8, by thread 8 of block 0 (and 23 more like it)
gpu.module @kernels {
  gpu.func @shuffles(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>, %d: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %all = arith.constant -1 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %thirty = arith.constant 30 : i32
    %up = arith.constant 0 : i32
    %whole = arith.constant 31 : i32
    %half = arith.constant 4127 : i32
    %0 = nvvm.shfl.sync bfly %all, %t, %one, %whole : i32 -> i32
    %1 = nvvm.shfl.sync up %all, %t, %three, %up : i32 -> i32
    %2 = nvvm.shfl.sync down %all, %t, %thirty, %whole : i32 -> i32
    %3 = nvvm.shfl.sync idx %all, %t, %five, %half : i32 -> i32
    %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b0 = llvm.getelementptr %b[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %c0 = llvm.getelementptr %c[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %d0 = llvm.getelementptr %d[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %0, %a0 : i32, !llvm.ptr<1>
    llvm.store %1, %b0 : i32, !llvm.ptr<1>
    llvm.store %2, %c0 : i32, !llvm.ptr<1>
    llvm.store %3, %d0 : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @votes(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %all = arith.constant -1 : i32
    %three = arith.constant 3 : i32
    %few = arith.cmpi ult, %t, %three : i32
    %0 = nvvm.vote.sync ballot %all, %few -> i32
    %any = nvvm.vote.sync any %all, %few -> i1
    %every = nvvm.vote.sync all %all, %few -> i1
    %1 = arith.extui %any : i1 to i32
    %2 = arith.extui %every : i1 to i32
    %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b0 = llvm.getelementptr %b[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %c0 = llvm.getelementptr %c[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %0, %a0 : i32, !llvm.ptr<1>
    llvm.store %1, %b0 : i32, !llvm.ptr<1>
    llvm.store %2, %c0 : i32, !llvm.ptr<1>
    gpu.return
  }

  // Of the numbers -1 to 30: their sum, and the least and largest as numbers with and without sign.
  gpu.func @reductions(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %all = arith.constant -1 : i32
    %n = arith.addi %t, %all : i32
    %0 = nvvm.redux.sync add %n, %all : i32 -> i32
    %1 = nvvm.redux.sync umax %n, %all : i32 -> i32
    %2 = nvvm.redux.sync max %t, %all : i32 -> i32
    %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b0 = llvm.getelementptr %b[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %c0 = llvm.getelementptr %c[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %0, %a0 : i32, !llvm.ptr<1>
    llvm.store %1, %b0 : i32, !llvm.ptr<1>
    llvm.store %2, %c0 : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @some(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %all = arith.constant -1 : i32
    %one = arith.constant 1 : i32
    %eight = arith.constant 8 : i32
    %whole = arith.constant 31 : i32
    %few = arith.cmpi ult, %t, %eight : i32
    scf.if %few {
      %0 = nvvm.shfl.sync bfly %all, %t, %one, %whole : i32 -> i32
      %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %0, %a0 : i32, !llvm.ptr<1>
    }
    gpu.return
  }

  gpu.func @absent(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %mask = arith.constant 255 : i32
    %eight = arith.constant 8 : i32
    %whole = arith.constant 31 : i32
    %few = arith.cmpi ult, %t, %eight : i32
    scf.if %few {
      %0 = nvvm.shfl.sync bfly %mask, %t, %eight, %whole : i32 -> i32
      %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %0, %a0 : i32, !llvm.ptr<1>
    }
    gpu.return
  }

  gpu.func @foreign(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %mask = arith.constant 255 : i32
    %one = arith.constant 1 : i32
    %whole = arith.constant 31 : i32
    %0 = nvvm.shfl.sync bfly %mask, %t, %one, %whole : i32 -> i32
    %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %0, %a0 : i32, !llvm.ptr<1>
    gpu.return
  }
}

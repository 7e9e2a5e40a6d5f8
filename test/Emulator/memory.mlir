// Bounds are those of the array that an address is computed from.
// RUN: phobos-emulate --kernel=copy --block=4 %s i32:4=1,2,3,4 i32:4=0 | FileCheck %s --check-prefix=COPY
// COPY: arg1: 1 2 3 4
// RUN: not phobos-emulate --kernel=copy --block=4 %s i32:3=1,2,3 i32:4=0 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: memory.mlir:[[@LINE+33]]:{{[0-9]+}}: error: read of 4 bytes outside of 'argument 0', at byte 12 of 12, by thread 3 of block 0
// SHORT: arg1: 1 2 3 0
// RUN: not phobos-emulate --kernel=copy --block=4,1,2 %s i32:4=1 i32:2=0 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: write of 4 bytes outside of 'argument 1', at byte 8 of 8, by thread (2, 0, 0) of block 0 (and 3 more like it)
// RUN: not phobos-emulate --kernel=copy --block=4 %s i32:4@-1=1 i32:4=0 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: expected '<count>

// RUN: not phobos-emulate --kernel=pairs --block=1 %s i32:4@1=1,2,3,4 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// MISALIGNED: error: read of 8 bytes at an address that is no multiple of 8, by thread 0 of block 0
// RUN: phobos-emulate --kernel=pairs --block=1 %s i32:4@2=1,2,3,4 | FileCheck %s --check-prefix=ALIGNED
// ALIGNED: arg0: 1 2 4 4

// The launch gives the size of shared memory.
// RUN: phobos-emulate --kernel=dynamic --shared=8 --block=2 %s i32:2=0 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: arg0: 0 1
// RUN: not phobos-emulate --kernel=dynamic --shared=8 --block=3 %s i32:3=0 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: write of 4 bytes outside of shared memory, at byte 1032 of 1032, by thread 2 of block 0

// A pointer that does not say where it points to.
// RUN: phobos-emulate --kernel=generic --shared=8 --block=2 %s i32:2=0 | FileCheck %s --check-prefix=DYNAMIC

// RUN: phobos-emulate --kernel=ranges --shared=64 --block=1 %s i8:8=1,2,3,4,5,6,7,8 | FileCheck %s --check-prefix=RANGES
// RANGES: arg0: 5 6 7 8 9 9 7 8

// RUN: not phobos-emulate --kernel=divide --block=1 %s i32:1=7 i32:0 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not phobos-emulate --kernel=divide --block=1 %s i32:1=-2147483648 i32:-1 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: error: division by zero, or of the least integer by -1, by thread 0 of block 0
// RUN: phobos-emulate --kernel=divide --block=1 %s i32:1=7 i32:-2 | FileCheck %s --check-prefix=QUOTIENT
// QUOTIENT: arg0: -3
gpu.module @kernels {
  gpu.func @copy(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %from = llvm.getelementptr %in[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %v = llvm.load %from : !llvm.ptr<1> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @pairs(%a: !llvm.ptr<1>) kernel {
    %v = llvm.load %a : !llvm.ptr<1> -> vector<2xi32>
    %c = arith.constant 1 : index
    %last = vector.extract %v[1] : i32 from vector<2xi32>
    llvm.store %last, %a : i32, !llvm.ptr<1>
    gpu.return
  }

  llvm.mlir.global internal @first() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<1 x i32>
  llvm.mlir.global external @rest() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>

  gpu.func @dynamic(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = arith.constant 0 : i32
    %base = llvm.mlir.addressof @rest : !llvm.ptr<3>
    %first = llvm.mlir.addressof @first : !llvm.ptr<3>
    %isFirst = arith.cmpi eq, %t, %zero : i32
    scf.if %isFirst {
      llvm.store %t, %first : i32, !llvm.ptr<3>
    }
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    %v = llvm.load %own : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @generic(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %base = llvm.mlir.addressof @rest : !llvm.ptr<3>
    %flat = llvm.addrspacecast %base : !llvm.ptr<3> to !llvm.ptr
    %own = llvm.getelementptr %flat[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store %t, %own : i32, !llvm.ptr
    %v = llvm.load %own : !llvm.ptr -> i32
    %flatOut = llvm.addrspacecast %out : !llvm.ptr<1> to !llvm.ptr
    %to = llvm.getelementptr %flatOut[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store %v, %to : i32, !llvm.ptr
    gpu.return
  }

  gpu.func @ranges(%a: !llvm.ptr<1>) kernel {
    %four = arith.constant 4 : i64
    %two = arith.constant 2 : i64
    %nine = arith.constant 9 : i8
    %base = llvm.mlir.addressof @rest : !llvm.ptr<3>
    %half = llvm.getelementptr %a[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    "llvm.intr.memcpy"(%base, %half, %four) <{isVolatile = false}> : (!llvm.ptr<3>, !llvm.ptr<1>, i64) -> ()
    "llvm.intr.memcpy"(%a, %base, %four) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr<3>, i64) -> ()
    "llvm.intr.memset"(%half, %nine, %two) <{isVolatile = false}> : (!llvm.ptr<1>, i8, i64) -> ()
    gpu.return
  }

  gpu.func @divide(%a: !llvm.ptr<1>, %b: i32) kernel {
    %v = llvm.load %a : !llvm.ptr<1> -> i32
    %q = arith.divsi %v, %b : i32
    llvm.store %q, %a : i32, !llvm.ptr<1>
    gpu.return
  }
}

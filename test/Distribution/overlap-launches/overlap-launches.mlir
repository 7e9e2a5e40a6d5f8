// RUN: phobos-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(phobos-overlap-launches))' | FileCheck %s
// RUN: phobos-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(phobos-overlap-launches,phobos-overlap-launches))' | FileCheck %s
// Earlier GPUs have no such thing, and a target must be one.
// RUN: phobos-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(phobos-overlap-launches{target=sm_89}))' | FileCheck %s --check-prefix=EARLIER
// EARLIER-NOT: griddepcontrol
// EARLIER: gpu.func @prologue
// EARLIER-NOT: griddepcontrol
// RUN: not phobos-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(phobos-overlap-launches{target=sm_87}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown target 'sm_87', expected one of sm_80, sm_89, sm_90a, sm_100a

// What a kernel makes in shared memory first needs nothing of the last kernel.
// CHECK: gpu.module @prologue attributes {phobos.contract = {kernel = "prologue", overlap}}
gpu.module @prologue attributes {phobos.contract = {kernel = "prologue"}} {
  llvm.mlir.global external @shared() {addr_space = 3 : i32} : !llvm.array<0 x i8>
  // CHECK: gpu.func @prologue
  // CHECK: scf.if
  // CHECK: nvvm.mbarrier.init
  // CHECK: nvvm.prefetch tensormap
  // CHECK: gpu.barrier
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: arith.addi
  // CHECK-NEXT: llvm.load
  // CHECK-NOT: nvvm.griddepcontrol
  gpu.func @prologue(%x: !llvm.ptr<1>, %map: !llvm.ptr) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %stage = llvm.alloca %c1 x i32 : (i32) -> !llvm.ptr
    llvm.store %c0, %stage : i32, !llvm.ptr
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %is_first = arith.cmpi eq, %thread, %c0 : i32
    scf.if %is_first {
      nvvm.mbarrier.init %shared, %c1 : !llvm.ptr<3>, i32
      nvvm.prefetch tensormap, %map : !llvm.ptr
    }
    gpu.barrier
    %sum = arith.addi %thread, %c1 : i32
    %value = llvm.load %x : !llvm.ptr<1> -> i32
    %both = arith.addi %value, %sum : i32
    llvm.store %both, %x : i32, !llvm.ptr<1>
    gpu.return
  }

  // CHECK: gpu.func @helper
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: nvvm.griddepcontrol wait
  gpu.func @helper(%x: !llvm.ptr<1>) kernel {
    %c1 = arith.constant 1 : i32
    llvm.store %c1, %x : i32, !llvm.ptr<1>
    gpu.return
  }

  // A part of a kernel.
  // CHECK: gpu.func @called
  // CHECK-NOT: nvvm.griddepcontrol
  gpu.func @called(%x: !llvm.ptr<1>) {
    gpu.return
  }
}

// -----

// A branch that reads global memory is no prologue, nor is a prefetch of it: both
// would be of what was there before.
// CHECK: gpu.func @reads
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK-NEXT: nvvm.griddepcontrol wait
// CHECK: scf.if
gpu.module @reads attributes {phobos.contract = {kernel = "reads"}} {
  gpu.func @reads(%x: !llvm.ptr<1>, %c: i1) kernel {
    scf.if %c {
      %value = llvm.load %x : !llvm.ptr<1> -> i32
      llvm.store %value, %x : i32, !llvm.ptr<1>
    }
    gpu.return
  }
  // CHECK: gpu.func @prefetches
  // CHECK-NEXT: nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: nvvm.prefetch
  gpu.func @prefetches(%x: !llvm.ptr<1>) kernel {
    nvvm.prefetch level = L2, %x : !llvm.ptr<1>
    gpu.return
  }
}

// -----

// No launcher would be told.
// CHECK-LABEL: gpu.module @without
// CHECK-NOT: nvvm.griddepcontrol
gpu.module @without {
  gpu.func @without(%x: !llvm.ptr<1>) kernel {
    gpu.return
  }
}

// -----

// What is read by ld.global.nc must not change from the kernel's beginning on.
// CHECK: gpu.module @negative_reads_constants attributes {phobos.contract = {kernel = "constants"}}
// CHECK-NOT: nvvm.griddepcontrol
gpu.module @negative_reads_constants attributes {phobos.contract = {kernel = "constants"}} {
  gpu.func @constants(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %value = llvm.inline_asm "ld.global.nc.L1::evict_last.b32 $0, [$1];", "=r,l" %x : (!llvm.ptr<1>) -> i32
    llvm.store %value, %y : i32, !llvm.ptr<1>
    gpu.return
  }
}

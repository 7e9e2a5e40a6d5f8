// wgmma's rules, on a product of 64x16 and 16x8 ones: an element of D is 16. What it computes in other shapes, types and
// layouts is tested in test/Integration/Emulator/test_wgmma.py.

// RUN: phobos-emulate --kernel=product --block=128 %s f32:128=0 | FileCheck %s --check-prefix=PRODUCT
// RUN: phobos-emulate --kernel=product --block=128 --seed=1 %s f32:128=0 | FileCheck %s --check-prefix=PRODUCT
// RUN: phobos-emulate --kernel=product --block=256 %s f32:256=0 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: arg0: 16 16 {{.*}} 16
// RUN: phobos-emulate --kernel=twice --block=128 --seed=2 %s f32:128=0 | FileCheck %s --check-prefix=TWICE
// TWICE: arg0: 32 32 {{.*}} 32
// RUN: phobos-emulate --kernel=reused --block=128 %s f32:128=0 i1:1 | FileCheck %s --check-prefix=PRODUCT

// Operands were written by threads: the async proxy must be told, and the other threads must know.
// RUN: not phobos-emulate --kernel=no_proxy_fence --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=PROXY
// PROXY: wgmma.mlir:[[#]]:{{[0-9]+}}: error: read of byte 0 of shared memory through the async proxy by the wgmma of the warp of thread 0 of block 0, which need not see what was written without a fence.proxy.async
// RUN: not phobos-emulate --kernel=no_barrier --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=BARRIER
// BARRIER: error: race on byte {{[0-9]+}} of shared memory: read by the wgmma of the warp of thread 0 of block 0, not ordered with another access
// BARRIER-NEXT: note: write by thread

// They must not be written before the wgmma is over. Who has waited for it knows that of its own warp's part: the other
// warps of the group may still read ("reused", with and without a barrier behind the wait).
// RUN: not phobos-emulate --kernel=reused --block=128 %s f32:128=0 i1:0 2>&1 | FileCheck %s --check-prefix=REUSED
// REUSED: error: race on byte {{[0-9]+}} of shared memory: write by thread [[#THREAD:]] of block 0, not ordered with another access
// REUSED-NEXT: note: read by the wgmma of the warp of thread {{[0-9]+}} of block 0
// RUN: not phobos-emulate --kernel=overwritten --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=OVERWRITTEN
// OVERWRITTEN: error: race on byte {{[0-9]+}} of shared memory: {{.*}}, not ordered with another access

// Registers that were used in another way before; what wgmma itself leaves to wgmma needs no fence (TWICE).
// RUN: not phobos-emulate --kernel=no_fence --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=FENCE
// RUN: not phobos-emulate --kernel=no_fence_again --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=FENCE
// FENCE: error: wgmma.mma_async uses registers without a wgmma.fence after what was done to them before, by thread {{[0-9]+}} of block 0 (and 127 more like it)

// Registers in flight.
// RUN: not phobos-emulate --kernel=no_commit --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=FLIGHT --check-prefix=END
// RUN: not phobos-emulate --kernel=no_wait --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=FLIGHT --check-prefix=END
// RUN: not phobos-emulate --kernel=pending --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=FLIGHT
// FLIGHT: error: read of an accumulator of wgmma in flight, by thread {{[0-9]+}} of block 0 (and 127 more like it)
// END: error: thread {{[0-9]+}} of block 0 ends, and nothing waited for wgmma that it started here
// RUN: not phobos-emulate --kernel=untied --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=UNTIED
// UNTIED: error: read of an accumulator that no wgmma.wait_group is tied to: a compiler may move the read before it, by thread {{[0-9]+}} of block 0
// UNTIED: arg0: 16
// RUN: not phobos-emulate --kernel=copied --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=COPIED
// COPIED: error: wgmma.wait_group is tied to a register that was copied before a later wgmma changed it, by thread {{[0-9]+}} of block 0

// All threads of a warp group execute the same.
// RUN: not phobos-emulate --kernel=divergent --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=DIVERGENT
// DIVERGENT: error: threads of a warp group do not execute the same wgmma: thread {{[0-9]+}} of block 0 this one
// DIVERGENT-NEXT: note: others this one, or with other operands
// RUN: not phobos-emulate --kernel=half --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: error: deadlock: 64 of 128 threads wait for the other threads of its warp group, thread 0 of block 0 among them
// RUN: not phobos-emulate --kernel=product --block=64 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: wgmma needs warp groups of 128 threads, in a block of 64

// Descriptors.
// RUN: not phobos-emulate --kernel=outside --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: read of 256 bytes outside of shared memory, at byte 133120 of 2304
// RUN: not phobos-emulate --kernel=far --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: error: wgmma reads outside of shared memory, at byte
// RUN: not phobos-emulate --kernel=base_offset --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=BASE
// BASE: error: wgmma's descriptor of B, 0x{{[0-9a-f]+}}, has a base offset, but no swizzle, by thread {{[0-9]+}} of block 0
// RUN: not phobos-emulate --kernel=not_encoded --block=128 %s f32:128=0 2>&1 | FileCheck %s --check-prefix=ENCODED
// ENCODED: error: wgmma's descriptor of B, 0x{{[0-9a-f]+}}, has bits that no field has
gpu.module @kernels {
  llvm.mlir.global internal @matrices() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<2304 x i8>

  // Ones: A at byte 0, B at byte 2048.
  llvm.func @fill(%t: i32) {
    %ones = llvm.mlir.constant(dense<0x3F803F80> : vector<4xi32>) : vector<4xi32>
    %memory = llvm.mlir.addressof @matrices : !llvm.ptr<3>
    %a = llvm.getelementptr %memory[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %isA = llvm.icmp "ult" %t, %c128 : i32
    scf.if %isA {
      llvm.store %ones, %a : vector<4xi32>, !llvm.ptr<3>
    }
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %isB = llvm.icmp "ult" %t, %c16 : i32
    scf.if %isB {
      %b = llvm.getelementptr %a[2048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      llvm.store %ones, %b : vector<4xi32>, !llvm.ptr<3>
    }
    llvm.return
  }

  llvm.func @encode(%byte: i64, %bits: i64) -> i64 {
    %memory = llvm.mlir.addressof @matrices : !llvm.ptr<3>
    %start = llvm.ptrtoint %memory : !llvm.ptr<3> to i64
    %address = llvm.add %start, %byte : i64
    %mask = llvm.mlir.constant(0x3FFFF : i64) : i64
    %kept = llvm.and %address, %mask : i64
    %four = llvm.mlir.constant(4 : i64) : i64
    %field = llvm.lshr %kept, %four : i64
    %descriptor = llvm.or %field, %bits : i64
    llvm.return %descriptor : i64
  }

  // Without a swizzle: 8 rows follow each other; then the next 8, 128 bytes on; the second half of k lies 1024 bytes on.
  llvm.func @descriptor_a() -> i64 {
    %byte = llvm.mlir.constant(0 : i64) : i64
    %bits = llvm.mlir.constant(0x800400000 : i64) : i64
    %descriptor = llvm.call @encode(%byte, %bits) : (i64, i64) -> i64
    llvm.return %descriptor : i64
  }

  // Of 8 columns there is no next; the second half of k lies 128 bytes on.
  llvm.func @descriptor_b() -> i64 {
    %byte = llvm.mlir.constant(2048 : i64) : i64
    %bits = llvm.mlir.constant(0x800080000 : i64) : i64
    %descriptor = llvm.call @encode(%byte, %bits) : (i64, i64) -> i64
    llvm.return %descriptor : i64
  }

  gpu.func @product(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @twice(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    %e = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %e[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %e[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %e[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %e[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @no_proxy_fence(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @no_barrier(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @no_fence(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @no_fence_again(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %e = nvvm.wgmma.mma_async %a, %b, %r, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %q0 = llvm.extractvalue %e[0] : !llvm.struct<(f32, f32, f32, f32)>
    %q1 = llvm.extractvalue %e[1] : !llvm.struct<(f32, f32, f32, f32)>
    %q2 = llvm.extractvalue %e[2] : !llvm.struct<(f32, f32, f32, f32)>
    %q3 = llvm.extractvalue %e[3] : !llvm.struct<(f32, f32, f32, f32)>
    %s = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %q0, %q1, %q2, %q3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %s[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @no_commit(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @no_wait(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %v = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @untied(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    %v = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @pending(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 1;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    nvvm.wgmma.wait.group.sync.aligned 0
    gpu.return
  }

  gpu.func @copied(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    %e = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @overwritten(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    llvm.call @fill(%t) : (i32) -> ()
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @reused(%out: !llvm.ptr<1>, %barrier: i1) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    scf.if %barrier {
      nvvm.barrier0
    }
    llvm.call @fill(%t) : (i32) -> ()
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @divergent(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %other = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    %limit = llvm.mlir.constant(64 : i32) : i32
    %isLow = llvm.icmp "ult" %t, %limit : i32
    %b = llvm.select %isLow, %a, %other : i1, i64
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @half(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %limit = llvm.mlir.constant(64 : i32) : i32
    %isLow = llvm.icmp "ult" %t, %limit : i32
    scf.if %isLow {
      %a = llvm.call @descriptor_a() : () -> i64
      %b = llvm.call @descriptor_b() : () -> i64
      %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
      nvvm.wgmma.fence.aligned
      %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      nvvm.wgmma.commit.group.sync.aligned
      %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
      %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
      %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
      %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
      %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
      %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.store %v, %to : f32, !llvm.ptr<1>
    }
    gpu.return
  }

  gpu.func @outside(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %given = llvm.call @descriptor_b() : () -> i64
    %bits = llvm.mlir.constant(8192 : i64) : i64
    %b = llvm.or %given, %bits : i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @far(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %given = llvm.call @descriptor_a() : () -> i64
    %bits = llvm.mlir.constant(70364449210368 : i64) : i64
    %a = llvm.or %given, %bits : i64
    %b = llvm.call @descriptor_b() : () -> i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @base_offset(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %given = llvm.call @descriptor_b() : () -> i64
    %bits = llvm.mlir.constant(562949953421312 : i64) : i64
    %b = llvm.or %given, %bits : i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @not_encoded(%out: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %given = llvm.call @descriptor_b() : () -> i64
    %bits = llvm.mlir.constant(32768 : i64) : i64
    %b = llvm.or %given, %bits : i64
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    %p0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %p0, %p1, %p2, %p3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }
}

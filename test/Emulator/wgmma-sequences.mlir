// wgmma in sequences of inline PTX, as attention has them: a chain that begins without D, a wait that is branched around,
// and A in registers. All is made of ones: D is 16 + 16; if it is to grow, twice that; and 16 more.
// RUN: phobos-emulate --kernel=chain --block=128 --seed=1 %s f32:128=0 i32:0 | FileCheck %s --check-prefix=KEPT
// RUN: phobos-emulate --kernel=chain --block=128 --seed=1 %s f32:128=0 i32:1 | FileCheck %s --check-prefix=GROWN
// KEPT: arg0: 48 48 {{.*}} 48
// GROWN: arg0: 80 80 {{.*}} 80

// Without the wait before it, the multiplication reads what is in flight.
// RUN: not phobos-emulate --kernel=no_wait --block=128 %s f32:128=0 i32:1 2>&1 | FileCheck %s --check-prefix=FLIGHT
// FLIGHT: error: read of an accumulator of wgmma in flight

// A in registers was written by others. What is kept in flight needs no fence for itself.
// RUN: not phobos-emulate --kernel=no_fence --block=128 %s f32:128=0 i32:1 2>&1 | FileCheck %s --check-prefix=FENCE
// FENCE: error: wgmma.mma_async uses registers without a wgmma.fence after what was done to them before
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

  gpu.func @chain(%out: !llvm.ptr<1>, %grows: i32) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %s = llvm.inline_asm has_side_effects "{\n.reg .pred pf, pt;\n.reg .b64 qa, kb;\nsetp.ne.b32 pf, 0, 0;\nsetp.eq.b32 pt, 0, 0;\nwgmma.fence.sync.aligned;\nadd.s64 qa, $4, 0;\nadd.s64 kb, $5, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, qa, kb, pf, 1, 1, 0, 0;\nadd.s64 qa, $4, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, qa, kb, pt, 1, 1, 0, 0;\nwgmma.commit_group.sync.aligned;\n}", "=f,=f,=f,=f,l,l" %a, %b : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    %p0 = llvm.extractvalue %s[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %s[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %s[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %s[3] : !llvm.struct<(f32, f32, f32, f32)>
    %two = llvm.mlir.constant(2.0 : f32) : f32
    %o = llvm.inline_asm has_side_effects "{\n.reg .pred p;\nsetp.eq.b32 p, $8, 0;\n@p bra L_keep;\nwgmma.wait_group.sync.aligned 0;\nmul.f32 $0, $0, $9;\nmul.f32 $1, $1, $9;\nmul.f32 $2, $2, $9;\nmul.f32 $3, $3, $9;\nL_keep:\n}", "=f,=f,=f,=f,0,1,2,3,r,f" %p0, %p1, %p2, %p3, %grows, %two : (f32, f32, f32, f32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %q0 = llvm.extractvalue %o[0] : !llvm.struct<(f32, f32, f32, f32)>
    %q1 = llvm.extractvalue %o[1] : !llvm.struct<(f32, f32, f32, f32)>
    %q2 = llvm.extractvalue %o[2] : !llvm.struct<(f32, f32, f32, f32)>
    %q3 = llvm.extractvalue %o[3] : !llvm.struct<(f32, f32, f32, f32)>
    %ones = llvm.mlir.constant(0x3F803F80 : i32) : i32
    %u = llvm.inline_asm has_side_effects "{\n.reg .pred pt;\nsetp.eq.b32 pt, 0, 0;\nwgmma.fence.sync.aligned;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, pt, 1, 1, 0;\nwgmma.commit_group.sync.aligned;\n}", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l" %q0, %q1, %q2, %q3, %ones, %ones, %ones, %ones, %b : (f32, f32, f32, f32, i32, i32, i32, i32, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    %x0 = llvm.extractvalue %u[0] : !llvm.struct<(f32, f32, f32, f32)>
    %x1 = llvm.extractvalue %u[1] : !llvm.struct<(f32, f32, f32, f32)>
    %x2 = llvm.extractvalue %u[2] : !llvm.struct<(f32, f32, f32, f32)>
    %x3 = llvm.extractvalue %u[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %x0, %x1, %x2, %x3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @no_wait(%out: !llvm.ptr<1>, %grows: i32) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %s = llvm.inline_asm has_side_effects "{\n.reg .pred pf, pt;\n.reg .b64 qa, kb;\nsetp.ne.b32 pf, 0, 0;\nsetp.eq.b32 pt, 0, 0;\nwgmma.fence.sync.aligned;\nadd.s64 qa, $4, 0;\nadd.s64 kb, $5, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, qa, kb, pf, 1, 1, 0, 0;\nadd.s64 qa, $4, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, qa, kb, pt, 1, 1, 0, 0;\nwgmma.commit_group.sync.aligned;\n}", "=f,=f,=f,=f,l,l" %a, %b : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    %p0 = llvm.extractvalue %s[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %s[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %s[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %s[3] : !llvm.struct<(f32, f32, f32, f32)>
    %two = llvm.mlir.constant(2.0 : f32) : f32
    %o = llvm.inline_asm has_side_effects "{\n.reg .pred p;\nsetp.eq.b32 p, $8, 0;\n@p bra L_keep;\nmul.f32 $0, $0, $9;\nmul.f32 $1, $1, $9;\nmul.f32 $2, $2, $9;\nmul.f32 $3, $3, $9;\nL_keep:\n}", "=f,=f,=f,=f,0,1,2,3,r,f" %p0, %p1, %p2, %p3, %grows, %two : (f32, f32, f32, f32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %q0 = llvm.extractvalue %o[0] : !llvm.struct<(f32, f32, f32, f32)>
    %q1 = llvm.extractvalue %o[1] : !llvm.struct<(f32, f32, f32, f32)>
    %q2 = llvm.extractvalue %o[2] : !llvm.struct<(f32, f32, f32, f32)>
    %q3 = llvm.extractvalue %o[3] : !llvm.struct<(f32, f32, f32, f32)>
    %ones = llvm.mlir.constant(0x3F803F80 : i32) : i32
    %u = llvm.inline_asm has_side_effects "{\n.reg .pred pt;\nsetp.eq.b32 pt, 0, 0;\nwgmma.fence.sync.aligned;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, pt, 1, 1, 0;\nwgmma.commit_group.sync.aligned;\n}", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l" %q0, %q1, %q2, %q3, %ones, %ones, %ones, %ones, %b : (f32, f32, f32, f32, i32, i32, i32, i32, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    %x0 = llvm.extractvalue %u[0] : !llvm.struct<(f32, f32, f32, f32)>
    %x1 = llvm.extractvalue %u[1] : !llvm.struct<(f32, f32, f32, f32)>
    %x2 = llvm.extractvalue %u[2] : !llvm.struct<(f32, f32, f32, f32)>
    %x3 = llvm.extractvalue %u[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %x0, %x1, %x2, %x3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @no_fence(%out: !llvm.ptr<1>, %grows: i32) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.barrier0
    %a = llvm.call @descriptor_a() : () -> i64
    %b = llvm.call @descriptor_b() : () -> i64
    %s = llvm.inline_asm has_side_effects "{\n.reg .pred pf, pt;\n.reg .b64 qa, kb;\nsetp.ne.b32 pf, 0, 0;\nsetp.eq.b32 pt, 0, 0;\nwgmma.fence.sync.aligned;\nadd.s64 qa, $4, 0;\nadd.s64 kb, $5, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, qa, kb, pf, 1, 1, 0, 0;\nadd.s64 qa, $4, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, qa, kb, pt, 1, 1, 0, 0;\nwgmma.commit_group.sync.aligned;\n}", "=f,=f,=f,=f,l,l" %a, %b : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    %p0 = llvm.extractvalue %s[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.extractvalue %s[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.extractvalue %s[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.extractvalue %s[3] : !llvm.struct<(f32, f32, f32, f32)>
    %two = llvm.mlir.constant(2.0 : f32) : f32
    %o = llvm.inline_asm has_side_effects "{\n.reg .pred p;\nsetp.eq.b32 p, $8, 0;\n@p bra L_keep;\nwgmma.wait_group.sync.aligned 0;\nmul.f32 $0, $0, $9;\nmul.f32 $1, $1, $9;\nmul.f32 $2, $2, $9;\nmul.f32 $3, $3, $9;\nL_keep:\n}", "=f,=f,=f,=f,0,1,2,3,r,f" %p0, %p1, %p2, %p3, %grows, %two : (f32, f32, f32, f32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %q0 = llvm.extractvalue %o[0] : !llvm.struct<(f32, f32, f32, f32)>
    %q1 = llvm.extractvalue %o[1] : !llvm.struct<(f32, f32, f32, f32)>
    %q2 = llvm.extractvalue %o[2] : !llvm.struct<(f32, f32, f32, f32)>
    %q3 = llvm.extractvalue %o[3] : !llvm.struct<(f32, f32, f32, f32)>
    %ones = llvm.mlir.constant(0x3F803F80 : i32) : i32
    %u = llvm.inline_asm has_side_effects "{\n.reg .pred pt;\nsetp.eq.b32 pt, 0, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, pt, 1, 1, 0;\nwgmma.commit_group.sync.aligned;\n}", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l" %q0, %q1, %q2, %q3, %ones, %ones, %ones, %ones, %b : (f32, f32, f32, f32, i32, i32, i32, i32, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    %x0 = llvm.extractvalue %u[0] : !llvm.struct<(f32, f32, f32, f32)>
    %x1 = llvm.extractvalue %u[1] : !llvm.struct<(f32, f32, f32, f32)>
    %x2 = llvm.extractvalue %u[2] : !llvm.struct<(f32, f32, f32, f32)>
    %x3 = llvm.extractvalue %u[3] : !llvm.struct<(f32, f32, f32, f32)>
    %r = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3" %x0, %x1, %x2, %x3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %v = llvm.extractvalue %r[3] : !llvm.struct<(f32, f32, f32, f32)>
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %v, %to : f32, !llvm.ptr<1>
    gpu.return
  }
}

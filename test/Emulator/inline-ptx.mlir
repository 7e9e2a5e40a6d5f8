// Inline PTX: several instructions, registers and labels of its own, guards, literals.

// RUN: phobos-emulate --kernel=sequence --block=4 %s i32:4=0 | FileCheck %s --check-prefix=SEQUENCE
// SEQUENCE: arg0: 7 8 9 10

// A predicate from a number, as in what NVVM emits for wgmma.
// RUN: phobos-emulate --kernel=predicate --block=4 %s i32:4=0 | FileCheck %s --check-prefix=PREDICATE
// PREDICATE: arg0: 20 11 11 11

// What a guard skips leaves its registers as they were, whether they are results or its own.
// RUN: phobos-emulate --kernel=guards --block=4 %s i32:4=0 i32:4=0 | FileCheck %s --check-prefix=GUARDS
// GUARDS: arg0: 100 1 2 3
// GUARDS: arg1: 5 6 6 6

// A loop, with the labels of NVVM's blocking wait: n + (n - 1) + … + 1.
// RUN: phobos-emulate --kernel=loop --block=6 %s i32:6=0 | FileCheck %s --check-prefix=LOOP
// LOOP: arg0: 0 1 3 6 10 15

// Each place has labels of its own, and a loop without an end is one for the watchdog.
// RUN: phobos-emulate --kernel=twice --block=1 %s i32:1=0 | FileCheck %s --check-prefix=TWICE
// TWICE: arg0: 9
// RUN: not phobos-emulate --kernel=endless --block=1 --seconds=0.2 %s i32:1=0 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: inline-ptx.mlir:[[#]]:5: error: the kernel has not ended after 0.20 seconds; thread 0 of block 0 is in this loop

// A result that nobody wants; addresses with offsets are checked like others.
// RUN: phobos-emulate --kernel=offsets --block=1 %s i32:4=1,2,3,4 | FileCheck %s --check-prefix=OFFSETS
// OFFSETS: arg0: 1 2 2 4
// RUN: not phobos-emulate --kernel=offsets --block=1 %s i32:2=1,2 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: error: write of 4 bytes outside of 'argument 0', at byte 8 of 8, by thread 0 of block 0

// An address in a register of bits; a special register; floats.
// RUN: phobos-emulate --kernel=registers --block=4 %s i32:4=1,2,3,4 f32:4=0 | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: arg0: 3 4 5 6
// REGISTERS: arg1: 0 1.5 3 4.5
gpu.module @kernels {
  gpu.func @sequence(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %v = llvm.inline_asm "{ .reg .b32 q, r; add.s32 q, $1, 0x10; mov.b32 r, -9; add.s32 $0, q, r; }", "=r,r" %t : (i32) -> i32
    %to = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @predicate(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %v = llvm.inline_asm "{\n.reg .pred p;\nsetp.ne.b32 p, $1, 0;\nselp.b32 $0, 11, 20, p;\n}\n", "=r,r" %t : (i32) -> i32
    %to = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @guards(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = arith.constant 0 : i32
    %isFirst = arith.cmpi eq, %t, %zero : i32
    %v = llvm.inline_asm "@$2 mov.b32 $0, 100;", "=r,0,b" %t, %isFirst : (i32, i1) -> i32
    %w = llvm.inline_asm "{ .reg .b32 q; mov.b32 q, 5; @!$1 add.u32 q, q, 1; mov.b32 $0, q; }", "=r,b" %isFirst : (i1) -> i32
    %toA = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %toA : i32, !llvm.ptr<1>
    %toB = llvm.getelementptr %b[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %w, %toB : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @loop(%a: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %v = llvm.inline_asm has_side_effects "{\n\t.reg .pred       P1; \n\t.reg .b32 n; \n\tmov.b32 n, $1; \n\tmov.b32 $0, 0; \n\tLAB_WAIT: \n\tsetp.eq.b32 P1, n, 0; \n\t@P1 bra.uni DONE; \n\tadd.s32 $0, $0, n; \n\tsub.s32 n, n, 1; \n\tbra.uni     LAB_WAIT; \n\tDONE: \n\t}", "=r,r" %t : (i32) -> i32
    %to = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @twice(%a: !llvm.ptr<1>) kernel {
    %one = arith.constant 1 : i32
    %v = llvm.inline_asm has_side_effects "{ .reg .pred p; setp.eq.b32 p, $1, 1; @p bra L; mov.b32 $0, 5; L: add.s32 $0, $0, 3; }", "=r,r,0" %one, %one : (i32, i32) -> i32
    %w = llvm.inline_asm has_side_effects "{ .reg .pred p; setp.eq.b32 p, $1, 1; @p bra L; mov.b32 $0, 5; L: add.s32 $0, $0, 4; }", "=r,r,0" %v, %v : (i32, i32) -> i32
    llvm.store %w, %a : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @endless(%a: !llvm.ptr<1>) kernel {
    llvm.inline_asm has_side_effects "L: bra L;", "" : () -> ()
    gpu.return
  }

  gpu.func @offsets(%a: !llvm.ptr<1>) kernel {
    %v = llvm.inline_asm has_side_effects "ld.global.v2.b32 {_, $0}, [$1 + 0x0];", "=r,l" %a : (!llvm.ptr<1>) -> i32
    llvm.inline_asm has_side_effects "st.global.b32 [$1+8], $0;", "r,l" %v, %a : (i32, !llvm.ptr<1>) -> ()
    gpu.return
  }

  gpu.func @registers(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>) kernel {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %toA = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %address = llvm.ptrtoint %toA : !llvm.ptr<1> to i64
    llvm.inline_asm has_side_effects "{ .reg .b64 at; .reg .b32 v; mov.b64 at, $0; ld.global.b32 v, [at]; add.s32 v, v, 2; st.global.b32 [at], v; }", "l" %address : (i64) -> ()
    %1 = arith.uitofp %t : i32 to f32
    %2 = llvm.inline_asm "{ .reg .b32 q; mul.f32 q, $1, 0f3FC00000; mov.b32 $0, q; }", "=f,f" %1 : (f32) -> f32
    %3 = llvm.inline_asm "mov.u32 $0, %tid.x;", "=r" : () -> i32
    %toB = llvm.getelementptr %b[%3] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    llvm.store %2, %toB : f32, !llvm.ptr<1>
    gpu.return
  }
}

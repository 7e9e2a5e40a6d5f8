// What is not emulated is named, all of it, and nothing runs.
// RUN: not phobos-emulate --kernel=kernel --block=32 %s i32:1=0 2>&1 | FileCheck %s
// CHECK: refused.mlir:[[#]]:10: error: cannot emulate 'llvm.nvvm.read.ptx.sreg.clock64'
// CHECK-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX 'activemask.b32 $0;'
// CHECK-NEXT: refused.mlir:[[#]]:10: error: cannot emulate 'unknown'

// Of inline PTX with several instructions, the one that is not known: no such function; what was not declared; operands of
// another number, or type; a guard that is no predicate; no such label, type, or form; a brace without its other one.
// RUN: not phobos-emulate --kernel=ptx --block=32 %s i32:0 i32:1=0 2>&1 | FileCheck %s --check-prefix=PTX
// PTX: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX 'popc.b32 q, $1;'
// PTX-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX '@q bra L;'
// PTX-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX 'add.s32 $0, $1;'
// PTX-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX 'add.s64 $0, $1, 1;'
// PTX-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX '@p mov.b32 $0, $1;'
// PTX-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX 'bra NOWHERE;'
// PTX-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX '.reg .b128 q; mov.b32 $0, $1;'
// PTX-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX 'mov.b32 $0, 1 << 2;'
// PTX-NEXT: refused.mlir:[[#]]:10: error: cannot emulate the inline PTX '{ mov.b32 $0, $1;'
gpu.module @kernels {
  llvm.func @unknown(i32) -> i32
  gpu.func @kernel(%a: !llvm.ptr<1>) kernel {
    %0 = nvvm.read.ptx.sreg.clock64 : i64
    %1 = llvm.inline_asm has_side_effects "activemask.b32 $0;", "=r" : () -> i32
    %2 = llvm.call @unknown(%1) : (i32) -> i32
    llvm.store %2, %a : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @ptx(%t: i32, %a: !llvm.ptr<1>) kernel {
    %0 = llvm.inline_asm "{ .reg .b32 q; popc.b32 q, $1; mov.b32 $0, q; }", "=r,r" %t : (i32) -> i32
    %1 = llvm.inline_asm "{ mov.b32 $0, $1; @q bra L; L: }", "=r,r" %0 : (i32) -> i32
    %2 = llvm.inline_asm "add.s32 $0, $1;", "=r,r" %1 : (i32) -> i32
    %3 = llvm.inline_asm "add.s64 $0, $1, 1;", "=r,r" %2 : (i32) -> i32
    %4 = llvm.inline_asm "{ .reg .b32 p; @p mov.b32 $0, $1; }", "=r,r" %3 : (i32) -> i32
    %5 = llvm.inline_asm "{ bra NOWHERE; }", "=r,r" %4 : (i32) -> i32
    %6 = llvm.inline_asm ".reg .b128 q; mov.b32 $0, $1;", "=r,r" %5 : (i32) -> i32
    %7 = llvm.inline_asm "mov.b32 $0, 1 << 2;", "=r,r" %6 : (i32) -> i32
    %8 = llvm.inline_asm "{ mov.b32 $0, $1;", "=r,r" %7 : (i32) -> i32
    llvm.store %8, %a : i32, !llvm.ptr<1>
    gpu.return
  }
}

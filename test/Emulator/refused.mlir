// What is not emulated is named, all of it, and nothing runs.
// RUN: not phobos-emulate --block=32 %s i32:1=0 2>&1 | FileCheck %s
// CHECK: refused.mlir:[[@LINE+6]]:10: error: cannot emulate 'llvm.nvvm.read.ptx.sreg.clock64'
// CHECK-NEXT: refused.mlir:[[@LINE+6]]:10: error: cannot emulate the inline PTX 'activemask.b32 $0;'
// CHECK-NEXT: refused.mlir:[[@LINE+6]]:10: error: cannot emulate 'unknown'
gpu.module @kernels {
  llvm.func @unknown(i32) -> i32
  gpu.func @kernel(%a: !llvm.ptr<1>) kernel {
    %0 = nvvm.read.ptx.sreg.clock64 : i64
    %1 = llvm.inline_asm has_side_effects "activemask.b32 $0;", "=r" : () -> i32
    %2 = llvm.call @unknown(%1) : (i32) -> i32
    llvm.store %2, %a : i32, !llvm.ptr<1>
    gpu.return
  }
}

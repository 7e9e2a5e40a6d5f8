// Whatever the backend cannot do is one error with the file's name, not a crash.
// RUN: split-file %s %t
// RUN: not phobos-translate --mlir-to-ptx --target=sm_80 %t/select.mlir 2>&1 | FileCheck %s --check-prefix=SELECT
// RUN: not phobos-translate --mlir-to-ptx %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not phobos-translate --mlir-to-ptx %t/level.mlir 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not phobos-translate --mlir-to-ptx --target=sm_90 %t/two.mlir 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not phobos-translate --mlir-to-ptx --target=gfx942 %t/two.mlir 2>&1 | FileCheck %s --check-prefix=FAR

// SELECT: select.mlir:1:1: error: cannot emit PTX for sm_80:
// TWO: two.mlir:1:1: error: expected one gpu.module, got 2
// TWO: two.mlir:2:1: note: the second is here
// LEVEL: level.mlir:2:{{.*}}: error:
// NEAR: error: unknown target 'sm_90', expected one of sm_80, sm_89, sm_90a, sm_100a; did you mean 'sm_90a'?
// FAR: error: unknown target 'gfx942', expected one of sm_80, sm_89, sm_90a, sm_100a{{$}}

//--- select.mlir
gpu.module @m {
  llvm.func @k() attributes {nvvm.kernel} {
    nvvm.wgmma.fence.aligned
    llvm.return
  }
}
//--- two.mlir
gpu.module @a {}
gpu.module @b {}
//--- level.mlir
llvm.func @k(%x: i32) attributes {nvvm.kernel} {
  %y = arith.addi %x, %x : i32
  llvm.return
}

// The way from text to PTX, with what is written beside it.
// RUN: phobos-translate --import-phobos --kernel second %s | FileCheck %s --check-prefix=IMPORT
// RUN: phobos-translate --import-phobos --kernel first --set T=64 %s | FileCheck %s --check-prefix=SET
// RUN: phobos-translate --phobos-to-ptx --kernel first --target=sm_80 --contract=%t.json %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: FileCheck %s --check-prefix=CONTRACT < %t.json
// RUN: phobos-translate --phobos-to-ptx --kernel first --print-stages %s 2>&1 >/dev/null | FileCheck %s --check-prefix=STAGES
// RUN: %if ptxas %{ phobos-translate --phobos-to-cubin --kernel second --resource-usage %s -o %t.cubin 2>&1 | FileCheck %s --check-prefix=USAGE %}
// RUN: %if ptxas %{ od -A n -c -N 4 %t.cubin | FileCheck %s --check-prefix=CUBIN %}

// Tile IR comes back in, and gives the same PTX but for the name of the file.
// RUN: phobos-translate --import-phobos --kernel first %s -o %t.mlir
// RUN: phobos-translate --phobos-to-ptx --kernel first --target=sm_80 %t.mlir -o %t.2.ptx
// RUN: phobos-translate --mlir-to-ptx --target=sm_80 %t.mlir -o %t.3.ptx
// RUN: sed -e /[.]loc/d -e /[.]file/d -e /__tmp/d %t.ptx > %t.a
// RUN: sed -e /[.]loc/d -e /[.]file/d -e /__tmp/d %t.2.ptx > %t.b
// RUN: diff %t.a %t.b
// RUN: diff %t.2.ptx %t.3.ptx

// Passes run on the tile IR first.
// RUN: phobos-translate --import-phobos --kernel first --passes=phobos-assign-layouts %s | FileCheck %s --check-prefix=PASSES
// RUN: phobos-translate --phobos-to-ptx --kernel first --passes='builtin.module(cse)' --print-stages %s 2>&1 >/dev/null | FileCheck %s --check-prefix=PASSED
// PASSES: #phobos.layout
// PASSED: // ----- stage: source
// PASSED: // ----- stage: passes

// RUN: phobos-translate --version | FileCheck %s --check-prefix=VERSION
// VERSION: Phobos {{[0-9]+\.[0-9]+\.[0-9]+}}, LLVM 22.

// IMPORT-NOT: @first
// IMPORT: phobos.kernel @second
// SET: tile<64xf32>

// PTX: .target sm_80
// PTX: .visible .entry first(
// PTX: .loc 1 [[@LINE+23]]
// PTX: .file 1 "{{.*}}translate.ph"

// CONTRACT: "kernel": "first"
// CONTRACT: "target": "sm_80"
// CONTRACT: "ceildiv(N, 128)"

// STAGES: // ----- stage: source
// STAGES: phobos.kernel @first
// STAGES: // ----- stage: tile
// STAGES: // ----- stage: scheduled
// STAGES: // ----- stage: thread
// STAGES: gpu.func @first
// STAGES: // ----- stage: nvvm
// STAGES: llvm.func @first

// USAGE: Compiling entry function 'second' for 'sm_90a'
// USAGE: Used {{[0-9]+}} registers

// CUBIN: 177 E L F
@autotune(T in [128, 64])
kernel first(X: tensor<f32>[N], Y: tensor<f32>[N]) {
  let i = ctx.block.x * T
  Y[i :+ T] = X[i :+ T] * 2.0
}

kernel second(X: tensor<f32>[N]) {
  let i = ctx.block.x * 128
  X[i :+ 128] = exp(X[i :+ 128])
}

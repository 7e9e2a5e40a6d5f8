// RUN: split-file %s %t
// RUN: phobos-opt %t/kernel.mlir --phobos-assign-layouts --phobos-distribute | FileCheck %s
// RUN: phobos-opt %t/module.mlir --phobos-assign-layouts --phobos-distribute | FileCheck %s --check-prefix=MODULE
// RUN: not phobos-opt %t/missing.mlir --phobos-distribute 2>&1 | FileCheck %s --check-prefix=MISSING

// A kernel that helps another one goes into that one's gpu.module, wherever it
// stands, and has no contract there.
// CHECK: gpu.module @k attributes {phobos.contract = {{.*}}kernel = "k"
// CHECK: llvm.mlir.global external @phobos_shared
// CHECK-NOT: llvm.mlir.global
// CHECK: gpu.func @k(
// CHECK: gpu.func @copy(%{{.*}}: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>}
// CHECK-NOT: gpu.module
//--- kernel.mlir
phobos.kernel @copy(%a: !phobos.ptr<i16>) threads 64 attributes {phobos.helper_of = @k} {
  phobos.return
}
phobos.kernel @k(%a: !phobos.ptr<f32>) threads 32 {
  phobos.return
}

// Of a module that is there already, each `repack` with the kernel's name gets its
// contract.
// MODULE: gpu.module @hopper attributes {phobos.contract = {
// MODULE-SAME: {name = "A_map", repack = {bytes = "M * 128", contract = {args = [{kind = "pointer", param = "arg0"}], {{.*}}, kernel = "copy", {{.*}}threads = 64 : i64}, kernel = "copy", pitch_bytes = 128 : i64}}
// MODULE-SAME: {name = "B_map"}
// MODULE: llvm.func @main
// MODULE: gpu.func @copy
//--- module.mlir
gpu.module @hopper attributes {phobos.contract = {kernel = "main", tensor_maps = [
    {name = "A_map", repack = {kernel = "copy", pitch_bytes = 128 : i64, bytes = "M * 128"}}, {name = "B_map"}]}} {
  llvm.func @main() attributes {nvvm.kernel} {
    llvm.return
  }
}
phobos.kernel @copy(%a: !phobos.ptr<i16>) threads 64 attributes {phobos.helper_of = @hopper} {
  phobos.return
}

// A launcher could not launch it.
// MISSING: missing.mlir:1:1: error: expected a kernel 'copy' with 'phobos.helper_of' = @hopper, which a tensor map's 'repack' names
//--- missing.mlir
gpu.module @hopper attributes {phobos.contract = {kernel = "main", tensor_maps = [
    {name = "A_map", repack = {kernel = "copy", pitch_bytes = 128 : i64, bytes = "M * 128"}}]}} {
}

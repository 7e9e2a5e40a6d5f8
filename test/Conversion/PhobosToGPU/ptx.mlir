// Thread-level code of each float type arrives in PTX that ptxas takes, without a
// call and without libdevice, and names the lines of this file.
// RUN: phobos-opt %s --phobos-thread-to-nvvm-pipeline --mlir-print-debuginfo -o %t.mlir
// RUN: phobos-translate --mlir-to-ptx --target=sm_80 %t.mlir -o %t.80.ptx
// RUN: phobos-translate --mlir-to-ptx --target=sm_90a %t.mlir -o %t.90.ptx
// RUN: FileCheck %s < %t.80.ptx
// RUN: FileCheck %s < %t.90.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_80 %t.80.ptx -o %t.cubin %}
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.90.ptx -o %t.cubin %}

// CHECK-LABEL: .entry functions(
// CHECK: .reqntid 128
// CHECK-DAG: ex2.approx.f32
// CHECK-DAG: rsqrt.approx.f32
// CHECK-DAG: sqrt.rn.f32
// CHECK-DAG: div.rn.f32
// CHECK-DAG: max.NaN.f32
// CHECK-DAG: .loc 1 [[@LINE+11]]
// CHECK-NOT: call
// CHECK-LABEL: .entry narrow(
// CHECK: cvt.rn.f16.f32
// CHECK: cvt.rn.bf16{{(x2)?}}.f32
// CHECK-NOT: call
// CHECK: .file 1 "{{.*}}ptx.mlir"
// CHECK-NOT: .debug_info
gpu.module @kernels {
  gpu.func @functions(%p: !llvm.ptr<1>) kernel attributes {nvvm.reqntid = array<i32: 128>} {
    %x = llvm.load %p : !llvm.ptr<1> -> vector<4xf32>
    %0 = math.exp %x : vector<4xf32>
    %1 = math.exp2 %0 : vector<4xf32>
    %2 = math.log %1 : vector<4xf32>
    %3 = math.log2 %2 : vector<4xf32>
    %4 = math.sqrt %3 : vector<4xf32>
    %5 = math.rsqrt %4 : vector<4xf32>
    %6 = math.sin %5 : vector<4xf32>
    %7 = math.cos %6 : vector<4xf32>
    %8 = math.tanh %7 : vector<4xf32>
    %9 = math.erf %8 : vector<4xf32>
    %10 = math.powf %9, %x : vector<4xf32>
    %11 = math.floor %10 : vector<4xf32>
    %12 = math.ceil %11 : vector<4xf32>
    %13 = math.round %12 : vector<4xf32>
    %14 = math.absf %13 : vector<4xf32>
    %15 = arith.divf %14, %x : vector<4xf32>
    %16 = arith.maximumf %15, %x : vector<4xf32>
    llvm.store %16, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @narrow(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) kernel {
    %x = llvm.load %p : !llvm.ptr<1> -> vector<2xf16>
    %0 = math.exp %x : vector<2xf16>
    %1 = math.round %0 : vector<2xf16>
    %2 = math.fma %1, %x, %x : vector<2xf16>
    %3 = arith.divf %2, %x : vector<2xf16>
    %4 = arith.maximumf %3, %x : vector<2xf16>
    llvm.store %4, %p : vector<2xf16>, !llvm.ptr<1>
    %y = llvm.load %q : !llvm.ptr<1> -> vector<2xbf16>
    %5 = math.rsqrt %y : vector<2xbf16>
    %6 = math.absf %5 : vector<2xbf16>
    %7 = arith.mulf %6, %y : vector<2xbf16>
    %8 = arith.divf %7, %y : vector<2xbf16>
    %9 = arith.minimumf %8, %y : vector<2xbf16>
    llvm.store %9, %q : vector<2xbf16>, !llvm.ptr<1>
    gpu.return
  }
}

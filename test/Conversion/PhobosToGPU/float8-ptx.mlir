// Casts of 8-bit floats take one instruction a pair on sm_89 and newer, and integer
// instructions on sm_80.
// RUN: phobos-translate --mlir-to-ptx --target=sm_89 %s -o %t.89.ptx
// RUN: phobos-translate --mlir-to-ptx --target=sm_90a %s -o %t.90.ptx
// RUN: phobos-translate --mlir-to-ptx --target=sm_80 %s -o %t.80.ptx
// RUN: FileCheck %s --check-prefix=HARDWARE < %t.89.ptx
// RUN: FileCheck %s --check-prefix=HARDWARE < %t.90.ptx
// RUN: FileCheck %s --check-prefix=INTEGER < %t.80.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_89 %t.89.ptx -o %t.cubin %}
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.90.ptx -o %t.cubin %}
// RUN: %if ptxas %{ %ptxas -arch=sm_80 %t.80.ptx -o %t.cubin %}

// HARDWARE-DAG: cvt.rn.f16x2.e4m3x2
// HARDWARE-DAG: cvt.rn.satfinite.e5m2x2.f32
// INTEGER-NOT: e4m3
// INTEGER-NOT: e5m2
gpu.module @kernels {
  gpu.func @k(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) kernel {
    %bytes = llvm.load %p : !llvm.ptr<1> -> vector<4xi8>
    %x = arith.bitcast %bytes : vector<4xi8> to vector<4xf8E4M3FN>
    %c = arith.constant dense<1.5> : vector<4xf8E4M3FN>
    %y = arith.mulf %x, %c : vector<4xf8E4M3FN>
    %e = math.exp %y : vector<4xf8E4M3FN>
    %f = arith.extf %e : vector<4xf8E4M3FN> to vector<4xf32>
    %z = arith.truncf %f : vector<4xf32> to vector<4xf8E5M2>
    %w = arith.bitcast %z : vector<4xf8E5M2> to vector<4xi8>
    llvm.store %w, %q : vector<4xi8>, !llvm.ptr<1>
    gpu.return
  }
}

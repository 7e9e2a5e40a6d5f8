// The names, attributes and instructions of an nvvm module arrive in PTX, and
// ptxas takes it for each target.
// RUN: phobos-translate --mlir-to-ptx --target=sm_90a %s | FileCheck %s
// RUN: phobos-translate --mlir-to-ptx --target=sm_80 %s | FileCheck %s --check-prefix=SM80
// RUN: phobos-translate --mlir-to-ptx --target=sm_100a %s | FileCheck %s --check-prefix=SM100
// RUN: %if ptxas %{ phobos-translate --mlir-to-ptx --target=sm_89 %s -o %t.ptx %}
// RUN: %if ptxas %{ %ptxas -arch=sm_89 %t.ptx -o %t.cubin %}

// CHECK: .version 8.0
// CHECK: .target sm_90a{{$}}
// SM80: .target sm_80{{$}}
// SM100: .version 8.6
// SM100: .target sm_100a{{$}}

// CHECK: .visible .entry store_thread(
// CHECK: .reqntid 128
// CHECK: .minnctapersm 2
// CHECK: .maxnreg 168
// CHECK: mov.u32 {{.*}}, %tid.x
// CHECK: st.global
// CHECK-NOT: .debug_info
gpu.module @kernels {
  llvm.func @store_thread(%p: !llvm.ptr<1>) attributes {
      nvvm.kernel, nvvm.reqntid = array<i32: 128>, nvvm.minctasm = 2 : i32,
      nvvm.maxnreg = 168 : i32} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.store %t, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}

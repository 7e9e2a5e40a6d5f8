// A product that is only added is fused, as in CUDA, but neither in LLVM nor in
// ptxas (which fuses what is not marked `.rn`) where the function is strict.
// RUN: phobos-translate --mlir-to-ptx --target=sm_80 %s | FileCheck %s

// CHECK-LABEL: .entry fused(
// CHECK: fma.rn.f32
// CHECK-NOT: {{mul|add}}
// CHECK: ret
llvm.func @fused(%p: !llvm.ptr<1>, %a: f32, %b: f32, %c: f32) attributes {nvvm.kernel} {
  %ab = llvm.fmul %a, %b : f32
  %r = llvm.fadd %ab, %c : f32
  llvm.store %r, %p : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: .entry strict(
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK-NOT: fma
llvm.func @strict(%p: !llvm.ptr<1>, %a: f32, %b: f32, %c: f32)
    attributes {nvvm.kernel, phobos.strict} {
  %ab = llvm.fmul %a, %b : f32
  %r = llvm.fadd %ab, %c : f32
  llvm.store %r, %p : f32, !llvm.ptr<1>
  llvm.return
}

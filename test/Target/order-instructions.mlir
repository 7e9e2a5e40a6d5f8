// What is computed of an element stands together in PTX, so that few
// intermediate results are alive at a time.
// RUN: phobos-translate --mlir-to-ptx --target=sm_90a %s | FileCheck %s

// Operation by operation in, element by element out.
// CHECK-LABEL: .entry elements(
// CHECK:      ld.global.v2.b32 {[[X0:%r[0-9]+]], [[X1:%r[0-9]+]]}
// CHECK:      sub.rn.f32 [[A0:%r[0-9]+]], [[X0]],
// CHECK:      lg2.approx.f32 [[E0:%r[0-9]+]], [[A0]]
// CHECK:      sub.rn.f32 [[A1:%r[0-9]+]], [[X1]],
// CHECK:      lg2.approx.f32 [[E1:%r[0-9]+]], [[A1]]
// CHECK:      st.global.v2.b32 {{.*}}{[[E0]], [[E1]]}
llvm.func @elements(%p: !llvm.ptr<1>, %m: f32) attributes {nvvm.kernel, phobos.strict} {
  %x = llvm.load %p {alignment = 8} : !llvm.ptr<1> -> vector<2xf32>
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %x0 = llvm.extractelement %x[%c0 : i32] : vector<2xf32>
  %x1 = llvm.extractelement %x[%c1 : i32] : vector<2xf32>
  %a0 = llvm.fsub %x0, %m : f32
  %a1 = llvm.fsub %x1, %m : f32
  %e0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%a0) : (f32) -> f32
  %e1 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%a1) : (f32) -> f32
  %none = llvm.mlir.poison : vector<2xf32>
  %y0 = llvm.insertelement %e0, %none[%c0 : i32] : vector<2xf32>
  %y1 = llvm.insertelement %e1, %y0[%c1 : i32] : vector<2xf32>
  llvm.store %y1, %p {alignment = 8} : vector<2xf32>, !llvm.ptr<1>
  llvm.return
}

// An element's result goes into the sum at once; the sum stays in order.
// CHECK-LABEL: .entry sum(
// CHECK:      ld.global.v2.b32 {[[X0:%r[0-9]+]], [[X1:%r[0-9]+]]}
// CHECK:      lg2.approx.f32 [[E0:%r[0-9]+]], [[X0]]
// CHECK:      add.rn.f32 [[S0:%r[0-9]+]], {{.*}}[[E0]]
// CHECK:      lg2.approx.f32 [[E1:%r[0-9]+]], [[X1]]
// CHECK:      add.rn.f32 {{%r[0-9]+}}, [[S0]], [[E1]]
llvm.func @sum(%p: !llvm.ptr<1>, %s: f32) attributes {nvvm.kernel, phobos.strict} {
  %x = llvm.load %p {alignment = 8} : !llvm.ptr<1> -> vector<2xf32>
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %x0 = llvm.extractelement %x[%c0 : i32] : vector<2xf32>
  %x1 = llvm.extractelement %x[%c1 : i32] : vector<2xf32>
  %e0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x0) : (f32) -> f32
  %e1 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x1) : (f32) -> f32
  %s0 = llvm.fadd %s, %e0 : f32
  %s1 = llvm.fadd %s0, %e1 : f32
  llvm.store %s1, %p : f32, !llvm.ptr<1>
  llvm.return
}

// Loads stay in front: all are in flight before the first is waited for.
// CHECK-LABEL: .entry negative_loads(
// CHECK:     ld.global.b32
// CHECK-NOT: add
// CHECK:     ld.global.b32
// CHECK:     lg2.approx.f32
llvm.func @negative_loads(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %x0 = llvm.load %p : !llvm.ptr<1> -> f32
  %x1 = llvm.load %q : !llvm.ptr<1> -> f32
  %e0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x0) : (f32) -> f32
  %e1 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x1) : (f32) -> f32
  llvm.store %e0, %r : f32, !llvm.ptr<1>
  llvm.store %e1, %p : f32, !llvm.ptr<1>
  llvm.return
}

// Nothing crosses a shuffle, which all lanes of a warp take together, although
// it touches no memory: what follows it is independent of it, and stays behind.
// CHECK-LABEL: .entry negative_convergent(
// CHECK: shfl.sync
// CHECK: lg2.approx.f32
llvm.func @negative_convergent(%p: !llvm.ptr<1>, %x: f32, %y: f32) attributes {nvvm.kernel} {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %clamp = llvm.mlir.constant(31 : i32) : i32
  %a = llvm.fadd %x, %x : f32
  %other = nvvm.shfl.sync bfly %all, %a, %one, %clamp : f32 -> f32
  %e = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%y) : (f32) -> f32
  %sum = llvm.fadd %other, %e : f32
  llvm.store %sum, %p : f32, !llvm.ptr<1>
  llvm.return
}

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

// Loads from shared memory are part of the chains: none waits in a register.
// CHECK-LABEL: .entry shared_loads(
// CHECK: ld.shared.b32
// CHECK: lg2.approx.f32
// CHECK: ld.shared.b32
// CHECK: lg2.approx.f32
// CHECK: add.f32
llvm.func @shared_loads(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %t: !llvm.ptr<3>) attributes {nvvm.kernel} {
  %x0 = llvm.load %s : !llvm.ptr<3> -> f32
  %x1 = llvm.load %t : !llvm.ptr<3> -> f32
  %e0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x0) : (f32) -> f32
  %e1 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x1) : (f32) -> f32
  %sum = llvm.fadd %e0, %e1 : f32
  llvm.store %sum, %p : f32, !llvm.ptr<1>
  llvm.return
}

// Nor do they cross a write to shared memory, which may be of what they read.
// CHECK-LABEL: .entry negative_shared_write(
// CHECK: ld.shared.b32
// CHECK: st.shared.b32
// CHECK: ld.shared.b32
llvm.func @negative_shared_write(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %t: !llvm.ptr<3>, %v: f32) attributes {nvvm.kernel} {
  %x0 = llvm.load %s : !llvm.ptr<3> -> f32
  llvm.store %v, %t : f32, !llvm.ptr<3>
  %x1 = llvm.load %s : !llvm.ptr<3> -> f32
  %e1 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x1) : (f32) -> f32
  %sum = llvm.fadd %x0, %e1 : f32
  llvm.store %sum, %p : f32, !llvm.ptr<1>
  llvm.return
}

// What eight or more use comes first, so that each element gets to its end.
// CHECK-LABEL: .entry shared_by_all(
// CHECK:     ex2.approx
// CHECK-COUNT-8: lg2.approx
llvm.func @shared_by_all(%p: !llvm.ptr<1>, %m: f32, %x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32) attributes {nvvm.kernel, phobos.strict} {
  %l0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x0) : (f32) -> f32
  %l1 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x1) : (f32) -> f32
  %l2 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x2) : (f32) -> f32
  %l3 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x3) : (f32) -> f32
  %l4 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x4) : (f32) -> f32
  %l5 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x5) : (f32) -> f32
  %l6 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x6) : (f32) -> f32
  %l7 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x7) : (f32) -> f32
  %e = llvm.intr.exp2(%m) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  %d0 = llvm.fsub %l0, %e : f32
  %d1 = llvm.fsub %l1, %e : f32
  %d2 = llvm.fsub %l2, %e : f32
  %d3 = llvm.fsub %l3, %e : f32
  %d4 = llvm.fsub %l4, %e : f32
  %d5 = llvm.fsub %l5, %e : f32
  %d6 = llvm.fsub %l6, %e : f32
  %d7 = llvm.fsub %l7, %e : f32
  %s0 = llvm.fadd %d0, %d1 : f32
  %s1 = llvm.fadd %s0, %d2 : f32
  %s2 = llvm.fadd %s1, %d3 : f32
  %s3 = llvm.fadd %s2, %d4 : f32
  %s4 = llvm.fadd %s3, %d5 : f32
  %s5 = llvm.fadd %s4, %d6 : f32
  %s6 = llvm.fadd %s5, %d7 : f32
  llvm.store %s6, %p : f32, !llvm.ptr<1>
  llvm.return
}

// A load of what nothing writes, and what is computed of it, comes behind an
// earlier store, where its own use is.
// CHECK-LABEL: .entry read_only(
// CHECK:      ld.global.nc.b32 [[A:%r[0-9]+]],
// CHECK:      lg2.approx.f32 [[E0:%r[0-9]+]], [[A]]
// CHECK:      st.volatile.global.b32 {{.*}}, [[E0]]
// CHECK:      ld.global.nc.b32 [[B:%r[0-9]+]],
// CHECK:      lg2.approx.f32 [[E1:%r[0-9]+]], [[B]]
// CHECK:      st.volatile.global.b32 {{.*}}, [[E1]]
llvm.func @read_only(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i1) attributes {nvvm.kernel} {
  %a = llvm.inline_asm "ld.global.nc.b32 $0, [$1];", "=f,l" %p : (!llvm.ptr<1>) -> f32
  %b = llvm.inline_asm "ld.global.nc.b32 $0, [$1];", "=f,l" %q : (!llvm.ptr<1>) -> f32
  %e0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%a) : (f32) -> f32
  %e1 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%b) : (f32) -> f32
  llvm.store volatile %e0, %r : f32, !llvm.ptr<1>
  llvm.cond_br %n, ^bb1, ^bb2
^bb1:
  llvm.store volatile %e1, %r : f32, !llvm.ptr<1>
  llvm.br ^bb2
^bb2:
  llvm.return
}

// Not into a loop, where it would be loaded again and again.
// CHECK-LABEL: .entry negative_loop(
// CHECK:      ld.global.nc.b32
// CHECK:      st.volatile.global.b32
// CHECK:      bra
llvm.func @negative_loop(%p: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.inline_asm "ld.global.nc.b32 $0, [$1];", "=f,l" %p : (!llvm.ptr<1>) -> f32
  llvm.br ^bb1(%zero : i32)
^bb1(%i: i32):
  llvm.store volatile %a, %r : f32, !llvm.ptr<1>
  %j = llvm.add %i, %one : i32
  %more = llvm.icmp "slt" %j, %n : i32
  llvm.cond_br %more, ^bb1(%j : i32), ^bb2
^bb2:
  llvm.return
}

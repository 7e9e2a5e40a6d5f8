// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --cse | FileCheck %s

// One instruction an element, with its order and scope. Nobody asks for the old value:
// a reduction, which can release but not acquire.
// CHECK-LABEL: gpu.func @reductions
// CHECK: "red.relaxed.gpu.global.add.u32 [$0], $1;", "l,r,~{memory}" %{{.*}} : (!llvm.ptr<1>, i32) -> ()
// CHECK: "red.release.cta.global.max.s32 [$0], $1;"
// CHECK: "atom.acquire.sys.global.min.u32 $0, [$1], $2;", "=r,l,r,~{memory}"
// CHECK: "atom.acq_rel.gpu.global.xor.b32 $0, [$1], $2;"
// CHECK: "atom.relaxed.gpu.global.exch.b32 $0, [$1], $2;"
phobos.kernel @reductions(%p: !phobos.ptr<i32>, %x: i32) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<32xindex>
  %v = phobos.splat %x : !phobos.tile<32xi32>
  %0 = phobos.atomic_scatter <add> %v, %p[%o] order <relaxed> : !phobos.tile<32xi32>, !phobos.ptr<i32>, !phobos.tile<32xindex>
  %1 = phobos.atomic_scatter <max> %v, %p[%o] order <release> scope <block> : !phobos.tile<32xi32>, !phobos.ptr<i32>, !phobos.tile<32xindex>
  %2 = phobos.atomic_scatter <minu> %v, %p[%o] order <acquire> scope <system> : !phobos.tile<32xi32>, !phobos.ptr<i32>, !phobos.tile<32xindex>
  %3 = phobos.atomic_scatter <xor> %v, %p[%o] : !phobos.tile<32xi32>, !phobos.ptr<i32>, !phobos.tile<32xindex>
  %4 = phobos.atomic_scatter <exchange> %v, %p[%o] order <relaxed> : !phobos.tile<32xi32>, !phobos.ptr<i32>, !phobos.tile<32xindex>
  phobos.return
}

// The old value is the result; under a mask it is zero where nothing happens. The
// registers hold bits, of floats too.
// CHECK-LABEL: gpu.func @old_values
// CHECK: %[[MASK:.*]] = arith.cmpi slt
// CHECK: %[[ON:.*]] = vector.extract %[[MASK]][0]
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[OLD:.*]] = llvm.inline_asm has_side_effects "@$3 atom.relaxed.gpu.global.add.f32 $0, [$1], $2;", "=r,l,r,b,0,~{memory}" %{{.*}}, %[[BITS]], %[[ON]], %[[ZERO]] : (!llvm.ptr<1>, i32, i1, i32) -> i32
// CHECK: arith.bitcast %[[OLD]] : i32 to f32
phobos.kernel @old_values(%p: !phobos.ptr<f32>, %q: !phobos.ptr<f32>, %x: f32, %n: index) threads 32 attributes {phobos.noalias} {
  %o = phobos.iota 0 : !phobos.tile<32xindex>
  %s = phobos.splat %n : !phobos.tile<32xindex>
  %m = arith.cmpi slt, %o, %s : !phobos.tile<32xindex>
  %v = phobos.splat %x : !phobos.tile<32xf32>
  %0 = phobos.atomic_scatter <add> %v, %p[%o] mask %m order <relaxed> : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.scatter %0, %q[%o] : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.return
}

// 8 elements on 32 threads: one of the 4 that hold an element updates it, and tells
// the others through shared memory.
// CHECK-LABEL: gpu.func @replicas
// CHECK: %[[REPLICA:.*]] = arith.andi %{{.*}}, %c24_i32
// CHECK: %[[OWNER:.*]] = arith.cmpi eq, %[[REPLICA]]
// CHECK: llvm.inline_asm {{.*}} "@$4 atom.relaxed.gpu.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,b,0,~{memory}" %{{.*}}, %{{.*}}, %{{.*}}, %[[OWNER]],
// CHECK-NOT: gpu.barrier
// CHECK: scf.if %[[OWNER]]
// CHECK: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK: llvm.load {{.*}} !llvm.ptr<3>
phobos.kernel @replicas(%p: !phobos.ptr<i64>, %x: i64) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<8xindex>
  %v = phobos.splat %x : !phobos.tile<8xi64>
  %0 = phobos.atomic_scatter <cas> %v expected %v, %p[%o] order <relaxed> : !phobos.tile<8xi64>, !phobos.ptr<i64>, !phobos.tile<8xindex>
  phobos.scatter %0, %p[%o] : !phobos.tile<8xi64>, !phobos.ptr<i64>, !phobos.tile<8xindex>
  phobos.return
}

// Without a use of the old value, no shared memory.
// CHECK-LABEL: gpu.func @replicas_alone
// CHECK: "@$2 red.relaxed.gpu.global.add.u64 [$0], $1;", "l,l,b,~{memory}"
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @replicas_alone(%p: !phobos.ptr<i64>, %x: i64) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<8xindex>
  %v = phobos.splat %x : !phobos.tile<8xi64>
  %0 = phobos.atomic_scatter <add> %v, %p[%o] order <relaxed> : !phobos.tile<8xi64>, !phobos.ptr<i64>, !phobos.tile<8xindex>
  phobos.return
}

// A slice's elements are inside or not.
// CHECK-LABEL: gpu.func @slice
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}} : index
// CHECK: "@$2 red.relaxed.gpu.global.add.noftz.f16 [$0], $1;", "l,h,b,~{memory}" %{{.*}}, %{{.*}}, %[[INSIDE]]
phobos.kernel @slice(%a: !phobos.ptr<f16>, %M: index, %i: index, %x: f16) threads 32 {
  %A = phobos.view %a[%M] : !phobos.view<?xf16>
  %v = phobos.splat %x : !phobos.tile<32xf16>
  %0 = phobos.atomic <add> %v, %A[%i :+ 32] masked [0] order <relaxed> : !phobos.tile<32xf16>, !phobos.view<?xf16>
  phobos.return
}

// PTX has no maximum of floats: LLVM's atomicrmw, in a branch, between fences of its
// order.
// CHECK-LABEL: gpu.func @loop
// CHECK: scf.if %{{.*}} -> (f32)
// CHECK: llvm.fence syncscope("device") release
// CHECK: llvm.atomicrmw fmaximum %{{.*}}, %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, f32
// CHECK: llvm.fence syncscope("device") acquire
// CHECK: llvm.atomicrmw fminimum %{{.*}}, %{{.*}} monotonic : !llvm.ptr<1>, f32
phobos.kernel @loop(%p: !phobos.ptr<f32>, %x: f32, %b: i1) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<32xindex>
  %m = phobos.splat %b : !phobos.tile<32xi1>
  %v = phobos.splat %x : !phobos.tile<32xf32>
  %0 = phobos.atomic_scatter <max> %v, %p[%o] mask %m : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  %1 = phobos.atomic_scatter <min> %v, %p[%o] order <relaxed> scope <system> : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.return
}

// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute | FileCheck %s

// One gpu.module a kernel: the symbol of its shared memory, the block's size,
// and what a launcher must know.
// CHECK: gpu.module @k attributes {phobos.contract = {{.*}}kernel = "k"{{.*}}shared_bytes = 0
// CHECK: llvm.mlir.global external @phobos_shared() {addr_space = 3 : i32, alignment = 1024 : i64}
// CHECK: gpu.func @k(%{{.*}}: !llvm.ptr<1>, %{{.*}}: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>}
// CHECK-NOT: phobos.kernel
phobos.kernel @k(%a: !phobos.ptr<f32> {phobos.name = "A", phobos.extents = ["N"]}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> threads 64 {
  phobos.return
}

// Loops and branches carry vectors.
// CHECK-LABEL: gpu.func @control_flow
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf32>)
// CHECK: scf.if {{.*}} -> (vector<4xf32>)
// CHECK: scf.while ({{.*}}) : (vector<4xf32>) -> vector<4xf32>
phobos.kernel @control_flow(%x: f32, %n: index, %c: i1) threads 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = phobos.splat %x : !phobos.tile<128xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t) -> !phobos.tile<128xf32> {
    %u = arith.addf %s, %t : !phobos.tile<128xf32>
    scf.yield %u : !phobos.tile<128xf32>
  }
  %b = scf.if %c -> !phobos.tile<128xf32> {
    scf.yield %l : !phobos.tile<128xf32>
  } else {
    scf.yield %t : !phobos.tile<128xf32>
  }
  %w = scf.while (%s = %b) : (!phobos.tile<128xf32>) -> !phobos.tile<128xf32> {
    scf.condition(%c) %s : !phobos.tile<128xf32>
  } do {
  ^bb0(%s: !phobos.tile<128xf32>):
    scf.yield %s : !phobos.tile<128xf32>
  }
  phobos.return
}

// A promise that does not hold traps; an assumption costs nothing. Promises that
// stand together share one branch, before any access and before what may not run
// where they are broken.
// CHECK-LABEL: gpu.func @facts
// CHECK-SAME: %[[N:[a-z0-9]+]]: index)
// CHECK: %[[REST:.*]] = arith.remsi %[[N]]
// CHECK: %[[BROKEN:.*]] = arith.cmpi ne, %[[REST]]
// CHECK: scf.if %[[BROKEN]]
// CHECK-NEXT: llvm.intr.trap
// CHECK-NOT: scf.if
// CHECK: gpu.return
phobos.kernel @facts(%N: index) threads 32 {
  %n = phobos.promise #phobos.divisible<64> %N
  %m = phobos.assume #phobos.bounded<0, 10> %n
  phobos.return
}

// CHECK-LABEL: gpu.func @several
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index)
// CHECK: %[[REST:.*]] = arith.remsi %[[N]]
// CHECK: %[[FIRST:.*]] = arith.cmpi ne, %[[REST]]
// CHECK: %[[LOW:.*]] = arith.cmpi slt, %[[M]]
// CHECK: %[[HIGH:.*]] = arith.cmpi sgt, %[[M]]
// CHECK: %[[SECOND:.*]] = arith.ori %[[LOW]], %[[HIGH]]
// CHECK: %[[BROKEN:.*]] = arith.ori %[[FIRST]], %[[SECOND]]
// CHECK: scf.if %[[BROKEN]]
// CHECK-NEXT: llvm.intr.trap
// CHECK: arith.divsi
// CHECK: scf.if
// CHECK-NEXT: llvm.intr.trap
// CHECK: st.global
phobos.kernel @several(%a: !phobos.ptr<f32>, %N: index, %M: index) threads 32 {
  %n = phobos.promise #phobos.divisible<64> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %m = phobos.promise #phobos.bounded<1, 10> %M
  %q = arith.divsi %N, %m : index
  %p = phobos.promise #phobos.bounded<0, 9> %q
  %t = arith.constant dense<1.0> : !phobos.tile<32xf32>
  %c0 = arith.constant 0 : index
  phobos.store %t, %A[%c0 :+ 32] : !phobos.tile<32xf32>, !phobos.view<?xf32>
  phobos.return
}

// A slice that leaves a dim traps, in a loop too, before the access.
// CHECK-LABEL: gpu.func @check
// CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr<1>, %[[N:[a-z0-9]+]]: index)
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[LAST:.*]] = arith.subi %[[N]], %{{.*}} : index
// CHECK: %[[LOW:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : index
// CHECK: %[[HIGH:.*]] = arith.cmpi sgt, %[[I]], %[[LAST]] : index
// CHECK: %[[OUTSIDE:.*]] = arith.ori %[[LOW]], %[[HIGH]]
// CHECK: scf.if %[[OUTSIDE]]
// CHECK-NEXT: llvm.intr.trap
// CHECK: st.global
phobos.kernel @check(%a: !phobos.ptr<f32>, %N: index) threads 32 {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = arith.constant dense<1.0> : !phobos.tile<1xf32>
  scf.for %i = %c0 to %c7 step %c7 {
    phobos.check_bounds %i :+ 1 in %N dim 0
    phobos.store %t, %A[%i :+ 1] unchecked [0] : !phobos.tile<1xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

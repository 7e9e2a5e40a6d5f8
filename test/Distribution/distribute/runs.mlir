// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --cse | FileCheck %s

// 511 elements of a row at any address are one run of a warp: of its 128 vectors
// four a lane, of which only the first lane's first one may begin before the
// run, and those at its end; then up to 3 elements of the head and the tail,
// by 8 lanes. All go to shared memory, where nothing is predicated but the ends.
// CHECK-LABEL: gpu.func @load
// CHECK: llvm.ptrtoint
// CHECK: arith.trunci
// CHECK: %[[BITS:.*]] = arith.andi %{{.*}}, %{{.*}} : i32
// CHECK: arith.shrui %[[BITS]], %{{.*}} : i32
// CHECK-COUNT-4: llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.b32
// CHECK-NOT: ld.global
// CHECK: nvvm.bar.warp.sync
// CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK: scf.if
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : vector<1xf32>, !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK-COUNT-16: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> vector<1xf32>
phobos.kernel @load(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index) threads 32 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[%M, 511] : !phobos.view<?x511xf32>
  %B = phobos.view %b[%M, 511] : !phobos.view<?x511xf32>
  %t = phobos.load %A[%row :+ 1, %c0 :+ 511] : !phobos.view<?x511xf32> -> !phobos.tile<1x511xf32>
  phobos.store %t, %B[%row :+ 1, %c0 :+ 511] : !phobos.tile<1x511xf32>, !phobos.view<?x511xf32>
  phobos.return
}

// The other way: all elements to shared memory, from there vectors and ends.
// CHECK-LABEL: gpu.func @store
// CHECK: nvvm.bar.warp.sync
// CHECK-COUNT-16: llvm.store %{{.*}} {alignment = 4 : i64} : vector<1xf32>, !llvm.ptr<3>
// CHECK: nvvm.bar.warp.sync
// CHECK: scf.if
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NEXT: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK: scf.if
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> vector<1xf32>
// CHECK-NEXT: llvm.store %{{.*}} {alignment = 4 : i64} : vector<1xf32>, !llvm.ptr<1>
phobos.kernel @store(%b: !phobos.ptr<f32>, %M: index, %x: f32) threads 32 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %B = phobos.view %b[%M, 511] : !phobos.view<?x511xf32>
  %t = phobos.splat %x : !phobos.tile<1x511xf32>
  phobos.store %t, %B[%row :+ 1, %c0 :+ 511] : !phobos.tile<1x511xf32>, !phobos.view<?x511xf32>
  phobos.return
}

// @negative_shared_row: the one row of a view comes from caches.
// CHECK-LABEL: gpu.func @negative_shared_row
// CHECK-COUNT-15: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xf32>
// CHECK: nvvm.bar.warp.sync
phobos.kernel @negative_shared_row(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index) threads 32 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[1, 511] : !phobos.view<1x511xf32>
  %B = phobos.view %b[%M, 511] : !phobos.view<?x511xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 511] : !phobos.view<1x511xf32> -> !phobos.tile<1x511xf32>
  phobos.store %t, %B[%row :+ 1, %c0 :+ 511] : !phobos.tile<1x511xf32>, !phobos.view<?x511xf32>
  phobos.return
}

// @negative_volatile: each element of a volatile access moves once.
// CHECK-LABEL: gpu.func @negative_volatile
// CHECK-NOT: nvvm.bar.warp.sync
// CHECK: gpu.return
phobos.kernel @negative_volatile(%a: !phobos.ptr<f32>, %M: index) threads 32 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[%M, 511] : !phobos.view<?x511xf32>
  %t = phobos.load %A[%row :+ 1, %c0 :+ 511] volatile : !phobos.view<?x511xf32> -> !phobos.tile<1x511xf32>
  phobos.store %t, %A[%row :+ 1, %c0 :+ 511] volatile : !phobos.tile<1x511xf32>, !phobos.view<?x511xf32>
  phobos.return
}

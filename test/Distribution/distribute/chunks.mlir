// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute -canonicalize | FileCheck %s

// 2 chunks of 256 elements, 4 in each of 64 threads, on the thread's stack.
// CHECK-LABEL: gpu.func @room
// CHECK: %[[ROOM:.*]] = llvm.alloca %{{.*}} x vector<4xf32> {alignment = 16 : i64}
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[ROOM]][%{{.*}}]
// CHECK: llvm.store %{{.*}}, %[[FIRST]] {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
phobos.kernel @room(%a: !phobos.ptr<f32>, %i: index, %j: index) threads 64 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[256] : !phobos.view<256xf32>
  %room = phobos.chunks : !phobos.chunks<2 of !phobos.tile<256xf32>>
  %t = phobos.load %A[%c0 :+ 256] : !phobos.view<256xf32> -> !phobos.tile<256xf32>
  phobos.put_chunk %t, %room[%i] : !phobos.tile<256xf32>, !phobos.chunks<2 of !phobos.tile<256xf32>>
  %u = phobos.get_chunk %room[%j] : !phobos.chunks<2 of !phobos.tile<256xf32>> -> !phobos.tile<256xf32>
  phobos.store %u, %A[%c0 :+ 256] : !phobos.tile<256xf32>, !phobos.view<256xf32>
  phobos.return
}

// Views of two pointers are apart where one ends before the other begins, and with `or_equal` also where they begin
// together.
// CHECK-LABEL: gpu.func @apart
// CHECK: %[[OVERLAP:.*]] = arith.andi %{{.*}}, %{{.*}} : i1
// CHECK: %[[APART:.*]] = arith.xori %[[OVERLAP]], %true
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq
// CHECK: %[[EITHER:.*]] = arith.ori %[[APART]], %[[EQUAL]]
// CHECK: scf.if %[[EITHER]]
phobos.kernel @apart(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %x: f32) threads 64 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[256] : !phobos.view<256xf32>
  %B = phobos.view %b[256] : !phobos.view<256xf32>
  %free = phobos.views_apart %A, %B or_equal : !phobos.view<256xf32>, !phobos.view<256xf32>
  scf.if %free {
    %t = phobos.splat %x : !phobos.tile<256xf32>
    phobos.store %t, %B[%c0 :+ 256] : !phobos.tile<256xf32>, !phobos.view<256xf32>
  }
  phobos.return
}

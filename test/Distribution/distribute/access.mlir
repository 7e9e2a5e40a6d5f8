// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --cse | FileCheck %s

// Static extents, starts that are multiples of 4, no mask: one wide form behind
// the check of the base alone, no predicate in it.
// CHECK-LABEL: gpu.func @proved
// CHECK: llvm.ptrtoint
// CHECK: arith.constant 15 : i64
// CHECK: scf.if
// CHECK-NOT: inline_asm
// CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: else
// CHECK: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xf32>
// CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
phobos.kernel @proved(%a: !phobos.ptr<f32>) threads 32 {
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[128, 128] : !phobos.view<128x128xf32>
  %t = phobos.load %A[%c64 :+ 16, %c64 :+ 32] : !phobos.view<128x128xf32> -> !phobos.tile<16x32xf32>
  phobos.store %t, %A[%c64 :+ 16, %c64 :+ 32] : !phobos.tile<16x32xf32>, !phobos.view<128x128xf32>
  phobos.return
}

// A run-time row pitch and start join the check; the mask is one predicate a
// vector in the wide form, one an element in the narrow form. The fill is tied
// to the result.
// CHECK-LABEL: gpu.func @masked

// CHECK: llvm.ptrtoint
// CHECK: scf.if
// CHECK: llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3,~{memory}"
// CHECK: else
// CHECK-COUNT-4: llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0,~{memory}"
phobos.kernel @masked(%a: !phobos.ptr<f32>, %M: index, %N: index, %s: index) threads 32 {
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %t = phobos.load %A[%s :+ 4, %s :+ 32] masked [0, 1] fill -1.0 : !phobos.view<?x?xf32> -> !phobos.tile<4x32xf32>
  phobos.store %t, %A[%s :+ 4, %s :+ 32] masked [0, 1] : !phobos.tile<4x32xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// Both sides of a bound are one unsigned comparison of 64 bits.
// CHECK-LABEL: gpu.func @bounds
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index)
// CHECK: %[[I:.*]] = arith.addi %[[S]], %{{.*}} : index
// CHECK: arith.cmpi ult, %[[I]], %[[M]] : index
phobos.kernel @bounds(%a: !phobos.ptr<i8>, %M: index, %s: index) threads 32 {
  %A = phobos.view %a[%M] : !phobos.view<?xi8>
  %t = phobos.load %A[%s :+ 32] masked [0] : !phobos.view<?xi8> -> !phobos.tile<32xi8>
  phobos.store %t, %A[%s :+ 32] : !phobos.tile<32xi8>, !phobos.view<?xi8>
  phobos.return
}

// @negative_stride: elements of a row that are not neighbours are accessed one
// by one, without a check.
// CHECK-LABEL: gpu.func @negative_stride
// CHECK-NOT: scf.if
// CHECK: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xf32>
phobos.kernel @negative_stride(%a: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[4, 32] strides [64, 2] : !phobos.view<4x32xf32, strides = [64, 2]>
  %t = phobos.load %A[%c0 :+ 4, %c0 :+ 32] : !phobos.view<4x32xf32, strides = [64, 2]> -> !phobos.tile<4x32xf32>
  phobos.store %t, %A[%c0 :+ 4, %c0 :+ 32] : !phobos.tile<4x32xf32>, !phobos.view<4x32xf32, strides = [64, 2]>
  phobos.return
}

// @negative_odd_tile: a vector would straddle the edge of a tile of 33 columns.
// CHECK-LABEL: gpu.func @negative_odd_tile
// CHECK-NOT: scf.if
// CHECK-NOT: vector<4xf32>
phobos.kernel @negative_odd_tile(%a: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[4, 64] : !phobos.view<4x64xf32>
  %t = phobos.load %A[%c0 :+ 4, %c0 :+ 33] : !phobos.view<4x64xf32> -> !phobos.tile<4x33xf32>
  phobos.store %t, %A[%c0 :+ 4, %c0 :+ 33] : !phobos.tile<4x33xf32>, !phobos.view<4x64xf32>
  phobos.return
}

// A tile smaller than the block: one of the threads that hold an element stores
// it. 4 elements in one vector: all 5 lane bits are replicas (31).
// CHECK-LABEL: gpu.func @owner
// CHECK: %[[MASK:.*]] = arith.constant 31 : i32
// CHECK: %[[BITS:.*]] = arith.andi %{{.*}}, %[[MASK]] : i32
// CHECK: %[[OWNER:.*]] = arith.cmpi eq, %[[BITS]], %{{.*}} : i32
// CHECK: llvm.inline_asm has_side_effects "@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3};"{{.*}}%[[OWNER]] :
phobos.kernel @owner(%a: !phobos.ptr<f32>, %x: f32) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[4] : !phobos.view<4xf32>
  %t = phobos.splat %x : !phobos.tile<4xf32>
  phobos.store %t, %A[%c0 :+ 4] : !phobos.tile<4xf32>, !phobos.view<4xf32>
  phobos.return
}

// A bool is a byte in memory.
// CHECK-LABEL: gpu.func @bools
// CHECK: llvm.load {{.*}} -> vector<{{[0-9]+}}xi8>
// CHECK: arith.cmpi ne, {{.*}} : vector<{{[0-9]+}}xi8>
// CHECK: arith.extui {{.*}} : vector<{{[0-9]+}}xi1> to vector<{{[0-9]+}}xi8>
phobos.kernel @bools(%a: !phobos.ptr<i1>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[32] : !phobos.view<32xi1>
  %t = phobos.load %A[%c0 :+ 32] : !phobos.view<32xi1> -> !phobos.tile<32xi1>
  phobos.store %t, %A[%c0 :+ 32] : !phobos.tile<32xi1>, !phobos.view<32xi1>
  phobos.return
}

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

// What allows vectors of 4: base, start and row pitch (N) are multiples of them,
// and none straddles the edge, because N is a multiple (so each vector is wholly
// inside or outside) or because 0 <= start <= N - 32. The mask is one predicate
// a vector in the wide form, one an element in the narrow form.
// CHECK-LABEL: gpu.func @masked
// CHECK-SAME: %[[A:[a-z0-9]+]]: !llvm.ptr<1>, %{{[a-z0-9]+}}: index, %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index)
// CHECK: %[[BASE:.*]] = llvm.ptrtoint %[[A]]
// CHECK: %[[C15:.*]] = arith.constant 15 : i64
// CHECK: %[[BASE_BITS:.*]] = arith.andi %[[BASE]], %[[C15]]
// CHECK: %[[START:.*]] = arith.index_cast %[[S]] : index to i64
// CHECK: %[[C3:.*]] = arith.constant 3 : i64
// CHECK: %[[START_BITS:.*]] = arith.andi %[[START]], %[[C3]]
// CHECK: %[[SOME:.*]] = arith.ori %[[BASE_BITS]], %[[START_BITS]]
// CHECK: %[[PITCH:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: %[[PITCH_BITS:.*]] = arith.andi %[[PITCH]], %[[C3]]
// CHECK: %[[ALL:.*]] = arith.ori %[[SOME]], %[[PITCH_BITS]]
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[ALL]], %{{.*}} : i64
// CHECK: %[[REST:.*]] = arith.andi %[[N]], %{{.*}} : index
// CHECK: %[[MULTIPLE:.*]] = arith.cmpi eq, %[[REST]], %[[ZERO:.*]] : index
// CHECK: %[[LENGTH:.*]] = arith.constant 32 : index
// CHECK: %[[ROOM:.*]] = arith.subi %[[N]], %[[LENGTH]]
// CHECK: %[[LOW:.*]] = arith.cmpi sge, %[[S]], %[[ZERO]]
// CHECK: %[[HIGH:.*]] = arith.cmpi sle, %[[S]], %[[ROOM]]
// CHECK: %[[WHOLE:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// CHECK: %[[NO_EDGE:.*]] = arith.ori %[[MULTIPLE]], %[[WHOLE]]
// CHECK: %[[LEGAL:.*]] = arith.andi %[[ALIGNED]], %[[NO_EDGE]]
// CHECK: scf.if %[[LEGAL]]
// CHECK: llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3,~{memory}"
// CHECK: else
// CHECK-COUNT-4: llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0,~{memory}"
phobos.kernel @masked(%a: !phobos.ptr<f32>, %M: index, %N: index, %s: index) threads 32 {
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %t = phobos.load %A[%s :+ 4, %s :+ 32] masked [0, 1] fill -1.0 : !phobos.view<?x?xf32> -> !phobos.tile<4x32xf32>
  phobos.store %t, %A[%s :+ 4, %s :+ 32] masked [0, 1] : !phobos.tile<4x32xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// Strides that facts make multiples of 4 are not checked again: products of a
// promised extent, a promised pitch. The base always is.
// CHECK-LABEL: gpu.func @known_strides
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: llvm.intr.trap
// CHECK-NOT: arith.constant 3 : i64
// CHECK-COUNT-2: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-NOT: arith.constant 3 : i64
// CHECK: gpu.return
phobos.kernel @known_strides(%a: !phobos.ptr<f32>, %M: index, %N: index, %L: index) threads 32 {
  %c0 = arith.constant 0 : index
  %n = phobos.promise #phobos.divisible<64> %N
  %l = phobos.promise #phobos.divisible<12> %L
  %A = phobos.view %a[8, %M, %n] : !phobos.view<8x?x?xf32>
  %B = phobos.view %a[8, 8] strides [%l, 1] : !phobos.view<8x8xf32, strides = [?, 1]>
  %r = phobos.load %A[%c0 :+ 4, %c0 :+ 1, %c0 :+ 32] : !phobos.view<8x?x?xf32> -> !phobos.tile<4x1x32xf32>
  %s = phobos.load %B[%c0 :+ 4, %c0 :+ 32] : !phobos.view<8x8xf32, strides = [?, 1]> -> !phobos.tile<4x32xf32>
  phobos.store %r, %A[%c0 :+ 4, %c0 :+ 1, %c0 :+ 32] : !phobos.tile<4x1x32xf32>, !phobos.view<8x?x?xf32>
  phobos.store %s, %B[%c0 :+ 4, %c0 :+ 32] : !phobos.tile<4x32xf32>, !phobos.view<8x8xf32, strides = [?, 1]>
  phobos.return
}

// @negative_unknown_stride: a multiple of 2 need not be one of 4.
// CHECK-LABEL: gpu.func @negative_unknown_stride
// CHECK: arith.constant 3 : i64
// CHECK: gpu.return
phobos.kernel @negative_unknown_stride(%a: !phobos.ptr<f32>, %N: index) threads 32 {
  %c0 = arith.constant 0 : index
  %n = phobos.promise #phobos.divisible<2> %N
  %A = phobos.view %a[8, %N, %n] : !phobos.view<8x?x?xf32>
  %r = phobos.load %A[%c0 :+ 4, %c0 :+ 1, %c0 :+ 32] : !phobos.view<8x?x?xf32> -> !phobos.tile<4x1x32xf32>
  phobos.store %r, %A[%c0 :+ 4, %c0 :+ 1, %c0 :+ 32] : !phobos.tile<4x1x32xf32>, !phobos.view<8x?x?xf32>
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

// A slice that begins at a block's index begins at 0 or above. What the extent
// leaves of it is found once; each offset is compared with that, in 32 bits.
// CHECK-LABEL: gpu.func @bounds_from_zero
// CHECK-SAME: %[[M:[a-z0-9]+]]: index)
// CHECK: %[[REST:.*]] = arith.subi %[[M]], %{{.*}} : index
// CHECK: %[[FROM_ZERO:.*]] = arith.maxsi %[[REST]], %{{.*}} : index
// CHECK: %[[CLAMPED:.*]] = arith.minsi %[[FROM_ZERO]], %{{.*}} : index
// CHECK: %[[LENGTH:.*]] = arith.index_cast %[[CLAMPED]] : index to i32
// CHECK: %[[ROOM:.*]] = arith.subi %[[LENGTH]], %{{.*}} : i32
// CHECK-NOT: arith.cmpi ult
// CHECK: arith.cmpi sgt, %[[ROOM]], %{{.*}} : i32
// CHECK: gpu.return
phobos.kernel @bounds_from_zero(%a: !phobos.ptr<f32>, %M: index) threads 32 {
  %c256 = arith.constant 256 : index
  %block = phobos.block_id x
  %s = arith.muli %block, %c256 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %t = phobos.load %A[%s :+ 256] masked [0] : !phobos.view<?xf32> -> !phobos.tile<256xf32>
  phobos.store %t, %A[%s :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<?xf32>
  phobos.return
}

// A loop from 0 on counts from 0 on, whatever its end and its step.
// CHECK-LABEL: gpu.func @bounds_of_loop
// CHECK-NOT: arith.cmpi ult
// CHECK: gpu.return
phobos.kernel @bounds_of_loop(%a: !phobos.ptr<f32>, %M: index) threads 32 {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  scf.for %s = %c0 to %M step %c256 {
    %t = phobos.load %A[%s :+ 256] masked [0] : !phobos.view<?xf32> -> !phobos.tile<256xf32>
    phobos.store %t, %A[%s :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// @negative_bounds_may_wrap: a product with any number may be negative.
// CHECK-LABEL: gpu.func @negative_bounds_may_wrap
// CHECK-NOT: arith.cmpi sgt
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: gpu.return
phobos.kernel @negative_bounds_may_wrap(%a: !phobos.ptr<f32>, %M: index, %n: index) threads 32 {
  %block = phobos.block_id x
  %s = arith.muli %block, %n : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %t = phobos.load %A[%s :+ 256] masked [0] : !phobos.view<?xf32> -> !phobos.tile<256xf32>
  phobos.store %t, %A[%s :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<?xf32>
  phobos.return
}

// @negative_bounds_before_zero: one less may begin before the array.
// CHECK-LABEL: gpu.func @negative_bounds_before_zero
// CHECK-NOT: arith.cmpi sgt
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: gpu.return
phobos.kernel @negative_bounds_before_zero(%a: !phobos.ptr<f32>, %M: index) threads 32 {
  %minus1 = arith.constant -1 : index
  %block = phobos.block_id x
  %s = arith.addi %block, %minus1 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %t = phobos.load %A[%s :+ 256] masked [0] : !phobos.view<?xf32> -> !phobos.tile<256xf32>
  phobos.store %t, %A[%s :+ 256] masked [0] : !phobos.tile<256xf32>, !phobos.view<?xf32>
  phobos.return
}

// @negative_strided: elements of a row that are not neighbours are accessed one
// by one, without a check.
// CHECK-LABEL: gpu.func @negative_strided
// CHECK-NOT: scf.if
// CHECK: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xf32>
phobos.kernel @negative_strided(%a: !phobos.ptr<f32>) threads 32 {
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

// What a slice says of caches, in vectors; volatile elements are moved one by one.
// CHECK-LABEL: gpu.func @hints
// CHECK: "@$5 ld.global.cg.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3,~{memory}"
// CHECK: "@$2 ld.global.cg.b32 $0, [$1];"
// CHECK: "st.global.L1::evict_first.v4.b32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l,~{memory}"
// CHECK: "createpolicy.fractional.L2::evict_last.b64 $0;"
// CHECK: "@$5 ld.global.cs.L2::cache_hint.v4.b32 {$0, $1, $2, $3}, [$4], $10;", "=r,=r,=r,=r,l,b,0,1,2,3,l,~{memory}"
// CHECK-COUNT-4: "@$2 ld.volatile.global.b32 $0, [$1];"
// CHECK-NOT: .v4
// CHECK: gpu.return
phobos.kernel @hints(%a: !phobos.ptr<f32>, %M: index) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%M, 32] : !phobos.view<?x32xf32>
  %t = phobos.load %A[%c0 :+ 4, %c0 :+ 32] masked [0] cache <cg> : !phobos.view<?x32xf32> -> !phobos.tile<4x32xf32>
  phobos.store %t, %A[%c0 :+ 4, %c0 :+ 32] evict <first> : !phobos.tile<4x32xf32>, !phobos.view<?x32xf32>
  %u = phobos.load %A[%c0 :+ 4, %c0 :+ 32] masked [0] cache <cs> evict <last> : !phobos.view<?x32xf32> -> !phobos.tile<4x32xf32>
  %v = phobos.load %A[%c0 :+ 4, %c0 :+ 32] masked [0] volatile : !phobos.view<?x32xf32> -> !phobos.tile<4x32xf32>
  phobos.return
}

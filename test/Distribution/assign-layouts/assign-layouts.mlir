// RUN: phobos-opt %s --phobos-assign-layouts | FileCheck %s

// CHECK-DAG: #[[$COALESCED:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [], reps = [1, 1]>
// CHECK-DAG: #[[$EIGHT:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2], [0, 4]], lane = {{.*}}, warp = [], reps = [4, 1]>
// CHECK-DAG: #[[$TURNED:.+]] = #phobos.layout<reg = {{\[\[}}1, 0], [2, 0]], lane = {{.*}}, warp = [], reps = [1, 4]>
// CHECK-DAG: #[[$STRAIGHT:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [], reps = [4, 1]>
// CHECK-DAG: #[[$BLOCK:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0]],
// CHECK-DAG: #[[$SINGLE:.+]] = #phobos.layout<reg = [], lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = {{\[\[}}1, 0], [0, 32]]

// 8x16 f32 over 32 threads: 4 consecutive columns a thread (16 bytes), then 4
// lanes along the row, then 8 rows.
// CHECK-LABEL: phobos.kernel @coalesced
// CHECK: phobos.load {{.*}} -> !phobos.tile<8x16xf32, #[[$COALESCED]]>
phobos.kernel @coalesced(%a: !phobos.ptr<f32>, %M: index) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%M, 16] : !phobos.view<?x16xf32>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 16] masked [0] : !phobos.view<?x16xf32> -> !phobos.tile<8x16xf32>
  phobos.store %t, %A[%c0 :+ 8, %c0 :+ 16] masked [0] : !phobos.tile<8x16xf32>, !phobos.view<?x16xf32>
  phobos.return
}

// A bf16 store beside an f32 load: 16 bytes of the narrower type are 8 elements.
// CHECK-LABEL: phobos.kernel @narrowest_decides
// CHECK: phobos.load {{.*}} -> !phobos.tile<16x64xf32, #[[$EIGHT]]>
phobos.kernel @narrowest_decides(%a: !phobos.ptr<f32>, %b: !phobos.ptr<bf16>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[16, 64] : !phobos.view<16x64xf32>
  %B = phobos.view %b[16, 64] : !phobos.view<16x64xbf16>
  %t = phobos.load %A[%c0 :+ 16, %c0 :+ 64] : !phobos.view<16x64xf32> -> !phobos.tile<16x64xf32>
  %h = phobos.cast %t : !phobos.tile<16x64xf32> to !phobos.tile<16x64xbf16>
  phobos.store %h, %B[%c0 :+ 16, %c0 :+ 64] : !phobos.tile<16x64xbf16>, !phobos.view<16x64xbf16>
  phobos.return
}

// A reduction's result and a broadcast's operand take the large tile's layout,
// collapsed: no conversion.
// CHECK-LABEL: phobos.kernel @rows_meet_their_maximum
// CHECK-NOT: phobos.convert_layout
phobos.kernel @rows_meet_their_maximum(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[4, 256] : !phobos.view<4x256xf32>
  %t = phobos.load %A[%c0 :+ 4, %c0 :+ 256] : !phobos.view<4x256xf32> -> !phobos.tile<4x256xf32>
  %m = phobos.reduce <max> %t dim 1 : !phobos.tile<4x256xf32> -> !phobos.tile<4x1xf32>
  %b = phobos.broadcast %m : !phobos.tile<4x1xf32> -> !phobos.tile<4x256xf32>
  %d = arith.subf %t, %b : !phobos.tile<4x256xf32>
  phobos.store %d, %A[%c0 :+ 4, %c0 :+ 256] : !phobos.tile<4x256xf32>, !phobos.view<4x256xf32>
  phobos.return
}

// A loop carries one layout from its start to its result.
// CHECK-LABEL: phobos.kernel @loop
// CHECK: scf.for
// CHECK-NOT: phobos.convert_layout
phobos.kernel @loop(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[4, %N] : !phobos.view<4x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<4x1xf32>
  %s = scf.for %k = %c0 to %N step %c64 iter_args(%acc = %zero) -> !phobos.tile<4x1xf32> {
    %t = phobos.load %A[%c0 :+ 4, %k :+ 64] masked [1] : !phobos.view<4x?xf32> -> !phobos.tile<4x64xf32>
    %r = phobos.reduce <add> %t dim 1 : !phobos.tile<4x64xf32> -> !phobos.tile<4x1xf32>
    %n = arith.addf %acc, %r : !phobos.tile<4x1xf32>
    scf.yield %n : !phobos.tile<4x1xf32>
  }
  phobos.store %s, %A[%c0 :+ 4, %c0 :+ 1] masked [1] : !phobos.tile<4x1xf32>, !phobos.view<4x?xf32>
  phobos.return
}

// A transpose renames registers; the conversion that follows makes the store
// coalesced.
// CHECK-LABEL: phobos.kernel @transpose
// CHECK: phobos.transpose {{.*}} -> !phobos.tile<32x16xf32, #[[$TURNED]]>
// CHECK: phobos.convert_layout {{.*}} -> !phobos.tile<32x16xf32, #[[$STRAIGHT]]>
phobos.kernel @transpose(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[16, 32] : !phobos.view<16x32xf32>
  %B = phobos.view %b[32, 16] : !phobos.view<32x16xf32>
  %t = phobos.load %A[%c0 :+ 16, %c0 :+ 32] : !phobos.view<16x32xf32> -> !phobos.tile<16x32xf32>
  %u = phobos.transpose %t [1, 0] : !phobos.tile<16x32xf32> -> !phobos.tile<32x16xf32>
  phobos.store %u, %B[%c0 :+ 32, %c0 :+ 16] : !phobos.tile<32x16xf32>, !phobos.view<32x16xf32>
  phobos.return
}

// An accumulator: blocks of 4x4 elements a thread.
// CHECK-LABEL: phobos.kernel @accumulator
// CHECK: phobos.dot {{.*}} -> !phobos.tile<64x64xf32, #[[$BLOCK]]>
phobos.kernel @accumulator(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[64, 64] : !phobos.view<64x64xf32>
  %t = phobos.load %A[%c0 :+ 64, %c0 :+ 64] : !phobos.view<64x64xf32> -> !phobos.tile<64x64xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %d = phobos.dot %t, %t, %zero : !phobos.tile<64x64xf32>, !phobos.tile<64x64xf32> -> !phobos.tile<64x64xf32>
  phobos.store %d, %A[%c0 :+ 64, %c0 :+ 64] : !phobos.tile<64x64xf32>, !phobos.view<64x64xf32>
  phobos.return
}

// The carried tile is made beside an f32 tile and used beside an i8 one. Its
// type is one all through the loop, whatever the body ties it to.
// CHECK-LABEL: phobos.kernel @carried_between_groups
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = {{.*}}) -> (!phobos.tile<1x64xf32, [[CARRIED:#.*]]>)
// CHECK: scf.yield %[[X]] : !phobos.tile<1x64xf32, [[CARRIED]]>
phobos.kernel @carried_between_groups(%a: !phobos.ptr<f32>, %b: !phobos.ptr<i8>, %N: index) threads 128 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[32, 64] : !phobos.view<32x64xf32>
  %B = phobos.view %b[64, 64] : !phobos.view<64x64xi8>
  %t = phobos.load %A[%c0 :+ 32, %c0 :+ 64] : !phobos.view<32x64xf32> -> !phobos.tile<32x64xf32>
  %r = phobos.reduce <add> %t dim 0 : !phobos.tile<32x64xf32> -> !phobos.tile<1x64xf32>
  %s = scf.for %i = %c0 to %N step %c1 iter_args(%x = %r) -> (!phobos.tile<1x64xf32>) {
    %w = phobos.broadcast %x : !phobos.tile<1x64xf32> -> !phobos.tile<64x64xf32>
    %h = phobos.cast %w : !phobos.tile<64x64xf32> to !phobos.tile<64x64xi8>
    phobos.store %h, %B[%c0 :+ 64, %c0 :+ 64] : !phobos.tile<64x64xi8>, !phobos.view<64x64xi8>
    scf.yield %x : !phobos.tile<1x64xf32>
  }
  phobos.return
}

// Two sums meet in a 1x1 tile. In a layout of 2048x2048 over 128 threads each
// thread would hold 512 elements of a column; on its own it holds 16.
// CHECK-LABEL: phobos.kernel @column_meets_row
// CHECK: phobos.load {{.*}} -> !phobos.tile<2048x1xf32, #
// CHECK: phobos.load {{.*}} -> !phobos.tile<1x2048xf32, #
phobos.kernel @column_meets_row(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[2048, 1] : !phobos.view<2048x1xf32>
  %B = phobos.view %a[1, 2048] : !phobos.view<1x2048xf32>
  %t = phobos.load %A[%c0 :+ 2048, %c0 :+ 1] : !phobos.view<2048x1xf32> -> !phobos.tile<2048x1xf32>
  %u = phobos.load %B[%c0 :+ 1, %c0 :+ 2048] : !phobos.view<1x2048xf32> -> !phobos.tile<1x2048xf32>
  %x = phobos.reduce <add> %t dim 0 : !phobos.tile<2048x1xf32> -> !phobos.tile<1x1xf32>
  %y = phobos.reduce <add> %u dim 1 : !phobos.tile<1x2048xf32> -> !phobos.tile<1x1xf32>
  %s = arith.addf %x, %y : !phobos.tile<1x1xf32>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<2048x1xf32>
  phobos.return
}

// Rows of an odd number of elements are accessed one by one: neighbouring threads have neighbours.
// CHECK-LABEL: phobos.kernel @odd_rows
// CHECK: phobos.load {{.*}} -> !phobos.tile<2x63xf32, #[[$SINGLE]]>
phobos.kernel @odd_rows(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[2, 63] : !phobos.view<2x63xf32>
  %t = phobos.load %A[%c0 :+ 2, %c0 :+ 63] : !phobos.view<2x63xf32> -> !phobos.tile<2x63xf32>
  phobos.store %t, %A[%c0 :+ 2, %c0 :+ 63] : !phobos.tile<2x63xf32>, !phobos.view<2x63xf32>
  phobos.return
}

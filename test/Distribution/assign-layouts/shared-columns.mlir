// RUN: phobos-opt %s --phobos-assign-layouts | FileCheck %s

// CHECK-DAG: #[[$SPREAD:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = {{\[\[}}0, 128], [0, 256]], reps = [8, 1]>
// CHECK-DAG: #[[$ROW:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = {{\[\[}}0, 128], [0, 256]], reps = [1, 1]>
// CHECK-DAG: #[[$FEW_ROWS:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2]], lane = {{.*}}, warp = {{\[\[}}1, 0], [2, 0]], reps = [2, 4]>
// CHECK-DAG: #[[$SHORT:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2]], lane = {{.*}}, warp = {{\[\[}}2, 0], [4, 0]], reps = [1, 1]>

// CHECK-DAG: #[[$RUNS:.+]] = #phobos.layout<reg = {{\[\[}}0, 32], [0, 64]], lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = {{\[\[}}0, 128], [0, 256]], reps = [8, 1]>

// All rows add one bias. Spread over a row, a thread has 4 of its elements for
// 8 rows, not 16 for 2.
// CHECK-LABEL: phobos.kernel @bias
// CHECK: phobos.load {{.*}} -> !phobos.tile<8x512xf32, #[[$SPREAD]]>
// CHECK: phobos.load {{.*}} -> !phobos.tile<1x512xf32, #[[$ROW]]>
phobos.kernel @bias(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 512] : !phobos.view<8x512xf32>
  %B = phobos.view %b[1, 512] : !phobos.view<1x512xf32>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 512] : !phobos.view<8x512xf32> -> !phobos.tile<8x512xf32>
  %u = phobos.load %B[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
  %v = phobos.broadcast %u : !phobos.tile<1x512xf32> -> !phobos.tile<8x512xf32>
  %s = arith.addf %t, %v : !phobos.tile<8x512xf32>
  phobos.store %s, %A[%c0 :+ 8, %c0 :+ 512] : !phobos.tile<8x512xf32>, !phobos.view<8x512xf32>
  phobos.return
}

// @negative_row_sum: a row of one warp is summed without shared memory.
// CHECK-LABEL: phobos.kernel @negative_row_sum
// CHECK: phobos.load {{.*}} -> !phobos.tile<8x512xf32, #[[$FEW_ROWS]]>
phobos.kernel @negative_row_sum(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 512] : !phobos.view<8x512xf32>
  %B = phobos.view %b[1, 512] : !phobos.view<1x512xf32>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 512] : !phobos.view<8x512xf32> -> !phobos.tile<8x512xf32>
  %u = phobos.load %B[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
  %v = phobos.broadcast %u : !phobos.tile<1x512xf32> -> !phobos.tile<8x512xf32>
  %s = arith.addf %t, %v : !phobos.tile<8x512xf32>
  %r = phobos.reduce <add> %s dim 1 : !phobos.tile<8x512xf32> -> !phobos.tile<8x1xf32>
  %w = phobos.broadcast %r : !phobos.tile<8x1xf32> -> !phobos.tile<8x512xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 512] : !phobos.tile<8x512xf32>, !phobos.view<8x512xf32>
  phobos.return
}

// @negative_short_row: 64 columns are too few for 128 threads with 4 each.
// CHECK-LABEL: phobos.kernel @negative_short_row
// CHECK: phobos.load {{.*}} -> !phobos.tile<8x64xf32, #[[$SHORT]]>
phobos.kernel @negative_short_row(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 64] : !phobos.view<8x64xf32>
  %B = phobos.view %b[1, 64] : !phobos.view<1x64xf32>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 64] : !phobos.view<8x64xf32> -> !phobos.tile<8x64xf32>
  %u = phobos.load %B[%c0 :+ 1, %c0 :+ 64] : !phobos.view<1x64xf32> -> !phobos.tile<1x64xf32>
  %v = phobos.broadcast %u : !phobos.tile<1x64xf32> -> !phobos.tile<8x64xf32>
  %s = arith.addf %t, %v : !phobos.tile<8x64xf32>
  phobos.store %s, %A[%c0 :+ 8, %c0 :+ 64] : !phobos.tile<8x64xf32>, !phobos.view<8x64xf32>
  phobos.return
}

// Rows of 512 elements at any address, which move one by one: a warp has 128 neighbours of each row, and not 4 times 32,
// so that few of its stores share a sector of the memory with those of another warp.
// CHECK-LABEL: phobos.kernel @unaligned_bias
// CHECK: phobos.load {{.*}} -> !phobos.tile<8x512xf32, #[[$SPREAD]]>
// CHECK: } else {
// CHECK: phobos.load {{.*}} -> !phobos.tile<8x512xf32, #[[$RUNS]]>
phobos.kernel @unaligned_bias(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 512] : !phobos.view<8x512xf32>
  %B = phobos.view %b[1, 512] : !phobos.view<1x512xf32>
  %aligned = phobos.rows_aligned %A : !phobos.view<8x512xf32>
  %biasAligned = phobos.rows_aligned %B : !phobos.view<1x512xf32>
  %both = arith.andi %aligned, %biasAligned : i1
  scf.if %both {
    %t = phobos.load %A[%c0 :+ 8, %c0 :+ 512] : !phobos.view<8x512xf32> -> !phobos.tile<8x512xf32>
    %u = phobos.load %B[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
    %v = phobos.broadcast %u : !phobos.tile<1x512xf32> -> !phobos.tile<8x512xf32>
    %s = arith.addf %t, %v : !phobos.tile<8x512xf32>
    phobos.store %s, %A[%c0 :+ 8, %c0 :+ 512] : !phobos.tile<8x512xf32>, !phobos.view<8x512xf32>
  } else {
    %t = phobos.load %A[%c0 :+ 8, %c0 :+ 512] : !phobos.view<8x512xf32> -> !phobos.tile<8x512xf32>
    %u = phobos.load %B[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
    %v = phobos.broadcast %u : !phobos.tile<1x512xf32> -> !phobos.tile<8x512xf32>
    %s = arith.addf %t, %v : !phobos.tile<8x512xf32>
    phobos.store %s, %A[%c0 :+ 8, %c0 :+ 512] : !phobos.tile<8x512xf32>, !phobos.view<8x512xf32>
  }
  phobos.return
}

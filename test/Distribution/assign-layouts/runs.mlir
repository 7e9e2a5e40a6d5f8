// RUN: phobos-opt %s --phobos-assign-layouts | FileCheck %s

// CHECK-DAG: #[[$RUNS:.+]] = #phobos.layout<reg = {{\[\[}}0, 32], [0, 64], [0, 128], [0, 256]], lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = {{\[\[}}0, 512], [0, 1024]], reps = [1, 1]>
// CHECK-DAG: #[[$LONG:.+]] = #phobos.layout<reg = [], lane = {{\[\[}}0, 1], {{.*}} reps = [1, 128]>
// CHECK-DAG: #[[$SHORT:.+]] = #phobos.layout<reg = [], lane = {{\[\[}}0, 1], {{.*}} reps = [1, 1]>
// CHECK-DAG: #[[$WIDE:.+]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2]], {{.*}} reps = [1, 4]>
// CHECK-DAG: #[[$NARROW:.+]] = #phobos.layout<reg = [], lane = {{\[\[}}0, 1], {{.*}} reps = [1, 16]>
// CHECK-DAG: #[[$ROWS:.+]] = #phobos.layout<reg = [], lane = {{\[\[}}0, 1], {{.*}} warp = {{\[\[}}1, 0], [2, 0]], reps = [1, 32]>

// Rows of 2047 elements begin anywhere: each warp has runs of 512 neighbours.
// CHECK-LABEL: phobos.kernel @runs
// CHECK: phobos.load {{.*}} -> !phobos.tile<1x2047xf32, #[[$RUNS]]>
phobos.kernel @runs(%a: !phobos.ptr<f32>, %M: index) threads 128 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[%M, 2047] : !phobos.view<?x2047xf32>
  %t = phobos.load %A[%row :+ 1, %c0 :+ 2047] : !phobos.view<?x2047xf32> -> !phobos.tile<1x2047xf32>
  phobos.store %t, %A[%row :+ 1, %c0 :+ 2047] : !phobos.tile<1x2047xf32>, !phobos.view<?x2047xf32>
  phobos.return
}

// @negative_long: 128 elements a thread would all be in flight in registers.
// CHECK-LABEL: phobos.kernel @negative_long
// CHECK: phobos.load {{.*}} -> !phobos.tile<1x16383xf32, #[[$LONG]]>
phobos.kernel @negative_long(%a: !phobos.ptr<f32>, %M: index) threads 128 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[%M, 16383] : !phobos.view<?x16383xf32>
  %t = phobos.load %A[%row :+ 1, %c0 :+ 16383] : !phobos.view<?x16383xf32> -> !phobos.tile<1x16383xf32>
  phobos.store %t, %A[%row :+ 1, %c0 :+ 16383] : !phobos.tile<1x16383xf32>, !phobos.view<?x16383xf32>
  phobos.return
}

// @negative_short: one element a thread is no run.
// CHECK-LABEL: phobos.kernel @negative_short
// CHECK: phobos.load {{.*}} -> !phobos.tile<1x127xf32, #[[$SHORT]]>
phobos.kernel @negative_short(%a: !phobos.ptr<f32>, %M: index) threads 128 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[%M, 127] : !phobos.view<?x127xf32>
  %t = phobos.load %A[%row :+ 1, %c0 :+ 127] : !phobos.view<?x127xf32> -> !phobos.tile<1x127xf32>
  phobos.store %t, %A[%row :+ 1, %c0 :+ 127] : !phobos.tile<1x127xf32>, !phobos.view<?x127xf32>
  phobos.return
}

// @negative_several_rows: the ends of each row would be too many for their
// vectors.
// CHECK-LABEL: phobos.kernel @negative_several_rows
// CHECK: phobos.load {{.*}} -> !phobos.tile<4x1023xf32, #[[$ROWS]]>
phobos.kernel @negative_several_rows(%a: !phobos.ptr<f32>, %M: index) threads 128 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[%M, 1023] : !phobos.view<?x1023xf32>
  %t = phobos.load %A[%row :+ 4, %c0 :+ 1023] masked [0] : !phobos.view<?x1023xf32> -> !phobos.tile<4x1023xf32>
  phobos.store %t, %A[%row :+ 4, %c0 :+ 1023] masked [0] : !phobos.tile<4x1023xf32>, !phobos.view<?x1023xf32>
  phobos.return
}

// @negative_whole_pitch: rows of 2048 elements all begin at 16 bytes if the
// first one does. The other version hardly ever runs, but its registers count
// for both.
// CHECK-LABEL: phobos.kernel @negative_whole_pitch
// CHECK: phobos.load {{.*}} -> !phobos.tile<1x2048xf32, #[[$WIDE]]>
// CHECK: else
// CHECK: phobos.load {{.*}} -> !phobos.tile<1x2048xf32, #[[$NARROW]]>
phobos.kernel @negative_whole_pitch(%a: !phobos.ptr<f32>, %M: index) threads 128 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[%M, 2048] : !phobos.view<?x2048xf32>
  %aligned = phobos.rows_aligned %A : !phobos.view<?x2048xf32>
  scf.if %aligned {
    %t = phobos.load %A[%row :+ 1, %c0 :+ 2048] : !phobos.view<?x2048xf32> -> !phobos.tile<1x2048xf32>
    phobos.store %t, %A[%row :+ 1, %c0 :+ 2048] : !phobos.tile<1x2048xf32>, !phobos.view<?x2048xf32>
  } else {
    %t = phobos.load %A[%row :+ 1, %c0 :+ 2048] : !phobos.view<?x2048xf32> -> !phobos.tile<1x2048xf32>
    phobos.store %t, %A[%row :+ 1, %c0 :+ 2048] : !phobos.tile<1x2048xf32>, !phobos.view<?x2048xf32>
  }
  phobos.return
}

// @negative_small_elements: of bf16 it gained nothing where it was measured.
// CHECK-LABEL: phobos.kernel @negative_small_elements
// CHECK: phobos.load {{.*}} -> !phobos.tile<1x2047xbf16, #[[$NARROW]]>
phobos.kernel @negative_small_elements(%a: !phobos.ptr<bf16>, %M: index) threads 128 {
  %c0 = arith.constant 0 : index
  %row = phobos.block_id x
  %A = phobos.view %a[%M, 2047] : !phobos.view<?x2047xbf16>
  %t = phobos.load %A[%row :+ 1, %c0 :+ 2047] : !phobos.view<?x2047xbf16> -> !phobos.tile<1x2047xbf16>
  phobos.store %t, %A[%row :+ 1, %c0 :+ 2047] : !phobos.tile<1x2047xbf16>, !phobos.view<?x2047xbf16>
  phobos.return
}

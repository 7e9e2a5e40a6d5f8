// RUN: phobos-opt --phobos-assign-layouts=target=sm_80 %s | FileCheck %s
// RUN: not phobos-opt --phobos-assign-layouts=target=sm_81 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: unknown target 'sm_81'

// The accumulator of mma.sync: two columns of a row and of the row 8 below, four lanes along 8 columns, eight rows.
// Four warps share 64x64 such that each has 32x32 of it: 2 along the rows (16), 2 along the columns (8).
// CHECK: #[[$SQUARE:.*]] = #phobos.layout<reg = {{\[\[}}0, 1], [8, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [0, 8]], reps = [2, 4]>
// All warps lie along the rows.
// CHECK: #[[$ROWS:.*]] = #phobos.layout<reg = {{\[\[}}0, 1], [8, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [32, 0]], reps = [1, 8]>
// CHECK: #[[$FOUR:.*]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0]]

// CHECK-LABEL: phobos.kernel @square
// CHECK-SAME: threads 128
// CHECK: phobos.dot {{.*}} -> !phobos.tile<64x64xf32, #[[$SQUARE]]>
phobos.kernel @square(%x: bf16) {
  %a = phobos.splat %x : !phobos.tile<64x16xbf16>
  %b = phobos.splat %x : !phobos.tile<16x64xbf16>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %d = phobos.dot %a, %b, %zero : !phobos.tile<64x16xbf16>, !phobos.tile<16x64xbf16> -> !phobos.tile<64x64xf32>
  phobos.return
}

// One product's result is another's left side: rows stay in a warp, in both.
// CHECK-LABEL: phobos.kernel @chain
// CHECK: phobos.dot {{.*}} -> !phobos.tile<64x64xf32, #[[$ROWS]]>
// CHECK: phobos.dot {{.*}} -> !phobos.tile<64x64xf32, #[[$ROWS]]>
phobos.kernel @chain(%x: bf16) {
  %a = phobos.splat %x : !phobos.tile<64x16xbf16>
  %b = phobos.splat %x : !phobos.tile<16x64xbf16>
  %c = phobos.splat %x : !phobos.tile<64x64xbf16>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %d = phobos.dot %a, %b, %zero : !phobos.tile<64x16xbf16>, !phobos.tile<16x64xbf16> -> !phobos.tile<64x64xf32>
  %p = phobos.cast %d : !phobos.tile<64x64xf32> to !phobos.tile<64x64xbf16>
  %e = phobos.dot %p, %c, %zero : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
  phobos.return
}

// @negative_exact: f32 without a precision is exact, which tensor cores are not.
// CHECK-LABEL: phobos.kernel @negative_exact
// CHECK: phobos.dot {{.*}} -> !phobos.tile<64x64xf32, #[[$FOUR]]
phobos.kernel @negative_exact(%x: f32) {
  %a = phobos.splat %x : !phobos.tile<64x16xf32>
  %b = phobos.splat %x : !phobos.tile<16x64xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %d = phobos.dot %a, %b, %zero : !phobos.tile<64x16xf32>, !phobos.tile<16x64xf32> -> !phobos.tile<64x64xf32>
  phobos.return
}

// 128x128 elements: 64 a thread of 256; 128x256: 128.
// CHECK-LABEL: phobos.kernel @threads_of_128x128
// CHECK-SAME: threads 256
phobos.kernel @threads_of_128x128(%x: f16) {
  %a = phobos.splat %x : !phobos.tile<128x16xf16>
  %b = phobos.splat %x : !phobos.tile<16x128xf16>
  %zero = arith.constant dense<0.0> : !phobos.tile<128x128xf32>
  %d = phobos.dot %a, %b, %zero : !phobos.tile<128x16xf16>, !phobos.tile<16x128xf16> -> !phobos.tile<128x128xf32>
  phobos.return
}
// CHECK-LABEL: phobos.kernel @threads_of_128x256
// CHECK-SAME: threads 256
phobos.kernel @threads_of_128x256(%x: f16) {
  %a = phobos.splat %x : !phobos.tile<128x16xf16>
  %b = phobos.splat %x : !phobos.tile<16x256xf16>
  %zero = arith.constant dense<0.0> : !phobos.tile<128x256xf32>
  %d = phobos.dot %a, %b, %zero : !phobos.tile<128x16xf16>, !phobos.tile<16x256xf16> -> !phobos.tile<128x256xf32>
  phobos.return
}

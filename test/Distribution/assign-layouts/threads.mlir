// RUN: phobos-opt --phobos-assign-layouts %s | FileCheck %s

// 4096 elements: 128 threads hold 32 each; 128x128: 512 threads hold as many, and 256 the 64 of a product. 512 threads
// hold up to 128 before there are more.
// CHECK-LABEL: phobos.kernel @threads_small
// CHECK-SAME: threads 128
phobos.kernel @threads_small(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<64x64xf32>
  phobos.return
}
// CHECK-LABEL: phobos.kernel @threads_large
// CHECK-SAME: threads 512
phobos.kernel @threads_large(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<128x128xf32>
  phobos.return
}
// CHECK-LABEL: phobos.kernel @threads_product
// CHECK-SAME: threads 256
phobos.kernel @threads_product(%x: f32) {
  %a = phobos.splat %x : !phobos.tile<128x8xf32>
  %b = phobos.splat %x : !phobos.tile<8x128xf32>
  %c = phobos.splat %x : !phobos.tile<128x128xf32>
  %d = phobos.dot %a, %b, %c : !phobos.tile<128x8xf32>, !phobos.tile<8x128xf32> -> !phobos.tile<128x128xf32>
  phobos.return
}
// CHECK-LABEL: phobos.kernel @threads_row
// CHECK-SAME: threads 512
phobos.kernel @threads_row(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<1x50304xf32>
  phobos.return
}
// CHECK-LABEL: phobos.kernel @threads_longest
// CHECK-SAME: threads 1024
phobos.kernel @threads_longest(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<1x65552xf32>
  phobos.return
}

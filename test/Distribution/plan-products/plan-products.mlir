// RUN: phobos-opt %s -split-input-file -phobos-plan-products | FileCheck %s
// RUN: phobos-opt %s -split-input-file -phobos-plan-products=target=sm_80 | FileCheck %s --check-prefix=SM80

// The example of the pass. A warp group holds 128 accumulators a thread, and
// six stages of 2 x 16 KiB fit in shared memory.
// CHECK-LABEL: phobos.kernel @documented
// CHECK-SAME: threads 128
// CHECK-SAME: phobos.producers = 128
// CHECK: phobos.load {{.*}} masked [0, 1] {phobos.staged}
// CHECK: phobos.load {{.*}} masked [0, 1] {phobos.staged}
// CHECK: {phobos.stages = 6 : i64}
// SM80-LABEL: phobos.kernel @documented
// SM80-NOT: phobos.staged
// SM80: phobos.dot {{.*}} {phobos.not_staged = "the target has no wgmma"}
phobos.kernel @documented(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
                          %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
                          %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
                          %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"},
                          %N: index {phobos.name = "N"}) {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %r = arith.muli %x, %c128 : index
  %s = arith.muli %y, %c128 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<128x128xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<128x128xf32> {
    %l = phobos.load %A[%r :+ 128, %k :+ 64] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<128x64xbf16>
    %m = phobos.load %B[%k :+ 64, %s :+ 128] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x128xbf16>
    %d = phobos.dot %l, %m, %acc
        : !phobos.tile<128x64xbf16>, !phobos.tile<64x128xbf16> -> !phobos.tile<128x128xf32>
    scf.yield %d : !phobos.tile<128x128xf32>
  }
  phobos.store %sum, %C[%r :+ 128, %s :+ 128] masked [0, 1]
      : !phobos.tile<128x128xf32>, !phobos.view<?x?xf32>
  phobos.return
}

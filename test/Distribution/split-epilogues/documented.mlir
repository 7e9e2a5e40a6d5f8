// RUN: phobos-opt %s -phobos-split-epilogues | FileCheck %s

// The example of the pass: two chunks, and both loads before the first store.
// CHECK-LABEL: phobos.kernel @documented(
// CHECK: %[[A0:.*]] = phobos.extract_slice %[[SUM:.*]][%{{.*}} :+ 128, %{{.*}} :+ 64]
// CHECK: %[[C0:.*]] = phobos.load %[[E:.*]][%{{.*}} :+ 128, %{{.*}} :+ 64] masked [0, 1]
// CHECK: %[[S0:.*]] = arith.addf %[[A0]], %[[C0]] {phobos.held} : !phobos.tile<128x64xf32>
// CHECK: %[[A1:.*]] = phobos.extract_slice %[[SUM]][%{{.*}} :+ 128, %{{.*}} :+ 64]
// CHECK: %[[C1:.*]] = phobos.load %[[E]][%{{.*}} :+ 128, %{{.*}} :+ 64] masked [0, 1]
// CHECK: %[[S1:.*]] = arith.addf %[[A1]], %[[C1]] {phobos.held} : !phobos.tile<128x64xf32>
// CHECK: phobos.store %[[S0]]
// CHECK: phobos.store %[[S1]]
// CHECK-NOT: phobos.store
phobos.kernel @documented(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
                          %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
                          %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
                          %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"},
                          %N: index {phobos.name = "N"}, %e: !phobos.ptr<f32> {phobos.name = "E", phobos.extents = ["M", "N"]}) attributes {phobos.producers = 128 : i64} {
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
  %E = phobos.view %e[%M, %N] : !phobos.view<?x?xf32>
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
  %other = phobos.load %E[%r :+ 128, %s :+ 128] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x128xf32>
  %all = arith.addf %sum, %other : !phobos.tile<128x128xf32>
  phobos.store %all, %C[%r :+ 128, %s :+ 128] masked [0, 1]
      : !phobos.tile<128x128xf32>, !phobos.view<?x?xf32>
  phobos.return
}

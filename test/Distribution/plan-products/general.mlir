// RUN: phobos-opt %s -split-input-file -phobos-plan-products | FileCheck %s --implicit-check-not=not_staged

// Threads compute the left side; a bulk copy brings the right one.
// CHECK-LABEL: phobos.kernel @computed_operand
// CHECK: phobos.load {{.*}} -> !phobos.tile<128x64xbf16>
// CHECK: phobos.load {{.*}} {phobos.staged} {{.*}} -> !phobos.tile<64x128xbf16>
// CHECK: {phobos.stages = {{[0-9]+}} : i64}
phobos.kernel @computed_operand(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
    %n = arith.negf %l : !phobos.tile<128x64xbf16>
    %d = phobos.dot %n, %m, %acc
        : !phobos.tile<128x64xbf16>, !phobos.tile<64x128xbf16> -> !phobos.tile<128x128xf32>
    scf.yield %d : !phobos.tile<128x128xf32>
  }
  phobos.store %sum, %C[%r :+ 128, %s :+ 128] masked [0, 1]
      : !phobos.tile<128x128xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// What the loop does with the sum waits for each product.
// CHECK-LABEL: phobos.kernel @does_more
// CHECK: {phobos.staged}
// CHECK: {phobos.staged}
// CHECK: arith.negf
// CHECK: {phobos.stages = {{[0-9]+}} : i64}
phobos.kernel @does_more(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
    %e = arith.negf %d : !phobos.tile<128x128xf32>
    scf.yield %e : !phobos.tile<128x128xf32>
  }
  phobos.store %sum, %C[%r :+ 128, %s :+ 128] masked [0, 1]
      : !phobos.tile<128x128xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// The producer knows an extent.
// CHECK-LABEL: phobos.kernel @under_a_condition
// CHECK: scf.if
// CHECK: {phobos.staged}
// CHECK: {phobos.staged}
// CHECK: {phobos.stages = {{[0-9]+}} : i64}
phobos.kernel @under_a_condition(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
  %any = arith.cmpi sgt, %K, %c64 : index
  %sum = scf.if %any -> !phobos.tile<128x128xf32> {
  %inner = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<128x128xf32> {
    %l = phobos.load %A[%r :+ 128, %k :+ 64] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<128x64xbf16>
    %m = phobos.load %B[%k :+ 64, %s :+ 128] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x128xbf16>
    %d = phobos.dot %l, %m, %acc
        : !phobos.tile<128x64xbf16>, !phobos.tile<64x128xbf16> -> !phobos.tile<128x128xf32>
    scf.yield %d : !phobos.tile<128x128xf32>
  }
  scf.yield %inner : !phobos.tile<128x128xf32>
  } else {
  scf.yield %zero : !phobos.tile<128x128xf32>
  }
  phobos.store %sum, %C[%r :+ 128, %s :+ 128] masked [0, 1]
      : !phobos.tile<128x128xf32>, !phobos.view<?x?xf32>
  phobos.return
}

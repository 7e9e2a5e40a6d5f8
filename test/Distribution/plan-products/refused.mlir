// RUN: phobos-opt %s -split-input-file -phobos-plan-products | FileCheck %s

// f32 is multiplied exactly, which wgmma does not.
// CHECK-LABEL: phobos.kernel @narrow_accumulator
// CHECK: phobos.not_staged = "wgmma multiplies bf16, f16, f8 and i8
phobos.kernel @narrow_accumulator(%a: !phobos.ptr<f32> {phobos.name = "A", phobos.extents = ["M", "K"]},
                          %b: !phobos.ptr<f32> {phobos.name = "B", phobos.extents = ["K", "N"]},
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
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xf32>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<128x128xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<128x128xf32> {
    %l = phobos.load %A[%r :+ 128, %k :+ 64] masked [0, 1]
        : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %m = phobos.load %B[%k :+ 64, %s :+ 128] masked [0, 1]
        : !phobos.view<?x?xf32> -> !phobos.tile<64x128xf32>
    %d = phobos.dot %l, %m, %acc
        : !phobos.tile<128x64xf32>, !phobos.tile<64x128xf32> -> !phobos.tile<128x128xf32>
    scf.yield %d : !phobos.tile<128x128xf32>
  }
  phobos.store %sum, %C[%r :+ 128, %s :+ 128] masked [0, 1]
      : !phobos.tile<128x128xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// A copy that starts at any column would end the kernel.
// CHECK-LABEL: phobos.kernel @unknown_start
// CHECK: phobos.not_staged = "a bulk copy must start at a multiple of 16 bytes
phobos.kernel @unknown_start(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
  %sum = scf.for %k = %x to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<128x128xf32> {
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

// -----

// Bulk copies fill with zeros.
// CHECK-LABEL: phobos.kernel @other_fill
// CHECK: phobos.not_staged = "a bulk copy fills with zeros only
phobos.kernel @other_fill(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
    %l = phobos.load %A[%r :+ 128, %k :+ 64] masked [0, 1] fill 1.0
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

// -----

// The launcher encodes the map of what the parameter says, K columns, not N.
// CHECK-LABEL: phobos.kernel @other_view
// CHECK: phobos.not_staged = "a bulk copy needs a tensor parameter
phobos.kernel @other_view(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xbf16>
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

// -----

// The copies of the next block, and the first ones of this, may run before the store.
// CHECK-LABEL: phobos.kernel @writes_before
// CHECK: phobos.not_staged = "the kernel writes before the loop
phobos.kernel @writes_before(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
  phobos.store %zero, %C[%r :+ 128, %s :+ 128] masked [0, 1]
      : !phobos.tile<128x128xf32>, !phobos.view<?x?xf32>
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

// -----

// A tile that two products read, perhaps one from each side, has one place only.
// CHECK-LABEL: phobos.kernel @two_products
// CHECK: phobos.not_staged = "an operand has other uses
phobos.kernel @two_products(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
    %n = phobos.reshape %l : !phobos.tile<128x64xbf16> -> !phobos.tile<128x64xbf16>
    %m2 = phobos.load %B[%k :+ 64, %s :+ 128] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x128xbf16>
    %e = phobos.dot %n, %m2, %acc
        : !phobos.tile<128x64xbf16>, !phobos.tile<64x128xbf16> -> !phobos.tile<128x128xf32>
    %d = phobos.dot %n, %m, %e
        : !phobos.tile<128x64xbf16>, !phobos.tile<64x128xbf16> -> !phobos.tile<128x128xf32>
    scf.yield %d : !phobos.tile<128x128xf32>
  }
  phobos.store %sum, %C[%r :+ 128, %s :+ 128] masked [0, 1]
      : !phobos.tile<128x128xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// An instruction has 64 rows.
// CHECK-LABEL: phobos.kernel @few_rows
// CHECK: phobos.not_staged = "wgmma needs a multiple of 64 rows, the tile has 96
phobos.kernel @few_rows(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
  %zero = arith.constant dense<0.0> : !phobos.tile<96x128xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<96x128xf32> {
    %l = phobos.load %A[%r :+ 96, %k :+ 64] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<96x64xbf16>
    %m = phobos.load %B[%k :+ 64, %s :+ 128] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x128xbf16>
    %d = phobos.dot %l, %m, %acc
        : !phobos.tile<96x64xbf16>, !phobos.tile<64x128xbf16> -> !phobos.tile<96x128xf32>
    scf.yield %d : !phobos.tile<96x128xf32>
  }
  phobos.store %sum, %C[%r :+ 96, %s :+ 128] masked [0, 1]
      : !phobos.tile<96x128xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// The producer would have to know the condition; it sees no tiles.
// CHECK-LABEL: phobos.kernel @under_a_condition
// CHECK: phobos.not_staged = "the loop is under a condition
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
  %f0 = arith.constant 0.0 : f32
  %tile = phobos.load %C[%c0 :+ 1, %c0 :+ 1] : !phobos.view<?x?xf32> -> !phobos.tile<1x1xf32>
  %first = phobos.item %tile : !phobos.tile<1x1xf32>
  %any = arith.cmpf ogt, %first, %f0 : f32
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

// -----

// 256 sums a thread of two warp groups; four have too few registers for half of them.
// CHECK-LABEL: phobos.kernel @many_sums
// CHECK: phobos.not_staged = "its accumulators do not fit in the registers of two warp groups
phobos.kernel @many_sums(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
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
  %zero = arith.constant dense<0.0> : !phobos.tile<256x256xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<256x256xf32> {
    %l = phobos.load %A[%r :+ 256, %k :+ 64] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<256x64xbf16>
    %m = phobos.load %B[%k :+ 64, %s :+ 256] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x256xbf16>
    %d = phobos.dot %l, %m, %acc
        : !phobos.tile<256x64xbf16>, !phobos.tile<64x256xbf16> -> !phobos.tile<256x256xf32>
    scf.yield %d : !phobos.tile<256x256xf32>
  }
  phobos.store %sum, %C[%r :+ 256, %s :+ 256] masked [0, 1]
      : !phobos.tile<256x256xf32>, !phobos.view<?x?xf32>
  phobos.return
}

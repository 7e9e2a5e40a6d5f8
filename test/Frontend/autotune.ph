// RUN: phobos-translate --import-phobos %s | FileCheck %s --check-prefix=FIRST
// RUN: phobos-translate --import-phobos --set TM=128,TN=8 %s | FileCheck %s --check-prefix=SET
// RUN: phobos-translate --import-phobos --kernel second %s | FileCheck %s --check-prefix=SECOND
// RUN: not phobos-translate --import-phobos --set TK=8 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not phobos-translate --import-phobos --kernel secnd %s 2>&1 | FileCheck %s --check-prefix=NOKERNEL

// Without settings the first choice holds.
// FIRST: @first
// FIRST: phobos.store {{.*}} : !phobos.tile<64x16xf32>
// FIRST: phobos.store {{.*}} : !phobos.tile<256x1xf32>
// FIRST: @second
// FIRST: phobos.store {{.*}} : !phobos.tile<32x1xf32>

// HALF follows TM, and the compile-time branch follows HALF.
// SET: @first
// SET: phobos.store {{.*}} : !phobos.tile<128x8xf32>
// SET-NOT: phobos.store
// SET: @second

// SECOND-NOT: @first
// SECOND: @second

// UNKNOWN: autotune.ph:[[#@LINE+4]]:8: error: no @autotune or @specialize has the name 'TK' that is set; it can be 'TM', 'TN'
// NOKERNEL: autotune.ph:1:1: error: no kernel is named 'secnd', the file has 'first', 'second'

@autotune(TM in [64, 128], TN in [16, 32])
kernel first(A: tensor<f32>[M, N]) {
  const HALF = TM / 2
  A[ctx.block.x * TM :+ TM, 0 :+ TN] = 0
  if HALF < 64 {
    A[ctx.block.x * 64 :+ max(next_pow2(TM + 65), min(3, HALF)), 0 :+ ceildiv(TN, 16)] = 1
  } else {
    // Not looked at while HALF is smaller.
  }
}

@autotune(TM in [32])
kernel second(A: tensor<f32>[M, N]) {
  A[0 :+ TM, 0 :+ 1] = 0
}

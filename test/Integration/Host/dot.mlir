// Products of tensors smaller than the tile, of all types; what lies beyond the tensors
// faults or is NaN, and must not show.

// RUN: phobos-host-run --kernel=matmul %s 5=1,2,3,4,5 15=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14 3=nan 1 3 5 | FileCheck %s --check-prefix=ROW
// ROW: arg2: 120 135 150
// RUN: phobos-host-run --kernel=matmul %s 60=-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0 24=-2,-1,0,1,2,-2,-1,0,1,2,-2,-1,0,1,2,-2,-1,0,1,2,-2,-1,0,1 40=nan 10 4 6 | FileCheck %s --check-prefix=SMALL
// RUN: phobos-host-run --kernel=matmul %s 64=-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,1,2,3,-3,-2,-1,0,nan,nan,nan,nan 28=-2,-1,0,1,2,-2,-1,0,1,2,-2,-1,0,1,2,-2,-1,0,1,2,-2,-1,0,1,nan,nan,nan,nan 40=nan 10 4 6 | FileCheck %s --check-prefix=SMALL
// SMALL: arg2: -4 3 5 2 -16 -3 5 8 0 -16 -2 7 9 -1 -16 -1 11 7 -2 -16 6 8 5 -3 -6 2 5 3 -4 3 5 2 -16 -3 5 8 0 -16 -2 7
// An inner extent of 0 gives zeros; an empty grid does nothing.
// RUN: phobos-host-run --kernel=matmul %s 1=nan 1=nan 12=9 3 4 0 | FileCheck %s --check-prefix=EMPTY
// RUN: phobos-host-run --kernel=matmul --grid=0,1 %s 1=nan 1=nan 2=9 0 4 5 | FileCheck %s --check-prefix=NOTHING
// EMPTY: arg2: 0 0 0 0 0 0 0 0 0 0 0 0
// NOTHING: arg2: 9 9
phobos.kernel @matmul(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %c: !phobos.ptr<f32>, %M: index, %N: index, %K: index) {
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xf32>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %r = arith.muli %x, %c64 : index
  %q = arith.muli %y, %c64 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %acc = scf.for %k = %c0 to %K step %c16 iter_args(%i = %zero) -> (!phobos.tile<64x64xf32>) {
    %s = phobos.load %A[%r :+ 64, %k :+ 16] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<64x16xf32>
    %t = phobos.load %B[%k :+ 16, %q :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<16x64xf32>
    %d = phobos.dot %s, %t, %i : !phobos.tile<64x16xf32>, !phobos.tile<16x64xf32> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  phobos.store %acc, %C[%r :+ 64, %q :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// The accumulator is added to once: 100 + A B^T, with B as it is and transposed.
// RUN: phobos-host-run --kernel=types %s 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// RUN: sed 's/f16/bf16/g' %s | phobos-host-run --kernel=types - 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// RUN: sed 's/f16/f8E4M3FN/g' %s | phobos-host-run --kernel=types - 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// RUN: sed 's/f16/f8E5M2/g' %s | phobos-host-run --kernel=types - 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// RUN: sed 's/f16/f32/g' %s | phobos-host-run --kernel=types - 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// RUN: sed 's/f16/f64/g; s/f32/f64/g' %s | phobos-host-run --kernel=types - 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// RUN: sed 's/f16/i8/g; s/f32/i32/g; s/\([0-9]\)\.0>/\1>/' %s | phobos-host-run --kernel=types - 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// RUN: sed 's/f16/i32/g; s/f32/i32/g; s/\([0-9]\)\.0>/\1>/' %s | phobos-host-run --kernel=types - 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// RUN: sed 's/f16/i64/g; s/f32/i64/g; s/\([0-9]\)\.0>/\1>/' %s | phobos-host-run --kernel=types - 15=-3,-1,1,3,-2,-2,0,2,-3,-1,-1,1,3,-2,0 20=-2,-1,0,1,2,1,2,-2,-1,0,-1,0,1,2,-2,2,-2,-1,0,1 20=-2,1,-1,2,-1,2,0,-2,0,-2,1,-1,1,-1,2,0,2,0,-2,1 12=0 12=0 | FileCheck %s --check-prefix=TYPES
// TYPES: arg3: 106 90 114 93 99 97 100 93 99 97 100 93
// TYPES: arg4: 106 90 114 93 99 97 100 93 99 97 100 93
phobos.kernel @types(%a: !phobos.ptr<f16>, %b: !phobos.ptr<f16>, %t: !phobos.ptr<f16>, %c: !phobos.ptr<f32>, %d: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[3, 5] : !phobos.view<3x5xf16>
  %B = phobos.view %b[4, 5] : !phobos.view<4x5xf16>
  %T = phobos.view %t[5, 4] : !phobos.view<5x4xf16>
  %C = phobos.view %c[3, 4] : !phobos.view<3x4xf32>
  %D = phobos.view %d[3, 4] : !phobos.view<3x4xf32>
  %lhs = phobos.load %A[%c0 :+ 3, %c0 :+ 5] : !phobos.view<3x5xf16> -> !phobos.tile<3x5xf16>
  %rhs = phobos.load %B[%c0 :+ 4, %c0 :+ 5] : !phobos.view<4x5xf16> -> !phobos.tile<4x5xf16>
  %rhs2 = phobos.load %T[%c0 :+ 5, %c0 :+ 4] : !phobos.view<5x4xf16> -> !phobos.tile<5x4xf16>
  %acc = arith.constant dense<100.0> : !phobos.tile<3x4xf32>
  %p = phobos.dot %lhs, %rhs, %acc transposed : !phobos.tile<3x5xf16>, !phobos.tile<4x5xf16> -> !phobos.tile<3x4xf32>
  %q = phobos.dot %lhs, %rhs2, %acc : !phobos.tile<3x5xf16>, !phobos.tile<5x4xf16> -> !phobos.tile<3x4xf32>
  phobos.store %p, %C[%c0 :+ 3, %c0 :+ 4] : !phobos.tile<3x4xf32>, !phobos.view<3x4xf32>
  phobos.store %q, %D[%c0 :+ 3, %c0 :+ 4] : !phobos.tile<3x4xf32>, !phobos.view<3x4xf32>
  phobos.return
}

// Bytes without a sign: 100 + 255 * 254.
// RUN: phobos-host-run --kernel=unsigned %s 1=-1 1=-2 1=100 | FileCheck %s --check-prefix=UNSIGNED
// UNSIGNED: arg2: 64870
phobos.kernel @unsigned(%a: !phobos.ptr<i8>, %b: !phobos.ptr<i8>, %c: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 1] : !phobos.view<1x1xi8>
  %B = phobos.view %b[1, 1] : !phobos.view<1x1xi8>
  %C = phobos.view %c[1, 1] : !phobos.view<1x1xi32>
  %s = phobos.load %A[%c0 :+ 1, %c0 :+ 1] : !phobos.view<1x1xi8> -> !phobos.tile<1x1xi8>
  %t = phobos.load %B[%c0 :+ 1, %c0 :+ 1] : !phobos.view<1x1xi8> -> !phobos.tile<1x1xi8>
  %i = phobos.load %C[%c0 :+ 1, %c0 :+ 1] : !phobos.view<1x1xi32> -> !phobos.tile<1x1xi32>
  %d = phobos.dot %s, %t, %i unsigned : !phobos.tile<1x1xi8>, !phobos.tile<1x1xi8> -> !phobos.tile<1x1xi32>
  phobos.store %d, %C[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xi32>, !phobos.view<1x1xi32>
  phobos.return
}

// A long sum in f32, not in f16: 4096 ones (in f16 it would stop at 2048).
// RUN: phobos-host-run --kernel=long %s 4096=1 1=0 | FileCheck %s --check-prefix=LONG
// LONG: arg1: 4096
phobos.kernel @long(%a: !phobos.ptr<f16>, %c: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 4096] : !phobos.view<1x4096xf16>
  %C = phobos.view %c[1, 1] : !phobos.view<1x1xf32>
  %s = phobos.load %A[%c0 :+ 1, %c0 :+ 4096] : !phobos.view<1x4096xf16> -> !phobos.tile<1x4096xf16>
  %zero = arith.constant dense<0.0> : !phobos.tile<1x1xf32>
  %d = phobos.dot %s, %s, %zero transposed : !phobos.tile<1x4096xf16>, !phobos.tile<1x4096xf16> -> !phobos.tile<1x1xf32>
  phobos.store %d, %C[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<1x1xf32>
  phobos.return
}

// RUN: phobos-translate --import-phobos %s > %t.mlir
// RUN: phobos-host-run %t.mlir 16=-1,-3,5,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,7 16=0 16 | FileCheck %s

// A sign-extended i32 as u64 is near 2^64, in every element.
// CHECK: arg1: 1.84467441e+19 1.84467441e+19 5 1.84467441e+19 1.84467441e+19
// CHECK-SAME: 1.84467441e+19 7
kernel k(A: tensor<i32>[N], O: tensor<f32>[N]) { O[0 :+ 16] = u64(A[0 :+ 16]) }

// RUN: phobos-translate --import-phobos --kernel signed %s > %t.mlir
// RUN: phobos-host-run %t.mlir 16=7,-7,7,-7,-2147483648,5,-5,0,-2147483648,1,-1,9,9,-9,-9,100 16=2,2,-2,-2,-1,0,0,0,0,31,32,33,-1,40,-5,7 16=99 16=99 16=99 16=99 16=99 16 | FileCheck %s --check-prefix=SIGNED
// RUN: phobos-translate --import-phobos --kernel unsigned %s > %t.mlir
// RUN: phobos-host-run %t.mlir 8=200,255,7,0,128,1,2,3 8=3,0,9,5,200,1,1,1 8=99 8=99 1=0 1=0 8=99 8 | FileCheck %s --check-prefix=UNSIGNED

// Truncating division; by 0: 0 and the dividend; INT_MIN / -1 wraps. Shift counts
// outside 0 … 31 (also negative ones) give 0 on the left, the sign on the right.
// SIGNED: arg2: 3 -3 -3 3 -2147483648 0 0 0 0 0 0 0 -9 0 1 14
// SIGNED: arg3: 1 -1 1 -1 0 5 -5 0 -2147483648 1 -1 9 0 -9 -4 2
// SIGNED: arg4: 28 -28 0 0 0 5 -5 0 -2147483648 -2147483648 0 0 0 0 0 12800
// SIGNED: arg5: 1 -2 0 -1 -1 5 -5 0 -2147483648 0 -1 0 0 -1 -1 0
// SIGNED: arg6: 4 -3 -3 4 -2147483648 0 0 0 0 1 0 1 -9 0 2 15
kernel signed(A: tensor<i32>[N], B: tensor<i32>[N], Q: tensor<i32>[N], R: tensor<i32>[N], L: tensor<i32>[N], S: tensor<i32>[N], C: tensor<i32>[N]) {
  let a = A[0 :+ 16]
  let b = B[0 :+ 16]
  Q[0 :+ 16] = a / b
  R[0 :+ 16] = a % b
  L[0 :+ 16] = a << b
  S[0 :+ 16] = a >> b
  C[0 :+ 16] = ceildiv(a, b)
}

// Elements from 128 on are positive, so 200 / 3 is 66, 128 / 200 is 0, the maximum
// is 255 (printed as the i8 -1), and the sum 596 is taken in u32.
// UNSIGNED: arg2: 66 0 0 0 0 1 2 3
// UNSIGNED: arg3: 2 255 7 0 128 0 0 0
// UNSIGNED: arg4: -1
// UNSIGNED: arg5: 596
// UNSIGNED: arg6: 197 255 -1 -1 -1 -1 -1 -1
kernel unsigned(A: tensor<u8>[N], B: tensor<u8>[N], Q: tensor<u8>[N], R: tensor<f32>[N], M: tensor<u8>[1], S: tensor<u32>[1], F: tensor<f32>[N]) {
  let a = A[0 :+ 8]
  let b = B[0 :+ 8]
  Q[0 :+ 8] = a / b
  R[0 :+ 8] = a % b
  M[0 :+ 1] = max(a, axis = 0)
  S[0 :+ 1] = sum(a, 0)
  F[0 :+ 8] = where(a > b && iota(0) < 6, f32(a) - b, -1)
}

// RUN: phobos-translate --import-phobos %s > %t.mlir
// RUN: phobos-host-run %t.mlir 10=0,1,2,3,4,5,6,7,8,9 8=77 8=77 8=77 10=9 -3 10 8 | FileCheck %s

// Elements before 0 and from the extent on read as the fill and are not stored,
// also where the start is negative or start + n would wrap.
// CHECK: arg1: 0 0 0 0 1 2 3 4
// CHECK: arg2: 6 7 8 9 -inf -inf -inf -inf
// CHECK: arg3: 0 0 0 0 0 0 0 0
// CHECK: arg4: 1 1 1 1 1 9 9 2 2 2
kernel k(A: tensor<f32>[N], L: tensor<f32>[E], H: tensor<f32>[E], W: tensor<f32>[E], S: tensor<f32>[N], minus: i32) {
  L[0 :+ 8] = A[minus :+ 8]
  H[0 :+ 8] = load(A[6 :+ 8], fill = -inf)
  W[0 :+ 8] = A[9223372036854775805 :+ 8]
  S[minus :+ 8] = 1
  S[7 :+ 8] = 2
}

// RUN: phobos-translate --import-phobos --kernel shapes %s > %t.mlir
// RUN: phobos-host-run %t.mlir 6=5,nan,7,2,9,9 6=0 6=0 2=0 3=0 6=0 8=200,100,50,3,2,1,1,1 8=0 | FileCheck %s

// CHECK: arg1: 5 nan 7 2 9 9
// CHECK: arg2: 5 2 nan 9 7 9
// The first NaN, and the first of equals.
// CHECK: arg3: 1 1
// CHECK: arg4: 1 0 0
// Sums along a row; a NaN stays.
// CHECK: arg5: 5 nan nan 2 11 20
// u8 sums are u32.
// CHECK: arg7: 200 300 350 353 355 356 357 358
kernel shapes(A: tensor<f32>[2, 3], R: tensor<f32>[6], T: tensor<f32>[2, 3], X: tensor<i64>[2], N: tensor<i64>[3], S: tensor<f32>[2, 3], U: tensor<u8>[8], C: tensor<u32>[8]) {
  let a = A[:, :]
  R[:] = reshape(a, [6])
  T[:, :] = reshape(transpose(a), [2, 3])
  X[:] = i64(reshape(argmax(a, axis = 1), [2]))
  N[:] = i64(reshape(argmin(a, axis = 0), [3]))
  S[:, :] = cumsum(a, axis = 1)
  C[:] = cumsum(U[:], axis = 0)
}

// RUN: phobos-translate --import-phobos --kernel casts %s > %t.mlir
// RUN: phobos-host-run %t.mlir 8=2.5,-2.5,300,-300,nan,inf,0.1,-0.0 8=9 8=9 8=9 8=9 8=9 8 | FileCheck %s --check-prefix=CASTS
// RUN: phobos-translate --import-phobos --kernel extremes %s > %t.mlir
// RUN: phobos-host-run %t.mlir 8=1,nan,-3,-1,-2,inf,0,-inf 8=9 8=9 2=9 2=9 8 | FileCheck %s --check-prefix=EXTREMES

// Float to integer truncates and saturates, NaN gives 0; f8 saturates at 448 and
// keeps NaN; 0.1 is 0.1015625 in f8e4m3; a bool is what is not 0.
// CASTS: arg1: 2 -2 127 -128 0 127 0 0
// CASTS: arg2: 2 0 -1 0 0 -1 0 0
// CASTS: arg3: 2.5 -2.5 288 -288 nan 448 0.1015625 -0
// CASTS: arg4: 1 1 1 1 1 1 1 0
// round() of a half goes to even: 2.5 to 2.
// CASTS: arg5: 2 -2 300 -300 nan inf 0 -0
kernel casts(F: tensor<f32>[N], I: tensor<i8>[N], U: tensor<u8>[N], E: tensor<f32>[N], B: tensor<bool>[N], R: tensor<f32>[N]) {
  let f = F[0 :+ 8]
  I[0 :+ 8] = i8(f)
  U[0 :+ 8] = u8(f)
  E[0 :+ 8] = f32(f8e4m3(f))
  B[0 :+ 8] = bool(f)
  R[0 :+ 8] = round(f)
}

// A NaN wins in max, min and their reductions, wherever it is; comparisons with it
// are false, != is true.
// EXTREMES: arg1: 1 nan 0 0 0 inf 0 0
// EXTREMES: arg2: 1 2 1 1 1 1 1 1
// EXTREMES: arg3: nan 9
// EXTREMES: arg4: inf 9
kernel extremes(F: tensor<f32>[N], A: tensor<f32>[N], C: tensor<f32>[N], M: tensor<f32>[2], L: tensor<f32>[2]) {
  let f = F[0 :+ 8]
  A[0 :+ 8] = max(f, 0.0)
  C[0 :+ 8] = where(f == f, 1, where(f != f, 2, 3))
  M[0 :+ 1] = max(f, axis = 0)
  L[0 :+ 1] = max(where(f != f, -inf, f), axis = 0)
}

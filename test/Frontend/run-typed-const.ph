// RUN: phobos-translate --import-phobos %s > %t.mlir
// RUN: phobos-host-run --grid=1,1,1 %t.mlir 8=0 8=0 7 | FileCheck %s

// A const that declares a type has it: i8 wraps at 127, i64 does not narrow what
// it meets, f16 has rounded 0.1 to 0.0999755859375. It is still known at compile
// time: as an extent, and in a condition.
const SMALL: i8 = 100
const WIDE: i64 = 4
const TENTH: f16 = 0.1
const N: i32 = 8
const ON: bool = N > 4
// CHECK: arg0: -56 1000000028 0.0999755859375 1 0 0 0 0
// CHECK: arg1: 8 8 8 8 8 8 8 8
kernel k(A: tensor<f64>[8], B: tensor<i32>[N], n: i32) {
  A[0 :+ 1] = i32(SMALL + SMALL)
  A[1 :+ 1] = f64(WIDE * n + 1000000000)
  A[2 :+ 1] = TENTH
  if ON && N + 1 == 9 { A[3 :+ 1] = 1 } else { nonsense = 2 }
  B[0 :+ N] = N
}

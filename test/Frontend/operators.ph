// RUN: phobos-translate --import-phobos %s | FileCheck %s

// Integer division is defined for a divisor of 0 (0, and the dividend as the
// remainder) and for INT_MIN / -1 (wraps): the division is by 1 then, and the
// result is put in. A constant divisor that is neither needs no guard.

// CHECK-LABEL: phobos.kernel @signed_division
kernel signed_division(A: tensor<i32>[M], B: tensor<i32>[M]) {
  let a = A[0 :+ 8]
  let b = B[0 :+ 8]
  // CHECK: %[[A:.*]] = phobos.load
  // CHECK: %[[B:.*]] = phobos.load
  // CHECK: %[[Z:.*]] = arith.cmpi eq, %[[B]], %{{.*}}
  // CHECK: %[[N:.*]] = arith.cmpi eq, %[[B]], %{{.*}}
  // CHECK: %[[ZN:.*]] = arith.ori %[[Z]], %[[N]]
  // CHECK: %[[SAFE:.*]] = phobos.where %[[ZN]], %{{.*}}, %[[B]]
  // CHECK: %[[Q:.*]] = arith.divsi %[[A]], %[[SAFE]]
  // CHECK: %[[NEG:.*]] = arith.subi %{{.*}}, %[[A]]
  // CHECK: %[[QN:.*]] = phobos.where %[[N]], %[[NEG]], %[[Q]]
  // CHECK: phobos.where %[[Z]], %{{.*}}, %[[QN]]
  A[0 :+ 8] = a / b
  // CHECK: %[[R:.*]] = arith.remsi %[[A]], %{{.*}}
  // CHECK: phobos.where %{{.*}}, %[[A]], %[[R]]
  A[0 :+ 8] = a % b
  // CHECK-NOT: phobos.where
  // CHECK: %[[Q7:.*]] = arith.divsi %[[A]], %{{.*}}
  // CHECK-NEXT: phobos.store %[[Q7]]
  A[0 :+ 8] = a / 7
  // CHECK: %[[MINUS:.*]] = arith.subi %{{.*}}, %[[A]]
  // CHECK-NEXT: phobos.store %[[MINUS]]
  A[0 :+ 8] = a / -1
}

// CHECK-LABEL: phobos.kernel @unsigned_division
// CHECK: %[[Z:.*]] = arith.cmpi eq, %[[N:.*]], %c0_i16 : i16
// CHECK: %[[SAFE:.*]] = arith.select %[[Z]], %c1_i16, %[[N]] : i16
// CHECK: %[[Q:.*]] = arith.divui %{{.*}}, %[[SAFE]] : i16
// CHECK: arith.select %[[Z]], %c0_i16{{.*}}, %[[Q]] : i16
kernel unsigned_division(A: tensor<u16>[M], m: u16, n: u16) {
  A[0 :+ 8] = m / n
}

// Counts from the width on give 0, or the sign.
// CHECK-LABEL: phobos.kernel @shifts
kernel shifts(A: tensor<i32>[M], U: tensor<u32>[M], n: i32, m: u32) {
  // CHECK: %[[COUNT:.*]] = arith.minui %[[N:.*]], %c31_i32
  // CHECK: %[[SHL:.*]] = arith.shli %c1_i32, %[[COUNT]]
  // CHECK: %[[FITS:.*]] = arith.cmpi ult, %[[N]], %c32_i32
  // CHECK: arith.select %[[FITS]], %[[SHL]], %c0_i32
  A[0 :+ 8] = 1 << n
  // CHECK: %[[COUNT:.*]] = arith.minui
  // CHECK: %[[SHR:.*]] = arith.shrsi %{{.*}}, %[[COUNT]]
  // CHECK: phobos.splat %[[SHR]]
  A[0 :+ 8] = n >> n
  // CHECK: arith.shrui
  // CHECK: arith.select
  U[0 :+ 8] = m >> m
  // CHECK: %[[IN_RANGE:.*]] = arith.shli %{{.*}}, %c5_i32
  // CHECK-NEXT: phobos.splat %[[IN_RANGE]]
  U[0 :+ 8] = m << 5
}

// The sign of the operands chooses the op; != holds for NaN, the others do not.
// CHECK-LABEL: phobos.kernel @comparisons
kernel comparisons(A: tensor<i8>[M], U: tensor<u8>[M], F: tensor<f32>[M], O: tensor<bool>[M]) {
  let a = A[0 :+ 8]
  let u = U[0 :+ 8]
  let f = F[0 :+ 8]
  // CHECK: arith.cmpi slt
  O[0 :+ 8] = a < 3
  // CHECK: arith.cmpi uge
  O[0 :+ 8] = u >= 200
  // CHECK: arith.cmpf ogt
  O[0 :+ 8] = f > 0
  // CHECK: arith.cmpf une
  O[0 :+ 8] = f != f
  // CHECK: arith.cmpf oeq
  // CHECK: arith.cmpi ule
  // CHECK: arith.andi
  // CHECK: arith.xori
  O[0 :+ 8] = !(f == f && u <= 7)
}

// CHECK-LABEL: phobos.kernel @floats
kernel floats(F: tensor<f32>[M], x: f32) {
  let f = F[0 :+ 8]
  // CHECK: arith.divf
  // CHECK: arith.remf
  // CHECK: arith.negf
  // CHECK: arith.maximumf
  // CHECK: arith.minimumf
  F[0 :+ 8] = min(max(-(f / x % 2), x), f)
}

// f8 has no arithmetic of its own: it computes in f32 and rounds.
// CHECK-LABEL: phobos.kernel @f8
// CHECK: %[[A:.*]] = phobos.load {{.*}} -> !phobos.tile<8xf8E4M3FN>
// CHECK: %[[W:.*]] = phobos.cast %[[A]] : !phobos.tile<8xf8E4M3FN> to !phobos.tile<8xf32>
// CHECK: %[[S:.*]] = arith.addf %[[W]], %{{.*}} : !phobos.tile<8xf32>
// CHECK: phobos.cast %[[S]] : !phobos.tile<8xf32> to !phobos.tile<8xf8E4M3FN>
kernel f8(A: tensor<f8e4m3>[M]) {
  let a = A[0 :+ 8]
  A[0 :+ 8] = a + a
}

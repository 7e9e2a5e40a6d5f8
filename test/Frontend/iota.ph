// RUN: phobos-translate --import-phobos %s | FileCheck %s

// Where an iota met tiles of extent 1 alone, its extent is 1; arange has its own.
// CHECK-LABEL: phobos.kernel @iotas
kernel iotas(A: tensor<f32>[M, N], O: tensor<f32>[M, N], P: tensor<i32>[M]) {
  let column = A[0 :+ 8, 0 :+ 1]
  // CHECK: phobos.iota 1 : !phobos.tile<1x1xindex>
  // CHECK: %[[ROWS:.*]] = phobos.where
  // CHECK: phobos.store %[[ROWS]]
  O[0 :+ 8, 0 :+ 1] = rowsum(where(iota(1) < 4, column, 0.0))
  // CHECK: phobos.iota 1 : !phobos.tile<1x1xindex>
  var v = column + iota(1)
  O[0 :+ 8, 0 :+ 1] = v
  // CHECK: phobos.iota 0 : !phobos.tile<40xindex>
  // CHECK: arith.addi %{{.*}} : !phobos.tile<40xindex>
  P[0 :+ 40] = i32(arange(40) + 1)
}

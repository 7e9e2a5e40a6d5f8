// RUN: phobos-translate --import-phobos %s | FileCheck %s

// iota(1) takes its extent from the tile that where() makes, is compared at its
// own small shape, and then broadcasts.

// CHECK: phobos.kernel @scores
// CHECK-SAME: %[[NK:[a-z0-9]+]]: i32 {phobos.name = "Nk"}
// CHECK: scf.for %[[KT:[a-z0-9]+]] =
// CHECK: %[[S:.*]] = phobos.dot %{{.*}}, %{{.*}}, %{{.*}} transposed
// CHECK: %[[N:.*]] = arith.index_cast %[[NK]] : i32 to index
// CHECK: %[[REST:.*]] = arith.subi %{{.*}}, %[[KT]] : index
// CHECK: %[[IOTA:.*]] = phobos.iota 1 : !phobos.tile<1x64xindex>
// CHECK: %[[BOUND:.*]] = phobos.splat %[[REST]] : !phobos.tile<1x64xindex>
// CHECK: %[[LT:.*]] = arith.cmpi slt, %[[IOTA]], %[[BOUND]] : !phobos.tile<1x64xindex>
// CHECK: %[[MASK:.*]] = phobos.broadcast %[[LT]] : !phobos.tile<1x64xi1> -> !phobos.tile<16x64xi1>
// CHECK: %[[LOW:.*]] = arith.constant dense<-1.000000e+30> : !phobos.tile<16x64xf32>
// CHECK: %[[W:.*]] = phobos.where %[[MASK]], %[[S]], %[[LOW]]
// CHECK: phobos.reduce <max> %[[W]] dim 1 : !phobos.tile<16x64xf32> -> !phobos.tile<16x1xf32>
@autotune(BR in [16], BC in [64])
kernel scores(Q: tensor<f32>[M, 32], K: tensor<f32>[N, 32], O: tensor<f32>[M, 1], Nk: i32) {
  let row = ctx.block.x * BR
  let q = Q[row :+ BR, :]
  var m = full([BR, 1], -inf)
  for kt in range(0, Nk, BC) {
    let k = K[kt :+ BC, :]
    var s: tile<f32>[BR, BC] = dot_t(q, k)
    s = where(iota(1) < Nk - kt, s, -1.0e30)
    var mnew: tile<f32>[BR, 1] = rowmax(s)
    m = max(m, mnew)
  }
  O[row :+ BR, 0 :+ 1] = m
}

// Beside an extent of 1, iota still waits for a larger one.
// CHECK-LABEL: phobos.kernel @waits
// CHECK: %[[COL:.*]] = phobos.load {{.*}} -> !phobos.tile<8x1xi64>
// CHECK: %[[TILE:.*]] = phobos.load {{.*}} -> !phobos.tile<8x32xf32>
// CHECK: phobos.iota 1 : !phobos.tile<1x32xindex>
// CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : !phobos.tile<8x32xindex>
// CHECK: phobos.where {{.*}} : !phobos.tile<8x32xi1>, !phobos.tile<8x32xf32>
kernel waits(J: tensor<i64>[M, 1], A: tensor<f32>[M, N]) {
  let chosen = iota(1) == J[0 :+ 8, 0 :+ 1]
  A[0 :+ 8, 0 :+ 32] = where(chosen, A[0 :+ 8, 0 :+ 32], 0)
}

// A mask of both axes; each part keeps its own shape up to the last.
// CHECK-LABEL: phobos.kernel @both
// CHECK: phobos.iota 0 : !phobos.tile<8x1xindex>
// CHECK: phobos.iota 1 : !phobos.tile<1x4xindex>
// CHECK: arith.andi %{{.*}}, %{{.*}} : !phobos.tile<8x4xi1>
kernel both(A: tensor<f32>[M, N]) {
  let inside = iota(0) < M && iota(1) < N
  A[0 :+ 8, 0 :+ 4] = where(inside, 1.0, A[0 :+ 8, 0 :+ 4])
}

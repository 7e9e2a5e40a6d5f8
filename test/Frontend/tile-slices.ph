// RUN: phobos-translate --import-phobos %s | FileCheck %s

// A slice of a tile is masked where it is not constant and inside, points among
// it too.
// CHECK-LABEL: phobos.kernel @reads
kernel reads(A: tensor<f32>[M, N], O: tensor<f32>[M, N], i: index) {
  let t = A[0 :+ 16, 0 :+ 8]
  // CHECK: phobos.extract_slice %[[T:.*]][%c4{{.*}} :+ 8, %c0{{.*}} :+ 8] : !phobos.tile<16x8xf32> -> !phobos.tile<8x8xf32>
  O[0 :+ 8, 0 :+ 8] = t[4 :+ 8, :]
  // CHECK: phobos.extract_slice %[[T]][%{{.*}} :+ 8, %c0{{.*}} :+ 8] masked [0] :
  O[0 :+ 8, 0 :+ 8] = t[i :+ 8, :]
  // CHECK: phobos.extract_slice %[[T]][%c10{{.*}} :+ 6, %c0{{.*}} :+ 3] : {{.*}} -> !phobos.tile<6x3xf32>
  O[0 :+ 6, 0 :+ 3] = t[10:, :3]
  // A point keeps its axis; one that may be outside is masked.
  // CHECK: phobos.extract_slice %[[T]][%{{.*}} :+ 1, %c0{{.*}} :+ 8] masked [0] fill 2.0 : {{.*}} -> !phobos.tile<1x8xf32>
  O[0 :+ 1, 0 :+ 8] = load(t[i, :], fill = 2)
  // CHECK: phobos.extract_slice %[[T]][%c12{{.*}} :+ 8, %{{.*}} :+ 2] masked [0, 1] :
  O[0 :+ 8, 0 :+ 2] = t[12 :+ 8, 7 : 9]
  // CHECK: %[[E:.*]] = phobos.extract_slice %[[T]][%c15{{.*}} :+ 1, %c7{{.*}} :+ 1] : {{.*}} -> !phobos.tile<1x1xf32>
  // CHECK: phobos.item %[[E]]
  O[0, 0] = t[15, 7]
  // Of expressions, and of slices.
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK: %[[ROWS:.*]] = phobos.extract_slice %[[SUM]]
  // CHECK: phobos.extract_slice %[[ROWS]][%c1{{.*}} :+ 1, %c2{{.*}} :+ 1] : !phobos.tile<2x8xf32> -> !phobos.tile<1x1xf32>
  O[0, 0] = (t + t)[0 :+ 2, :][1, 2]
}

// Assigning a slice makes a new tile, which loops carry.
// CHECK-LABEL: phobos.kernel @writes
kernel writes(A: tensor<f32>[M, N], O: tensor<f32>[M, N]) {
  var t = zeros([8, 4])
  // CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[T:.*]] = %{{.*}}) -> (!phobos.tile<8x4xf32>)
  // CHECK: %[[OLD:.*]] = phobos.extract_slice %[[T]][%[[I]] :+ 1, %c0{{.*}} :+ 4] masked [0]
  // CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
  // CHECK: %[[NEXT:.*]] = phobos.insert_slice %[[NEW]], %[[T]][%[[I]] :+ 1, %c0{{.*}} :+ 4] masked [0] : !phobos.tile<1x4xf32>, !phobos.tile<8x4xf32>
  // CHECK: scf.yield %[[NEXT]]
  for i in range(8) { t[i, :] += A[i, 0 :+ 4] }
  // A scalar broadcasts to the slice.
  // CHECK: phobos.insert_slice %{{.*}} : !phobos.tile<2x4xf32>, !phobos.tile<8x4xf32>
  t[0 :+ 2, :] = 1
  // CHECK: phobos.insert_slice %{{.*}} : !phobos.tile<1x1xf32>, !phobos.tile<8x4xf32>
  t[7, 3] = 2.5
  O[0 :+ 8, 0 :+ 4] = t
}

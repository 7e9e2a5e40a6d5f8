// RUN: phobos-opt %s -split-input-file -phobos-make-persistent | FileCheck %s

// The pass's example: positions become those of the loop, their number the grid's.
// CHECK-LABEL: phobos.kernel @planned
// CHECK-SAME: grid #map
// CHECK-SAME: phobos.persistent = 1 : i64
// CHECK: arith.divsi
// CHECK: %[[ALL:.*]] = arith.select
// CHECK: %[[FIRST:.*]] = phobos.block_id x
// CHECK: %[[STEP:.*]] = phobos.num_blocks x
// CHECK: scf.for %[[X:.*]] = %[[FIRST]] to %[[ALL]] step %[[STEP]] {
// CHECK-NOT: phobos.block_id
// CHECK-NOT: phobos.num_blocks
// CHECK: %[[Y:.*]] = arith.constant 0 : index
// CHECK: phobos.store {{.*}}[%[[X]] :+ 1, %[[Y]] :+ 1, %[[ALL]] :+ 1]
// CHECK: } {phobos.persistent}
// CHECK-NEXT: phobos.return
phobos.kernel @planned(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> attributes {phobos.producers = 128 : i64} {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %n = phobos.num_blocks x
  %A = phobos.view %a[%M, %M, %M] : !phobos.view<?x?x?xf32>
  %t = arith.constant dense<0.0> : !phobos.tile<1x1x1xf32>
  phobos.store %t, %A[%x :+ 1, %y :+ 1, %n :+ 1] : !phobos.tile<1x1x1xf32>, !phobos.view<?x?x?xf32>
  phobos.return
}

// -----

// Without planned products a block keeps to its own work.
// CHECK-LABEL: phobos.kernel @not_planned
// CHECK-NOT: scf.for
phobos.kernel @not_planned(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %x = phobos.block_id x
  phobos.return
}

// -----

// A grid that is no row has not been ordered.
// CHECK-LABEL: phobos.kernel @not_a_row
// CHECK-NOT: scf.for
phobos.kernel @not_a_row(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, s0, 1)> attributes {phobos.producers = 128 : i64} {
  %x = phobos.block_id x
  phobos.return
}

// -----

// Clusters take whole clusters of the grid. The block that makes an odd number
// even does the products of the last one again, and stores nothing.
// CHECK: [[$WHOLE:#.*]] = affine_map<()[s0] -> (((s0 ceildiv 64) ceildiv 2) * 2, 1, 1)>
// CHECK-LABEL: phobos.kernel @clusters
// CHECK-SAME: grid [[$WHOLE]]
// CHECK: arith.divsi
// CHECK: %[[ALL:.*]] = arith.select
// CHECK: %[[FIRST:.*]] = phobos.block_id x
// CHECK: %[[CLUSTERS:.*]] = arith.ceildivui %[[ALL]], %[[TWO:.*]] : index
// CHECK: %[[WHOLE:.*]] = arith.muli %[[CLUSTERS]], %[[TWO]] : index
// CHECK: %[[LAST:.*]] = arith.subi %[[ALL]],
// CHECK: scf.for %[[X:.*]] = %[[FIRST]] to %[[WHOLE]]
// CHECK: %[[OWN:.*]] = arith.cmpi ult, %[[X]], %[[ALL]]
// CHECK: %[[POSITION:.*]] = arith.minui %[[X]], %[[LAST]]
// CHECK: scf.for
// CHECK: phobos.load {{.*}}[%[[POSITION]] :+ 1
// CHECK: scf.if %[[OWN]] {
// CHECK-NEXT: phobos.store {{.*}}[%[[POSITION]] :+ 1
// CHECK-NEXT: }
// CHECK-NEXT: } {phobos.persistent}
phobos.kernel @clusters(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> attributes {phobos.cluster = 2 : i64, phobos.producers = 128 : i64} {
  %x = phobos.block_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %t = arith.constant dense<0.0> : !phobos.tile<1xf32>
  %sum = scf.for %k = %c0 to %M step %c1 iter_args(%acc = %t) -> !phobos.tile<1xf32> {
    %l = phobos.load %A[%x :+ 1] masked [0] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
    scf.yield %l : !phobos.tile<1xf32>
  } {phobos.stages = 2 : i64}
  phobos.store %sum, %A[%x :+ 1] masked [0] : !phobos.tile<1xf32>, !phobos.view<?xf32>
  phobos.return
}

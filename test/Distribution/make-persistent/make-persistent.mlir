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

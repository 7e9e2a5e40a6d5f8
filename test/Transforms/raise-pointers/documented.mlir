// RUN: phobos-opt %s --phobos-raise-pointers | FileCheck %s

// The example of the pass's description: a row at `row * ld`, of which n columns
// exist. The row is in the view's offset, and the extent may be negative.

// CHECK-LABEL: phobos.kernel @row
// CHECK-SAME: %[[P:.*]]: !phobos.ptr<f32>, %[[N:.*]]: index, %[[LD:.*]]: index
// CHECK-DAG: %[[ROW:.*]] = phobos.block_id x
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[EXTENT:.*]] = arith.maxsi %[[N]], %{{.*}} : index
// CHECK: %[[START:.*]] = arith.muli %[[ROW]], %[[LD]] : index
// CHECK: %[[VIEW:.*]] = phobos.view %[[P]][%[[EXTENT]]] offset %[[START]] loose : !phobos.view<?xf32>
// CHECK: phobos.load %[[VIEW]][%{{.*}} :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
// CHECK-NOT: phobos.gather
phobos.kernel @row(%p: !phobos.ptr<f32>, %n: index, %ld: index) {
  %row = phobos.block_id x
  %i = phobos.iota 0 : !phobos.tile<64xindex>
  %start = arith.muli %row, %ld : index
  %first = phobos.splat %start : !phobos.tile<64xindex>
  %offsets = arith.addi %first, %i : !phobos.tile<64xindex>
  %bound = phobos.splat %n : !phobos.tile<64xindex>
  %inside = arith.cmpi slt, %i, %bound : !phobos.tile<64xindex>
  %t = phobos.gather %p[%offsets] mask %inside
      : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
  phobos.return
}

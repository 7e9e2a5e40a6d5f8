// RUN: phobos-opt %s --phobos-roll-tiles | FileCheck %s

// The example of the pass's description.

// CHECK-LABEL: phobos.kernel @square(
// CHECK-SAME: threads 512
// CHECK: %[[R:.+]] = arith.muli
// CHECK: %[[C:.+]] = arith.muli
// CHECK-DAG: %[[ZERO:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[END:.+]] = arith.constant 65536 : index
// CHECK-DAG: %[[STEP:.+]] = arith.constant 2048 : index
// CHECK-NOT: phobos.load
// CHECK: scf.for %[[I:.+]] = %[[ZERO]] to %[[END]] step %[[STEP]] {
// CHECK-NEXT: %[[S:.+]] = arith.addi %[[C]], %[[I]] : index
// CHECK-NEXT: %[[T:.+]] = phobos.load %[[A:.+]][%[[R]] :+ 4, %[[S]] :+ 2048] masked [0] : !phobos.view<?x?xf32> -> !phobos.tile<4x2048xf32>
// CHECK-NEXT: %[[U:.+]] = arith.mulf %[[T]], %[[T]] : !phobos.tile<4x2048xf32>
// CHECK-NEXT: phobos.store %[[U]], %[[A]][%[[R]] :+ 4, %[[S]] :+ 2048] masked [0] : !phobos.tile<4x2048xf32>, !phobos.view<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: phobos.return
phobos.kernel @square(%a: !phobos.ptr<f32>, %M: index, %N: index) {
  %x = phobos.block_id x
  %c4 = arith.constant 4 : index
  %c65536 = arith.constant 65536 : index
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %r = arith.muli %x, %c4 : index
  %c = arith.muli %x, %c65536 : index
  %t = phobos.load %A[%r :+ 4, %c :+ 65536] masked [0] : !phobos.view<?x?xf32> -> !phobos.tile<4x65536xf32>
  %u = arith.mulf %t, %t : !phobos.tile<4x65536xf32>
  phobos.store %u, %A[%r :+ 4, %c :+ 65536] masked [0] : !phobos.tile<4x65536xf32>, !phobos.view<?x?xf32>
  phobos.return
}

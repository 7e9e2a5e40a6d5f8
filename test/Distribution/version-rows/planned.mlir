// RUN: phobos-opt --phobos-version-rows %s | FileCheck %s

// Two versions of planned products would be two rings in shared memory: the loop
// stays one, and each store asks for its own rows.
// CHECK-LABEL: phobos.kernel @planned
// CHECK: %[[C:.*]] = phobos.view %arg0
// CHECK-NOT: phobos.rows_aligned
// CHECK: %[[SUM:.*]] = scf.for
// CHECK-NOT: phobos.rows_aligned
// CHECK: phobos.stages
// CHECK: %[[ALIGNED:.*]] = phobos.rows_aligned %[[C]]
// CHECK: scf.if %[[ALIGNED]] {
// CHECK-NEXT: phobos.store %[[SUM]], %[[C]]{{.*}}
// CHECK-NEXT: } else {
// CHECK-NEXT: phobos.store %[[SUM]], %[[C]]{{.*}}
// CHECK-NEXT: }
// CHECK-NEXT: phobos.return
phobos.kernel @planned(%c: !phobos.ptr<f32>, %M: index, %N: index) attributes {phobos.producers = 128 : i64} {
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %c0 to %M step %c1 iter_args(%acc = %zero) -> !phobos.tile<64x64xf32> {
    scf.yield %acc : !phobos.tile<64x64xf32>
  } {phobos.stages = 2 : i64}
  phobos.store %sum, %C[%c0 :+ 64, %c0 :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

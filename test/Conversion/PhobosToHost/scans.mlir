// RUN: phobos-opt --phobos-convert-to-linalg --split-input-file %s | FileCheck %s

// Each line from its first element on, which no neutral element precedes.
// CHECK-LABEL: @scan.block(
// CHECK:         %[[TILE:.*]] = linalg.fill {{.*}} -> tensor<3x4xf32>
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<3x4xf32>
// CHECK:         scf.for %[[I:.*]] = %c0{{.*}} to %c1{{.*}} step
// CHECK:           scf.for %[[J:.*]] = %c0{{.*}} to %c4{{.*}} step
// CHECK:             %[[FIRST:.*]] = tensor.extract %[[TILE]][%[[I]], %[[J]]]
// CHECK:             memref.store %[[FIRST]], %[[BUFFER]][%[[I]], %[[J]]]
// CHECK:             scf.for %[[K:.*]] = %c1{{.*}} to %c3{{.*}} iter_args(%[[SUM:.*]] = %[[FIRST]])
// CHECK:               %[[E:.*]] = tensor.extract %[[TILE]][%[[K]], %[[J]]]
// CHECK:               %[[NEXT:.*]] = arith.addf %[[SUM]], %[[E]]
// CHECK:               memref.store %[[NEXT]], %[[BUFFER]][%[[K]], %[[J]]]
// CHECK:               scf.yield %[[NEXT]]
phobos.kernel @scan(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<3x4xf32>
  %s = phobos.scan <add> %t dim 0 : !phobos.tile<3x4xf32>
  phobos.return
}

// -----

// A NaN is taken unless one was found before; equal elements are not.
// CHECK-LABEL: @arg_reduce.block(
// CHECK:         scf.for %[[K:.*]] = %c1{{.*}} to %c4{{.*}} iter_args(%[[BEST:.*]] = %{{.*}}, %[[AT:.*]] = %{{.*}})
// CHECK:           %[[E:.*]] = tensor.extract
// CHECK:           %[[LESS:.*]] = arith.cmpf ult, %[[E]], %[[BEST]]
// CHECK:           %[[NUMBER:.*]] = arith.cmpf ord, %[[BEST]], %[[BEST]]
// CHECK:           %[[TAKE:.*]] = arith.andi %[[LESS]], %[[NUMBER]]
// CHECK:           %[[VALUE:.*]] = arith.select %[[TAKE]], %[[E]], %[[BEST]]
// CHECK:           %[[INDEX:.*]] = arith.select %[[TAKE]], %[[K]], %[[AT]]
// CHECK:           scf.yield %[[VALUE]], %[[INDEX]]
phobos.kernel @arg_reduce(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<4xf32>
  %s = phobos.arg_reduce <min> %t dim 0 : !phobos.tile<4xf32> -> !phobos.tile<1xindex>
  phobos.return
}

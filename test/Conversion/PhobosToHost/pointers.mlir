// RUN: phobos-opt --phobos-convert-to-linalg --split-input-file %s | FileCheck %s

// Memory is read under the mask alone; offsets count elements and may be negative.
// CHECK-LABEL: @gather.block(
// CHECK-SAME:    %[[P:[^:]*]]: memref<f32>, %{{[^:]*}}: index, %{{[^:]*}}: i1,
// CHECK:         %[[OFFSETS:.*]] = linalg.fill {{.*}} -> tensor<4xindex>
// CHECK:         %[[MASK:.*]] = linalg.fill {{.*}} -> tensor<4xi1>
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         scf.for %[[I:.*]] = %c0{{.*}} to %c4{{.*}} step
// CHECK:           %[[OFFSET:.*]] = tensor.extract %[[OFFSETS]][%[[I]]]
// CHECK:           %[[LANE:.*]] = tensor.extract %[[MASK]][%[[I]]]
// CHECK:           %[[E:.*]] = scf.if %[[LANE]] -> (f32) {
// CHECK:             %[[ADDRESS:.*]] = memref.reinterpret_cast %[[P]] to offset: [%[[OFFSET]]], sizes: [], strides: []
// CHECK:             memref.load %[[ADDRESS]][]
// CHECK:           } else {
// CHECK:             arith.constant 0.0
// CHECK:           }
// CHECK:           memref.store %[[E]], %[[BUFFER]][%[[I]]]
phobos.kernel @gather(%p: !phobos.ptr<f32>, %i: index, %m: i1) {
  %o = phobos.splat %i : !phobos.tile<4xindex>
  %mask = phobos.splat %m : !phobos.tile<4xi1>
  %t = phobos.gather %p[%o] mask %mask : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf32>
  phobos.return
}

// -----

// CHECK-LABEL: @scatter.block(
// CHECK-SAME:    %[[P:[^:]*]]: memref<f32>,
// CHECK-NOT:     scf.if
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             %[[ADDRESS:.*]] = memref.reinterpret_cast %[[P]] to offset: [%{{.*}}], sizes: [], strides: []
// CHECK:             memref.store %{{.*}}, %[[ADDRESS]][]
phobos.kernel @scatter(%p: !phobos.ptr<f32>, %i: index, %x: f32) {
  %o = phobos.splat %i : !phobos.tile<2x3xindex>
  %v = phobos.splat %x : !phobos.tile<2x3xf32>
  phobos.scatter %v, %p[%o] : !phobos.tile<2x3xf32>, !phobos.ptr<f32>, !phobos.tile<2x3xindex>
  phobos.return
}

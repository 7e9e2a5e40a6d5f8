// RUN: phobos-opt --phobos-convert-to-linalg --split-input-file %s | FileCheck %s

// Without masks: a copy of the part, no fill, no clamping.
// CHECK-LABEL: @extract.block(
// CHECK-SAME:    %{{[^:]*}}: f32, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index,
// CHECK:         %[[TILE:.*]] = linalg.fill {{.*}} -> tensor<16x4xf32>
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<8x4xf32>
// CHECK-NOT:     arith.minsi
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for
// CHECK:           %[[ROW:.*]] = arith.addi %[[I]]
// CHECK:           scf.for
// CHECK:             %[[COL:.*]] = arith.addi %[[J]]
// CHECK:             %[[E:.*]] = tensor.extract %[[TILE]][%[[ROW]], %[[COL]]]
// CHECK:             memref.store %[[E]], %[[BUFFER]]
// CHECK:         bufferization.to_tensor %[[BUFFER]] restrict writable
phobos.kernel @extract(%x: f32, %i: index, %j: index) {
  %t = phobos.splat %x : !phobos.tile<16x4xf32>
  %s = phobos.extract_slice %t[%i :+ 8, %j :+ 4] : !phobos.tile<16x4xf32> -> !phobos.tile<8x4xf32>
  phobos.return
}

// -----

// A masked dim is clamped as a load's is, to the tile's constant extent.
// CHECK-LABEL: @masked.block(
// CHECK-SAME:    %{{[^:]*}}: f32, %[[S:[^:]*]]: index,
// CHECK:         %[[NEGATIVE:.*]] = arith.minsi %[[S]], %c0
// CHECK:         arith.maxsi %[[NEGATIVE]], %c-8
// CHECK:         %[[POSITIVE:.*]] = arith.maxsi %[[S]], %c0
// CHECK:         arith.minsi %[[POSITIVE]], %c16
// CHECK:         scf.if
// CHECK:           linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<8xf32>)
phobos.kernel @masked(%x: f32, %s: index) {
  %t = phobos.splat %x : !phobos.tile<16xf32>
  %u = phobos.extract_slice %t[%s :+ 8] masked [0] fill 1.0 : !phobos.tile<16xf32> -> !phobos.tile<8xf32>
  phobos.return
}

// -----

// The part of the slice that is inside goes to its place, as one op that bufferization
// does in place.
// CHECK-LABEL: @insert.block(
// CHECK-SAME:    %{{[^:]*}}: f32, %{{[^:]*}}: f32, %[[S:[^:]*]]: index,
// CHECK:         %[[DEST:.*]] = linalg.fill {{.*}} -> tensor<16x4xf32>
// CHECK:         %[[VALUE:.*]] = linalg.fill {{.*}} -> tensor<8x2xf32>
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[VALUE]][%[[BEFORE:.*]], 0] [%[[LENGTH:.*]], 2] [1, 1] : tensor<8x2xf32> to tensor<?x2xf32>
// CHECK:         tensor.insert_slice %[[PART]] into %[[DEST]][%{{.*}}, %[[S]]] [%[[LENGTH]], 2] [1, 1]
phobos.kernel @insert(%x: f32, %y: f32, %s: index) {
  %t = phobos.splat %x : !phobos.tile<16x4xf32>
  %u = phobos.splat %y : !phobos.tile<8x2xf32>
  %r = phobos.insert_slice %u, %t[%s :+ 8, %s :+ 2] masked [0] : !phobos.tile<8x2xf32>, !phobos.tile<16x4xf32>
  phobos.return
}

// -----

// CHECK-LABEL: @shapes.block(
// CHECK:         %[[TILE:.*]] = linalg.fill {{.*}} -> tensor<4x6xf32>
// CHECK:         %[[ROW:.*]] = tensor.collapse_shape %[[TILE]] {{\[}}[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
// CHECK:         tensor.expand_shape %[[ROW]] {{\[}}[0, 1, 2]] output_shape [2, 3, 4] : tensor<24xf32> into tensor<2x3x4xf32>
// CHECK:         %[[ONE:.*]] = linalg.fill {{.*}} -> tensor<1x1xf32>
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         tensor.extract %[[ONE]][%[[ZERO]], %[[ZERO]]]
phobos.kernel @shapes(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<4x6xf32>
  %u = phobos.reshape %t : !phobos.tile<4x6xf32> -> !phobos.tile<2x3x4xf32>
  %v = phobos.splat %x : !phobos.tile<1x1xf32>
  %w = phobos.item %v : !phobos.tile<1x1xf32>
  phobos.return
}

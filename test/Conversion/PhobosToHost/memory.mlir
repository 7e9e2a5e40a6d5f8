// RUN: phobos-opt --phobos-convert-to-linalg --split-input-file %s | FileCheck %s

// The strides of a dense view follow from its extents; static ones are in the type.
// CHECK-LABEL: @views.block(
// CHECK-SAME:    %[[P:[^:]*]]: memref<f32>, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[S:[^:]*]]: index,
// CHECK:         %[[FOUR:.*]] = arith.constant 4
// CHECK:         %[[OUTER:.*]] = arith.muli %[[N]], %[[FOUR]]
// CHECK:         reinterpret_cast %[[P]] to offset: [%{{.*}}], sizes: [%[[M]], 4, %[[N]]], strides: [%[[OUTER]], %[[N]], 1]
// CHECK-SAME:      memref<?x4x?xf32, strided<[?, ?, 1], offset: ?>>
// CHECK:         reinterpret_cast %[[P]] to offset: [%{{.*}}], sizes: [%[[M]], 4, 8], strides: [32, 8, 1]
// CHECK-SAME:      memref<?x4x8xf32, strided<[32, 8, 1], offset: ?>>
// CHECK:         reinterpret_cast %[[P]] to offset: [%{{.*}}], sizes: [%[[M]], 4], strides: [%[[S]], 2]
// CHECK-SAME:      memref<?x4xf32, strided<[?, 2], offset: ?>>
// An offset counts elements.
// CHECK:         reinterpret_cast %[[P]] to offset: [%[[S]]], sizes: [%[[M]]], strides: [1]
phobos.kernel @views(%p: !phobos.ptr<f32>, %m: index, %n: index, %s: index) {
  %A = phobos.view %p[%m, 4, %n] : !phobos.view<?x4x?xf32>
  %B = phobos.view %p[%m, 4, 8] : !phobos.view<?x4x8xf32>
  %C = phobos.view %p[%m, 4] strides [%s, 2] : !phobos.view<?x4xf32, strides = [?, 2]>
  %D = phobos.view %p[%m] offset %s loose : !phobos.view<?xf32>
  phobos.return
}

// -----

// Without masks: a plain copy of the whole tile, no fill, no clamping.
// CHECK-LABEL: @whole.block(
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<8x4xf32>
// CHECK-NOT:     arith.minsi
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for %[[I:.*]] = %c0{{.*}} to %c8{{.*}} step
// CHECK:           %[[ROW:.*]] = arith.addi %{{.*}}, %[[I]]
// CHECK:           %[[TROW:.*]] = arith.addi %{{.*}}, %[[I]]
// CHECK:           scf.for %[[J:.*]] = %c0{{.*}} to %c4{{.*}} step
// CHECK:             %[[COL:.*]] = arith.addi %{{.*}}, %[[J]]
// CHECK:             %[[TCOL:.*]] = arith.addi %{{.*}}, %[[J]]
// CHECK:             %[[E:.*]] = memref.load %{{.*}}[%[[ROW]], %[[COL]]]
// CHECK:             memref.store %[[E]], %[[BUFFER]][%[[TROW]], %[[TCOL]]]
// CHECK:         bufferization.to_tensor %[[BUFFER]] restrict writable : memref<8x4xf32> to tensor<8x4xf32>
phobos.kernel @whole(%p: !phobos.ptr<f32>, %m: index, %n: index, %r: index, %c: index) {
  %A = phobos.view %p[%m, %n] : !phobos.view<?x?xf32>
  %t = phobos.load %A[%r :+ 8, %c :+ 4] unchecked [1] : !phobos.view<?x?xf32> -> !phobos.tile<8x4xf32>
  phobos.return
}

// -----

// A masked dim is clamped: `before` elements of the tile lie below 0, the copy starts at
// `first` in the view, and no sum can wrap. The fill is written where the length is short.
// CHECK-LABEL: @masked.block(
// CHECK-SAME:    %{{[^:]*}}: memref<f32>, %{{[^:]*}}: index, %{{[^:]*}}: index, %[[S:[^:]*]]: index,
// CHECK:         %[[VIEW:.*]] = memref.reinterpret_cast
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<2x8xf32>
// CHECK:         %[[EXTENT:.*]] = memref.dim %[[VIEW]], %c1
// CHECK:         %[[NEGATIVE:.*]] = arith.minsi %[[S]], %c0
// CHECK:         %[[LEAST:.*]] = arith.maxsi %[[NEGATIVE]], %c-8
// CHECK:         %[[BEFORE:.*]] = arith.subi %c0{{.*}}, %[[LEAST]]
// CHECK:         %[[POSITIVE:.*]] = arith.maxsi %[[S]], %c0
// CHECK:         %[[FIRST:.*]] = arith.minsi %[[POSITIVE]], %[[EXTENT]]
// CHECK:         %[[LEFT:.*]] = arith.subi %[[EXTENT]], %[[FIRST]]
// CHECK:         %[[ROOM:.*]] = arith.subi %c8{{.*}}, %[[BEFORE]]
// CHECK:         %[[LENGTH:.*]] = arith.minsi %[[LEFT]], %[[ROOM]]
// CHECK:         %[[WHOLE:.*]] = arith.cmpi eq, %[[LENGTH]], %c8
// CHECK:         %[[PARTIAL:.*]] = arith.xori %[[WHOLE]], %true
// CHECK:         scf.if %[[PARTIAL]] {
// CHECK:           linalg.fill ins(%{{.*}} : f32) outs(%[[BUFFER]] : memref<2x8xf32>)
// CHECK:         }
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c2
// CHECK:           scf.for %[[J:.*]] = %c0{{.*}} to %[[LENGTH]]
// CHECK:             %[[FROM:.*]] = arith.addi %[[FIRST]], %[[J]]
// CHECK:             %[[TO:.*]] = arith.addi %[[BEFORE]], %[[J]]
// CHECK:             memref.load %[[VIEW]][%{{.*}}, %[[FROM]]]
// CHECK:             memref.store %{{.*}}, %[[BUFFER]][%{{.*}}, %[[TO]]]
phobos.kernel @masked(%p: !phobos.ptr<f32>, %m: index, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %p[%m, %n] : !phobos.view<?x?xf32>
  %t = phobos.load %A[%c0 :+ 2, %s :+ 8] masked [1] fill -1.0 : !phobos.view<?x?xf32> -> !phobos.tile<2x8xf32>
  phobos.return
}

// -----

// Two masked dims: the tile is whole where both are.
// CHECK-LABEL: @corner.block(
// CHECK:         %[[ROWS:.*]] = arith.cmpi eq, %{{.*}}, %c2
// CHECK:         %[[COLUMNS:.*]] = arith.cmpi eq, %{{.*}}, %c8
// CHECK:         %[[BOTH:.*]] = arith.andi %[[ROWS]], %[[COLUMNS]]
// CHECK:         arith.xori %[[BOTH]], %true
// CHECK:         %[[FILL:.*]] = arith.constant 0 : i8
// CHECK:         linalg.fill ins(%[[FILL]] : i8)
phobos.kernel @corner(%p: !phobos.ptr<i8>, %m: index, %n: index, %r: index, %s: index) {
  %A = phobos.view %p[%m, %n] : !phobos.view<?x?xi8>
  %t = phobos.load %A[%r :+ 2, %s :+ 8] masked [0, 1] : !phobos.view<?x?xi8> -> !phobos.tile<2x8xi8>
  phobos.return
}

// -----

// A store writes what is inside; it reads the tile, not a buffer of it.
// CHECK-LABEL: @store.block(
// CHECK:         %[[VIEW:.*]] = memref.reinterpret_cast
// CHECK:         %[[TILE:.*]] = linalg.fill
// CHECK:         %[[LENGTH:.*]] = arith.minsi
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to
// CHECK:           %[[E:.*]] = tensor.extract %[[TILE]]
// CHECK:           memref.store %[[E]], %[[VIEW]]
phobos.kernel @store(%p: !phobos.ptr<f32>, %n: index, %s: index) {
  %A = phobos.view %p[%n] : !phobos.view<?xf32>
  %t = arith.constant dense<3.0> : !phobos.tile<8xf32>
  phobos.store %t, %A[%s :+ 8] masked [0] : !phobos.tile<8xf32>, !phobos.view<?xf32>
  phobos.return
}

// -----

// A fact costs nothing.
// CHECK-LABEL: @fact.block(
// CHECK-SAME:    %[[N:[^:]*]]: index
// CHECK:         reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%[[N]]]
phobos.kernel @fact(%p: !phobos.ptr<f32>, %n: index) {
  %m = phobos.assume #phobos.divisible<8> %n
  %A = phobos.view %p[%m] : !phobos.view<?xf32>
  phobos.return
}

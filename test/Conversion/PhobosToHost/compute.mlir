// RUN: phobos-opt --phobos-convert-to-linalg --split-input-file %s | FileCheck %s

// Upstream's elementwise ops keep their names and attributes; a constant of equal
// elements is a fill, others stay constants; `where` is a select.
// CHECK-LABEL: @elementwise.block(
// CHECK:         %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<2xf32>
// CHECK:         %[[TWOS:.*]] = linalg.fill ins(%[[TWO]] : f32) outs(%[[EMPTY]] : tensor<2xf32>)
// CHECK:         %[[LIST:.*]] = arith.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK:         %[[SUM:.*]] = arith.addf %[[TWOS]], %[[LIST]] fastmath<contract> : tensor<2xf32>
// CHECK:         %[[LESS:.*]] = arith.cmpf olt, %[[SUM]], %[[TWOS]] : tensor<2xf32>
// CHECK:         %[[EXP:.*]] = math.exp %[[SUM]] : tensor<2xf32>
// CHECK:         arith.select %[[LESS]], %[[EXP]], %[[TWOS]] : tensor<2xi1>, tensor<2xf32>
phobos.kernel @elementwise() {
  %a = arith.constant dense<2.0> : !phobos.tile<2xf32>
  %b = arith.constant dense<[1.0, 3.0]> : !phobos.tile<2xf32>
  %s = arith.addf %a, %b fastmath<contract> : !phobos.tile<2xf32>
  %c = arith.cmpf olt, %s, %a : !phobos.tile<2xf32>
  %e = math.exp %s : !phobos.tile<2xf32>
  %w = phobos.where %c, %e, %a : !phobos.tile<2xi1>, !phobos.tile<2xf32>
  phobos.return
}

// -----

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @shapes.block(
// CHECK-SAME:    %[[X:[^:]*]]: i32
// CHECK:         %[[SPLAT:.*]] = linalg.fill ins(%[[X]] : i32) outs(%{{.*}} : tensor<4x1xi32>)
// CHECK:         %[[WIDE:.*]] = linalg.generic {indexing_maps = [#[[COLUMN]], #[[ID]]]
// CHECK-SAME:      iterator_types = ["parallel", "parallel"]} ins(%[[SPLAT]] : tensor<4x1xi32>)
// CHECK:         linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]]]
// CHECK-SAME:      ins(%[[WIDE]] : tensor<4x8xi32>) outs(%{{.*}} : tensor<8x4xi32>)
// CHECK:         linalg.generic {indexing_maps = [#[[ID]]]
// CHECK:           %[[I:.*]] = linalg.index 1
// CHECK:           linalg.yield %[[I]] : index
phobos.kernel @shapes(%x: i32) {
  %s = phobos.splat %x : !phobos.tile<4x1xi32>
  %b = phobos.broadcast %s : !phobos.tile<4x1xi32> -> !phobos.tile<4x8xi32>
  %t = phobos.transpose %b [1, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  %i = phobos.iota 1 : !phobos.tile<8x4xindex>
  phobos.return
}

// -----

// Dim d of a transpose's result is dim p(d) of its source: the source is read at the
// inverse, here result (i, j, k) = source (j, k, i).
// CHECK: affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// CHECK-LABEL: @rotate.block(
phobos.kernel @rotate(%x: i32) {
  %s = phobos.splat %x : !phobos.tile<2x3x4xi32>
  %t = phobos.transpose %s [2, 0, 1] : !phobos.tile<2x3x4xi32> -> !phobos.tile<4x2x3xi32>
  phobos.return
}

// -----

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[KEEP:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: @maximum.block(
// CHECK:         %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
// CHECK:         %[[INIT:.*]] = linalg.fill ins(%[[LOWEST]] : f32) outs(%{{.*}} : tensor<4x1xf32>)
// CHECK:         linalg.generic {indexing_maps = [#[[ID]], #[[KEEP]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME:      outs(%[[INIT]] : tensor<4x1xf32>)
// CHECK:         ^bb0(%[[IN:[^:]*]]: f32, %[[OUT:[^:]*]]: f32):
// CHECK:           arith.maximumf %[[OUT]], %[[IN]] : f32
phobos.kernel @maximum(%x: f32) {
  %s = phobos.splat %x : !phobos.tile<4x8xf32>
  %m = phobos.reduce <max> %s dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
  phobos.return
}

// -----

// The neutral element of each kind. f8E4M3FN has no infinity: its least is -448 (0xFE).
// CHECK-LABEL: @neutral.block(
// CHECK:         arith.constant -0.000000e+00 : f32
// CHECK:         arith.addf
// CHECK:         arith.constant 1.000000e+00 : f32
// CHECK:         arith.mulf
// CHECK:         arith.constant 0x7F800000 : f32
// CHECK:         arith.minimumf
// CHECK:         arith.constant -4.480000e+02 : f8E4M3FN
// CHECK:         arith.maximumf
// CHECK:         arith.constant 0 : i8
// CHECK:         arith.addi
// CHECK:         arith.constant 1 : i8
// CHECK:         arith.muli
// CHECK:         arith.constant -128 : i8
// CHECK:         arith.maxsi
// CHECK:         arith.constant 127 : i8
// CHECK:         arith.minsi
// CHECK:         arith.constant 0 : i8
// CHECK:         arith.maxui
// CHECK:         arith.constant -1 : i8
// CHECK:         arith.minui
// CHECK:         arith.constant -1 : i8
// CHECK:         arith.andi
// CHECK:         arith.constant 0 : i8
// CHECK:         arith.ori
phobos.kernel @neutral(%x: f32, %y: f8E4M3FN, %z: i8) {
  %f = phobos.splat %x : !phobos.tile<4xf32>
  %g = phobos.splat %y : !phobos.tile<4xf8E4M3FN>
  %i = phobos.splat %z : !phobos.tile<4xi8>
  %0 = phobos.reduce <add> %f dim 0 : !phobos.tile<4xf32> -> !phobos.tile<1xf32>
  %1 = phobos.reduce <mul> %f dim 0 : !phobos.tile<4xf32> -> !phobos.tile<1xf32>
  %2 = phobos.reduce <min> %f dim 0 : !phobos.tile<4xf32> -> !phobos.tile<1xf32>
  %3 = phobos.reduce <max> %g dim 0 : !phobos.tile<4xf8E4M3FN> -> !phobos.tile<1xf8E4M3FN>
  %4 = phobos.reduce <add> %i dim 0 : !phobos.tile<4xi8> -> !phobos.tile<1xi8>
  %5 = phobos.reduce <mul> %i dim 0 : !phobos.tile<4xi8> -> !phobos.tile<1xi8>
  %6 = phobos.reduce <max> %i dim 0 : !phobos.tile<4xi8> -> !phobos.tile<1xi8>
  %7 = phobos.reduce <min> %i dim 0 : !phobos.tile<4xi8> -> !phobos.tile<1xi8>
  %8 = phobos.reduce <maxu> %i dim 0 : !phobos.tile<4xi8> -> !phobos.tile<1xi8>
  %9 = phobos.reduce <minu> %i dim 0 : !phobos.tile<4xi8> -> !phobos.tile<1xi8>
  %10 = phobos.reduce <and> %i dim 0 : !phobos.tile<4xi8> -> !phobos.tile<1xi8>
  %11 = phobos.reduce <or> %i dim 0 : !phobos.tile<4xi8> -> !phobos.tile<1xi8>
  phobos.return
}

// -----

// A product goes m, k, n, adds to its accumulator in place, and leaves an fma open.
// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[ACC:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: @dot.block(
// CHECK:         %[[RESULT:.*]] = linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[ACC]]]
// CHECK-SAME:      iterator_types = ["parallel", "reduction", "parallel"]}
// CHECK-SAME:      ins(%[[A:.*]], %[[B:.*]] : tensor<4x8xf32>, tensor<8x2xf32>) outs(%[[C:.*]] : tensor<4x2xf32>)
// CHECK:         ^bb0(%[[X:[^:]*]]: f32, %[[Y:[^:]*]]: f32, %[[SUM:[^:]*]]: f32):
// CHECK:           %[[P:.*]] = arith.mulf %[[X]], %[[Y]] fastmath<contract>
// CHECK:           arith.addf %[[SUM]], %[[P]] fastmath<contract>
phobos.kernel @dot(%x: f32) {
  %a = phobos.splat %x : !phobos.tile<4x8xf32>
  %b = phobos.splat %x : !phobos.tile<8x2xf32>
  %c = phobos.splat %x : !phobos.tile<4x2xf32>
  %d = phobos.dot %a, %b, %c : !phobos.tile<4x8xf32>, !phobos.tile<8x2xf32> -> !phobos.tile<4x2xf32>
  phobos.return
}

// -----

// Narrow operands are widened once, before; the right side of a transposed product is
// brought into rows.
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @widened.block(
// CHECK:         linalg.generic
// CHECK:           arith.extui %{{.*}} : i8 to i32
// CHECK:         %[[RHS:.*]] = linalg.generic
// CHECK:           arith.extui %{{.*}} : i8 to i32
// CHECK:         %[[ROWS:.*]] = linalg.generic {indexing_maps = [#[[SWAP]],
// CHECK-SAME:      ins(%[[RHS]] : tensor<2x8xi32>) outs(%{{.*}} : tensor<8x2xi32>)
// CHECK:         linalg.generic {{.*}}"reduction"{{.*}} ins(%{{.*}}, %[[ROWS]] : tensor<4x8xi32>, tensor<8x2xi32>)
// CHECK:           arith.muli
// CHECK:           arith.addi
phobos.kernel @widened(%x: i8, %y: i32) {
  %a = phobos.splat %x : !phobos.tile<4x8xi8>
  %b = phobos.splat %x : !phobos.tile<2x8xi8>
  %c = phobos.splat %y : !phobos.tile<4x2xi32>
  %d = phobos.dot %a, %b, %c transposed unsigned : !phobos.tile<4x8xi8>, !phobos.tile<2x8xi8> -> !phobos.tile<4x2xi32>
  phobos.return
}

// -----

// A cast is one elementwise op, and a few scalar ops on a scalar.
// CHECK-LABEL: @cast.block(
// CHECK-SAME:    %[[X:[^:]*]]: f32, %[[Y:[^:]*]]: i32
// CHECK:         arith.fptosi %[[X]] : f32 to i32
// CHECK:         arith.select
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<4xi32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK:           arith.uitofp %{{.*}} : i32 to f32
phobos.kernel @cast(%x: f32, %y: i32) {
  %i = phobos.cast %x : f32 to i32
  %s = phobos.splat %y : !phobos.tile<4xi32>
  %f = phobos.cast %s from_unsigned : !phobos.tile<4xi32> to !phobos.tile<4xf32>
  phobos.return
}

// -----

// A layout is dropped with its conversion.
// CHECK-LABEL: @layout.block(
// CHECK:         %[[S:.*]] = linalg.fill {{.*}} outs(%{{.*}} : tensor<32xf32>)
// CHECK:         arith.negf %[[S]] : tensor<32xf32>
phobos.kernel @layout(%x: f32) {
  %s = phobos.splat %x : !phobos.tile<32xf32>
  %t = phobos.convert_layout %s : !phobos.tile<32xf32> -> !phobos.tile<32xf32, #phobos.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>>
  %n = arith.negf %t : !phobos.tile<32xf32, #phobos.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>>
  phobos.return
}

// -----

// A loop's carried tile keeps its buffer: what is yielded is put into it.
// CHECK-LABEL: @carried.block(
// CHECK:         scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[SAME:.*]] = %{{.*}}) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK:           %[[NEXT:.*]] = arith.addf %[[ACC]], %[[SAME]]
// CHECK:           %[[PUT:.*]] = bufferization.materialize_in_destination %[[NEXT]] in %[[ACC]]
// CHECK:           scf.yield %[[PUT]], %[[SAME]]
phobos.kernel @carried(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = phobos.splat %x : !phobos.tile<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s, %b = %s) -> (!phobos.tile<4xf32>, !phobos.tile<4xf32>) {
    %t = arith.addf %a, %b : !phobos.tile<4xf32>
    scf.yield %t, %b : !phobos.tile<4xf32>, !phobos.tile<4xf32>
  }
  phobos.return
}

// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @shape
phobos.kernel @shape(%x: f32, %p: !phobos.ptr<i8>, %b: i1) {
  // CHECK: %[[S:.*]] = phobos.splat %{{.*}} : !phobos.tile<1x16xf32>
  %0 = phobos.splat %x : !phobos.tile<1x16xf32>
  // CHECK: phobos.splat %{{.*}} {note} : !phobos.tile<4x!phobos.ptr<i8>>
  %1 = phobos.splat %p {note} : !phobos.tile<4x!phobos.ptr<i8>>
  // CHECK: phobos.splat %{{.*}} : !phobos.tile<3xi1>
  %2 = phobos.splat %b : !phobos.tile<3xi1>
  // CHECK: phobos.iota 1 : !phobos.tile<1x64xindex>
  %3 = phobos.iota 1 : !phobos.tile<1x64xindex>
  // CHECK: %[[B:.*]] = phobos.broadcast %[[S]] : !phobos.tile<1x16xf32> -> !phobos.tile<8x16xf32>
  %4 = phobos.broadcast %0 : !phobos.tile<1x16xf32> -> !phobos.tile<8x16xf32>
  // CHECK: phobos.transpose %[[B]] [1, 0] : !phobos.tile<8x16xf32> -> !phobos.tile<16x8xf32>
  %5 = phobos.transpose %4 [1, 0] : !phobos.tile<8x16xf32> -> !phobos.tile<16x8xf32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @rank_5
phobos.kernel @rank_5(%x: i64) {
  // CHECK: %[[S:.*]] = phobos.splat
  %0 = phobos.splat %x : !phobos.tile<2x3x1x5x7xi64>
  // CHECK: phobos.transpose %[[S]] [4, 2, 0, 1, 3] : !phobos.tile<2x3x1x5x7xi64> -> !phobos.tile<7x1x2x3x5xi64>
  %1 = phobos.transpose %0 [4, 2, 0, 1, 3] : !phobos.tile<2x3x1x5x7xi64> -> !phobos.tile<7x1x2x3x5xi64>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @reshape_and_item
phobos.kernel @reshape_and_item(%x: f32, %p: !phobos.ptr<i8>) {
  %0 = phobos.splat %x : !phobos.tile<4x6xf32>
  // CHECK: phobos.reshape %{{.*}} {note} : !phobos.tile<4x6xf32> -> !phobos.tile<2x3x4xf32>
  %1 = phobos.reshape %0 {note} : !phobos.tile<4x6xf32> -> !phobos.tile<2x3x4xf32>
  %2 = phobos.splat %x : !phobos.tile<1x1xf32>
  // CHECK: phobos.item %{{.*}} {note} : !phobos.tile<1x1xf32>
  %3 = phobos.item %2 {note} : !phobos.tile<1x1xf32>
  %4 = phobos.splat %p : !phobos.tile<1x!phobos.ptr<i8>>
  // CHECK: phobos.item %{{.*}} : !phobos.tile<1x!phobos.ptr<i8>>
  %5 = phobos.item %4 : !phobos.tile<1x!phobos.ptr<i8>>
  phobos.return
}

// Upstream's arithmetic and loops take tiles as they are.
// CHECK-LABEL: phobos.kernel @arithmetic
phobos.kernel @arithmetic(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: arith.constant dense<0.000000e+00> : !phobos.tile<4x8xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  %0 = phobos.splat %x : !phobos.tile<4x8xf32>
  // CHECK: scf.for {{.*}} iter_args({{.*}}) -> (!phobos.tile<4x8xf32>)
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!phobos.tile<4x8xf32>) {
    // CHECK: math.exp %{{.*}} : !phobos.tile<4x8xf32>
    %2 = math.exp %0 : !phobos.tile<4x8xf32>
    // CHECK: arith.addf %{{.*}}, %{{.*}} : !phobos.tile<4x8xf32>
    %3 = arith.addf %acc, %2 : !phobos.tile<4x8xf32>
    scf.yield %3 : !phobos.tile<4x8xf32>
  }
  // CHECK: %[[C:.*]] = arith.cmpf olt, %{{.*}} : !phobos.tile<4x8xf32>
  %4 = arith.cmpf olt, %1, %zero : !phobos.tile<4x8xf32>
  // CHECK: arith.andi %[[C]], %[[C]] : !phobos.tile<4x8xi1>
  %5 = arith.andi %4, %4 : !phobos.tile<4x8xi1>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @chunks
phobos.kernel @chunks(%x: f32, %i: index) {
  // CHECK: %[[ROOM:.*]] = phobos.chunks : !phobos.chunks<8 of !phobos.tile<4x64xf32>>
  %room = phobos.chunks : !phobos.chunks<8 of !phobos.tile<4x64xf32>>
  %t = phobos.splat %x : !phobos.tile<4x64xf32>
  // CHECK: phobos.put_chunk %{{.*}}, %[[ROOM]][%{{.*}}] : !phobos.tile<4x64xf32>, !phobos.chunks<8 of !phobos.tile<4x64xf32>>
  phobos.put_chunk %t, %room[%i] : !phobos.tile<4x64xf32>, !phobos.chunks<8 of !phobos.tile<4x64xf32>>
  // CHECK: phobos.get_chunk %[[ROOM]][%{{.*}}] : !phobos.chunks<8 of !phobos.tile<4x64xf32>> -> !phobos.tile<4x64xf32>
  %u = phobos.get_chunk %room[%i] : !phobos.chunks<8 of !phobos.tile<4x64xf32>> -> !phobos.tile<4x64xf32>
  phobos.return
}

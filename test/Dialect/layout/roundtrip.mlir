// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// The layouts have aliases, and appear once each.
// CHECK-DAG: #[[ROWS:.*]] = #phobos.layout<reg = {{\[\[0, 1\], \[0, 2\]\]}}, lane = {{\[\[0, 4\], \[0, 8\], \[0, 16\], \[1, 0\], \[2, 0\]\]}}, warp = {{\[\[4, 0\], \[8, 0\]\]}}, reps = [2, 3]>
// CHECK-DAG: #[[LANES:.*]] = #phobos.layout<reg = [], lane = {{\[\[1\], \[2\], \[0\], \[0\], \[0\]\]}}, warp = [], reps = [1]>
#rows = #phobos.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], reps = [2, 3]>
#lanes = #phobos.layout<reg=[],lane=[[0x1],[2],[0],[0],[0]],warp=[],reps=[1]>

// CHECK-LABEL: phobos.kernel @layouts
phobos.kernel @layouts(%x: f32) {
  // CHECK: %[[T:.*]] = phobos.splat %{{.*}} : !phobos.tile<4xf32, #[[LANES]]>
  %0 = phobos.splat %x : !phobos.tile<4xf32, #lanes>
  // CHECK: phobos.convert_layout %[[T]] : !phobos.tile<4xf32, #[[LANES]]> -> !phobos.tile<4xf32>
  %1 = phobos.convert_layout %0 : !phobos.tile<4xf32, #lanes> -> !phobos.tile<4xf32>
  // A comparison keeps its operands' layout.
  // CHECK: arith.cmpf olt, %[[T]], %[[T]] : !phobos.tile<4xf32, #[[LANES]]>
  // CHECK: phobos.where %{{.*}} : !phobos.tile<4xi1, #[[LANES]]>, !phobos.tile<4xf32, #[[LANES]]>
  %2 = arith.cmpf olt, %0, %0 : !phobos.tile<4xf32, #lanes>
  %3 = phobos.where %2, %0, %0 : !phobos.tile<4xi1, #lanes>, !phobos.tile<4xf32, #lanes>
  // CHECK: arith.constant dense<1> : !phobos.tile<32x96xi32, #[[ROWS]]>
  %4 = arith.constant dense<1> : !phobos.tile<32x96xi32, #rows>
  phobos.return
}

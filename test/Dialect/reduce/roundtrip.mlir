// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @reduce
phobos.kernel @reduce(%x: f32, %n: i32, %b: i1) {
  %f = phobos.splat %x : !phobos.tile<4x8xf32>
  %i = phobos.splat %n : !phobos.tile<4x8xi32>
  %c = phobos.splat %b : !phobos.tile<4x8xi1>
  // CHECK: phobos.reduce <add> %[[F:.*]] dim 0 : !phobos.tile<4x8xf32> -> !phobos.tile<1x8xf32>
  %0 = phobos.reduce <add> %f dim 0 : !phobos.tile<4x8xf32> -> !phobos.tile<1x8xf32>
  // CHECK: phobos.reduce <mul> %[[F]] dim 1 {note} : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
  %1 = phobos.reduce <mul> %f dim 1 {note} : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
  // CHECK: phobos.reduce <max>
  %2 = phobos.reduce <max> %f dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
  // CHECK: phobos.reduce <min>
  %3 = phobos.reduce <min> %i dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
  // CHECK: phobos.reduce <maxu>
  %4 = phobos.reduce <maxu> %i dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
  // CHECK: phobos.reduce <minu>
  %5 = phobos.reduce <minu> %i dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
  // CHECK: phobos.reduce <and>
  %6 = phobos.reduce <and> %c dim 1 : !phobos.tile<4x8xi1> -> !phobos.tile<4x1xi1>
  // CHECK: phobos.reduce <or>
  %7 = phobos.reduce <or> %c dim 1 : !phobos.tile<4x8xi1> -> !phobos.tile<4x1xi1>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @arg_reduce
phobos.kernel @arg_reduce(%x: f32, %n: i32, %b: i1) {
  %f = phobos.splat %x : !phobos.tile<4x8xf32>
  %i = phobos.splat %n : !phobos.tile<3x4x8xi32>
  %c = phobos.splat %b : !phobos.tile<4xi1>
  // CHECK: phobos.arg_reduce <max> %{{.*}} dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xindex>
  %0 = phobos.arg_reduce <max> %f dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xindex>
  // CHECK: phobos.arg_reduce <min> %{{.*}} dim 0 {note} : !phobos.tile<4x8xf32> -> !phobos.tile<1x8xindex>
  %1 = phobos.arg_reduce <min> %f dim 0 {note} : !phobos.tile<4x8xf32> -> !phobos.tile<1x8xindex>
  // CHECK: phobos.arg_reduce <minu> %{{.*}} dim 1 : !phobos.tile<3x4x8xi32> -> !phobos.tile<3x1x8xindex>
  %2 = phobos.arg_reduce <minu> %i dim 1 : !phobos.tile<3x4x8xi32> -> !phobos.tile<3x1x8xindex>
  // A bool is an unsigned number of one bit.
  // CHECK: phobos.arg_reduce <maxu> %{{.*}} dim 0 : !phobos.tile<4xi1> -> !phobos.tile<1xindex>
  %3 = phobos.arg_reduce <maxu> %c dim 0 : !phobos.tile<4xi1> -> !phobos.tile<1xindex>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @scan
phobos.kernel @scan(%x: f32, %b: i1) {
  %f = phobos.splat %x : !phobos.tile<4x8xf32>
  %c = phobos.splat %b : !phobos.tile<4xi1>
  // CHECK: phobos.scan <add> %{{.*}} dim 1 : !phobos.tile<4x8xf32>
  %0 = phobos.scan <add> %f dim 1 : !phobos.tile<4x8xf32>
  // CHECK: phobos.scan <max> %{{.*}} dim 0 {note} : !phobos.tile<4x8xf32>
  %1 = phobos.scan <max> %f dim 0 {note} : !phobos.tile<4x8xf32>
  // CHECK: phobos.scan <or> %{{.*}} dim 0 : !phobos.tile<4xi1>
  %2 = phobos.scan <or> %c dim 0 : !phobos.tile<4xi1>
  phobos.return
}

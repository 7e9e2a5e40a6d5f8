// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @where
phobos.kernel @where(%b: i1, %x: f32, %p: !phobos.ptr<f32>) {
  %c = phobos.splat %b : !phobos.tile<4x8xi1>
  %0 = phobos.splat %x : !phobos.tile<4x8xf32>
  // CHECK: phobos.where %[[C:.*]], %[[T:.*]], %[[T]] : !phobos.tile<4x8xi1>, !phobos.tile<4x8xf32>
  %1 = phobos.where %c, %0, %0 : !phobos.tile<4x8xi1>, !phobos.tile<4x8xf32>
  // CHECK: phobos.where %[[C]], %[[C]], %[[C]] {note} : !phobos.tile<4x8xi1>, !phobos.tile<4x8xi1>
  %2 = phobos.where %c, %c, %c {note} : !phobos.tile<4x8xi1>, !phobos.tile<4x8xi1>
  // Pointers are values as well.
  %d = phobos.splat %b : !phobos.tile<2xi1>
  %3 = phobos.splat %p : !phobos.tile<2x!phobos.ptr<f32>>
  // CHECK: phobos.where %{{.*}} : !phobos.tile<2xi1>, !phobos.tile<2x!phobos.ptr<f32>>
  %4 = phobos.where %d, %3, %3 : !phobos.tile<2xi1>, !phobos.tile<2x!phobos.ptr<f32>>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @cast
// CHECK-SAME:  (%[[X:.*]]: f32, %[[N:.*]]: i32)
phobos.kernel @cast(%x: f32, %n: i32) {
  // CHECK: phobos.cast %[[X]] : f32 to f8E4M3FN
  %0 = phobos.cast %x : f32 to f8E4M3FN
  // CHECK: phobos.cast %[[X]] to_unsigned : f32 to i8
  %1 = phobos.cast %x to_unsigned : f32 to i8
  // CHECK: phobos.cast %[[N]] from_unsigned {note} : i32 to index
  %2 = phobos.cast %n from_unsigned {note} : i32 to index
  %t = phobos.splat %n : !phobos.tile<4xi32>
  // CHECK: phobos.cast %{{.*}} from_unsigned to_unsigned : !phobos.tile<4xi32> to !phobos.tile<4xi64>
  %3 = phobos.cast %t from_unsigned to_unsigned : !phobos.tile<4xi32> to !phobos.tile<4xi64>
  phobos.return
}

// One accumulator for each type of operands.
// CHECK-LABEL: phobos.kernel @dot
phobos.kernel @dot(%a: f16, %b: bf16, %c: f8E5M2, %d: f32, %e: i8, %f: i32) {
  %f32 = phobos.splat %d : !phobos.tile<4x2xf32>
  %i32 = phobos.splat %f : !phobos.tile<4x2xi32>
  %al = phobos.splat %a : !phobos.tile<4x8xf16>
  %ar = phobos.splat %a : !phobos.tile<8x2xf16>
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} : !phobos.tile<4x8xf16>, !phobos.tile<8x2xf16> -> !phobos.tile<4x2xf32>
  %0 = phobos.dot %al, %ar, %f32 : !phobos.tile<4x8xf16>, !phobos.tile<8x2xf16> -> !phobos.tile<4x2xf32>
  %bl = phobos.splat %b : !phobos.tile<4x8xbf16>
  %br = phobos.splat %b : !phobos.tile<2x8xbf16>
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} transposed : !phobos.tile<4x8xbf16>, !phobos.tile<2x8xbf16> -> !phobos.tile<4x2xf32>
  %1 = phobos.dot %bl, %br, %f32 transposed : !phobos.tile<4x8xbf16>, !phobos.tile<2x8xbf16> -> !phobos.tile<4x2xf32>
  %cl = phobos.splat %c : !phobos.tile<4x8xf8E5M2>
  %cr = phobos.splat %c : !phobos.tile<8x2xf8E5M2>
  // CHECK: phobos.dot {{.*}} : !phobos.tile<4x8xf8E5M2>, !phobos.tile<8x2xf8E5M2> -> !phobos.tile<4x2xf32>
  %2 = phobos.dot %cl, %cr, %f32 : !phobos.tile<4x8xf8E5M2>, !phobos.tile<8x2xf8E5M2> -> !phobos.tile<4x2xf32>
  %el = phobos.splat %e : !phobos.tile<4x8xi8>
  %er = phobos.splat %e : !phobos.tile<2x8xi8>
  // CHECK: phobos.dot {{.*}} transposed unsigned {note} : !phobos.tile<4x8xi8>, !phobos.tile<2x8xi8> -> !phobos.tile<4x2xi32>
  %3 = phobos.dot %el, %er, %i32 transposed unsigned {note} : !phobos.tile<4x8xi8>, !phobos.tile<2x8xi8> -> !phobos.tile<4x2xi32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @dot_precision
phobos.kernel @dot_precision(%x: f32) {
  %a = phobos.splat %x : !phobos.tile<4x8xf32>
  %b = phobos.splat %x : !phobos.tile<4x8xf32>
  %c = phobos.splat %x : !phobos.tile<4x4xf32>
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} transposed precision tf32 :
  %0 = phobos.dot %a, %b, %c transposed precision tf32 : !phobos.tile<4x8xf32>, !phobos.tile<4x8xf32> -> !phobos.tile<4x4xf32>
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} transposed precision tf32x3 {note} :
  %1 = phobos.dot %a, %b, %c transposed precision tf32x3 {note} : !phobos.tile<4x8xf32>, !phobos.tile<4x8xf32> -> !phobos.tile<4x4xf32>
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} transposed precision bf16 :
  %2 = phobos.dot %a, %b, %c transposed precision bf16 : !phobos.tile<4x8xf32>, !phobos.tile<4x8xf32> -> !phobos.tile<4x4xf32>
  // The default is not printed.
  // CHECK: phobos.dot %{{.*}}, %{{.*}}, %{{.*}} transposed :
  %3 = phobos.dot %a, %b, %c transposed precision none : !phobos.tile<4x8xf32>, !phobos.tile<4x8xf32> -> !phobos.tile<4x4xf32>
  phobos.return
}

// RUN: phobos-opt %s -cse -canonicalize | FileCheck %s

// An update counts though nobody asks for the old value, and twice if it is written
// twice.
// CHECK-LABEL: func.func @negative_unused
// CHECK-COUNT-2: phobos.atomic_scatter
// CHECK: return
func.func @negative_unused(%p: !phobos.ptr<i32>, %i: !phobos.tile<4xindex>, %v: !phobos.tile<4xi32>) {
  %0 = phobos.atomic_scatter <add> %v, %p[%i] : !phobos.tile<4xi32>, !phobos.ptr<i32>, !phobos.tile<4xindex>
  %1 = phobos.atomic_scatter <add> %v, %p[%i] : !phobos.tile<4xi32>, !phobos.ptr<i32>, !phobos.tile<4xindex>
  return
}

// It changes what is read behind it.
// CHECK-LABEL: func.func @negative_reads_around
// CHECK: phobos.load
// CHECK: phobos.atomic <add>
// CHECK: phobos.load
func.func @negative_reads_around(%a: !phobos.ptr<i32>, %i: index, %v: !phobos.tile<4xi32>) -> !phobos.tile<4xi32> {
  %A = phobos.view %a[8] : !phobos.view<8xi32>
  %0 = phobos.load %A[%i :+ 4] masked [0] : !phobos.view<8xi32> -> !phobos.tile<4xi32>
  %old = phobos.atomic <add> %v, %A[%i :+ 4] masked [0] : !phobos.tile<4xi32>, !phobos.view<8xi32>
  %1 = phobos.load %A[%i :+ 4] masked [0] : !phobos.view<8xi32> -> !phobos.tile<4xi32>
  %2 = arith.subi %1, %0 : !phobos.tile<4xi32>
  return %2 : !phobos.tile<4xi32>
}

// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @slices
// CHECK-SAME: (%[[A:.*]]: !phobos.ptr<i32>, %[[N:.*]]: index, %[[R:.*]]: index, %[[X:.*]]: i32)
phobos.kernel @slices(%a: !phobos.ptr<i32>, %n: index, %r: index, %x: i32) {
  // CHECK: %[[VIEW:.*]] = phobos.view
  %A = phobos.view %a[%n, 8] : !phobos.view<?x8xi32>
  // CHECK: %[[V:.*]] = phobos.splat
  %v = phobos.splat %x : !phobos.tile<4x8xi32>
  // CHECK: phobos.atomic <add> %[[V]], %[[VIEW]][%[[R]] :+ 4, %[[R]] :+ 8] masked [0, 1] : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
  %0 = phobos.atomic <add> %v, %A[%r :+ 4, %r :+ 8] masked [0, 1] : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
  // The default is not printed.
  // CHECK: phobos.atomic <maxu> %[[V]], %[[VIEW]][%[[R]] :+ 4, %[[R]] :+ 8] masked [0] unchecked [1] {note} :
  %1 = phobos.atomic <maxu> %v, %A[%r :+ 4, %r :+ 8] masked [0] unchecked [1] order <acq_rel> scope <gpu> {note} : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
  // CHECK: %[[OLD:.*]] = phobos.atomic <exchange> %{{.*}}, %[[VIEW]][%[[R]] :+ 4, %[[R]] :+ 8] order <relaxed> scope <block> :
  %2 = phobos.atomic <exchange> %1, %A[%r :+ 4, %r :+ 8] order <relaxed> scope <block> : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
  // CHECK: phobos.atomic <cas> %[[V]] expected %[[OLD]], %[[VIEW]][%[[R]] :+ 4, %[[R]] :+ 8] masked [1] order <acquire> scope <system> :
  %3 = phobos.atomic <cas> %v expected %2, %A[%r :+ 4, %r :+ 8] masked [1] order <acquire> scope <system> : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @offsets
// CHECK-SAME: (%[[P:.*]]: !phobos.ptr<f32>,
phobos.kernel @offsets(%p: !phobos.ptr<f32>, %i: index, %b: i1, %x: f32) {
  // CHECK: %[[I:.*]] = phobos.splat %{{.*}} : !phobos.tile<8xindex>
  %offsets = phobos.splat %i : !phobos.tile<8xindex>
  // CHECK: %[[M:.*]] = phobos.splat %{{.*}} : !phobos.tile<8xi1>
  %m = phobos.splat %b : !phobos.tile<8xi1>
  // CHECK: %[[V:.*]] = phobos.splat %{{.*}} : !phobos.tile<8xf32>
  %v = phobos.splat %x : !phobos.tile<8xf32>
  // CHECK: phobos.atomic_scatter <add> %[[V]], %[[P]][%[[I]]] : !phobos.tile<8xf32>, !phobos.ptr<f32>, !phobos.tile<8xindex>
  %0 = phobos.atomic_scatter <add> %v, %p[%offsets] : !phobos.tile<8xf32>, !phobos.ptr<f32>, !phobos.tile<8xindex>
  // CHECK: phobos.atomic_scatter <min> %[[V]], %[[P]][%[[I]]] mask %[[M]] order <release> scope <block> {note} :
  %1 = phobos.atomic_scatter <min> %v, %p[%offsets] mask %m order <release> scope <block> {note} : !phobos.tile<8xf32>, !phobos.ptr<f32>, !phobos.tile<8xindex>
  // CHECK: phobos.atomic_scatter <cas> %[[V]] expected %{{.*}}, %[[P]][%[[I]]] mask %[[M]] :
  %2 = phobos.atomic_scatter <cas> %v expected %1, %p[%offsets] mask %m : !phobos.tile<8xf32>, !phobos.ptr<f32>, !phobos.tile<8xindex>
  phobos.return
}

// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @pointers
// CHECK-SAME:  (%[[P:.*]]: !phobos.ptr<f32>,
phobos.kernel @pointers(%p: !phobos.ptr<f32>, %i: index, %b: i1, %x: f32) {
  // CHECK: %[[I:.*]] = phobos.splat %{{.*}} : !phobos.tile<4x8xindex>
  %offsets = phobos.splat %i : !phobos.tile<4x8xindex>
  // CHECK: %[[M:.*]] = phobos.splat %{{.*}} : !phobos.tile<4x8xi1>
  %m = phobos.splat %b : !phobos.tile<4x8xi1>
  // CHECK: %[[O:.*]] = phobos.splat %{{.*}} : !phobos.tile<4x8xf32>
  %o = phobos.splat %x : !phobos.tile<4x8xf32>
  // CHECK: %[[V:.*]] = phobos.gather %[[P]][%[[I]]] : !phobos.ptr<f32>, !phobos.tile<4x8xindex> -> !phobos.tile<4x8xf32>
  %0 = phobos.gather %p[%offsets] : !phobos.ptr<f32>, !phobos.tile<4x8xindex> -> !phobos.tile<4x8xf32>
  // CHECK: phobos.gather %[[P]][%[[I]]] mask %[[M]] :
  %1 = phobos.gather %p[%offsets] mask %m : !phobos.ptr<f32>, !phobos.tile<4x8xindex> -> !phobos.tile<4x8xf32>
  // CHECK: phobos.gather %[[P]][%[[I]]] mask %[[M]] other %[[O]] cache <cv> evict <last> volatile {note} :
  %2 = phobos.gather %p[%offsets] mask %m other %o cache <cv> evict <last> volatile {note} : !phobos.ptr<f32>, !phobos.tile<4x8xindex> -> !phobos.tile<4x8xf32>
  // CHECK: phobos.scatter %[[V]], %[[P]][%[[I]]] : !phobos.tile<4x8xf32>, !phobos.ptr<f32>, !phobos.tile<4x8xindex>
  phobos.scatter %0, %p[%offsets] : !phobos.tile<4x8xf32>, !phobos.ptr<f32>, !phobos.tile<4x8xindex>
  // CHECK: phobos.scatter %[[V]], %[[P]][%[[I]]] mask %[[M]] cache <wt> evict <first> volatile {note} :
  phobos.scatter %0, %p[%offsets] mask %m cache <wt> evict <first> volatile {note} : !phobos.tile<4x8xf32>, !phobos.ptr<f32>, !phobos.tile<4x8xindex>
  phobos.return
}

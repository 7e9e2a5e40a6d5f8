// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute | FileCheck %s

// A number and its place, both by butterflies. Within a thread the elements are
// met in order, so a later one must be better; across lanes the lesser place
// decides between equals.
// CHECK-LABEL: gpu.func @one_warp
// CHECK-COUNT-3: arith.cmpf ugt
// CHECK-NOT: arith.cmpi ult
// CHECK: nvvm.shfl.sync bfly
// CHECK: nvvm.shfl.sync bfly
// CHECK: arith.cmpf ugt
// CHECK: arith.cmpf ugt
// CHECK: arith.cmpi ult
// CHECK-COUNT-8: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK-NOT: llvm.mlir.addressof @phobos_shared
// CHECK: arith.index_castui
phobos.kernel @one_warp(%a: !phobos.ptr<f32>, %b: !phobos.ptr<i64>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 128] : !phobos.view<1x128xf32>
  %B = phobos.view %b[1, 1] : !phobos.view<1x1xi64>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 128] : !phobos.view<1x128xf32> -> !phobos.tile<1x128xf32>
  %i = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<1x128xf32> -> !phobos.tile<1x1xindex>
  %p = phobos.cast %i : !phobos.tile<1x1xindex> to !phobos.tile<1x1xi64>
  phobos.store %p, %B[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xi64>, !phobos.view<1x1xi64>
  phobos.return
}

// 33 columns: an element past the tile is -inf at the last of all places, so
// that it does not win in a row of -inf either.
// CHECK-LABEL: gpu.func @ragged
// CHECK-DAG: %[[LAST:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG: %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[LOWEST]] : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[LAST]] : i32
phobos.kernel @ragged(%a: !phobos.ptr<f32>, %b: !phobos.ptr<i64>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 33] : !phobos.view<1x33xf32>
  %B = phobos.view %b[1, 1] : !phobos.view<1x1xi64>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 33] : !phobos.view<1x33xf32> -> !phobos.tile<1x33xf32>
  %i = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<1x33xf32> -> !phobos.tile<1x1xindex>
  %p = phobos.cast %i : !phobos.tile<1x1xindex> to !phobos.tile<1x1xi64>
  phobos.store %p, %B[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xi64>, !phobos.view<1x1xi64>
  phobos.return
}

// Integers of a warp need two instructions: the best, then the first place of
// those that are as good.
// CHECK-LABEL: gpu.func @integers
// CHECK: arith.extui %{{.*}} : i8 to i32
// CHECK: nvvm.redux.sync umin
// CHECK: arith.cmpi eq
// CHECK: nvvm.redux.sync umin
// CHECK-NOT: nvvm.shfl.sync
phobos.kernel @integers(%a: !phobos.ptr<i8>, %b: !phobos.ptr<i64>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 512] : !phobos.view<1x512xi8>
  %B = phobos.view %b[1, 1] : !phobos.view<1x1xi64>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xi8> -> !phobos.tile<1x512xi8>
  %i = phobos.arg_reduce <minu> %t dim 1 : !phobos.tile<1x512xi8> -> !phobos.tile<1x1xindex>
  %p = phobos.cast %i : !phobos.tile<1x1xindex> to !phobos.tile<1x1xi64>
  phobos.store %p, %B[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xi64>, !phobos.view<1x1xi64>
  phobos.return
}

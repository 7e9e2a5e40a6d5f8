// RUN: phobos-opt --phobos-convert-to-linalg --split-input-file %s | FileCheck %s

// An element is read in any case, outside the first one, so that there is no branch.
// CHECK-LABEL: @read.block(
// CHECK:         %[[BELOW:.*]] = arith.cmpi ult, %[[I:.*]], %c8
// CHECK:         %[[LEFT:.*]] = arith.cmpi ult, %[[J:.*]], %c64
// CHECK:         %[[INSIDE:.*]] = arith.andi %[[BELOW]], %[[LEFT]]
// CHECK:         %[[A:.*]] = arith.select %[[INSIDE]], %[[I]], %c0
// CHECK:         %[[B:.*]] = arith.select %[[INSIDE]], %[[J]], %c0
// CHECK:         %[[X:.*]] = tensor.extract %{{.*}}[%[[A]], %[[B]]]
// CHECK:         arith.select %[[INSIDE]], %[[X]], %cst
phobos.kernel @read(%p: !phobos.ptr<f32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %t = phobos.splat %x : !phobos.tile<8x64xf32>
  %y = phobos.load_elem %t[%i, %j] : !phobos.tile<8x64xf32>
  %v = phobos.view %p[1] : !phobos.view<1xf32>
  %u = phobos.splat %y : !phobos.tile<1xf32>
  phobos.store %u, %v[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<1xf32>
  phobos.return
}

// -----

// CHECK-LABEL: @write.block(
// CHECK:         %[[INSIDE:.*]] = arith.cmpi ult, %[[I:.*]], %c8
// CHECK:         scf.if %[[INSIDE]] -> (tensor<8xf32>)
// CHECK:           tensor.insert %{{.*}} into %[[T:.*]][%[[I]]]
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[T]]
phobos.kernel @write(%p: !phobos.ptr<f32>, %i: index) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %t = phobos.splat %x : !phobos.tile<8xf32>
  %y = phobos.store_elem %x, %t[%i] : !phobos.tile<8xf32>
  %v = phobos.view %p[8] : !phobos.view<8xf32>
  phobos.store %y, %v[%c0 :+ 8] : !phobos.tile<8xf32>, !phobos.view<8xf32>
  phobos.return
}

// RUN: phobos-opt %s --phobos-version-rows | FileCheck %s

// A row that a pointer and a number lead to: its version is chosen by its own block, which also asks where the row ends.
// CHECK-LABEL: phobos.kernel @row_behind_number
// CHECK: %[[VIEW:.+]] = phobos.view
// CHECK: %[[ALIGNED:.+]] = phobos.rows_aligned %[[VIEW]]
// CHECK: %[[REST:.+]] = arith.andi %arg1, %c3{{.*}} : index
// CHECK: %[[WHOLE:.+]] = arith.cmpi eq, %[[REST]], %c0{{.*}} : index
// CHECK: %[[LONG:.+]] = arith.cmpi sge, %arg1, %c512{{.*}} : index
// CHECK: %[[ENDS:.+]] = arith.ori %[[WHOLE]], %[[LONG]] : i1
// CHECK: %[[BOTH:.+]] = arith.andi %[[ALIGNED]], %[[ENDS]] : i1
// CHECK: scf.if %{{.+}} {
// CHECK: phobos.load {{.+}} {phobos.whole_vectors} :
// CHECK: phobos.store {{.+}} {phobos.whole_vectors} :
// CHECK: } else {
// CHECK-NOT: phobos.whole_vectors
// CHECK: phobos.return
phobos.kernel @row_behind_number(%p: !phobos.ptr<f32>, %n: index, %pitch: index) {
  %c0 = arith.constant 0 : index
  %x = phobos.block_id x
  %o = arith.muli %x, %pitch : index
  %X = phobos.view %p[1, %n] strides [0, 1] offset %o loose : !phobos.view<1x?xf32, strides = [0, 1]>
  %t = phobos.load %X[%c0 :+ 1, %c0 :+ 512] masked [1] : !phobos.view<1x?xf32, strides = [0, 1]> -> !phobos.tile<1x512xf32>
  phobos.store %t, %X[%c0 :+ 1, %c0 :+ 512] masked [1] : !phobos.tile<1x512xf32>, !phobos.view<1x?xf32, strides = [0, 1]>
  phobos.return
}

// @negative_no_number: where the one row ends is the same for all blocks, of which most are inside: they ask for themselves.
// CHECK-LABEL: phobos.kernel @negative_no_number
// CHECK-NOT: phobos.whole_vectors
// CHECK: phobos.return
phobos.kernel @negative_no_number(%p: !phobos.ptr<f32>, %n: index) {
  %x = phobos.block_id x
  %c512 = arith.constant 512 : index
  %i = arith.muli %x, %c512 : index
  %X = phobos.view %p[%n] : !phobos.view<?xf32>
  %t = phobos.load %X[%i :+ 512] masked [0] : !phobos.view<?xf32> -> !phobos.tile<512xf32>
  phobos.store %t, %X[%i :+ 512] masked [0] : !phobos.tile<512xf32>, !phobos.view<?xf32>
  phobos.return
}

// @negative_no_mask: what was proved to be inside ends nowhere.
// CHECK-LABEL: phobos.kernel @negative_no_mask
// CHECK-NOT: phobos.whole_vectors
// CHECK: phobos.return
phobos.kernel @negative_no_mask(%p: !phobos.ptr<f32>, %n: index, %pitch: index) {
  %c0 = arith.constant 0 : index
  %x = phobos.block_id x
  %o = arith.muli %x, %pitch : index
  %X = phobos.view %p[1, %n] strides [0, 1] offset %o loose : !phobos.view<1x?xf32, strides = [0, 1]>
  %t = phobos.load %X[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x?xf32, strides = [0, 1]> -> !phobos.tile<1x512xf32>
  phobos.store %t, %X[%c0 :+ 1, %c0 :+ 512] : !phobos.tile<1x512xf32>, !phobos.view<1x?xf32, strides = [0, 1]>
  phobos.return
}

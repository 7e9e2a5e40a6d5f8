// RUN: phobos-opt --phobos-version-rows %s | FileCheck %s
// RUN: phobos-opt --phobos-version-rows --phobos-assign-layouts %s | FileCheck %s --check-prefix=LAYOUT

// What follows the views is there twice; the views, and what they are made of, once.
// CHECK-LABEL: phobos.kernel @copy
// CHECK: %[[A:.*]] = phobos.view %{{.*}}[%{{.*}}, %{{.*}}] :
// CHECK: %[[B:.*]] = phobos.view
// CHECK-DAG: %[[IN:.*]] = phobos.rows_aligned %[[A]] : !phobos.view<?x?xf32>
// CHECK-DAG: %[[OUT:.*]] = phobos.rows_aligned %[[B]] : !phobos.view<?x?xf32>
// CHECK: %[[BOTH:.*]] = arith.andi %[[IN]], %[[OUT]] : i1
// CHECK: scf.if %[[BOTH]] {
// CHECK: phobos.block_id
// CHECK: phobos.load %[[A]]
// CHECK: phobos.store
// CHECK: } else {
// CHECK: phobos.block_id
// CHECK: phobos.load %[[A]]
// CHECK: phobos.store
// CHECK: phobos.return

// A thread has four neighbouring elements of aligned rows; of others, neighbours have one each.
// LAYOUT-DAG: #[[$FOUR:.*]] = #phobos.layout<reg = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4]
// LAYOUT-DAG: #[[$ONE:.*]] = #phobos.layout<reg = [], lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16]]
// LAYOUT-LABEL: phobos.kernel @copy
// LAYOUT: phobos.load {{.*}} -> !phobos.tile<8x64xf32, #[[$FOUR]]>
// LAYOUT: phobos.load {{.*}} -> !phobos.tile<8x64xf32, #[[$ONE]]>
phobos.kernel @copy(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%M, %N] : !phobos.view<?x?xf32>
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %x = phobos.block_id x
  %r = arith.muli %x, %c8 : index
  %t = phobos.load %A[%r :+ 8, %c0 :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<8x64xf32>
  phobos.store %t, %B[%r :+ 8, %c0 :+ 64] masked [0, 1] : !phobos.tile<8x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// Elements of a row that do not follow each other are never accessed wide.
// CHECK-LABEL: phobos.kernel @strided
// CHECK-NOT: scf.if
phobos.kernel @strided(%a: !phobos.ptr<f32>, %M: index, %S: index) {
  %A = phobos.view %a[%M, %M] strides [1, %S] : !phobos.view<?x?xf32, strides = [1, ?]>
  %c0 = arith.constant 0 : index
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 64] masked [0, 1] : !phobos.view<?x?xf32, strides = [1, ?]> -> !phobos.tile<8x64xf32>
  phobos.store %t, %A[%c0 :+ 8, %c0 :+ 64] masked [0, 1] : !phobos.tile<8x64xf32>, !phobos.view<?x?xf32, strides = [1, ?]>
  phobos.return
}

// A column has no neighbours along its rows.
// CHECK-LABEL: phobos.kernel @column
// CHECK-NOT: scf.if
phobos.kernel @column(%a: !phobos.ptr<f32>, %M: index) {
  %A = phobos.view %a[%M, 1] : !phobos.view<?x1xf32>
  %c0 = arith.constant 0 : index
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 1] masked [0] : !phobos.view<?x1xf32> -> !phobos.tile<8x1xf32>
  phobos.store %t, %A[%c0 :+ 8, %c0 :+ 1] masked [0] : !phobos.tile<8x1xf32>, !phobos.view<?x1xf32>
  phobos.return
}

// A view in a loop: what it is made of is not known where the versions begin.
// CHECK-LABEL: phobos.kernel @inside
// CHECK-NOT: scf.if
phobos.kernel @inside(%a: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %M step %c1 {
    %A = phobos.view %a[%i] : !phobos.view<?xf32>
    %t = phobos.load %A[%c0 :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
    phobos.store %t, %A[%c0 :+ 64] masked [0] : !phobos.tile<64xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// @negative_after_access: what is before the views stays as it is, so an access there
// would be in no version, and in another layout than those of its group.
// CHECK-LABEL: phobos.kernel @negative_after_access
// CHECK-NOT: scf.if
phobos.kernel @negative_after_access(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  %B = phobos.view %b[%N] : !phobos.view<?xf32>
  phobos.store %t, %B[%c0 :+ 64] masked [0] : !phobos.tile<64xf32>, !phobos.view<?xf32>
  phobos.return
}

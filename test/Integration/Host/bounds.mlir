// A slice reads the fill and stores nothing outside its view, on both sides, also
// where start + length wraps. The views lie between sentinels (777) that must neither
// show nor change, and their memory ends before a page that faults.

// RUN: phobos-host-run --kernel=read %s 18@4=777,777,777,777,1,2,3,4,5,6,7,8,9,10,777,777,777,777 8=nan -3 | FileCheck %s --check-prefix=BELOW
// RUN: phobos-host-run --kernel=read %s 18@4=777,777,777,777,1,2,3,4,5,6,7,8,9,10,777,777,777,777 8=nan -8 | FileCheck %s --check-prefix=NONE
// RUN: phobos-host-run --kernel=read %s 18@4=777,777,777,777,1,2,3,4,5,6,7,8,9,10,777,777,777,777 8=nan -20 | FileCheck %s --check-prefix=NONE
// RUN: phobos-host-run --kernel=read %s 18@4=777,777,777,777,1,2,3,4,5,6,7,8,9,10,777,777,777,777 8=nan 10 | FileCheck %s --check-prefix=NONE
// RUN: phobos-host-run --kernel=read %s 18@4=777,777,777,777,1,2,3,4,5,6,7,8,9,10,777,777,777,777 8=nan 2147483644 | FileCheck %s --check-prefix=NONE
// RUN: phobos-host-run --kernel=read %s 18@4=777,777,777,777,1,2,3,4,5,6,7,8,9,10,777,777,777,777 8=nan 9223372036854775804 | FileCheck %s --check-prefix=NONE
// RUN: phobos-host-run --kernel=read %s 18@4=777,777,777,777,1,2,3,4,5,6,7,8,9,10,777,777,777,777 8=nan -9223372036854775808 | FileCheck %s --check-prefix=NONE
// RUN: phobos-host-run --kernel=read %s 10=1,2,3,4,5,6,7,8,9,10 8=nan 7 | FileCheck %s --check-prefix=ABOVE
// RUN: phobos-host-run --kernel=read %s 10=1,2,3,4,5,6,7,8,9,10 8=nan 2 | FileCheck %s --check-prefix=WHOLE
// BELOW: arg1: 0 0 0 1 2 3 4 5
// NONE: arg1: 0 0 0 0 0 0 0 0
// ABOVE: arg1: 8 9 10 0 0 0 0 0
// WHOLE: arg1: 3 4 5 6 7 8 9 10
phobos.kernel @read(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %s: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[10] : !phobos.view<10xf32>
  %Y = phobos.view %y[8] : !phobos.view<8xf32>
  %t = phobos.load %X[%s :+ 8] masked [0] : !phobos.view<10xf32> -> !phobos.tile<8xf32>
  phobos.store %t, %Y[%c0 :+ 8] : !phobos.tile<8xf32>, !phobos.view<8xf32>
  phobos.return
}

// RUN: phobos-host-run --kernel=write %s 14@2=777,777,0,0,0,0,0,0,0,0,0,0,777,777 10 -3 | FileCheck %s --check-prefix=STORE-BELOW
// RUN: phobos-host-run --kernel=write %s 14@2=777,777,0,0,0,0,0,0,0,0,0,0,777,777 10 7 | FileCheck %s --check-prefix=STORE-ABOVE
// RUN: phobos-host-run --kernel=write %s 14@2=777,777,0,0,0,0,0,0,0,0,0,0,777,777 10 9223372036854775807 | FileCheck %s --check-prefix=STORE-NONE
// RUN: phobos-host-run --kernel=write %s 14@2=777,777,0,0,0,0,0,0,0,0,0,0,777,777 10 -9223372036854775808 | FileCheck %s --check-prefix=STORE-NONE
// STORE-BELOW: arg0: 777 777 13 14 15 16 17 0 0 0 0 0 777 777
// STORE-ABOVE: arg0: 777 777 0 0 0 0 0 0 0 10 11 12 777 777
// STORE-NONE: arg0: 777 777 0 0 0 0 0 0 0 0 0 0 777 777
phobos.kernel @write(%z: !phobos.ptr<i32>, %n: index, %s: index) {
  %Z = phobos.view %z[%n] : !phobos.view<?xi32>
  %t = arith.constant dense<[10, 11, 12, 13, 14, 15, 16, 17]> : !phobos.tile<8xi32>
  phobos.store %t, %Z[%s :+ 8] masked [0] : !phobos.tile<8xi32>, !phobos.view<?xi32>
  phobos.return
}

// Rows below and columns beyond the view, a fill of its own, a dim without a mask.
// RUN: phobos-host-run --kernel=corner %s 6=1,2,3,4,5,6 16=0 2 3 -1 1 | FileCheck %s --check-prefix=CORNER
// RUN: phobos-host-run --kernel=corner %s 6=1,2,3,4,5,6 16=0 2 3 1 -2 | FileCheck %s --check-prefix=CORNER2
// CORNER: arg1: -inf -inf -inf -inf 2 3 -inf -inf 5 6 -inf -inf -inf -inf -inf -inf
// CORNER2: arg1: -inf -inf 4 5 -inf -inf -inf -inf -inf -inf -inf -inf -inf -inf -inf -inf
phobos.kernel @corner(%x: !phobos.ptr<f16>, %y: !phobos.ptr<f16>, %m: index, %n: index, %r: index, %c: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[%m, %n] : !phobos.view<?x?xf16>
  %Y = phobos.view %y[4, 4] : !phobos.view<4x4xf16>
  %t = phobos.load %X[%r :+ 4, %c :+ 4] masked [0, 1] fill -inf : !phobos.view<?x?xf16> -> !phobos.tile<4x4xf16>
  phobos.store %t, %Y[%c0 :+ 4, %c0 :+ 4] : !phobos.tile<4x4xf16>, !phobos.view<4x4xf16>
  phobos.return
}

// A view with strides: a pitch of 5 and every second column; between them is memory
// of others.
// RUN: phobos-host-run --kernel=strided %s 10=0,1,2,3,4,5,6,7,8,9 6=9 5 | FileCheck %s --check-prefix=STRIDED
// STRIDED: arg0: 9 1 9 3 4 9 6 9 9 9
// STRIDED: arg1: 0 2 9 5 7 9
phobos.kernel @strided(%x: !phobos.ptr<i8>, %y: !phobos.ptr<i8>, %pitch: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[2, 2] strides [%pitch, 2] : !phobos.view<2x2xi8, strides = [?, 2]>
  %Y = phobos.view %y[2, 3] : !phobos.view<2x3xi8>
  %t = phobos.load %X[%c0 :+ 2, %c0 :+ 3] masked [1] fill 9 : !phobos.view<2x2xi8, strides = [?, 2]> -> !phobos.tile<2x3xi8>
  phobos.store %t, %Y[%c0 :+ 2, %c0 :+ 3] : !phobos.tile<2x3xi8>, !phobos.view<2x3xi8>
  %nine = arith.constant dense<9> : !phobos.tile<2x3xi8>
  %Z = phobos.view %x[2, 2] strides [%pitch, 2] : !phobos.view<2x2xi8, strides = [?, 2]>
  phobos.store %nine, %Z[%c0 :+ 2, %c0 :+ 3] masked [1] : !phobos.tile<2x3xi8>, !phobos.view<2x2xi8, strides = [?, 2]>
  %W = phobos.view %x[10] : !phobos.view<10xi8>
  %c8 = arith.constant 8 : index
  %more = arith.constant dense<9> : !phobos.tile<1xi8>
  phobos.store %more, %W[%c8 :+ 1] unchecked [0] : !phobos.tile<1xi8>, !phobos.view<10xi8>
  phobos.return
}

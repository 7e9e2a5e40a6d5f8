// Slices of tiles: outside the tile they read the fill and write nothing, on both sides,
// also where start + length wraps.

// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 -3 | FileCheck %s --check-prefix=EXTRACT0
// EXTRACT0: arg1: -1 -1 -1 1 2 3 4 5
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 -7 | FileCheck %s --check-prefix=EXTRACT1
// EXTRACT1: arg1: -1 -1 -1 -1 -1 -1 -1 1
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 -8 | FileCheck %s --check-prefix=EXTRACT2
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 -20 | FileCheck %s --check-prefix=EXTRACT2
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 10 | FileCheck %s --check-prefix=EXTRACT2
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 11 | FileCheck %s --check-prefix=EXTRACT2
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 2147483644 | FileCheck %s --check-prefix=EXTRACT2
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 9223372036854775807 | FileCheck %s --check-prefix=EXTRACT2
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 9223372036854775800 | FileCheck %s --check-prefix=EXTRACT2
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 -9223372036854775808 | FileCheck %s --check-prefix=EXTRACT2
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 -9223372036854775805 | FileCheck %s --check-prefix=EXTRACT2
// EXTRACT2: arg1: -1 -1 -1 -1 -1 -1 -1 -1
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 0 | FileCheck %s --check-prefix=EXTRACT3
// EXTRACT3: arg1: 1 2 3 4 5 6 7 8
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 2 | FileCheck %s --check-prefix=EXTRACT4
// EXTRACT4: arg1: 3 4 5 6 7 8 9 10
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 3 | FileCheck %s --check-prefix=EXTRACT5
// EXTRACT5: arg1: 4 5 6 7 8 9 10 -1
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 7 | FileCheck %s --check-prefix=EXTRACT6
// EXTRACT6: arg1: 8 9 10 -1 -1 -1 -1 -1
// RUN: phobos-host-run --kernel=extract %s 10=1,2,3,4,5,6,7,8,9,10 8=99 9 | FileCheck %s --check-prefix=EXTRACT7
// EXTRACT7: arg1: 10 -1 -1 -1 -1 -1 -1 -1
phobos.kernel @extract(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %s: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[10] : !phobos.view<10xi32>
  %Y = phobos.view %y[8] : !phobos.view<8xi32>
  %t = phobos.load %X[%c0 :+ 10] : !phobos.view<10xi32> -> !phobos.tile<10xi32>
  %u = phobos.extract_slice %t[%s :+ 8] masked [0] fill -1 : !phobos.tile<10xi32> -> !phobos.tile<8xi32>
  phobos.store %u, %Y[%c0 :+ 8] : !phobos.tile<8xi32>, !phobos.view<8xi32>
  phobos.return
}

// The tile that was inserted into lives on: it is stored behind the other.
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 -3 | FileCheck %s --check-prefix=INSERT0
// INSERT0: arg2: 24 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 10
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 -4 | FileCheck %s --check-prefix=INSERT1
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 -20 | FileCheck %s --check-prefix=INSERT1
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 10 | FileCheck %s --check-prefix=INSERT1
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 9223372036854775807 | FileCheck %s --check-prefix=INSERT1
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 9223372036854775805 | FileCheck %s --check-prefix=INSERT1
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 -9223372036854775808 | FileCheck %s --check-prefix=INSERT1
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 -9223372036854775805 | FileCheck %s --check-prefix=INSERT1
// INSERT1: arg2: 1 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 10
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 0 | FileCheck %s --check-prefix=INSERT2
// INSERT2: arg2: 21 22 23 24 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 10
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 2 | FileCheck %s --check-prefix=INSERT3
// INSERT3: arg2: 1 2 21 22 23 24 7 8 9 10 1 2 3 4 5 6 7 8 9 10
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 6 | FileCheck %s --check-prefix=INSERT4
// INSERT4: arg2: 1 2 3 4 5 6 21 22 23 24 1 2 3 4 5 6 7 8 9 10
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 7 | FileCheck %s --check-prefix=INSERT5
// INSERT5: arg2: 1 2 3 4 5 6 7 21 22 23 1 2 3 4 5 6 7 8 9 10
// RUN: phobos-host-run --kernel=insert %s 10=1,2,3,4,5,6,7,8,9,10 4=21,22,23,24 20=0 9 | FileCheck %s --check-prefix=INSERT6
// INSERT6: arg2: 1 2 3 4 5 6 7 8 9 21 1 2 3 4 5 6 7 8 9 10
phobos.kernel @insert(%x: !phobos.ptr<i32>, %u: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %s: index) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %X = phobos.view %x[10] : !phobos.view<10xi32>
  %U = phobos.view %u[4] : !phobos.view<4xi32>
  %Y = phobos.view %y[20] : !phobos.view<20xi32>
  %t = phobos.load %X[%c0 :+ 10] : !phobos.view<10xi32> -> !phobos.tile<10xi32>
  %v = phobos.load %U[%c0 :+ 4] : !phobos.view<4xi32> -> !phobos.tile<4xi32>
  %r = phobos.insert_slice %v, %t[%s :+ 4] masked [0] : !phobos.tile<4xi32>, !phobos.tile<10xi32>
  phobos.store %r, %Y[%c0 :+ 10] : !phobos.tile<10xi32>, !phobos.view<20xi32>
  phobos.store %t, %Y[%c10 :+ 10] : !phobos.tile<10xi32>, !phobos.view<20xi32>
  phobos.return
}

// A slice longer than its tile, to read and to write: 5 elements of a tile of 3.
// RUN: phobos-host-run --kernel=longer %s 3=1,2,3 5=11,12,13,14,15 5=9 3=9 -1 | FileCheck %s --check-prefix=LONGER
// LONGER: arg2: 0 1 2 3 0
// LONGER: arg3: 12 13 14
phobos.kernel @longer(%x: !phobos.ptr<f64>, %u: !phobos.ptr<f64>, %y: !phobos.ptr<f64>, %z: !phobos.ptr<f64>, %s: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[3] : !phobos.view<3xf64>
  %U = phobos.view %u[5] : !phobos.view<5xf64>
  %Y = phobos.view %y[5] : !phobos.view<5xf64>
  %Z = phobos.view %z[3] : !phobos.view<3xf64>
  %t = phobos.load %X[%c0 :+ 3] : !phobos.view<3xf64> -> !phobos.tile<3xf64>
  %v = phobos.load %U[%c0 :+ 5] : !phobos.view<5xf64> -> !phobos.tile<5xf64>
  %r = phobos.extract_slice %t[%s :+ 5] masked [0] : !phobos.tile<3xf64> -> !phobos.tile<5xf64>
  %w = phobos.insert_slice %v, %t[%s :+ 5] masked [0] : !phobos.tile<5xf64>, !phobos.tile<3xf64>
  phobos.store %r, %Y[%c0 :+ 5] : !phobos.tile<5xf64>, !phobos.view<5xf64>
  phobos.store %w, %Z[%c0 :+ 3] : !phobos.tile<3xf64>, !phobos.view<3xf64>
  phobos.return
}

// Two dims, of which one is known inside; the fill is -inf.
// Of [[0, 1, 2], [3, 4, 5]] rows r :+ 3 and columns 1 :+ 2.
// RUN: phobos-host-run --kernel=matrix %s 6=0,1,2,3,4,5 6=9 -1 | FileCheck %s --check-prefix=MATRIX-1
// RUN: phobos-host-run --kernel=matrix %s 6=0,1,2,3,4,5 6=9 1 | FileCheck %s --check-prefix=MATRIX1
// RUN: phobos-host-run --kernel=matrix %s 6=0,1,2,3,4,5 6=9 -9223372036854775808 | FileCheck %s --check-prefix=MATRIXMIN
// MATRIX-1: arg0: 10 1 2 10 4 5
// MATRIX-1: arg1: -inf -inf 1 2 4 5
// MATRIX1: arg0: 0 1 2 3 10 10
// MATRIX1: arg1: 4 5 -inf -inf -inf -inf
// MATRIXMIN: arg0: 0 1 2 3 4 5
// MATRIXMIN: arg1: -inf -inf -inf -inf -inf -inf
// Then tens go to rows r :+ 3, columns r :+ 2.
phobos.kernel @matrix(%x: !phobos.ptr<f16>, %y: !phobos.ptr<f16>, %r: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[2, 3] : !phobos.view<2x3xf16>
  %Y = phobos.view %y[3, 2] : !phobos.view<3x2xf16>
  %t = phobos.load %X[%c0 :+ 2, %c0 :+ 3] : !phobos.view<2x3xf16> -> !phobos.tile<2x3xf16>
  %u = phobos.extract_slice %t[%r :+ 3, %c1 :+ 2] masked [0] fill -inf : !phobos.tile<2x3xf16> -> !phobos.tile<3x2xf16>
  %ten = arith.constant dense<10.0> : !phobos.tile<3x2xf16>
  %q = phobos.insert_slice %ten, %t[%r :+ 3, %r :+ 2] masked [0, 1] : !phobos.tile<3x2xf16>, !phobos.tile<2x3xf16>
  phobos.store %u, %Y[%c0 :+ 3, %c0 :+ 2] : !phobos.tile<3x2xf16>, !phobos.view<3x2xf16>
  phobos.store %q, %X[%c0 :+ 2, %c0 :+ 3] : !phobos.tile<2x3xf16>, !phobos.view<2x3xf16>
  phobos.return
}

// Rank 5, every element type that holds 0 to 35: element k is k.
// Starts 1, -1, 0, 1, 2 and lengths 1, 3, 1, 2, 2.
// RUN: sed '/@rank5(/,/^}/{s/i8/i8/g}' %s | phobos-host-run --kernel=rank5 - 36=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35 12=9 -1 2 | FileCheck %s --check-prefix=RANK5
// RUN: sed '/@rank5(/,/^}/{s/i8/i16/g}' %s | phobos-host-run --kernel=rank5 - 36=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35 12=9 -1 2 | FileCheck %s --check-prefix=RANK5
// RUN: sed '/@rank5(/,/^}/{s/i8/i32/g}' %s | phobos-host-run --kernel=rank5 - 36=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35 12=9 -1 2 | FileCheck %s --check-prefix=RANK5
// RUN: sed '/@rank5(/,/^}/{s/i8/i64/g}' %s | phobos-host-run --kernel=rank5 - 36=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35 12=9 -1 2 | FileCheck %s --check-prefix=RANK5
// RUN: sed '/@rank5(/,/^}/{s/i8/f16/g}' %s | phobos-host-run --kernel=rank5 - 36=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35 12=9 -1 2 | FileCheck %s --check-prefix=RANK5
// RUN: sed '/@rank5(/,/^}/{s/i8/bf16/g}' %s | phobos-host-run --kernel=rank5 - 36=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35 12=9 -1 2 | FileCheck %s --check-prefix=RANK5
// RUN: sed '/@rank5(/,/^}/{s/i8/f32/g}' %s | phobos-host-run --kernel=rank5 - 36=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35 12=9 -1 2 | FileCheck %s --check-prefix=RANK5
// RUN: sed '/@rank5(/,/^}/{s/i8/f64/g}' %s | phobos-host-run --kernel=rank5 - 36=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35 12=9 -1 2 | FileCheck %s --check-prefix=RANK5
// RANK5: arg1: 0 0 0 0 23 0 0 0 29 0 0 0
phobos.kernel @rank5(%x: !phobos.ptr<i8>, %y: !phobos.ptr<i8>, %a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[2, 3, 1, 2, 3] : !phobos.view<2x3x1x2x3xi8>
  %Y = phobos.view %y[1, 3, 1, 2, 2] : !phobos.view<1x3x1x2x2xi8>
  %t = phobos.load %X[%c0 :+ 2, %c0 :+ 3, %c0 :+ 1, %c0 :+ 2, %c0 :+ 3] : !phobos.view<2x3x1x2x3xi8> -> !phobos.tile<2x3x1x2x3xi8>
  %u = phobos.extract_slice %t[%c1 :+ 1, %a :+ 3, %c0 :+ 1, %c1 :+ 2, %b :+ 2] masked [1, 3, 4] : !phobos.tile<2x3x1x2x3xi8> -> !phobos.tile<1x3x1x2x2xi8>
  phobos.store %u, %Y[%c0 :+ 1, %c0 :+ 3, %c0 :+ 1, %c0 :+ 2, %c0 :+ 2] : !phobos.tile<1x3x1x2x2xi8>, !phobos.view<1x3x1x2x2xi8>
  phobos.return
}

// Bools, f8 and indices: fills of true, of NaN, of -7.
// RUN: phobos-host-run --kernel=others --bits %s 3=0,1,0 3=1,2,-448 4=0 4=0 4=0 2 | FileCheck %s --check-prefix=OTHERS
// OTHERS: arg2: 0x0 0x1 0x1 0x1
// OTHERS: arg3: 0xFE 0x7F 0x7F 0x7F
// OTHERS: arg4: 0x2 0xFFFFFFFFFFFFFFF9 0xFFFFFFFFFFFFFFF9 0xFFFFFFFFFFFFFFF9
phobos.kernel @others(%x: !phobos.ptr<i1>, %f: !phobos.ptr<f8E4M3FN>, %y: !phobos.ptr<i1>, %g: !phobos.ptr<f8E4M3FN>, %z: !phobos.ptr<i64>, %s: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[3] : !phobos.view<3xi1>
  %F = phobos.view %f[3] : !phobos.view<3xf8E4M3FN>
  %Y = phobos.view %y[4] : !phobos.view<4xi1>
  %G = phobos.view %g[4] : !phobos.view<4xf8E4M3FN>
  %Z = phobos.view %z[4] : !phobos.view<4xi64>
  %a = phobos.load %X[%c0 :+ 3] : !phobos.view<3xi1> -> !phobos.tile<3xi1>
  %b = phobos.load %F[%c0 :+ 3] : !phobos.view<3xf8E4M3FN> -> !phobos.tile<3xf8E4M3FN>
  %c = phobos.iota 0 : !phobos.tile<3xindex>
  %d = phobos.extract_slice %a[%s :+ 4] masked [0] fill 1 : !phobos.tile<3xi1> -> !phobos.tile<4xi1>
  %e = phobos.extract_slice %b[%s :+ 4] masked [0] fill nan : !phobos.tile<3xf8E4M3FN> -> !phobos.tile<4xf8E4M3FN>
  %h = phobos.extract_slice %c[%s :+ 4] masked [0] fill -7 : !phobos.tile<3xindex> -> !phobos.tile<4xindex>
  %i = phobos.cast %h : !phobos.tile<4xindex> to !phobos.tile<4xi64>
  phobos.store %d, %Y[%c0 :+ 4] : !phobos.tile<4xi1>, !phobos.view<4xi1>
  phobos.store %e, %G[%c0 :+ 4] : !phobos.tile<4xf8E4M3FN>, !phobos.view<4xf8E4M3FN>
  phobos.store %i, %Z[%c0 :+ 4] : !phobos.tile<4xi64>, !phobos.view<4xi64>
  phobos.return
}

// A tile inserted into itself moves by %s: every element is read as it was.
// RUN: phobos-host-run --kernel=itself %s 5=1,2,3,4,5 2 | FileCheck %s --check-prefix=ITSELF2
// RUN: phobos-host-run --kernel=itself %s 5=1,2,3,4,5 -1 | FileCheck %s --check-prefix=ITSELF-1
// ITSELF2: arg0: 1 2 1 2 3
// ITSELF-1: arg0: 2 3 4 5 5
phobos.kernel @itself(%x: !phobos.ptr<f32>, %s: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[5] : !phobos.view<5xf32>
  %t = phobos.load %X[%c0 :+ 5] : !phobos.view<5xf32> -> !phobos.tile<5xf32>
  %r = phobos.insert_slice %t, %t[%s :+ 5] masked [0] : !phobos.tile<5xf32>, !phobos.tile<5xf32>
  phobos.store %r, %X[%c0 :+ 5] : !phobos.tile<5xf32>, !phobos.view<5xf32>
  phobos.return
}

// A carried tile that gets squares, one a trip, while the one from before stays.
// RUN: phobos-host-run --kernel=carried %s 6=7 6=0 4 | FileCheck %s --check-prefix=CARRIED
// RUN: phobos-host-run --kernel=carried %s 6=7 6=0 9 | FileCheck %s --check-prefix=CARRIED9
// CARRIED: arg0: 7 7 7 7 7 7
// CARRIED: arg1: 0 1 4 9 7 7
// CARRIED9: arg1: 0 1 4 9 16 25
phobos.kernel @carried(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[6] : !phobos.view<6xi32>
  %Y = phobos.view %y[6] : !phobos.view<6xi32>
  %t = phobos.load %X[%c0 :+ 6] : !phobos.view<6xi32> -> !phobos.tile<6xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> !phobos.tile<6xi32> {
    %k = arith.index_cast %i : index to i32
    %q = arith.muli %k, %k : i32
    %u = phobos.splat %q : !phobos.tile<1xi32>
    %b = phobos.insert_slice %u, %a[%i :+ 1] masked [0] : !phobos.tile<1xi32>, !phobos.tile<6xi32>
    scf.yield %b : !phobos.tile<6xi32>
  }
  phobos.store %r, %Y[%c0 :+ 6] : !phobos.tile<6xi32>, !phobos.view<6xi32>
  phobos.store %t, %X[%c0 :+ 6] : !phobos.tile<6xi32>, !phobos.view<6xi32>
  phobos.return
}

// Two carried tiles, each inserted into the other: (a, b) becomes
// (b with a[0] at 1, a with b[0] at 2). From a = [1 2 3], b = [4 5 6]:
// [4 1 6], [1 2 4]; then [1 4 4], [4 1 1]; then [4 1 1], [1 4 4].
// RUN: phobos-host-run --kernel=crossed %s 3=1,2,3 3=4,5,6 1 | FileCheck %s --check-prefix=CROSSED1
// RUN: phobos-host-run --kernel=crossed %s 3=1,2,3 3=4,5,6 2 | FileCheck %s --check-prefix=CROSSED2
// RUN: phobos-host-run --kernel=crossed %s 3=1,2,3 3=4,5,6 3 | FileCheck %s --check-prefix=CROSSED3
// CROSSED1: arg0: 4 1 6
// CROSSED1: arg1: 1 2 4
// CROSSED2: arg0: 1 4 4
// CROSSED2: arg1: 4 1 1
// CROSSED3: arg0: 4 1 1
// CROSSED3: arg1: 1 4 4
phobos.kernel @crossed(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %X = phobos.view %x[3] : !phobos.view<3xf32>
  %Y = phobos.view %y[3] : !phobos.view<3xf32>
  %t = phobos.load %X[%c0 :+ 3] : !phobos.view<3xf32> -> !phobos.tile<3xf32>
  %u = phobos.load %Y[%c0 :+ 3] : !phobos.view<3xf32> -> !phobos.tile<3xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (!phobos.tile<3xf32>, !phobos.tile<3xf32>) {
    %a0 = phobos.extract_slice %a[%c0 :+ 1] : !phobos.tile<3xf32> -> !phobos.tile<1xf32>
    %b0 = phobos.extract_slice %b[%c0 :+ 1] : !phobos.tile<3xf32> -> !phobos.tile<1xf32>
    %c = phobos.insert_slice %a0, %b[%c1 :+ 1] : !phobos.tile<1xf32>, !phobos.tile<3xf32>
    %d = phobos.insert_slice %b0, %a[%c2 :+ 1] : !phobos.tile<1xf32>, !phobos.tile<3xf32>
    scf.yield %c, %d : !phobos.tile<3xf32>, !phobos.tile<3xf32>
  }
  phobos.store %r#0, %X[%c0 :+ 3] : !phobos.tile<3xf32>, !phobos.view<3xf32>
  phobos.store %r#1, %Y[%c0 :+ 3] : !phobos.tile<3xf32>, !phobos.view<3xf32>
  phobos.return
}

// A loop that is left early, by a flag, with a tile that only some trips change: negative
// elements of x are copied until a zero comes.
// RUN: phobos-host-run --kernel=early %s 6=-1,2,-3,0,-5,6 6=9 | FileCheck %s --check-prefix=EARLY
// RUN: phobos-host-run --kernel=early %s 6=0,2,-3,0,-5,6 6=9 | FileCheck %s --check-prefix=EARLY0
// RUN: phobos-host-run --kernel=early %s 6=1,2,-3,4,5,-6 6=9 | FileCheck %s --check-prefix=EARLY6
// EARLY: arg1: -1 100 -3 100 100 100
// EARLY0: arg1: 100 100 100 100 100 100
// EARLY6: arg1: 100 100 -3 100 100 -6
phobos.kernel @early(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %X = phobos.view %x[6] : !phobos.view<6xi32>
  %Y = phobos.view %y[6] : !phobos.view<6xi32>
  %t = phobos.load %X[%c0 :+ 6] : !phobos.view<6xi32> -> !phobos.tile<6xi32>
  %hundred = arith.constant dense<100> : !phobos.tile<6xi32>
  %r:3 = scf.while (%i = %c0, %go = %true, %a = %hundred) : (index, i1, !phobos.tile<6xi32>) -> (index, i1, !phobos.tile<6xi32>) {
    %below = arith.cmpi slt, %i, %c6 : index
    %both = arith.andi %below, %go : i1
    scf.condition(%both) %i, %go, %a : index, i1, !phobos.tile<6xi32>
  } do {
  ^bb0(%i: index, %go: i1, %a: !phobos.tile<6xi32>):
    %u = phobos.extract_slice %t[%i :+ 1] masked [0] : !phobos.tile<6xi32> -> !phobos.tile<1xi32>
    %v = phobos.item %u : !phobos.tile<1xi32>
    %stays = arith.cmpi ne, %v, %zero : i32
    %b = scf.if %stays -> !phobos.tile<6xi32> {
      %negative = arith.cmpi slt, %v, %zero : i32
      %c = scf.if %negative -> !phobos.tile<6xi32> {
        %d = phobos.insert_slice %u, %a[%i :+ 1] masked [0] : !phobos.tile<1xi32>, !phobos.tile<6xi32>
        scf.yield %d : !phobos.tile<6xi32>
      } else {
        scf.yield %a : !phobos.tile<6xi32>
      }
      scf.yield %c : !phobos.tile<6xi32>
    } else {
      scf.yield %a : !phobos.tile<6xi32>
    }
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %stays, %b : index, i1, !phobos.tile<6xi32>
  }
  phobos.store %r#2, %Y[%c0 :+ 6] : !phobos.tile<6xi32>, !phobos.view<6xi32>
  phobos.return
}

// A branch that inserts or not; the tile from before is stored afterwards.
// RUN: phobos-host-run --kernel=branch %s 3=1,2,3 6=0 1 | FileCheck %s --check-prefix=BRANCH1
// RUN: phobos-host-run --kernel=branch %s 3=1,2,3 6=0 0 | FileCheck %s --check-prefix=BRANCH0
// BRANCH1: arg1: 1 3 3 1 2 3
// BRANCH0: arg1: 1 2 3 1 2 3
phobos.kernel @branch(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %X = phobos.view %x[3] : !phobos.view<3xf32>
  %Y = phobos.view %y[6] : !phobos.view<6xf32>
  %t = phobos.load %X[%c0 :+ 3] : !phobos.view<3xf32> -> !phobos.tile<3xf32>
  %r = scf.if %c -> !phobos.tile<3xf32> {
    %u = phobos.extract_slice %t[%c2 :+ 1] : !phobos.tile<3xf32> -> !phobos.tile<1xf32>
    %v = phobos.insert_slice %u, %t[%c1 :+ 1] : !phobos.tile<1xf32>, !phobos.tile<3xf32>
    scf.yield %v : !phobos.tile<3xf32>
  } else {
    scf.yield %t : !phobos.tile<3xf32>
  }
  phobos.store %r, %Y[%c0 :+ 3] : !phobos.tile<3xf32>, !phobos.view<6xf32>
  phobos.store %t, %Y[%c3 :+ 3] : !phobos.tile<3xf32>, !phobos.view<6xf32>
  phobos.return
}

// Bubble sort: a nest of loops, each trip inserts two elements.
// RUN: phobos-host-run --kernel=sort %s 6=5,-1,4,4,0,3 | FileCheck %s --check-prefix=SORT
// SORT: arg0: -1 0 3 4 4 5
phobos.kernel @sort(%x: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %X = phobos.view %x[6] : !phobos.view<6xf32>
  %t = phobos.load %X[%c0 :+ 6] : !phobos.view<6xf32> -> !phobos.tile<6xf32>
  %r = scf.for %k = %c0 to %c5 step %c1 iter_args(%a = %t) -> !phobos.tile<6xf32> {
    %s = scf.for %i = %c0 to %c5 step %c1 iter_args(%b = %a) -> !phobos.tile<6xf32> {
      %j = arith.addi %i, %c1 : index
      %lo = phobos.extract_slice %b[%i :+ 1] masked [0] : !phobos.tile<6xf32> -> !phobos.tile<1xf32>
      %hi = phobos.extract_slice %b[%j :+ 1] masked [0] : !phobos.tile<6xf32> -> !phobos.tile<1xf32>
      %min = arith.minimumf %lo, %hi : !phobos.tile<1xf32>
      %max = arith.maximumf %lo, %hi : !phobos.tile<1xf32>
      %c = phobos.insert_slice %min, %b[%i :+ 1] masked [0] : !phobos.tile<1xf32>, !phobos.tile<6xf32>
      %d = phobos.insert_slice %max, %c[%j :+ 1] masked [0] : !phobos.tile<1xf32>, !phobos.tile<6xf32>
      scf.yield %d : !phobos.tile<6xf32>
    }
    scf.yield %s : !phobos.tile<6xf32>
  }
  phobos.store %r, %X[%c0 :+ 6] : !phobos.tile<6xf32>, !phobos.view<6xf32>
  phobos.return
}

// The one element of a tile as a scalar, and tiles in other shapes, in row-major order.

// RUN: phobos-host-run --kernel=point %s 6=1,2,3,4,5,6 6=0 1 2 | FileCheck %s --check-prefix=POINT
// RUN: phobos-host-run --kernel=point %s 6=1,2,3,4,5,6 6=0 0 1 | FileCheck %s --check-prefix=POINT01
// POINT: arg1: 6 6 6 6 6 6
// POINT01: arg1: 2 2 2 2 2 2
phobos.kernel @point(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[2, 3] : !phobos.view<2x3xf32>
  %Y = phobos.view %y[6] : !phobos.view<6xf32>
  %t = phobos.load %X[%i :+ 1, %j :+ 1] unchecked [0, 1] : !phobos.view<2x3xf32> -> !phobos.tile<1x1xf32>
  %s = phobos.item %t : !phobos.tile<1x1xf32>
  %r = phobos.splat %s : !phobos.tile<6xf32>
  phobos.store %r, %Y[%c0 :+ 6] : !phobos.tile<6xf32>, !phobos.view<6xf32>
  phobos.return
}

// The element decides how often a loop runs and whether a branch is taken: n[0] trips.
// RUN: phobos-host-run --kernel=decide %s 2=3,1 1=0 | FileCheck %s --check-prefix=DECIDE3
// RUN: phobos-host-run --kernel=decide %s 2=0,1 1=0 | FileCheck %s --check-prefix=DECIDE0
// RUN: phobos-host-run --kernel=decide %s 2=5,0 1=7 | FileCheck %s --check-prefix=DECIDE-NOT
// DECIDE3: arg1: 6
// DECIDE0: arg1: 0
// DECIDE-NOT: arg1: 7
phobos.kernel @decide(%n: !phobos.ptr<i32>, %y: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %X = phobos.view %n[2] : !phobos.view<2xi32>
  %Y = phobos.view %y[1] : !phobos.view<1xi32>
  %t = phobos.load %X[%c0 :+ 1] unchecked [0] : !phobos.view<2xi32> -> !phobos.tile<1xi32>
  %u = phobos.load %X[%c1 :+ 1] unchecked [0] : !phobos.view<2xi32> -> !phobos.tile<1xi32>
  %trips = phobos.item %t : !phobos.tile<1xi32>
  %flag = phobos.item %u : !phobos.tile<1xi32>
  %end = arith.index_cast %trips : i32 to index
  %yes = arith.cmpi ne, %flag, %zero : i32
  scf.if %yes {
    %sum = scf.for %i = %c0 to %end step %c1 iter_args(%a = %zero) -> i32 {
      %b = arith.addi %a, %two : i32
      scf.yield %b : i32
    }
    %r = phobos.splat %sum : !phobos.tile<1xi32>
    phobos.store %r, %Y[%c0 :+ 1] : !phobos.tile<1xi32>, !phobos.view<1xi32>
  }
  phobos.return
}

// An item is read before the store that follows it.
// RUN: phobos-host-run --kernel=order %s 2=1,2 | FileCheck %s --check-prefix=ORDER
// ORDER: arg0: 9 1
phobos.kernel @order(%x: !phobos.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[2] : !phobos.view<2xi64>
  %nine = arith.constant dense<9> : !phobos.tile<1xi64>
  %t = phobos.load %X[%c0 :+ 1] unchecked [0] : !phobos.view<2xi64> -> !phobos.tile<1xi64>
  phobos.store %nine, %X[%c0 :+ 1] unchecked [0] : !phobos.tile<1xi64>, !phobos.view<2xi64>
  %s = phobos.item %t : !phobos.tile<1xi64>
  %r = phobos.splat %s : !phobos.tile<1xi64>
  phobos.store %r, %X[%c1 :+ 1] unchecked [0] : !phobos.tile<1xi64>, !phobos.view<2xi64>
  phobos.return
}

// A 4x6 transposed, read in rows of 8: element k of the result is 6 * (k % 4) + k / 4.
// RUN: phobos-host-run --kernel=reshape %s 24=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23 24=0 24=0 | FileCheck %s --check-prefix=RESHAPE
// RESHAPE: arg1: 0 6 12 18 1 7 13 19 2 8 14 20 3 9 15 21 4 10 16 22 5 11 17 23
// RESHAPE: arg2: 1 7 13 19 2 8 14 20 3 9 15 21 4 10 16 22 5 11 17 23 6 12 18 24
phobos.kernel @reshape(%x: !phobos.ptr<f16>, %y: !phobos.ptr<f16>, %z: !phobos.ptr<f16>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[4, 6] : !phobos.view<4x6xf16>
  %Y = phobos.view %y[3, 8] : !phobos.view<3x8xf16>
  %Z = phobos.view %z[2, 1, 3, 2, 2] : !phobos.view<2x1x3x2x2xf16>
  %one = arith.constant dense<1.0> : !phobos.tile<24xf16>
  %t = phobos.load %X[%c0 :+ 4, %c0 :+ 6] : !phobos.view<4x6xf16> -> !phobos.tile<4x6xf16>
  %u = phobos.transpose %t [1, 0] : !phobos.tile<4x6xf16> -> !phobos.tile<6x4xf16>
  %v = phobos.reshape %u : !phobos.tile<6x4xf16> -> !phobos.tile<3x8xf16>
  phobos.store %v, %Y[%c0 :+ 3, %c0 :+ 8] : !phobos.tile<3x8xf16>, !phobos.view<3x8xf16>
  %w = phobos.reshape %u : !phobos.tile<6x4xf16> -> !phobos.tile<24xf16>
  %a = arith.addf %w, %one : !phobos.tile<24xf16>
  %b = phobos.reshape %a : !phobos.tile<24xf16> -> !phobos.tile<2x1x3x2x2xf16>
  phobos.store %b, %Z[%c0 :+ 2, %c0 :+ 1, %c0 :+ 3, %c0 :+ 2, %c0 :+ 2] : !phobos.tile<2x1x3x2x2xf16>, !phobos.view<2x1x3x2x2xf16>
  phobos.return
}

// A reshaped tile shares nothing: what is inserted into it does not show in the source,
// nor what is inserted into the source in it. Carried by a loop as well.
// RUN: phobos-host-run --kernel=apart %s 4=1,2,3,4 12=0 2 | FileCheck %s --check-prefix=APART
// APART: arg1: 1 2 3 4 1 9 3 9 8 2 8 4
phobos.kernel @apart(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %X = phobos.view %x[4] : !phobos.view<4xi32>
  %Y = phobos.view %y[12] : !phobos.view<12xi32>
  %t = phobos.load %X[%c0 :+ 4] : !phobos.view<4xi32> -> !phobos.tile<4xi32>
  %m = phobos.reshape %t : !phobos.tile<4xi32> -> !phobos.tile<2x2xi32>
  %nine = arith.constant dense<9> : !phobos.tile<1x1xi32>
  %eight = arith.constant dense<8> : !phobos.tile<1xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %m, %b = %t) -> (!phobos.tile<2x2xi32>, !phobos.tile<4xi32>) {
    %c = phobos.insert_slice %nine, %a[%i :+ 1, %c1 :+ 1] masked [0] : !phobos.tile<1x1xi32>, !phobos.tile<2x2xi32>
    %j = arith.addi %i, %i : index
    %d = phobos.insert_slice %eight, %b[%j :+ 1] masked [0] : !phobos.tile<1xi32>, !phobos.tile<4xi32>
    scf.yield %c, %d : !phobos.tile<2x2xi32>, !phobos.tile<4xi32>
  }
  %flat = phobos.reshape %r#0 : !phobos.tile<2x2xi32> -> !phobos.tile<4xi32>
  phobos.store %t, %Y[%c0 :+ 4] : !phobos.tile<4xi32>, !phobos.view<12xi32>
  phobos.store %flat, %Y[%c4 :+ 4] : !phobos.tile<4xi32>, !phobos.view<12xi32>
  phobos.store %r#1, %Y[%c8 :+ 4] : !phobos.tile<4xi32>, !phobos.view<12xi32>
  phobos.return
}

// The number of blocks, along each axis, in every block.
// RUN: phobos-host-run --kernel=blocks --grid=3,2,1 %s 6=0 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: arg0: 321 321 321 321 321 321
phobos.kernel @blocks(%y: !phobos.ptr<i64>) {
  %c10 = arith.constant 10 : index
  %Y = phobos.view %y[6] : !phobos.view<6xi64>
  %bx = phobos.block_id x
  %by = phobos.block_id y
  %nx = phobos.num_blocks x
  %ny = phobos.num_blocks y
  %nz = phobos.num_blocks z
  %row = arith.muli %by, %nx : index
  %place = arith.addi %row, %bx : index
  %a = arith.muli %nx, %c10 : index
  %b = arith.addi %a, %ny : index
  %c = arith.muli %b, %c10 : index
  %d = arith.addi %c, %nz : index
  %e = arith.index_cast %d : index to i64
  %t = phobos.splat %e : !phobos.tile<1xi64>
  phobos.store %t, %Y[%place :+ 1] : !phobos.tile<1xi64>, !phobos.view<6xi64>
  phobos.return
}

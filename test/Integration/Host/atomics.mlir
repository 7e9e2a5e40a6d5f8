// Atomics of both forms, on every type; old values are the results. A GPU may update
// equal offsets in another order: only what does not depend on it is checked of those.

// Of each type: lanes 0 to 3 add i + 1 at -2, 0, 3 and 1; the fifth is off.
// RUN: phobos-host-run --kernel=add %s 10@4=77,77,1,2,3,4,5,6,77,77 5=-2,0,3,1,9223372036854775807 5=9 | FileCheck %s --check-prefix=ADD
// RUN: sed '/@add(/,/^}/{s/i32/i64/g}' %s | phobos-host-run --kernel=add - 10@4=77,77,1,2,3,4,5,6,77,77 5=-2,0,3,1,9223372036854775807 5=9 | FileCheck %s --check-prefix=ADD
// RUN: sed '/@add(/,/^}/{s/i32/f32/g;s/cast %wide1/cast %wide1/;s/arith.addi %n/arith.addf %n/;s/dense<1>/dense<1.0>/}' %s | phobos-host-run --kernel=add - 10@4=77,77,1,2,3,4,5,6,77,77 5=-2,0,3,1,9223372036854775807 5=9 | FileCheck %s --check-prefix=ADD
// RUN: sed '/@add(/,/^}/{s/i32/f64/g;s/arith.addi %n/arith.addf %n/;s/dense<1>/dense<1.0>/}' %s | phobos-host-run --kernel=add - 10@4=77,77,1,2,3,4,5,6,77,77 5=-2,0,3,1,9223372036854775807 5=9 | FileCheck %s --check-prefix=ADD
// RUN: sed '/@add(/,/^}/{s/i32/f16/g;s/arith.addi %n/arith.addf %n/;s/dense<1>/dense<1.0>/}' %s | phobos-host-run --kernel=add - 10@4=77,77,1,2,3,4,5,6,77,77 5=-2,0,3,1,9223372036854775807 5=9 | FileCheck %s --check-prefix=ADD
// RUN: sed '/@add(/,/^}/{s/i32/bf16/g;s/arith.addi %n/arith.addf %n/;s/dense<1>/dense<1.0>/}' %s | phobos-host-run --kernel=add - 10@4=77,77,1,2,3,4,5,6,77,77 5=-2,0,3,1,9223372036854775807 5=9 | FileCheck %s --check-prefix=ADD
// ADD: arg0: 77 77 2 2 5 8 5 9 77 77
// ADD: arg2: 1 3 6 4 0
phobos.kernel @add(%x: !phobos.ptr<i32>, %o: !phobos.ptr<i64>, %y: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %O = phobos.view %o[5] : !phobos.view<5xi64>
  %Y = phobos.view %y[5] : !phobos.view<5xi32>
  %wide = phobos.load %O[%c0 :+ 5] : !phobos.view<5xi64> -> !phobos.tile<5xi64>
  %offsets = phobos.cast %wide : !phobos.tile<5xi64> to !phobos.tile<5xindex>
  %i = phobos.iota 0 : !phobos.tile<5xindex>
  %four = arith.constant dense<4> : !phobos.tile<5xindex>
  %mask = arith.cmpi slt, %i, %four : !phobos.tile<5xindex>
  %n = phobos.cast %i : !phobos.tile<5xindex> to !phobos.tile<5xi32>
  %one = arith.constant dense<1> : !phobos.tile<5xi32>
  %v = arith.addi %n, %one : !phobos.tile<5xi32>
  %old = phobos.atomic_scatter <add> %v, %x[%offsets] mask %mask : !phobos.tile<5xi32>, !phobos.ptr<i32>, !phobos.tile<5xindex>
  phobos.store %old, %Y[%c0 :+ 5] : !phobos.tile<5xi32>, !phobos.view<5xi32>
  phobos.return
}

// Each kind on bits: the value is 12 (of the signed and unsigned kinds: -1).
// RUN: phobos-host-run --kernel=kinds %s 9=10,10,10,10,10,10,10,10,10 9=0 | FileCheck %s --check-prefix=KINDS
// RUN: sed '/@kinds(/,/^}/{s/i32/i64/g}' %s | phobos-host-run --kernel=kinds - 9=10,10,10,10,10,10,10,10,10 9=0 | FileCheck %s --check-prefix=KINDS
// KINDS: arg0: 10 -1 -1 10 8 14 6 12 12
// KINDS: arg1: 10 10 10 10 10 10 10 10 10
phobos.kernel @kinds(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %X = phobos.view %x[9] : !phobos.view<9xi32>
  %Y = phobos.view %y[9] : !phobos.view<9xi32>
  %minus = arith.constant dense<-1> : !phobos.tile<1xi32>
  %twelve = arith.constant dense<12> : !phobos.tile<1xi32>
  %ten = arith.constant dense<10> : !phobos.tile<1xi32>
  %0 = phobos.atomic <max> %minus, %X[%c0 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  %1 = phobos.atomic <min> %minus, %X[%c1 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  %2 = phobos.atomic <maxu> %minus, %X[%c2 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  %3 = phobos.atomic <minu> %minus, %X[%c3 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  %4 = phobos.atomic <and> %twelve, %X[%c4 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  %5 = phobos.atomic <or> %twelve, %X[%c5 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  %6 = phobos.atomic <xor> %twelve, %X[%c6 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  %7 = phobos.atomic <exchange> %twelve, %X[%c7 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  %8 = phobos.atomic <cas> %twelve expected %ten, %X[%c8 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %0, %Y[%c0 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %1, %Y[%c1 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %2, %Y[%c2 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %3, %Y[%c3 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %4, %Y[%c4 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %5, %Y[%c5 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %6, %Y[%c6 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %7, %Y[%c7 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.store %8, %Y[%c8 :+ 1] : !phobos.tile<1xi32>, !phobos.view<9xi32>
  phobos.return
}

// Floats: NaN is the greatest and the least, -0 is less than 0; cas compares bits, so
// that -0 is not 0 and a NaN is itself.
// RUN: phobos-host-run --kernel=floats %s 6=1,nan,-0,0,-0,nan 6=9 | FileCheck %s --check-prefix=FLOATS
// RUN: sed '/@floats(/,/^}/{s/f32/f64/g;s/0x7FC00000/0x7FF8000000000000/}' %s | phobos-host-run --kernel=floats - 6=1,nan,-0,0,-0,nan 6=9 | FileCheck %s --check-prefix=FLOATS
// FLOATS: arg0: nan nan 0 -0 -0 5
// FLOATS: arg1: 1 nan -0 0 -0 nan
phobos.kernel @floats(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %X = phobos.view %x[6] : !phobos.view<6xf32>
  %Y = phobos.view %y[6] : !phobos.view<6xf32>
  %nan = arith.constant dense<0x7FC00000> : !phobos.tile<1xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<1xf32>
  %minus = arith.constant dense<-0.0> : !phobos.tile<1xf32>
  %five = arith.constant dense<5.0> : !phobos.tile<1xf32>
  %0 = phobos.atomic <max> %nan, %X[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  %1 = phobos.atomic <min> %five, %X[%c1 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  %2 = phobos.atomic <max> %zero, %X[%c2 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  %3 = phobos.atomic <min> %minus, %X[%c3 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  %4 = phobos.atomic <cas> %five expected %zero, %X[%c4 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  %5 = phobos.atomic <cas> %five expected %nan, %X[%c5 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  phobos.store %0, %Y[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  phobos.store %1, %Y[%c1 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  phobos.store %2, %Y[%c2 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  phobos.store %3, %Y[%c3 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  phobos.store %4, %Y[%c4 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  phobos.store %5, %Y[%c5 :+ 1] : !phobos.tile<1xf32>, !phobos.view<6xf32>
  phobos.return
}

// A slice that begins before its view and ends behind it: what is outside is not
// updated, and its old value is 0.
// RUN: phobos-host-run --kernel=slice %s 3=1,2,3 8=9 -2 | FileCheck %s --check-prefix=SLICE
// SLICE: arg0: 11 12 13
// SLICE: arg1: 0 0 1 2 3 0 0 0
phobos.kernel @slice(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %s: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[3] : !phobos.view<3xi32>
  %Y = phobos.view %y[8] : !phobos.view<8xi32>
  %ten = arith.constant dense<10> : !phobos.tile<8xi32>
  %old = phobos.atomic <add> %ten, %X[%s :+ 8] masked [0] : !phobos.tile<8xi32>, !phobos.view<3xi32>
  phobos.store %old, %Y[%c0 :+ 8] : !phobos.tile<8xi32>, !phobos.view<8xi32>
  phobos.return
}

// 64 lanes add to 3 places, each once.
// RUN: phobos-host-run --kernel=replicas %s 3=0 | FileCheck %s --check-prefix=REPLICAS
// REPLICAS: arg0: 22 21 21
phobos.kernel @replicas(%x: !phobos.ptr<i32>) {
  %three = arith.constant dense<3> : !phobos.tile<64xindex>
  %one = arith.constant dense<1> : !phobos.tile<64xi32>
  %i = phobos.iota 0 : !phobos.tile<64xindex>
  %o = arith.remui %i, %three : !phobos.tile<64xindex>
  %old = phobos.atomic_scatter <add> %one, %x[%o] order <relaxed> : !phobos.tile<64xi32>, !phobos.ptr<i32>, !phobos.tile<64xindex>
  phobos.return
}

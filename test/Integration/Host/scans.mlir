// Scans and positions of extremes, by line, from the definition.

// RUN: sed '/@scan(/,/^}/{s/f32/f32/g; s/<add>/<add>/; s/dim 1/dim 0/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=ADD0
// RUN: sed '/@scan(/,/^}/{s/f32/i32/g; s/<add>/<add>/; s/dim 1/dim 0/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=ADD0
// ADD0: arg1: 3 -1 4 1 8 -10 6 7 3 -7 11 -1
// RUN: sed '/@scan(/,/^}/{s/f32/f32/g; s/<add>/<mul>/; s/dim 1/dim 0/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MUL0
// RUN: sed '/@scan(/,/^}/{s/f32/i32/g; s/<add>/<mul>/; s/dim 1/dim 0/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MUL0
// MUL0: arg1: 3 -1 4 1 15 9 8 6 -75 27 40 -48
// RUN: sed '/@scan(/,/^}/{s/f32/f32/g; s/<add>/<max>/; s/dim 1/dim 0/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MAX0
// RUN: sed '/@scan(/,/^}/{s/f32/i32/g; s/<add>/<max>/; s/dim 1/dim 0/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MAX0
// MAX0: arg1: 3 -1 4 1 5 -1 4 6 5 3 5 6
// RUN: sed '/@scan(/,/^}/{s/f32/f32/g; s/<add>/<min>/; s/dim 1/dim 0/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MIN0
// RUN: sed '/@scan(/,/^}/{s/f32/i32/g; s/<add>/<min>/; s/dim 1/dim 0/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MIN0
// MIN0: arg1: 3 -1 4 1 3 -9 2 1 -5 -9 2 -8
// RUN: sed '/@scan(/,/^}/{s/f32/f32/g; s/<add>/<add>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=ADD1
// RUN: sed '/@scan(/,/^}/{s/f32/i32/g; s/<add>/<add>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=ADD1
// RUN: sed '/@scan(/,/^}/{s/f32/f64/g; s/<add>/<add>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=ADD1
// RUN: sed '/@scan(/,/^}/{s/f32/i16/g; s/<add>/<add>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=ADD1
// RUN: sed '/@scan(/,/^}/{s/f32/bf16/g; s/<add>/<add>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=ADD1
// RUN: sed '/@scan(/,/^}/{s/f32/f16/g; s/<add>/<add>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=ADD1
// ADD1: arg1: 3 2 6 7 5 -4 -2 4 -5 -2 3 -5
// RUN: sed '/@scan(/,/^}/{s/f32/f32/g; s/<add>/<mul>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MUL1
// RUN: sed '/@scan(/,/^}/{s/f32/i32/g; s/<add>/<mul>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MUL1
// MUL1: arg1: 3 -3 -12 -12 5 -45 -90 -540 -5 -15 -75 600
// RUN: sed '/@scan(/,/^}/{s/f32/f32/g; s/<add>/<max>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MAX1
// RUN: sed '/@scan(/,/^}/{s/f32/i32/g; s/<add>/<max>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MAX1
// MAX1: arg1: 3 3 4 4 5 5 5 6 -5 3 5 5
// RUN: sed '/@scan(/,/^}/{s/f32/f32/g; s/<add>/<min>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MIN1
// RUN: sed '/@scan(/,/^}/{s/f32/i32/g; s/<add>/<min>/; s/dim 1/dim 1/}' %s | phobos-host-run --kernel=scan - 12=3,-1,4,1,5,-9,2,6,-5,3,5,-8 12=0 | FileCheck %s --check-prefix=MIN1
// MIN1: arg1: 3 -1 -1 -1 5 -9 -9 -9 -5 -5 -5 -8
phobos.kernel @scan(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[3, 4] : !phobos.view<3x4xf32>
  %Y = phobos.view %y[3, 4] : !phobos.view<3x4xf32>
  %t = phobos.load %X[%c0 :+ 3, %c0 :+ 4] : !phobos.view<3x4xf32> -> !phobos.tile<3x4xf32>
  %s = phobos.scan <add> %t dim 1 : !phobos.tile<3x4xf32>
  phobos.store %s, %Y[%c0 :+ 3, %c0 :+ 4] : !phobos.tile<3x4xf32>, !phobos.view<3x4xf32>
  phobos.return
}

// Unsigned and bits; a bool is the number 0 or 1. i8 200, 100, 250, 3, as unsigned.
// RUN: sed '/@bits(/,/^}/{s/<add>/<maxu>/}' %s | phobos-host-run --kernel=bits - 4=-56,100,-6,3 4=0 | FileCheck %s --check-prefix=MAXU
// RUN: sed '/@bits(/,/^}/{s/<add>/<minu>/}' %s | phobos-host-run --kernel=bits - 4=-56,100,-6,3 4=0 | FileCheck %s --check-prefix=MINU
// RUN: sed '/@bits(/,/^}/{s/<add>/<and>/}' %s | phobos-host-run --kernel=bits - 4=7,14,12,1 4=0 | FileCheck %s --check-prefix=AND
// RUN: sed '/@bits(/,/^}/{s/<add>/<or>/}' %s | phobos-host-run --kernel=bits - 4=1,4,0,2 4=0 | FileCheck %s --check-prefix=OR
// RUN: sed '/@bits(/,/^}/{s/<add>/<or>/; s/i8/i1/g}' %s | phobos-host-run --kernel=bits - 4=0,1,0,0 4=0 | FileCheck %s --check-prefix=ORBOOL
// RUN: phobos-host-run --kernel=bits %s 4=100,100,100,1 4=0 | FileCheck %s --check-prefix=WRAP
// MAXU: arg1: -56 -56 -6 -6
// MINU: arg1: -56 100 100 3
// AND: arg1: 7 6 4 0
// OR: arg1: 1 5 5 7
// ORBOOL: arg1: 0 1 1 1
// Sums wrap at 8 bits.
// WRAP: arg1: 100 -56 44 45
phobos.kernel @bits(%x: !phobos.ptr<i8>, %y: !phobos.ptr<i8>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[4] : !phobos.view<4xi8>
  %Y = phobos.view %y[4] : !phobos.view<4xi8>
  %t = phobos.load %X[%c0 :+ 4] : !phobos.view<4xi8> -> !phobos.tile<4xi8>
  %s = phobos.scan <add> %t dim 0 : !phobos.tile<4xi8>
  phobos.store %s, %Y[%c0 :+ 4] : !phobos.tile<4xi8>, !phobos.view<4xi8>
  phobos.return
}

// From the first element on: 1e8 + 1 is 1e8 in f32, so the order shows. A NaN stays, in
// sums and extremes; the zero's sign stays.
// RUN: phobos-host-run --kernel=line %s 5=1,1e8,-1e8,1,2 5=0 | FileCheck %s --check-prefix=ROUNDED
// RUN: phobos-host-run --kernel=line %s 5=1,inf,-inf,1,2 5=0 | FileCheck %s --check-prefix=INFINITE
// RUN: phobos-host-run --kernel=line --bits %s 5=-0,-0,0,-0,0 5=7 | FileCheck %s --check-prefix=ZEROS
// RUN: sed '/@line(/,/^}/{s/<add>/<max>/}' %s | phobos-host-run --kernel=line - 5=1,3,nan,9,2 5=0 | FileCheck %s --check-prefix=MAXNAN
// RUN: sed '/@line(/,/^}/{s/<add>/<min>/}' %s | phobos-host-run --kernel=line - 5=nan,3,1,9,2 5=0 | FileCheck %s --check-prefix=MINNAN
// ROUNDED: arg1: 1 100000000 0 1 3
// INFINITE: arg1: 1 inf nan nan nan
// ZEROS: arg1: 0x80000000 0x80000000 0x0 0x0 0x0
// MAXNAN: arg1: 1 3 nan nan nan
// MINNAN: arg1: nan nan nan nan nan
phobos.kernel @line(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[5] : !phobos.view<5xf32>
  %Y = phobos.view %y[5] : !phobos.view<5xf32>
  %t = phobos.load %X[%c0 :+ 5] : !phobos.view<5xf32> -> !phobos.tile<5xf32>
  %s = phobos.scan <add> %t dim 0 : !phobos.tile<5xf32>
  phobos.store %s, %Y[%c0 :+ 5] : !phobos.tile<5xf32>, !phobos.view<5xf32>
  phobos.return
}

// Rank 5, along the middle: element k of a 2x1x3x1x2 tile is k.
// RUN: phobos-host-run --kernel=rank5 %s 12=0,1,2,3,4,5,6,7,8,9,10,11 12=0 | FileCheck %s --check-prefix=RANK5
// RANK5: arg1: 0 1 2 4 6 9 6 7 14 16 24 27
phobos.kernel @rank5(%x: !phobos.ptr<i64>, %y: !phobos.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[2, 1, 3, 1, 2] : !phobos.view<2x1x3x1x2xi64>
  %Y = phobos.view %y[2, 1, 3, 1, 2] : !phobos.view<2x1x3x1x2xi64>
  %t = phobos.load %X[%c0 :+ 2, %c0 :+ 1, %c0 :+ 3, %c0 :+ 1, %c0 :+ 2] : !phobos.view<2x1x3x1x2xi64> -> !phobos.tile<2x1x3x1x2xi64>
  %s = phobos.scan <add> %t dim 2 : !phobos.tile<2x1x3x1x2xi64>
  phobos.store %s, %Y[%c0 :+ 2, %c0 :+ 1, %c0 :+ 3, %c0 :+ 1, %c0 :+ 2] : !phobos.tile<2x1x3x1x2xi64>, !phobos.view<2x1x3x1x2xi64>
  phobos.return
}

// The index of the first of the largest, and of the first NaN where there is one.
// RUN: sed '/@arg(/,/^}/{s/f32/f32/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMAX
// RUN: sed '/@arg(/,/^}/{s/f32/f32/g; s/<max>/<min>/g}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMIN
// RUN: sed '/@arg(/,/^}/{s/f32/f64/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMAX
// RUN: sed '/@arg(/,/^}/{s/f32/f64/g; s/<max>/<min>/g}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMIN
// RUN: sed '/@arg(/,/^}/{s/f32/f16/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMAX
// RUN: sed '/@arg(/,/^}/{s/f32/f16/g; s/<max>/<min>/g}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMIN
// RUN: sed '/@arg(/,/^}/{s/f32/bf16/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMAX
// RUN: sed '/@arg(/,/^}/{s/f32/bf16/g; s/<max>/<min>/g}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMIN
// RUN: sed '/@arg(/,/^}/{s/f32/f8E5M2/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMAX
// RUN: sed '/@arg(/,/^}/{s/f32/f8E5M2/g; s/<max>/<min>/g}' %s | phobos-host-run --kernel=arg - 28=1,5,5,2,nan,nan,9,0,3,nan,7,nan,-inf,-inf,-inf,-inf,inf,1,inf,2,-0.0,0,-1,0,0,0,0,1 7=9 4=9 | FileCheck %s --check-prefix=ARGMIN
// ARGMAX: arg1: 1 0 1 0 0 0 3
// ARGMAX: arg2: 1 1 4 2
// ARGMIN: arg1: 0 0 1 0 1 2 0
// ARGMIN: arg2: 1 1 3 2
phobos.kernel @arg(%x: !phobos.ptr<f32>, %y: !phobos.ptr<i64>, %z: !phobos.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[7, 4] : !phobos.view<7x4xf32>
  %Y = phobos.view %y[7, 1] : !phobos.view<7x1xi64>
  %Z = phobos.view %z[1, 4] : !phobos.view<1x4xi64>
  %t = phobos.load %X[%c0 :+ 7, %c0 :+ 4] : !phobos.view<7x4xf32> -> !phobos.tile<7x4xf32>
  %r = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<7x4xf32> -> !phobos.tile<7x1xindex>
  %c = phobos.arg_reduce <max> %t dim 0 : !phobos.tile<7x4xf32> -> !phobos.tile<1x4xindex>
  %ri = phobos.cast %r : !phobos.tile<7x1xindex> to !phobos.tile<7x1xi64>
  %ci = phobos.cast %c : !phobos.tile<1x4xindex> to !phobos.tile<1x4xi64>
  phobos.store %ri, %Y[%c0 :+ 7, %c0 :+ 1] : !phobos.tile<7x1xi64>, !phobos.view<7x1xi64>
  phobos.store %ci, %Z[%c0 :+ 1, %c0 :+ 4] : !phobos.tile<1x4xi64>, !phobos.view<1x4xi64>
  phobos.return
}

// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i8>/; s/xi8/xi8/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMAX
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i16>/; s/xi8/xi16/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMAX
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i32>/; s/xi8/xi32/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMAX
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i64>/; s/xi8/xi64/g; s/<max>/<max>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMAX
// INTMAX: arg1: 3
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i8>/; s/xi8/xi8/g; s/<max>/<min>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMIN
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i16>/; s/xi8/xi16/g; s/<max>/<min>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMIN
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i32>/; s/xi8/xi32/g; s/<max>/<min>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMIN
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i64>/; s/xi8/xi64/g; s/<max>/<min>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMIN
// INTMIN: arg1: 4
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i8>/; s/xi8/xi8/g; s/<max>/<maxu>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMAXU
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i16>/; s/xi8/xi16/g; s/<max>/<maxu>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMAXU
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i32>/; s/xi8/xi32/g; s/<max>/<maxu>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMAXU
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i64>/; s/xi8/xi64/g; s/<max>/<maxu>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMAXU
// INTMAXU: arg1: 1
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i8>/; s/xi8/xi8/g; s/<max>/<minu>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMINU
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i16>/; s/xi8/xi16/g; s/<max>/<minu>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMINU
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i32>/; s/xi8/xi32/g; s/<max>/<minu>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMINU
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i64>/; s/xi8/xi64/g; s/<max>/<minu>/}' %s | phobos-host-run --kernel=integers - 7=3,-7,-7,100,-128,100,0 1=9 | FileCheck %s --check-prefix=INTMINU
// INTMINU: arg1: 6
// A bool is 0 or 1.
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i1>/; s/xi8/xi1/g; s/<max>/<maxu>/}' %s | phobos-host-run --kernel=integers - 7=0,0,1,0,1,0,0 1=9 | FileCheck %s --check-prefix=BOOLMAX
// RUN: sed '/@integers(/,/^}/{s/ptr<i8>/ptr<i1>/; s/xi8/xi1/g; s/<max>/<minu>/}' %s | phobos-host-run --kernel=integers - 7=1,0,1,0,1,0,0 1=9 | FileCheck %s --check-prefix=BOOLMIN
// BOOLMAX: arg1: 2
// BOOLMIN: arg1: 1
phobos.kernel @integers(%x: !phobos.ptr<i8>, %y: !phobos.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[7] : !phobos.view<7xi8>
  %Y = phobos.view %y[1] : !phobos.view<1xi64>
  %t = phobos.load %X[%c0 :+ 7] : !phobos.view<7xi8> -> !phobos.tile<7xi8>
  %r = phobos.arg_reduce <max> %t dim 0 : !phobos.tile<7xi8> -> !phobos.tile<1xindex>
  %i = phobos.cast %r : !phobos.tile<1xindex> to !phobos.tile<1xi64>
  phobos.store %i, %Y[%c0 :+ 1] : !phobos.tile<1xi64>, !phobos.view<1xi64>
  phobos.return
}

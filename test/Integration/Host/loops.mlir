// Loops and branches that carry tiles.

// A loop that runs no time leaves its carried tile as it was; the tensor's extent masks,
// the loop's end does not. X[i] = i + 1; Y = 7 + the sum over the trips of 1 + a tile's sum.
// RUN: phobos-host-run --kernel=trips %s 64=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64 1=nan 0 0 | FileCheck %s --check-prefix=TRIPS7
// RUN: phobos-host-run --kernel=trips %s 64=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64 1=nan 5 5 | FileCheck %s --check-prefix=TRIPS7
// RUN: phobos-host-run --kernel=trips %s 64=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64 1=nan 48 16 | FileCheck %s --check-prefix=TRIPS7
// RUN: phobos-host-run --kernel=trips %s 64=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64 1=nan 0 16 | FileCheck %s --check-prefix=TRIPS144
// RUN: phobos-host-run --kernel=trips %s 64=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64 1=nan 56 200 | FileCheck %s --check-prefix=TRIPS500
// RUN: phobos-host-run --kernel=trips %s 64=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64 1=nan 0 17 | FileCheck %s --check-prefix=TRIPS537
// RUN: phobos-host-run --kernel=trips %s 64=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64 1=nan 3 40 | FileCheck %s --check-prefix=TRIPS1330
// TRIPS7: arg1: 7
// TRIPS144: arg1: 144
// TRIPS500: arg1: 500
// TRIPS537: arg1: 537
// TRIPS1330: arg1: 1330
phobos.kernel @trips(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %lo: i32, %hi: i32) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : i32
  %X = phobos.view %x[64] : !phobos.view<64xf32>
  %Y = phobos.view %y[1] : !phobos.view<1xf32>
  %seven = arith.constant dense<7.0> : !phobos.tile<1xf32>
  %one = arith.constant dense<1.0> : !phobos.tile<1xf32>
  %acc = scf.for %k = %lo to %hi step %c16 iter_args(%i = %seven) -> (!phobos.tile<1xf32>) : i32 {
    %s = arith.index_cast %k : i32 to index
    %t = phobos.load %X[%s :+ 16] masked [0] : !phobos.view<64xf32> -> !phobos.tile<16xf32>
    %r = phobos.reduce <add> %t dim 0 : !phobos.tile<16xf32> -> !phobos.tile<1xf32>
    %a = arith.addf %r, %one : !phobos.tile<1xf32>
    %n = arith.addf %i, %a : !phobos.tile<1xf32>
    scf.yield %n : !phobos.tile<1xf32>
  }
  phobos.store %acc, %Y[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<1xf32>
  phobos.return
}

// Two carried tiles that change places each trip: (a, b) becomes (b, a + 1).
// RUN: phobos-host-run --kernel=swap %s 2=0 2=0 3 | FileCheck %s --check-prefix=SWAP3
// RUN: phobos-host-run --kernel=swap %s 2=0 2=0 4 | FileCheck %s --check-prefix=SWAP4
// SWAP3: arg0: 21 22
// SWAP3: arg1: 12 13
// SWAP4: arg0: 12 13
// SWAP4: arg1: 22 23
phobos.kernel @swap(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[2] : !phobos.view<2xi32>
  %Y = phobos.view %y[2] : !phobos.view<2xi32>
  %a = arith.constant dense<[10, 11]> : !phobos.tile<2xi32>
  %b = arith.constant dense<[20, 21]> : !phobos.tile<2xi32>
  %one = arith.constant dense<1> : !phobos.tile<2xi32>
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%i = %a, %j = %b) -> (!phobos.tile<2xi32>, !phobos.tile<2xi32>) {
    %next = arith.addi %i, %one : !phobos.tile<2xi32>
    scf.yield %j, %next : !phobos.tile<2xi32>, !phobos.tile<2xi32>
  }
  phobos.store %r#0, %X[%c0 :+ 2] : !phobos.tile<2xi32>, !phobos.view<2xi32>
  phobos.store %r#1, %Y[%c0 :+ 2] : !phobos.tile<2xi32>, !phobos.view<2xi32>
  phobos.return
}

// A while loop whose carried tiles change: Fibonacci numbers below a limit, and the
// tile from before the loop, which the loop must leave alone.
// RUN: phobos-host-run --kernel=fibonacci %s 4=1,1,2,3 2=0 100 | FileCheck %s --check-prefix=FIBONACCI
// RUN: phobos-host-run --kernel=fibonacci %s 4=1,1,2,3 2=0 0 | FileCheck %s --check-prefix=FIBONACCI0
// FIBONACCI: arg0: 21 34 1 1
// FIBONACCI0: arg0: 1 1 1 1
phobos.kernel @fibonacci(%x: !phobos.ptr<i32>, %unused: !phobos.ptr<i32>, %limit: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %X = phobos.view %x[4] : !phobos.view<4xi32>
  %zero = arith.constant dense<0> : !phobos.tile<1xi32>
  %b = phobos.load %X[%c0 :+ 1] : !phobos.view<4xi32> -> !phobos.tile<1xi32>
  %r:3 = scf.while (%i = %zero, %j = %b, %n = %c1) : (!phobos.tile<1xi32>, !phobos.tile<1xi32>, index) -> (!phobos.tile<1xi32>, !phobos.tile<1xi32>, index) {
    %next = arith.addi %i, %j : !phobos.tile<1xi32>
    %more = arith.cmpi slt, %n, %limit : index
    scf.condition(%more) %j, %next, %n : !phobos.tile<1xi32>, !phobos.tile<1xi32>, index
  } do {
  ^bb0(%i: !phobos.tile<1xi32>, %j: !phobos.tile<1xi32>, %n: index):
    %d = arith.muli %n, %c2 : index
    scf.yield %i, %j, %d : !phobos.tile<1xi32>, !phobos.tile<1xi32>, index
  }
  phobos.store %r#0, %X[%c0 :+ 1] : !phobos.tile<1xi32>, !phobos.view<4xi32>
  phobos.store %r#1, %X[%c1 :+ 1] : !phobos.tile<1xi32>, !phobos.view<4xi32>
  phobos.store %b, %X[%c2 :+ 1] : !phobos.tile<1xi32>, !phobos.view<4xi32>
  phobos.store %b, %X[%c3 :+ 1] : !phobos.tile<1xi32>, !phobos.view<4xi32>
  phobos.return
}

// A branch yields either of two tiles, one of them from outside; both live on.
// RUN: phobos-host-run --kernel=branch %s 6=0 1 | FileCheck %s --check-prefix=BRANCH1
// RUN: phobos-host-run --kernel=branch %s 6=0 0 | FileCheck %s --check-prefix=BRANCH0
// BRANCH1: arg0: 1 2 1 2 3 4
// BRANCH0: arg0: 1 2 2 4 3 4
phobos.kernel @branch(%x: !phobos.ptr<f64>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %X = phobos.view %x[6] : !phobos.view<6xf64>
  %a = arith.constant dense<[1.0, 2.0]> : !phobos.tile<2xf64>
  %b = arith.constant dense<[3.0, 4.0]> : !phobos.tile<2xf64>
  %t = scf.if %c -> !phobos.tile<2xf64> {
    scf.yield %a : !phobos.tile<2xf64>
  } else {
    %d = arith.addf %a, %a : !phobos.tile<2xf64>
    scf.yield %d : !phobos.tile<2xf64>
  }
  phobos.store %a, %X[%c0 :+ 2] : !phobos.tile<2xf64>, !phobos.view<6xf64>
  phobos.store %t, %X[%c2 :+ 2] : !phobos.tile<2xf64>, !phobos.view<6xf64>
  phobos.store %b, %X[%c4 :+ 2] : !phobos.tile<2xf64>, !phobos.view<6xf64>
  phobos.return
}

// The block sees its own stores: a tile loaded before a store keeps its values, one
// loaded after has the new ones.
// RUN: phobos-host-run --kernel=order %s 2=1,2 4=0 | FileCheck %s --check-prefix=ORDER
// ORDER: arg0: 5 5
// ORDER: arg1: 1 2 5 5
phobos.kernel @order(%x: !phobos.ptr<i64>, %y: !phobos.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %X = phobos.view %x[2] : !phobos.view<2xi64>
  %Y = phobos.view %y[4] : !phobos.view<4xi64>
  %five = arith.constant dense<5> : !phobos.tile<2xi64>
  %before = phobos.load %X[%c0 :+ 2] : !phobos.view<2xi64> -> !phobos.tile<2xi64>
  phobos.store %five, %X[%c0 :+ 2] : !phobos.tile<2xi64>, !phobos.view<2xi64>
  %after = phobos.load %X[%c0 :+ 2] : !phobos.view<2xi64> -> !phobos.tile<2xi64>
  phobos.store %before, %Y[%c0 :+ 2] : !phobos.tile<2xi64>, !phobos.view<4xi64>
  phobos.store %after, %Y[%c2 :+ 2] : !phobos.tile<2xi64>, !phobos.view<4xi64>
  phobos.return
}

// A tile that is stored again after another was computed from it.
// RUN: phobos-host-run --kernel=twice %s 6=1,2,0,0,0,0 | FileCheck %s --check-prefix=TWICE
// TWICE: arg0: 1 2 2 3 1 2
phobos.kernel @twice(%x: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %X = phobos.view %x[6] : !phobos.view<6xf32>
  %a = phobos.load %X[%c0 :+ 2] : !phobos.view<6xf32> -> !phobos.tile<2xf32>
  phobos.store %a, %X[%c0 :+ 2] : !phobos.tile<2xf32>, !phobos.view<6xf32>
  %one = arith.constant dense<1.0> : !phobos.tile<2xf32>
  %b = arith.addf %a, %one : !phobos.tile<2xf32>
  phobos.store %b, %X[%c2 :+ 2] : !phobos.tile<2xf32>, !phobos.view<6xf32>
  phobos.store %a, %X[%c4 :+ 2] : !phobos.tile<2xf32>, !phobos.view<6xf32>
  phobos.return
}

// One new tile for two carried ones: (a, b) becomes (a + b, a + b), from [10 11], [20 21];
// at the end they part, b + 1.
// RUN: phobos-host-run --kernel=twins %s 2=0 2=0 1 | FileCheck %s --check-prefix=TWINS1
// RUN: phobos-host-run --kernel=twins %s 2=0 2=0 3 | FileCheck %s --check-prefix=TWINS3
// TWINS1: arg0: 30 32
// TWINS1: arg1: 31 33
// TWINS3: arg0: 120 128
// TWINS3: arg1: 121 129
phobos.kernel @twins(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[2] : !phobos.view<2xi32>
  %Y = phobos.view %y[2] : !phobos.view<2xi32>
  %a = arith.constant dense<[10, 11]> : !phobos.tile<2xi32>
  %b = arith.constant dense<[20, 21]> : !phobos.tile<2xi32>
  %one = arith.constant dense<1> : !phobos.tile<2xi32>
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%i = %a, %j = %b) -> (!phobos.tile<2xi32>, !phobos.tile<2xi32>) {
    %sum = arith.addi %i, %j : !phobos.tile<2xi32>
    scf.yield %sum, %sum : !phobos.tile<2xi32>, !phobos.tile<2xi32>
  }
  %c = arith.addi %r#1, %one : !phobos.tile<2xi32>
  phobos.store %r#0, %X[%c0 :+ 2] : !phobos.tile<2xi32>, !phobos.view<2xi32>
  phobos.store %c, %Y[%c0 :+ 2] : !phobos.tile<2xi32>, !phobos.view<2xi32>
  phobos.return
}

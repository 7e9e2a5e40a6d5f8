// A promise is checked in every block before what follows it; one that does not hold
// ends the run with an error that names the extent, what was promised and the value.

// RUN: phobos-host-run --kernel=promised --grid=2 %s 128=1 128 | FileCheck %s --check-prefix=KEPT
// RUN: phobos-host-run --kernel=promised --grid=0 %s 1=7 0 | FileCheck %s --check-prefix=EMPTY
// RUN: not phobos-host-run --kernel=promised --grid=2 %s 100=1 100 2>&1 | FileCheck %s --check-prefix=BROKEN100
// RUN: not phobos-host-run --kernel=promised --grid=1 %s 63=1 63 2>&1 | FileCheck %s --check-prefix=BROKEN63
// RUN: not phobos-host-run --kernel=promised --grid=3 %s 128=1 128 2>&1 | FileCheck %s --check-prefix=BROKEN3
// KEPT-COUNT-128: {{ 2}}
// EMPTY: arg0: 7
// BROKEN100: error: {{.*}}promises.mlir:[[@LINE+10]]:8: expected 'M' to be a multiple of 64, got 100
// BROKEN63: error: {{.*}}expected 'M' to be a multiple of 64, got 63
// The first block that breaks one ends the run: blocks 0 and 1 are inside, block 2 is not.
// BROKEN3: error: {{.*}}expected the promised value to be from 0 to 9223372036854775807, got -64
phobos.kernel @promised(%x: !phobos.ptr<f32> {phobos.name = "X"}, %M: index {phobos.name = "M"}) {
  %c64 = arith.constant 64 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c64 : index
  %end = arith.addi %r, %c64 : index
  %rest = arith.subi %M, %end : index
  %m = phobos.promise #phobos.divisible<64> %M
  %left = phobos.promise #phobos.bounded<0, 9223372036854775807> %rest
  %X = phobos.view %x[%m] : !phobos.view<?xf32>
  %t = phobos.load %X[%r :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  %u = arith.addf %t, %t : !phobos.tile<64xf32>
  phobos.store %u, %X[%r :+ 64] : !phobos.tile<64xf32>, !phobos.view<?xf32>
  phobos.return
}

// RUN: phobos-host-run --kernel=same %s 1=1 5 5 | FileCheck %s --check-prefix=SAME
// RUN: not phobos-host-run --kernel=same %s 1=1 5 6 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// SAME: arg0: 3
// DIFFERENT: error: {{.*}}expected 'N' to be equal to 'M', got 6
phobos.kernel @same(%x: !phobos.ptr<i32>, %M: index {phobos.name = "M"}, %N: index {phobos.name = "N"}) {
  %c0 = arith.constant 0 : index
  %n = phobos.promise #phobos.same %N, %M
  %X = phobos.view %x[1] : !phobos.view<1xi32>
  %t = arith.constant dense<3> : !phobos.tile<1xi32>
  phobos.store %t, %X[%c0 :+ 1] : !phobos.tile<1xi32>, !phobos.view<1xi32>
  phobos.return
}

// A message is shown in place of the predicate, with the arguments that decide it.
// RUN: phobos-host-run --kernel=message %s 1=1 3 5 1.5 200 | FileCheck %s --check-prefix=MESSAGE
// RUN: not phobos-host-run --kernel=message %s 1=1 5 3 1.5 200 2>&1 | FileCheck %s --check-prefix=REQUIRE
// RUN: not phobos-host-run --kernel=message %s 1=1 3 5 0.25 200 2>&1 | FileCheck %s --check-prefix=REQUIRE-FLOAT
// RUN: not phobos-host-run --kernel=message %s 1=1 3 5 0.25 100 2>&1 | FileCheck %s --check-prefix=REQUIRE-UNSIGNED
// RUN: not phobos-host-run --kernel=message %s 1=1 -1 5 1.5 200 2>&1 | FileCheck %s --check-prefix=REQUIRE-CONSTANT
// MESSAGE: arg0: 2
// REQUIRE: error: {{.*}}promises.mlir:[[@LINE+13]]:8: expected @require(N <= BN) to hold, got N = 5, BN = 3{{$}}
// REQUIRE-FLOAT: error: {{.*}}promises.mlir:[[@LINE+18]]:8: expected @require(x > 1) to hold, got x = 0.25{{$}}
// The bits of u8 200 as i8 are -56.
// REQUIRE-UNSIGNED: error: {{.*}}expected @require(k == 200 && k > {0}) to hold, got k = 100{{$}}
// REQUIRE-CONSTANT: error: {{.*}}expected @require(N >= 0) to hold, got N = -1{{$}}
phobos.kernel @message(%y: !phobos.ptr<i32>, %N: index {phobos.name = "N"}, %BN: i32 {phobos.name = "BN"}, %x: f32 {phobos.name = "x"}, %k: i8 {phobos.name = "k", phobos.unsigned}) {
  %c0 = arith.constant 0 : index
  %c200 = arith.constant -56 : i8
  %one = arith.constant 1.0 : f32
  %n = phobos.promise #phobos.bounded<0, 9223372036854775807> %N message "@require(N >= 0)"
  %bn = arith.index_cast %BN : i32 to index
  %fits = arith.cmpi sle, %N, %bn : index
  %f = arith.index_castui %fits : i1 to index
  %0 = phobos.promise #phobos.bounded<1, 1> %f message "@require(N <= BN)"
  %is = arith.cmpi eq, %k, %c200 : i8
  %i = arith.index_castui %is : i1 to index
  %1 = phobos.promise #phobos.bounded<1, 1> %i message "@require(k == 200 && k > {0})"
  %more = arith.cmpf ogt, %x, %one : f32
  %m = arith.index_castui %more : i1 to index
  %2 = phobos.promise #phobos.bounded<1, 1> %m message "@require(x > 1)"
  %Y = phobos.view %y[1] : !phobos.view<1xi32>
  %two = arith.constant dense<2> : !phobos.tile<1xi32>
  phobos.store %two, %Y[%c0 :+ 1] : !phobos.tile<1xi32>, !phobos.view<1xi32>
  phobos.return
}

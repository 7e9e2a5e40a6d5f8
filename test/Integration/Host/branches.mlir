// A tile that one of two branches gives: the memory of both lives until its last use.

// Every element of X is 1, each row's sum 8.
// RUN: phobos-host-run --kernel=k %s 32=1 32=0 5 4 8 | FileCheck %s --check-prefix=ELSE
// RUN: phobos-host-run --kernel=k %s 32=1 32=0 2 4 8 | FileCheck %s --check-prefix=THEN
// ELSE: arg1: 9 9 9 9 9 9 9 9 9 9
// THEN: arg1: 9 9 9 9 9 9 9 9 9 9
phobos.kernel @k(%arg0: !phobos.ptr<i32> {phobos.extents = ["M", "N"], phobos.name = "X"}, %arg1: !phobos.ptr<i32> {phobos.extents = ["M", "N"], phobos.name = "Y"}, %arg2: i32 {phobos.name = "n"}, %arg3: index {phobos.name = "M"}, %arg4: index {phobos.name = "N"}) grid affine_map<()[s0, s1, s2] -> (1, 1, 1)> {
  %0 = phobos.view %arg0[%arg3, %arg4] : !phobos.view<?x?xi32>
  %1 = phobos.view %arg1[%arg3, %arg4] : !phobos.view<?x?xi32>
  %c0 = arith.constant 0 : index
  %c0_0 = arith.constant 0 : index
  %2 = phobos.load %0[%c0 :+ 4, %c0_0 :+ 8] masked [0, 1] : !phobos.view<?x?xi32> -> !phobos.tile<4x8xi32>
  %3 = phobos.reduce <max> %2 dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
  %4 = phobos.broadcast %3 : !phobos.tile<4x1xi32> -> !phobos.tile<4x8xi32>
  %5 = phobos.reduce <add> %4 dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
  %c3_i32 = arith.constant 3 : i32
  %6 = arith.cmpi slt, %arg2, %c3_i32 : i32
  %7 = scf.if %6 -> (!phobos.tile<4x1xi32>) {
    %c0_5 = arith.constant 0 : index
    %c0_6 = arith.constant 0 : index
    %11 = phobos.load %0[%c0_5 :+ 4, %c0_6 :+ 8] masked [0, 1] : !phobos.view<?x?xi32> -> !phobos.tile<4x8xi32>
    %12 = phobos.reduce <add> %11 dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
    scf.yield %12 : !phobos.tile<4x1xi32>
  } else {
    scf.yield %5 : !phobos.tile<4x1xi32>
  }
  %c0_1 = arith.constant 0 : index
  %c0_2 = arith.constant 0 : index
  %c0_3 = arith.constant 0 : index
  %c0_4 = arith.constant 0 : index
  %8 = phobos.load %0[%c0_3 :+ 4, %c0_4 :+ 8] masked [0, 1] : !phobos.view<?x?xi32> -> !phobos.tile<4x8xi32>
  %9 = phobos.broadcast %7 : !phobos.tile<4x1xi32> -> !phobos.tile<4x8xi32>
  %10 = arith.addi %8, %9 : !phobos.tile<4x8xi32>
  phobos.store %10, %1[%c0_1 :+ 4, %c0_2 :+ 8] masked [0, 1] : !phobos.tile<4x8xi32>, !phobos.view<?x?xi32>
  phobos.return
}

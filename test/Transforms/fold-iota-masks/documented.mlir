// RUN: phobos-opt %s --phobos-fold-iota-masks --canonicalize | FileCheck %s

// The example of the pass's description: kt < N, and both are multiples of 64,
// so that N - kt is at least 64 and every column exists.

// CHECK-LABEL: phobos.kernel @ragged
// CHECK: scf.for %[[KT:.*]] =
// CHECK: %[[S:.*]] = phobos.load %{{.*}}[%{{.*}} :+ 8, %[[KT]] :+ 64]
// CHECK-NEXT: phobos.store %[[S]]
phobos.kernel @ragged(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %n = phobos.promise #phobos.divisible<64> %N
  %A = phobos.view %a[8, %n] : !phobos.view<8x?xf32>
  scf.for %kt = %c0 to %n step %c64 {
    %s = phobos.load %A[%c0 :+ 8, %kt :+ 64] : !phobos.view<8x?xf32> -> !phobos.tile<8x64xf32>
    %rest = arith.subi %n, %kt : index
    %bound = phobos.splat %rest : !phobos.tile<8x64xindex>
    %column = phobos.iota 1 : !phobos.tile<8x64xindex>
    %exists = arith.cmpi slt, %column, %bound : !phobos.tile<8x64xindex>
    %w = phobos.where %exists, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
    phobos.store %w, %A[%c0 :+ 8, %kt :+ 64] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  }
  phobos.return
}

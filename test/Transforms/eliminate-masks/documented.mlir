// RUN: phobos-opt %s --phobos-eliminate-masks | FileCheck %s

// The example of the pass's description. Rows: kt < N, and both are multiples
// of 16, so that kt + 16 <= N. Columns: nothing is known of r.

// CHECK-LABEL: phobos.kernel @rows
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 16, %{{.*}} :+ 8] masked [1] {phobos.mask_proofs = [{dim = 0 : i64,
// CHECK-SAME: rule = "loop, promise"}]}
phobos.kernel @rows(%a: !phobos.ptr<f32>, %N: index, %M: index, %r: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n, %M] : !phobos.view<?x?xf32>
  scf.for %kt = %c0 to %n step %c16 {
    %t = phobos.load %A[%kt :+ 16, %r :+ 8] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<16x8xf32>
  }
  phobos.return
}

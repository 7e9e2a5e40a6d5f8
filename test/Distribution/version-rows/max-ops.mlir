// RUN: phobos-opt --phobos-version-rows=max-ops=6 %s | FileCheck %s --check-prefix=SIX
// RUN: phobos-opt --phobos-version-rows=max-ops=5 %s | FileCheck %s --check-prefix=FIVE

// Six ops with the kernel itself: where more than five are too many, one version stays.
// SIX: scf.if
// FIVE-NOT: scf.if
phobos.kernel @copy(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.store %t, %A[%c0 :+ 64] masked [0] : !phobos.tile<64xf32>, !phobos.view<?xf32>
  phobos.return
}

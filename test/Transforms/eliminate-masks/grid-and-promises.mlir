// RUN: phobos-opt %s --split-input-file --phobos-eliminate-masks | FileCheck %s

// pm < ceildiv(M, 64) and M = 64 q give 64 pm + 64 <= M; 64 pm >= 0.
// CHECK-LABEL: phobos.kernel @aligned
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64] {phobos.mask_proofs
phobos.kernel @aligned(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c64 = arith.constant 64 : index
  %m = phobos.promise #phobos.divisible<64> %M
  %A = phobos.view %a[%m] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c64 : index
  %t = phobos.load %A[%r :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.return
}

// -----

// M may be 65: block 1 begins at 64 and ends behind M.
// CHECK-LABEL: phobos.kernel @negative_ragged
// CHECK: masked [0]
phobos.kernel @negative_ragged(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c64 : index
  %t = phobos.load %A[%r :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.return
}

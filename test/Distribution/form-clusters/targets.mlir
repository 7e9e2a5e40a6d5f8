// RUN: phobos-opt %s -phobos-plan-products -phobos-form-clusters=target=sm_89 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: phobos-opt %s -phobos-form-clusters 2>&1 | FileCheck %s --check-prefix=UNPLANNED
// RUN: not phobos-opt %s -phobos-form-clusters=target=sm_87 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// A GPU without clusters, whatever is planned.
// NONE: warning: no clusters of 2 blocks: the GPU has none
// NONE: phobos.kernel @product(%arg0
// NONE: phobos.no_cluster = "the GPU has none"
// UNPLANNED-NOT: warning
// UNPLANNED: phobos.no_cluster = "no products are planned whose blocks could share operands"
// UNKNOWN: error: unknown target 'sm_87', expected one of sm_80, sm_89, sm_90a, sm_100a
phobos.kernel @product(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
    %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
    %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
    %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 64, s2 ceildiv 64, 1)>
    attributes {phobos.cluster = 2 : i64, phobos.noalias} {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = arith.muli %x, %c64 : index
  %n = arith.muli %y, %c64 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<64x64xf32> {
    %l = phobos.load %A[%m :+ 64, %k :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %r = phobos.load %B[%k :+ 64, %n :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %d = phobos.dot %l, %r, %acc : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  phobos.store %sum, %C[%m :+ 64, %n :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// RUN: phobos-opt %s --phobos-add-repack-kernels | FileCheck %s

// One kernel copies for all loads of a rank and a size of element.
// CHECK: #[[$GRID:.*]] = affine_map<()[s0, s1, s2, s3] -> ((s0 ceildiv 4) * (s1 ceildiv 1024), 1, 1)>
// CHECK-LABEL: phobos.kernel @k(
// CHECK: phobos.kernel @k_repack16_2d(
// CHECK-SAME: !phobos.ptr<i16> {phobos.extents = ["extent0", "extent1"], phobos.name = "source", phobos.strides = ["source_stride0", 1]}
// CHECK-SAME: !phobos.ptr<i16> {phobos.extents = ["extent0", "extent1"], phobos.name = "target", phobos.strides = ["target_stride0", 1]}
// CHECK-SAME: grid #[[$GRID]]
// CHECK-SAME: phobos.helper_of = @k
// CHECK: %[[TILE:.*]] = phobos.load %{{.*}} masked [0, 1] : {{.*}} -> !phobos.tile<4x1024xi16>
// CHECK: phobos.store %[[TILE]], %{{.*}} masked [0, 1]
// CHECK: phobos.kernel @k_repack8_1d(
// CHECK-NOT: phobos.kernel @k_repack
phobos.kernel @k(%a: !phobos.ptr<bf16>, %b: !phobos.ptr<f8E4M3FN>, %M: index, %K: index) {
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K] : !phobos.view<?xf8E4M3FN>
  %0 = phobos.load %A[%M :+ 64, %K :+ 64] masked [0, 1] {phobos.staged} : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
  %1 = phobos.load %A[%K :+ 32, %M :+ 64] masked [0, 1] {phobos.staged} : !phobos.view<?x?xbf16> -> !phobos.tile<32x64xbf16>
  %2 = phobos.load %B[%K :+ 64] masked [0] {phobos.staged} : !phobos.view<?xf8E4M3FN> -> !phobos.tile<64xf8E4M3FN>
  phobos.return
}

// Nothing is copied by bulk copies.
// CHECK-LABEL: phobos.kernel @negative_not_staged(
// CHECK-NOT: phobos.kernel
phobos.kernel @negative_not_staged(%a: !phobos.ptr<bf16>, %M: index) {
  %A = phobos.view %a[%M] : !phobos.view<?xbf16>
  %0 = phobos.load %A[%M :+ 64] masked [0] : !phobos.view<?xbf16> -> !phobos.tile<64xbf16>
  phobos.return
}

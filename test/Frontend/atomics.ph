// RUN: phobos-translate --import-phobos %s | FileCheck %s

// The grid follows from the starts of a slice, as in a store.
// CHECK-LABEL: phobos.kernel @slices
// CHECK-SAME: grid affine_map<()[s0, s1] -> (s0 ceildiv 4, 1, 1)>
kernel slices(A: tensor<i32>[M, 8], U: tensor<u64>[N], F: tensor<f16>[4]) {
  let r = ctx.block.x * 4
  // CHECK: %[[OLD:.*]] = phobos.atomic <add> %{{.*}}, %{{.*}}[%{{.*}} :+ 4, %{{.*}} :+ 8] masked [0, 1] : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
  let old = atomic_add(A[r :+ 4, :], 1)
  // CHECK: phobos.atomic <exchange> %[[OLD]], %{{.*}} masked [0] unchecked [1] order <relaxed> : !phobos.tile<4x8xi32>
  atomic_xchg(A[r :+ 4, 0:], old, order = relaxed)
  // A point is not masked, and gives a scalar. The sign of the elements decides.
  // CHECK: %[[TILE:.*]] = phobos.atomic <maxu> %{{.*}}, %{{.*}}[%{{.*}} :+ 1] unchecked [0] order <acquire> scope <system> : !phobos.tile<1xi64>
  // CHECK: %[[WAS:.*]] = phobos.item %[[TILE]]
  let was = atomic_max(U[3], 5, order = acquire, scope = system)
  // CHECK: %[[EXPECTED:.*]] = phobos.splat %[[WAS]] : !phobos.tile<1xi64>
  // CHECK: phobos.atomic <cas> %{{.*}} expected %[[EXPECTED]], %{{.*}} unchecked [0] scope <block> : !phobos.tile<1xi64>
  atomic_cas(U[2], was, 7, scope = block)
  // CHECK: phobos.atomic <add> %{{.*}} masked [0] : !phobos.tile<4xf16>, !phobos.view<4xf16>
  atomic_add(F[0 :+ 4], 0.5)
}

// CHECK-LABEL: phobos.kernel @pointers
// CHECK-SAME: (%[[P:.*]]: !phobos.ptr<i32> {{.*}}, %[[Q:.*]]: !phobos.ptr<f64> {{.*}}, %[[N:.*]]: i32
kernel pointers(p: ptr<i32>, q: ptr<f64>, n: i32) {
  let i = arange(8)
  // CHECK: phobos.atomic_scatter <min> %{{.*}}, %[[P]][%[[I:.*]]] mask %[[M:.*]] order <release> : !phobos.tile<8xi32>, !phobos.ptr<i32>, !phobos.tile<8xindex>
  let a = atomic_min(p + i, i32(i), mask = i < n, order = release)
  // CHECK: phobos.atomic_scatter <and> %{{.*}}, %[[P]][%{{.*}}] : !phobos.tile<8xi32>
  atomic_and(p + i, a)
  // CHECK: phobos.atomic_scatter <or>
  atomic_or(p + i, 1)
  // CHECK: phobos.atomic_scatter <xor>
  atomic_xor(p + i, 1)
  // A scalar is a tile of one element.
  // CHECK: %[[TILE:.*]] = phobos.atomic_scatter <add> %{{.*}}, %[[Q]][%{{.*}}] : !phobos.tile<1xf64>, !phobos.ptr<f64>, !phobos.tile<1xindex>
  // CHECK: phobos.item %[[TILE]]
  let b = atomic_add(q, 1)
  // Offsets without extents take those of the value.
  // CHECK: phobos.atomic_scatter <max> %{{.*}}, %[[Q]][%{{.*}}] : !phobos.tile<4x4xf64>
  atomic_max(q + iota(0) * 4 + iota(1), full([4, 4], b))
  // CHECK: phobos.atomic_scatter <cas> %{{.*}} expected %{{.*}}, %[[P]][%{{.*}}] mask %{{.*}} : !phobos.tile<8xi32>
  atomic_cas(p + i, 0, n, mask = i < n)
}

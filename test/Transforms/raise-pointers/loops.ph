// RUN: phobos-translate --import-phobos --lint=off %s | phobos-opt --canonicalize --phobos-raise-pointers --canonicalize --cse | FileCheck %s

// Offsets that a loop moves are computed from its counter.

// CHECK-LABEL: phobos.kernel @matmul
// CHECK-NOT: phobos.gather
// CHECK-SAME: %[[PA:[a-z0-9]+]]: !phobos.ptr<f32> {{[^%]*}}%[[PB:[a-z0-9]+]]: {{[^%]*}}%[[PC:[a-z0-9]+]]:
// CHECK: %[[C:.*]] = phobos.view %[[PC]][%[[M:.*]], %[[N:.*]]] strides [%{{.*}}, 1] loose
// CHECK: %[[B:.*]] = phobos.view %[[PB]][%[[K:.*]], %[[N]]] strides [%{{.*}}, 1] loose
// CHECK: %[[A:.*]] = phobos.view %[[PA]][%[[M]], %[[K]]] strides [%{{.*}}, 1] loose
// CHECK: scf.for %[[KT:[a-z0-9]+]] = %c0{{.*}} iter_args(%{{.*}} = %{{[^,]*}}) -> (!phobos.tile<64x64xf32>)
// CHECK: phobos.load %[[A]][%{{.*}} :+ 64, %[[KT]] :+ 16] masked [0, 1]
// CHECK: phobos.load %[[B]][%[[KT]] :+ 16, %{{.*}} :+ 64] masked [0, 1]
// CHECK: phobos.store %{{.*}}, %[[C]][
// CHECK-NOT: phobos.scatter
@grid(ceildiv(M, 64), ceildiv(N, 64))
kernel matmul(a: ptr<f32>, b: ptr<f32>, c: ptr<f32>, M: i32, N: i32, K: i32, lda: index, ldb: index, ldc: index) {
  let rows = ctx.block.x * 64 + reshape(arange(64), [64, 1])
  let cols = ctx.block.y * 64 + reshape(arange(64), [1, 64])
  let ka = reshape(arange(16), [1, 16])
  let kb = reshape(arange(16), [16, 1])
  var pa = a + rows * lda + ka
  var pb = b + kb * ldb + cols
  var acc = zeros([64, 64])
  for k in range(0, K, 16) {
    let x = load(pa, mask = (rows < M) & (ka < K - k))
    let y = load(pb, mask = (kb < K - k) & (cols < N))
    acc += dot(x, y)
    pa += 16
    pb += 16 * ldb
  }
  store(c + rows * ldc + cols, acc, mask = (rows < M) & (cols < N))
}

// The mask moves as well: lanes 32 i to 32 i + 31 of 40.
// CHECK-LABEL: phobos.kernel @carried
// CHECK: %[[P:.*]] = phobos.view %{{.*}}[40] loose
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: %[[S:.*]] = arith.muli %[[I]], %c32
// CHECK: phobos.load %[[P]][%[[S]] :+ 32] masked [0] fill -1.0
kernel carried(p: ptr<f32>, q: ptr<f32>) {
  var o = arange(32)
  var acc = zeros([32])
  for i in range(3) {
    acc += load(p + o, mask = o < 40, other = -1)
    o += 32
  }
  store(q + arange(32), acc)
}

// An increment of i32 may wrap, so that it is no multiple of ld: the view begins in each
// iteration where the tile does.
// CHECK-LABEL: phobos.kernel @narrow
// CHECK: scf.for
// CHECK: phobos.view %{{.*}}[8, 16] strides [%{{.*}}, 1] offset %{{.*}} loose
// CHECK: phobos.load %{{.*}} unchecked [0, 1]
kernel narrow(p: ptr<f32>, q: ptr<f32>, ld: i32, n: i32) {
  var o = broadcast(iota(0) * ld + iota(1), [8, 16])
  var acc = zeros([8, 16])
  for i in range(0, n, 8) {
    acc += load(p + o)
    o += 8 * ld
  }
  store(q + broadcast(iota(0) * 16 + iota(1), [8, 16]), acc)
}

// RUN: phobos-translate --import-phobos %s | FileCheck %s

// A pointer is a parameter and what was added to it, as index.
// CHECK-LABEL: phobos.kernel @sums
// CHECK-SAME: %[[P:.*]]: !phobos.ptr<f32> {{.*}}, %[[N:.*]]: i32
@grid(ceildiv(n, 16))
kernel sums(p: ptr<f32>, n: i32, T: tensor<i32>[16]) {
  let o = ctx.block.x * 16 + arange(16)
  // CHECK: %[[O:.*]] = arith.addi %{{.*}} : !phobos.tile<16xindex>
  // CHECK: %[[M:.*]] = arith.cmpi slt, %[[O]]
  // CHECK: %[[E:.*]] = arith.constant dense<-1.000000e+00>
  // CHECK: phobos.gather %[[P]][%[[O]]] mask %[[M]] other %[[E]] cache <cg> evict <first> : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  let v = load(p + o, mask = o < n, other = -1, cache = cg, evict = first)
  // CHECK: phobos.scatter %{{.*}}, %[[P]][%[[O]]] mask %{{.*}} cache <wt> volatile :
  store(p + o, v, mask = o < n, cache = wt, volatile = true)
  // Integers of every type widen first: i32 here.
  // CHECK: %[[T:.*]] = phobos.load
  // CHECK: %[[W:.*]] = phobos.cast %[[T]] : !phobos.tile<16xi32> to !phobos.tile<16xindex>
  // CHECK: %[[D:.*]] = arith.subi %[[O]], %[[W]]
  // CHECK: phobos.gather %[[P]][%[[D]]] :
  store(p + o, load(o + p - T[:]))
  // A scalar pointer reads a scalar.
  // CHECK: %[[I:.*]] = phobos.splat %{{.*}} : !phobos.tile<1xindex>
  // CHECK: %[[G:.*]] = phobos.gather %[[P]][%[[I]]] : {{.*}} -> !phobos.tile<1xf32>
  // CHECK: %[[X:.*]] = phobos.item %[[G]]
  // CHECK: arith.addf %[[X]]
  store(p, load(p + n) + 1.0)
}

// Offsets, mask and other broadcast to one another.
// CHECK-LABEL: phobos.kernel @broadcasts
kernel broadcasts(p: ptr<f32>, A: tensor<f32>[8, 4]) {
  let a = A[:, :]
  // CHECK: phobos.gather %{{.*}}[%{{.*}}] mask %{{.*}} other %{{.*}} : !phobos.ptr<f32>, !phobos.tile<8x4xindex> -> !phobos.tile<8x4xf32>
  A[:, :] = load(p + iota(1), mask = rowsum(a) > 0.0, other = a)
  // An iota takes its extents from what is stored.
  // CHECK: phobos.scatter %{{.*}} : !phobos.tile<8x4xf32>, !phobos.ptr<f32>, !phobos.tile<8x4xindex>
  store(p + iota(0) * 4 + iota(1), a)
}

// A variable's pointer and its offset are carried.
// CHECK-LABEL: phobos.kernel @carried
// CHECK-SAME: %[[P:.*]]: !phobos.ptr<f32> {{.*}}, %[[Q:.*]]: !phobos.ptr<f32> {{.*}}, %[[N:.*]]: index
kernel carried(p: ptr<f32>, q: ptr<f32>, n: index) {
  var r = p
  var sum = 0.0
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[R:.*]] = %[[P]], %[[O:.*]] = %c0{{.*}}) -> (f32, !phobos.ptr<f32>, index)
  // CHECK: phobos.gather %[[R]]
  // CHECK: %[[NEXT:.*]] = arith.addi %[[O]]
  // CHECK: scf.yield %{{.*}}, %[[R]], %[[NEXT]] : f32, !phobos.ptr<f32>, index
  for i in range(n) {
    sum += load(r)
    r += 2
  }
  // CHECK: scf.if %{{.*}} -> (!phobos.ptr<f32>, index)
  // CHECK: scf.yield %[[Q]]
  if sum > 0.0 { r = q }
  store(r, sum)
}

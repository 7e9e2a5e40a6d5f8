// RUN: phobos-translate --import-phobos %s | FileCheck %s

// A block pointer is a view, and where its tile is, which loops carry.
// CHECK-LABEL: phobos.kernel @walks
// CHECK-SAME: %[[P:.*]]: !phobos.ptr<f32> {{.*}}, %[[Q:.*]]: !phobos.ptr<f32> {{.*}}, %[[M:.*]]: i32 {{.*}}, %[[N:.*]]: index
// CHECK-SAME: grid affine_map<()[s0, s1] -> (s0 ceildiv 4, 1, 1)>
kernel walks(p: ptr<f32>, q: ptr<f32>, m: i32, n: index) {
  // Extents below 0 count as 0.
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[M]]
  // CHECK: %[[ROWS:.*]] = arith.maxsi %[[INDEX]], %c0
  // CHECK: %[[COLUMNS:.*]] = arith.maxsi %[[N]], %c0
  // CHECK: %[[VIEW:.*]] = phobos.view %[[P]][%[[ROWS]], %[[COLUMNS]]] strides [%[[N]], 1] loose : !phobos.view<?x?xf32, strides = [?, 1]>
  var bp = block_ptr(p, [m, n], [n, 1], offset = [ctx.block.x * 4, 0], tile = [4, 8])
  var acc = zeros([4, 8])
  // CHECK: %[[FOR:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[ROW:.*]] = %{{.*}}, %[[COL:.*]] = %{{.*}}) -> (!phobos.tile<4x8xf32>, index, index)
  // CHECK: phobos.load %[[VIEW]][%[[ROW]] :+ 4, %[[COL]] :+ 8] masked [0, 1] fill nan
  // CHECK: %[[NEXT:.*]] = arith.addi %[[COL]]
  // CHECK: scf.yield %{{.*}}, %[[ROW]], %[[NEXT]]
  for k in range(0, n, 8) {
    acc += load(bp, boundary = [1, 0], padding = nan)
    bp = advance(bp, [0, 8])
  }
  // Dims that `boundary` does not list are not checked.
  // CHECK: phobos.view %[[Q]][%{{.*}}, 8] strides [8, 1] loose : !phobos.view<?x8xf32, strides = [8, 1]>
  // CHECK: phobos.store %[[FOR]]#0, %{{.*}} masked [0] unchecked [1] :
  store(block_ptr(q, [m, 8], [8, 1], [ctx.block.x * 4, 0], [4, 8]), acc, boundary = [0])
  // CHECK: phobos.load %{{.*}} unchecked [0] : {{.*}} -> !phobos.tile<8xf32>
  // CHECK: phobos.store %{{.*}} unchecked [0] :
  let row = block_ptr(q, shape = [8], strides = [1], offset = [0], tile = [8])
  store(row, load(row) * 2)
  // What accesses say of caches.
  // CHECK: phobos.load %{{.*}} masked [0] cache <cg> evict <last> :
  // CHECK: phobos.load %{{.*}} unchecked [0] volatile :
  // CHECK: phobos.store %{{.*}} masked [0] cache <wt> evict <first> :
  // CHECK: phobos.store %{{.*}} unchecked [0] volatile :
  let once = load(row, boundary = [0], cache = cg, evict = last) + load(row, volatile = true)
  store(row, once, boundary = [0], cache = wt, evict = first)
  store(row, once, evict = normal, volatile = true)
}

// A launcher has checked that a tensor's extent is not negative.
// CHECK-LABEL: phobos.kernel @of_a_tensor
// CHECK-NOT: arith.maxsi
// CHECK: phobos.view %{{.*}}[%[[N:.*]]] strides [1] loose : !phobos.view<?xf32, strides = [1]>
kernel of_a_tensor(p: ptr<f32>, Y: tensor<f32>[N]) {
  Y[0 :+ 8] = load(block_ptr(p, [N], [1], [0], [8]), boundary = [0])
}

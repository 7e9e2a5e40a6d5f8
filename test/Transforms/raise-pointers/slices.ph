// RUN: phobos-translate --import-phobos --lint=off %s | phobos-opt --canonicalize --phobos-raise-pointers --canonicalize --cse | FileCheck %s

// Each access becomes the slice that its author meant.
// CHECK-NOT: phobos.gather
// CHECK-NOT: phobos.scatter

// Blocks of a vector. The grid has at least one block, so n is at least 1 and needs no
// limit.
// CHECK-LABEL: phobos.kernel @add
// CHECK: %[[N:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: %[[Y:.*]] = phobos.view %{{.*}}[%[[N]]] loose : !phobos.view<?xf32>
// CHECK: %[[X:.*]] = phobos.view %{{.*}}[%[[N]]] loose : !phobos.view<?xf32>
// CHECK: %[[START:.*]] = arith.muli %{{.*}}, %c128
// CHECK: phobos.load %[[X]][%[[START]] :+ 128] masked [0] fill -1.0
// CHECK: phobos.store %{{.*}}, %[[Y]][%[[START]] :+ 128] masked [0]
@grid(ceildiv(n, 128))
kernel add(x: ptr<f32>, y: ptr<f32>, n: i32) {
  let o = ctx.block.x * 128 + arange(128)
  store(y + o, load(x + o, mask = o < n, other = -1), mask = o < n)
}

// Rows and columns, in any order of terms, with unsigned and negated comparisons.
// CHECK-LABEL: phobos.kernel @matrix
// CHECK: %[[A:.*]] = phobos.view %{{.*}}[%{{.*}}, %{{.*}}] strides [%{{.*}}, 1] loose
// CHECK: phobos.load %[[A]][%{{.*}} :+ 8, %{{.*}} :+ 64] masked [0, 1]
// CHECK: phobos.store %{{.*}}[%{{.*}} :+ 8, %{{.*}} :+ 64] masked [0, 1]
@grid(ceildiv(m, 8), ceildiv(n, 64))
kernel matrix(p: ptr<f32>, m: i32, n: i32, ld: i32) {
  let i = ctx.block.x * 8 + reshape(arange(8), [8, 1])
  let j = ctx.block.y * 64 + reshape(arange(64), [1, 64])
  let o = j + i * ld
  store(p + o, load(p + o, mask = (j < n) & !(i >= m)) + 1.0, mask = (m > i) & (j < n) & (j >= 0))
}

// A transposed tile: the view's strides are 1 and ld.
// CHECK-LABEL: phobos.kernel @columns
// CHECK: phobos.view %{{.*}}[%{{.*}}, 32] strides [1, %{{.*}}] loose
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 16, %{{.*}} :+ 32] masked [0] unchecked [1]
@grid(ceildiv(n, 16))
kernel columns(p: ptr<f32>, q: ptr<f32>, n: i32, ld: i32) {
  let i = ctx.block.x * 16 + iota(0)
  let t: tile<f32>[16, 32] = load(p + broadcast(i + iota(1) * ld, [16, 32]), mask = i < n)
  store(q + broadcast(iota(0) * 32 + iota(1), [16, 32]), t)
}

// What is not masked begins at 0, in a view that begins there.
// CHECK-LABEL: phobos.kernel @unmasked
// CHECK: %[[O:.*]] = arith.muli %{{.*}}, %c64
// CHECK: phobos.view %{{.*}}[64] offset %[[O]] loose : !phobos.view<64xf32>
// CHECK: phobos.load %{{.*}}[%c0{{.*}} :+ 64] unchecked [0]
@grid(4)
kernel unmasked(p: ptr<f32>, q: ptr<f32>) {
  let o = ctx.block.x * 64 + arange(64)
  store(q + o, load(p + o))
}

// A lower bound gives the start: 3 - n in a view that begins at n - 3 elements behind p,
// whose extent is m - (n - 3), or 0.
// CHECK-LABEL: phobos.kernel @between
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64] masked [0]
kernel between(p: ptr<f32>, q: ptr<f32>, n: i32, m: i32) {
  let i = arange(64)
  store(q + i, load(p + i, mask = (i >= n - 3) & (i < m)))
}

// Quotients and remainders of positions that are exact: row * 16 + i, of 16 columns.
// CHECK-LABEL: phobos.kernel @quotients
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 16] masked [0]
@grid(8)
kernel quotients(p: ptr<f32>, q: ptr<f32>, ld: i32, n: i32) {
  let i = ctx.block.x * 16 + arange(16)
  store(q + i, load(p + i / 16 * ld + i % 16, mask = i % 16 < n))
}

// A condition that is the same for all elements stands around the access.
// CHECK-LABEL: phobos.kernel @uniform
// CHECK: %[[IS:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK: scf.if %[[IS]] -> (!phobos.tile<64xf32>)
// CHECK: phobos.load %{{.*}} masked [0]
// CHECK: scf.if
// CHECK: phobos.store %{{.*}} masked [0]
@grid(8)
kernel uniform(p: ptr<f32>, q: ptr<f32>, rows: i32, n: i32, ld: i32, flag: bool) {
  let r = ctx.block.x
  let i = arange(64)
  let t = load(p + r * ld + i, mask = (r < rows) & (i < n), other = -inf)
  store(q + r * ld + i, t, mask = flag & (i < n))
}

// What is read elsewhere differs: the mask stays in a where.
// CHECK-LABEL: phobos.kernel @other
// CHECK: %[[T:.*]] = phobos.load %{{.*}} masked [0]
// CHECK: phobos.where %{{.*}}, %[[T]], %{{.*}}
kernel other(p: ptr<i32>, q: ptr<i32>, n: i32) {
  let i = arange(8)
  store(q + i, load(p + i, mask = i < n, other = 0 - i32(i)))
}

// A scalar is a slice of one element.
// CHECK-LABEL: phobos.kernel @scalar
// CHECK: phobos.view %{{.*}}[1] offset %{{.*}} loose : !phobos.view<1xf32>
// CHECK: phobos.load %{{.*}}[%c0{{.*}} :+ 1] unchecked [0]
kernel scalar(p: ptr<f32>, q: ptr<f32>, n: index) {
  store(q, load(p + n))
}

// s may be below 0, where the mask is true and memory before p is read; so the view begins
// at s, and n - s of its elements are inside.
// CHECK-LABEL: phobos.kernel @below
// CHECK: %[[REST:.*]] = arith.subi
// CHECK: %[[E:.*]] = arith.maxsi %[[REST]], %c0
// CHECK: phobos.view %{{.*}}[%[[E]]] offset %{{.*}} loose
// CHECK: phobos.load %{{.*}}[%c0{{.*}} :+ 16] masked [0]
kernel below(p: ptr<f32>, q: ptr<f32>, s: i32, n: i32) {
  let i = arange(16)
  store(q + i, load(p + s + i, mask = s + i < n))
}

// What an access says of caches stays.
// CHECK-LABEL: phobos.kernel @hints
// CHECK: phobos.load {{.*}} masked [0] cache <cg> evict <last> :
// CHECK: phobos.store {{.*}} masked [0] cache <wt> :
@grid(ceildiv(n, 128))
kernel hints(x: ptr<f32>, y: ptr<f32>, n: i32) {
  let o = ctx.block.x * 128 + arange(128)
  store(y + o, load(x + o, mask = o < n, cache = cg, evict = last), mask = o < n, cache = wt)
}

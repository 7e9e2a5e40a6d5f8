// RUN: phobos-translate --import-phobos --lint=off %s | phobos-opt --canonicalize --phobos-raise-pointers --canonicalize --cse | FileCheck %s

// What is no slice of a view stays as it was.
// CHECK-NOT: phobos.view
// CHECK-NOT: phobos.load

// A view's constant strides are not negative.
// CHECK-LABEL: phobos.kernel @negative_descends
// CHECK: phobos.gather
kernel negative_descends(p: ptr<f32>, q: ptr<f32>) {
  store(q + arange(16) % 16 * (0 - 1), load(p + (9 - arange(16)), mask = arange(16) < 10))
}

// 2^31 rows of i32 and more wrap: the offsets of one tile jump.
// CHECK-LABEL: phobos.kernel @negative_wraps_in_32_bits
// CHECK: phobos.gather
kernel negative_wraps_in_32_bits(p: ptr<f32>, q: ptr<f32>, ld: i32, n: i32) {
  let i = i32(arange(16)) * ld
  store(q + i, load(p + i, mask = arange(16) < n))
}

// Nothing is known of what is read from memory.
// CHECK-LABEL: phobos.kernel @negative_read_from_memory
// CHECK: phobos.gather %{{.*}}[%{{.*}}] : !phobos.ptr<f32>
kernel negative_read_from_memory(p: ptr<f32>, q: ptr<f32>, table: ptr<i32>) {
  let i = load(table + arange(16) * arange(16))
  store(q + i, load(p + i))
}

// A product of positions has no stride.
// CHECK-LABEL: phobos.kernel @negative_product_of_positions
// CHECK: phobos.gather
kernel negative_product_of_positions(p: ptr<f32>, q: ptr<f32>) {
  let o = broadcast(iota(0) * iota(1), [4, 4])
  store(q + o, load(p + o))
}

// The remainder is the position only where it is below the divisor.
// CHECK-LABEL: phobos.kernel @negative_inexact_remainder
// CHECK: phobos.gather
kernel negative_inexact_remainder(p: ptr<f32>, q: ptr<f32>) {
  let o = arange(16) % 12
  store(q + o, load(p + o))
}

// A disjunction leaves no box; neither does what compares two positions, nor one
// position that is left out.
// CHECK-LABEL: phobos.kernel @negative_no_box
// CHECK: phobos.gather
// CHECK: phobos.gather
// CHECK: phobos.gather
kernel negative_no_box(p: ptr<f32>, q: ptr<f32>, n: i32) {
  let i = arange(16)
  let a = load(p + i, mask = (i < n) | (i > n + 2))
  let o = broadcast(iota(0) * 16 + iota(1), [16, 16])
  let b = load(p + o, mask = iota(0) < iota(1))
  let c = load(p + i, mask = i != n)
  store(q + i * (0 - 1), a + c)
  store(q + o, b, mask = iota(0) + iota(1) < n)
}

// A mask of every fourth lane, and one of a multiple of the position.
// CHECK-LABEL: phobos.kernel @negative_patterned
// CHECK: phobos.scatter
// CHECK: phobos.scatter
kernel negative_patterned(q: ptr<f32>, n: i32) {
  let i = arange(16)
  store(q + i, 1, mask = i % 4 == 1)
  store(q + i, 1, mask = i * 2 < n)
}

// Of elements with one address the last one stays, in the order of the tile; slices say
// nothing of order.
// CHECK-LABEL: phobos.kernel @negative_one_address
// CHECK: phobos.scatter
kernel negative_one_address(q: ptr<f32>, n: i32) {
  store(q + arange(16) * 0, f32(arange(16)), mask = arange(16) < n)
}

// A volatile access happens as it is written.
// CHECK-LABEL: phobos.kernel @negative_volatile
// CHECK: phobos.gather
// CHECK: phobos.scatter
kernel negative_volatile(p: ptr<f32>, q: ptr<f32>) {
  store(q + arange(16), load(p + arange(16), volatile = true), volatile = true)
}

// The index may wrap, and then be below n again: n is known to be no more than 2^63, and
// so is s.
// CHECK-LABEL: phobos.kernel @negative_index_wraps
// CHECK: phobos.gather
kernel negative_index_wraps(p: ptr<f32>, q: ptr<f32>, s: index, n: index) {
  let o = s + arange(16)
  let t = load(p + o, mask = o < n)
  store(q + arange(16) % 4 % 3, t)
}

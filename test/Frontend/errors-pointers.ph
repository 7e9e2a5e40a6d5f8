// RUN: not phobos-translate --import-phobos --kernel sums %s 2>&1 | FileCheck %s --check-prefix=SUMS
// RUN: not phobos-translate --import-phobos --kernel loads %s 2>&1 | FileCheck %s --check-prefix=LOADS
// RUN: not phobos-translate --import-phobos --kernel stores %s 2>&1 | FileCheck %s --check-prefix=STORES

kernel sums(p: ptr<f32>, q: ptr<f32>, h: ptr<f16>, x: f32, A: tensor<f32>[M]) {
  // SUMS: [[#@LINE+1]]:13: error: expected a pointer plus or minus integers, got ptr<f32> + f32
  let a = p + x
  // SUMS: [[#@LINE+1]]:13: error: expected a pointer plus or minus integers, got ptr<f32> - ptr<f32>
  let b = p - q
  // SUMS: [[#@LINE+1]]:13: error: expected a pointer plus or minus integers, got the constant 1 - ptr<f32>
  let c = 1 - p
  // SUMS: [[#@LINE+1]]:13: error: expected a pointer plus or minus integers, got ptr<f32> == ptr<f32>
  let d = p == q
  // SUMS: [[#@LINE+1]]:11: error: expected a number or a tile, got ptr<f32>; read what is there, as in 'load(p)'
  let e = where(x > 0, p, q)
  // SUMS: [[#@LINE+1]]:13: error: expected a pointer plus or minus integers, got ptr<f32> + a tensor of f32
  let f = p + A
  // SUMS: [[#@LINE+1]]:11: error: expected a tensor or a tile before '[', got ptr<f32>; write 'load(p + i)'
  let g = p[0]
  var r = p
  // SUMS: [[#@LINE+1]]:7: error: expected ptr<f32>, got ptr<f16>
  r = h
  // SUMS: [[#@LINE+1]]:9: error: expected ptr<f32>, got tile<ptr<f32>>[8]
  r = p + arange(8)
  // SUMS: [[#@LINE+1]]:13: error: the extents of this tile<index>[?] are not known here; write broadcast(x, [m, n]), or arange(n) for iota(0)
  var s = p + iota(0)
  // SUMS: [[#@LINE+1]]:23: error: expected ptr<f32>, got tile<ptr<f32>>[4]
  let t: ptr<f32> = p + arange(4)
}

kernel loads(p: ptr<i8>, n: i32, A: tensor<f32>[8]) {
  let o = arange(8)
  // LOADS: [[#@LINE+1]]:34: error: expected load of a pointer with mask, other, cache, evict, volatile, got 'boundary'
  let a = load(p + o, boundary = [0])
  // LOADS: [[#@LINE+1]]:31: error: expected a mask beside 'other', without one every lane is read
  let b = load(p + o, other = 0)
  // LOADS: [[#@LINE+1]]:30: error: expected a mask of bools, got tile<index>[8]
  let c = load(p + o, mask = o)
  // LOADS: [[#@LINE+1]]:45: error: expected a constant that i8 holds, got 300
  let d = load(p + o, mask = o < n, other = 300)
  // LOADS: [[#@LINE+1]]:45: error: expected tile<i8>[8], got tile<f32>[8]
  let e = load(p + o, mask = o < n, other = A[:])
  // LOADS: [[#@LINE+1]]:31: error: expected ca, cg, cs or cv, got 'wt'
  let f = load(p + o, cache = wt)
  // LOADS: [[#@LINE+1]]:31: error: expected first, last or normal
  let g = load(p + o, evict = 1)
  // LOADS: [[#@LINE+1]]:34: error: expected true or false, got 1
  let h = load(p + o, volatile = 1)
  // LOADS: [[#@LINE+1]]:25: error: expected 'name = ' before this argument, the options of load(from, fill, {{.*}}) are given by name
  let i = load(p + o, o < n)
  // LOADS: [[#@LINE+1]]:16: error: expected a slice, a pointer or a block pointer, got tile<index>[8]
  let j = load(o)
  // LOADS: [[#@LINE+1]]:11: error: the extents of this tile of pointers are not known here; write arange(n) in place of iota(0), or broadcast(x, [m, n])
  let k = load(p + iota(0))
  // LOADS: [[#@LINE+1]]:11: error: expected equal extents or 1 along axis 0, got 8 and 4
  let l = load(p + o, mask = arange(4) < n)
  // LOADS: [[#@LINE+1]]:29: error: expected load of a slice with fill, cache, evict, volatile, got 'mask'
  let m = load(A[:], mask = true)
  // LOADS: [[#@LINE+1]]:26: error: expected load of a pointer with mask, other, cache, evict, volatile, got 'fill'
  let q = load(p, fill = 1)
  // LOADS: [[#@LINE+1]]:35: error: expected a slice of a tensor with 'cache', got one of a tile, which is no memory
  let r = load(o[0 :+ 4], cache = cg)
  // LOADS: [[#@LINE+1]]:30: error: expected ca, cg, cs or cv, got 'wt'
  let s = load(A[:], cache = wt)
}

kernel stores(p: ptr<i8>, n: i32, A: tensor<f32>[8]) {
  let o = arange(8)
  // STORES: [[#@LINE+1]]:9: error: expected a pointer or a block pointer, got tile<index>[8]; a slice is stored by 'A[r :+ 64] = t'
  store(o, 1)
  // STORES: [[#@LINE+1]]:16: error: expected tile<i8>[8], got tile<i32>[8]
  store(p + o, i32(o))
  // STORES: [[#@LINE+1]]:12: error: expected i8, got tile<i8>[8]
  store(p, i8(o))
  // STORES: [[#@LINE+1]]:27: error: expected wb, cg, cs or wt, got 'ca'
  store(p + o, 1, cache = ca)
  // STORES: [[#@LINE+1]]:3: error: cannot derive the grid from the pointer of a store; write @grid(ceildiv(n, B), …) before the kernel
  store(p + ctx.block.x * 8 + o, 1)
  // STORES: [[#@LINE+1]]:11: error: expected a value, this call has none
  let a = store(p, 1)
}

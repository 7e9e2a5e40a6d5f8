// RUN: not phobos-translate --import-phobos --kernel makes %s 2>&1 | FileCheck %s --check-prefix=MAKES
// RUN: not phobos-translate --import-phobos --kernel uses %s 2>&1 | FileCheck %s --check-prefix=USES

kernel makes(p: ptr<f32>, n: index, A: tensor<f32>[M]) {
  // MAKES: [[#@LINE+1]]:21: error: expected a parameter of type ptr<T>, got a tensor of f32
  let a = block_ptr(A, [n], [1], [0], [8])
  // MAKES: [[#@LINE+1]]:23: error: expected a parameter of type ptr<T>, got a pointer with something added; say where the tile starts with 'offset'
  let b = block_ptr(p + 1, [n], [1], [0], [8])
  // MAKES: [[#@LINE+1]]:24: error: expected a list of 1 to 5 extents
  let c = block_ptr(p, n, [1], [0], [8])
  // MAKES: [[#@LINE+1]]:32: error: expected a list of 2 strides, one for each extent of the shape, got 1
  let d = block_ptr(p, [n, n], [1], [0, 0], [8, 8])
  // MAKES: [[#@LINE+1]]:25: error: expected an extent of at least 0, got -1
  let e = block_ptr(p, [-1], [1], [0], [8])
  // MAKES: [[#@LINE+1]]:40: error: expected a compile-time value, got 'n', which is known only at run time
  let f = block_ptr(p, [n], [1], [0], [n])
  // MAKES: [[#@LINE+1]]:35: error: expected an integer, got the constant 0.5
  let g = block_ptr(p, [n], [1], [0.5], [8])
  // MAKES: [[#@LINE+1]]:11: error: missing argument 'tile', expected block_ptr(pointer, shape, strides, offset, tile)
  let h = block_ptr(p, [n], [1], [0])
}

kernel uses(p: ptr<i32>, n: index, T: tensor<i32>[8, 8]) {
  var bp = block_ptr(p, [n, n], [n, 1], [0, 0], [8, 8])
  // USES: [[#@LINE+1]]:35: error: expected axes from 0 to 1, each at most once, got 2
  let a = load(bp, boundary = [0, 2])
  // USES: [[#@LINE+1]]:35: error: expected axes from 0 to 1, each at most once, got 0
  let b = load(bp, boundary = [0, 0])
  // USES: [[#@LINE+1]]:31: error: expected a list of axes, as in 'boundary = [0]'
  let c = load(bp, boundary = 0)
  // USES: [[#@LINE+1]]:30: error: expected a boundary beside 'padding', without one nothing is outside
  let d = load(bp, padding = zero)
  // USES: [[#@LINE+1]]:46: error: expected padding = zero, i32 holds no nan
  let e = load(bp, boundary = [0], padding = nan)
  // USES: [[#@LINE+1]]:46: error: expected zero or nan, got 'one'
  let f = load(bp, boundary = [0], padding = one)
  // USES: [[#@LINE+1]]:27: error: expected load of a block pointer with boundary, padding, cache, evict, volatile, got 'mask'
  let g = load(bp, mask = true)
  // USES: [[#@LINE+1]]:28: error: expected load of a block pointer with boundary, padding, cache, evict, volatile, got 'other'
  let o = load(bp, other = 1)
  // USES: [[#@LINE+1]]:30: error: expected wb, cg, cs or wt, got 'ca'
  store(bp, T[:, :], cache = ca)
  // USES: [[#@LINE+1]]:13: error: expected tile<i32>[8, 8], got tile<i32>[4, 8]
  store(bp, T[0 :+ 4, :])
  // USES: [[#@LINE+1]]:8: error: expected this variable's block pointer, moved by advance(), got another one
  bp = block_ptr(p, [n, n], [n, 1], [0, 0], [8, 8])
  // USES: [[#@LINE+1]]:19: error: expected a block pointer, got ptr<i32>; a pointer moves by 'p + n'
  let h = advance(p, [1])
  // USES: [[#@LINE+1]]:20: error: expected a list of 2 offsets, one for each extent of the shape, got 1
  bp = advance(bp, [1])
  // USES: [[#@LINE+1]]:14: error: expected a number or a tile, got a block pointer of tile<i32>[8, 8]; read what is there, as in 'load(p)'
  let i = bp + 1
}

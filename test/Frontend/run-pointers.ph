// RUN: phobos-translate --import-phobos --kernel lanes %s > %t.mlir
// RUN: phobos-host-run %t.mlir 6=1,2,3,4,5,6 4=9 6=9 4 | FileCheck %s --check-prefix=LANES
// RUN: phobos-translate --import-phobos --kernel carried %s > %t.mlir
// RUN: phobos-host-run %t.mlir 6=1,2,3,4,5,6 3=7,8,9 3=0 | FileCheck %s --check-prefix=CARRIED
// RUN: phobos-translate --import-phobos --kernel blocks %s > %t.mlir
// RUN: phobos-host-run %t.mlir 6=1,2,3,4,5,6 6=9 4=9 2 3 | FileCheck %s --check-prefix=BLOCKS
// RUN: phobos-translate --import-phobos --kernel functions %s > %t.mlir
// RUN: phobos-host-run %t.mlir 6=1,2,3,4,5,6 4=9 5 | FileCheck %s --check-prefix=FUNCTIONS

// Lanes 0 to 2 are true: elements 4, 3 and 2; lane 3 reads other.
// LANES: arg1: 4 3 2 -1
// Offsets of a column and a row broadcast, and i8 offsets widen: 3 * row + column.
// LANES: arg2: 1 2 3 4 5 6
kernel lanes(p: ptr<f32>, q: ptr<f32>, O: tensor<f32>[2, 3], n: i32) {
  let i = arange(4)
  store(q + i, load(p + n - 1 - i, mask = i < 3, other = -1))
  O[:, :] = load(p + reshape(i8(arange(2)), [2, 1]) * 3 + reshape(arange(3), [1, 3]))
}

// r walks over elements 0, 2 and 4 of p (9), then is q, or p where nothing is.
// CARRIED: arg2: 9 7 5
kernel carried(p: ptr<f32>, q: ptr<f32>, o: ptr<f32>) {
  var r = p
  var sum = 0.0
  for i in range(3) {
    sum += load(r)
    r += 2
  }
  store(o, sum)
  r = r - 1
  if sum > 8.0 { r = q }
  store(o + 1, load(r))
  if sum > 9.5 { r = q } else { r = p + 4 }
  store(o + 2, load(r))
}

// Tiles of 2 x 2 in 2 x 3: the second column of the second tile is outside.
// BLOCKS: arg1: 2 4 6 8 10 12
// BLOCKS: arg2: 3 nan 6 nan
kernel blocks(p: ptr<f32>, q: ptr<f32>, O: tensor<f32>[2, 2], m: i32, n: i32) {
  var from = block_ptr(p, [m, n], [n, 1], [0, 0], [2, 2])
  var to = block_ptr(q, [m, n], [n, 1], [0, 0], [2, 2])
  var last = zeros([2, 2])
  var j: i32 = 0
  while j < n {
    last = load(from, boundary = [1], padding = nan)
    store(to, last * 2, boundary = [0, 1])
    from = advance(from, [0, 2])
    to = advance(to, [0, 2])
    j += 2
  }
  O[:, :] = last
}

fn get(p: ptr<f32>, i, n) -> f32 {
  if i >= n { return -1 }
  return load(p + i)
}
fn move(p, k) { return p + k }

// Elements 2 and (not read) 9, element 3, and the first that is 4 or more of those
// from 1 on.
// FUNCTIONS: arg1: 3 -1 4 4
kernel functions(p: ptr<f32>, O: tensor<f32>[4], n: i32) {
  O[0] = get(p, 2, n)
  O[1] = get(p + 1, 9, n)
  O[2] = load(move(p, 3))
  var q = move(p, 1)
  while true {
    if load(q) >= 4.0 { break }
    q += 1
  }
  O[3] = load(q)
}

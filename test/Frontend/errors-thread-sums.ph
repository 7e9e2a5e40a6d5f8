// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

fn count(t) {
  var n = 0
  while n < 4 { n += 1 }
  return t * n
}

kernel sums(A: tensor<f32>[M, N]) {
  let a = A[0 :+ 4, 0 :+ 8]
  let k = ctx.lane * 8
  // CHECK: [[#@LINE+2]]:32: error: expected slices and scalars in ctx.sum, got a tile of the block; ctx.elem reads its elements
  // CHECK: [[#@LINE-3]]:11: note: this tile
  let b = ctx.sum(A[0, k :+ 8] * a)
  // CHECK: [[#@LINE+2]]:19: error: expected slices and what is computed of them element by element in ctx.sum
  // CHECK: [[#@LINE+1]]:19: note: this is something else
  let c = ctx.sum(rowsum(A[0, k :+ 8]))
  // CHECK: [[#@LINE+1]]:19: error: expected slices and what is computed of them element by element in ctx.sum
  let d = ctx.sum(count(A[0, k :+ 8]))
  // CHECK: [[#@LINE+1]]:19: error: expected no fill in ctx.sum, where slices are not masked
  let e = ctx.sum(load(A[0, k :+ 8], fill = 1))
  // CHECK: [[#@LINE+1]]:19: error: expected a tile, got index
  let f = ctx.sum(k)
  // CHECK: [[#@LINE+1]]:19: error: unknown name 'nothing'
  let g = ctx.sum(nothing)
}

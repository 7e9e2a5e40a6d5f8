// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// CHECK: [[#@LINE+2]]:30: warning: this is never reached
kernel unreachable(n: i32) {
  for i in range(n) { break; continue; let unknown = nothing }
}

// CHECK: [[#@LINE+2]]:4: error: expected every path of 'falls' to return a value, one ends without
// CHECK: [[#@LINE+2]]:21: note: a value is returned here
fn falls(x) {
  if x > 0 { return 1 }
}
fn mixed(x) {
  // CHECK: [[#@LINE+2]]:14: error: expected a value, as in the other return of 'mixed'
  if x > 0 { return 1 }
  if x > 1 { return }
  return 2
}
fn signs(x) {
  if x > 0 { return i32(1) }
  // CHECK: [[#@LINE+1]]:10: error: expected integers of one sign, got i32 and u32; cast one of them
  return u32(2)
}
fn tensors(A, x) {
  // CHECK: [[#@LINE+1]]:21: error: expected a number or a tile from a return under a run-time condition, got a tensor of i32
  if x > 0 { return A }
  return A
}
fn shapes(x) {
  if x > 0 { return zeros([8]) }
  // CHECK: [[#@LINE+1]]:10: error: expected equal extents or 1 along axis 0, got 8 and 4
  return zeros([4])
}
fn open(x) {
  if x > 0 { return iota(0) }
  // CHECK: [[#@LINE+1]]:10: error: the extents of this value are not known here; write broadcast(x, [m, n])
  return 2
}
fn narrow(x) -> i8 {
  // CHECK: [[#@LINE+1]]:21: error: expected i8, got i32; cast it, as in 'i8(x)'
  if x > 0 { return x }
  return 2
}
fn bad(x) {
  // CHECK: [[#@LINE+2]]:21: error: unknown name 'y'
  // CHECK-NOT: error: unknown name 'y'
  if x > 0 { return y }
  return 2
}
fn none(x) -> i8 {
  // CHECK: [[#@LINE+1]]:14: error: expected a number or a tile, got no value
  if x > 0 { return }
}
// A compile-time condition decides whether what follows is looked at.
fn chosen(x) {
  const K = 1
  if K == 1 { return x }
  return nonsense
}
kernel k(A: tensor<i32>[M], n: i32) {
  let a = falls(n)
  let b = mixed(n)
  let c = signs(n)
  let d = tensors(A, n)
  let e = shapes(n)
  let f = open(n)
  let g = narrow(n)
  let h = bad(n)
  let i = none(n)
  let j = chosen(n)
  // CHECK: [[#@LINE+1]]:3: error: expected break in a loop
  break
}
kernel l(n: i32) {
  // CHECK: [[#@LINE+1]]:14: error: expected continue in a loop
  if n > 2 { continue }
  // CHECK: [[#@LINE+1]]:14: error: expected no value, a kernel returns nothing
  if n > 2 { return 3 }
}

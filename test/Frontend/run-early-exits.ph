// RUN: phobos-translate --import-phobos %s > %t.mlir
// RUN: phobos-host-run --grid=1,1,1 %t.mlir 4=10,20,30,40 16=0 1=0 2 4 16 | FileCheck %s --check-prefix=TWO
// RUN: phobos-host-run --grid=1,1,1 %t.mlir 4=10,20,30,40 16=0 1=0 3 4 16 | FileCheck %s --check-prefix=THREE
// RUN: phobos-host-run --grid=1,1,1 %t.mlir 4=10,20,30,40 16=0 1=0 9 4 16 | FileCheck %s --check-prefix=NINE

// The smallest divisor from 2 on; no number below 4 is tried.
fn divisor(x) {
  for d in range(2, x) {
    if i32(d) * i32(d) > x { return x }
    if x % i32(d) == 0 { return i32(d) }
  }
  return 0
}
// An i32 and an f32 meet in f32.
fn sign(x) {
  if x > 0 { return 1.5 } else if x < 0 { return -1 }
  return 0
}
// The first i, j with j <= i + 1 whose product reaches n.
fn grid(n) {
  for i in range(10) {
    for j in range(10) {
      if i * j >= n { return i * 10 + j }
      if j > i { break }
    }
  }
  return 99
}
// The first even multiple of 3 above n.
fn multiple(n) {
  var i = 0
  while true {
    i += 3
    if i % 2 == 1 { continue }
    if i > n { return i }
  }
}
fn put(T, n) {
  if n == 3 { return }
  T[0 :+ 1] = n
}
fn tiles(t, n) {
  if n > 2 { return iota(0) }
  if n > 1 { return 7 }
  return t
}
// How often a loop runs whose step is known at run time alone: for -6, -5 and 1
// in turn ceil(100 / step) times, or not at all.
fn count(step) {
  var s = 0
  for i in range(0, 100, step) { s += 1 }
  for i in range(0, 100, -step) {
    s += 1
    if s > 1000 { break }
  }
  return s
}
// Stops at once, however far it could go.
fn far(n) {
  var s = 0
  for i in range(0, 9223372036854775807, 4611686018427387904) { s += 1 ; if s > 9 { break } }
  for i in range(1099511627776) {
    if i == n { break }
    let twice = i32(i) * 2
    if i % 2 == 0 { continue }
    s += twice
  }
  return s
}
// TWO: arg1: 0 1.5 -1 0 12 6 17 4 7 7 7 7 10 20 30 40
// TWO-NEXT: arg2: 2
// THREE: arg1: 3 1.5 -1 0 22 6 20 4 0 1 2 3 10 20 30 40
// THREE-NEXT: arg2: 0
// NINE: arg1: 3 1.5 -1 0 33 12 100 34 0 1 2 3 10 20 30 40
// NINE-NEXT: arg2: 9
kernel k(A: tensor<i32>[M], O: tensor<f32>[N], P: tensor<i32>[1], n: i32) {
  O[0 :+ 1] = divisor(n)
  O[1 :+ 1] = sign(n)
  O[2 :+ 1] = sign(n - 10)
  O[3 :+ 1] = sign(n - n)
  O[4 :+ 1] = i32(grid(n))
  O[5 :+ 1] = multiple(n)
  put(P, n)
  O[6 :+ 1] = count(n - 8)
  O[7 :+ 1] = far(n)
  O[8 :+ 4] = i32(tiles(A[0 :+ 4], n))
  O[12 :+ 4] = tiles(A[0 :+ 4], n - n)
  if n > 0 { return }
  O[0 :+ 16] = 5
}

// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// CHECK: [[#@LINE+1]]:15: error: expected a constant that i8 holds, got 128
const A: i8 = 128
// CHECK: [[#@LINE+1]]:16: error: expected a constant that i32 holds, got 1.5
const B: i32 = 1.5
// CHECK: [[#@LINE+1]]:10: error: expected a scalar type of a const
const C: tile<i32>[4] = 1
// CHECK: [[#@LINE+1]]:10: error: unknown type 'i7'
const D: i7 = 1
const E: u32 = 1
kernel k(n: i32) {
  // CHECK: [[#@LINE+1]]:13: error: expected integers of one sign, got u32 and i32
  let x = E + n
}

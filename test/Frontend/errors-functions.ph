// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

fn first(x) { return second(x) }
// CHECK: [[#@LINE+3]]:23: error: 'first' calls itself, but functions are inlined
// CHECK: [[#@LINE-2]]:22: note: in this call of 'second'
// CHECK: [[#@LINE+13]]:11: note: in this call of 'first'
fn second(x) { return first(x) }

// CHECK: [[#@LINE+2]]:34: error: expected i8, got f32; cast it, as in 'i8(x)'
// CHECK: [[#@LINE+10]]:11: note: in this call of 'narrow'
fn narrow(x: f32) -> i8 { return x }

// CHECK: [[#@LINE+2]]:22: error: unknown name 'local'
// CHECK: [[#@LINE+7]]:11: note: in this call of 'outer'
fn outer(x) { return local }

kernel calls() {
  let local = 1
  let a = first(1)
  let b = narrow(1.0)
  let c = outer(1)
  // CHECK: [[#@LINE+1]]:11: error: expected 1 arguments of 'outer', got 2
  let d = outer(1, 2)
  // CHECK: [[#@LINE+1]]:17: error: 'outer' has no parameter 'y'
  let e = outer(y = 1)
  // CHECK: [[#@LINE+1]]:11: error: expected an fn, 'calls' is a kernel
  let f = calls()
  // CHECK: [[#@LINE+1]]:3: error: the value of this call is not used
  exp(1.0)
}

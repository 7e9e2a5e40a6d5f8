// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

kernel k(A: tensor<f32>[M, N], n: index) {
  let t = A[0 :+ 4, 0 :+ 8]
  var v = t
  // CHECK: [[#@LINE+2]]:3: error: expected a tensor or a var as the target of an assignment, got a tile that cannot be assigned
  // CHECK: [[#@LINE-3]]:7: note: declare it with var here
  t[0, 0] = 1
  // CHECK: [[#@LINE+1]]:3: error: expected a tensor or a var as the target
  v[0 :+ 2, :][0, 0] = 1
  // CHECK: [[#@LINE+1]]:3: error: expected 2 subscripts, one for each extent, got 1
  v[0] = 1
  // CHECK: [[#@LINE+1]]:18: error: expected tile<f32>[2, 8], got tile<f32>[4, 8]
  v[0 :+ 2, :] = t
  // CHECK: [[#@LINE+1]]:13: error: expected an index of at least 0, got -1
  let a = t[-1, 0]
  // CHECK: [[#@LINE+1]]:13: error: expected a slice of constant length; write 's :+ n' with a constant n
  let b = t[n:, :]
  // CHECK: [[#@LINE+1]]:13: error: expected a slice of at least 1 element, got 0
  let c = t[4:, :]
  // CHECK: [[#@LINE+1]]:32: error: expected a constant that f32 holds (its largest is 3.40282e+38), got 1e+50
  let d = load(t[n, :], fill = 1e50)
  // CHECK: [[#@LINE+1]]:12: error: the extents of this tile<index>[?] are not known here; write broadcast(x, [m, n]), or arange(n) for iota(0)
  let e = (iota(0))[0]
  // CHECK: [[#@LINE+1]]:11: error: expected a tensor or a tile before '[', got index
  let f = n[0]
}

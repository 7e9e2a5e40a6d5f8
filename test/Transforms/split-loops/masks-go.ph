// RUN: phobos-translate --import-phobos --kernel matmul %s | phobos-opt --pass-pipeline="builtin.module(canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,phobos-split-loops,canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,canonicalize,phobos-verify-masks)" | FileCheck %s --check-prefix=MATMUL
// RUN: phobos-translate --import-phobos --kernel rows %s | phobos-opt --pass-pipeline="builtin.module(canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,phobos-split-loops,canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,canonicalize,phobos-verify-masks)" | FileCheck %s --check-prefix=ROWS
// RUN: phobos-translate --import-phobos --kernel softmax %s | phobos-opt --pass-pipeline="builtin.module(canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,phobos-split-loops,canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,canonicalize,phobos-verify-masks)" | FileCheck %s --check-prefix=SOFTMAX
// RUN: phobos-translate --import-phobos --kernel causal %s | phobos-opt --pass-pipeline="builtin.module(canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,phobos-split-loops,canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,canonicalize,phobos-verify-masks)" | FileCheck %s --check-prefix=CAUSAL
// RUN: phobos-translate --import-phobos --kernel starts %s | phobos-opt --pass-pipeline="builtin.module(canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,phobos-split-loops,canonicalize,cse,phobos-fold-iota-masks,phobos-eliminate-masks,canonicalize,phobos-verify-masks)" | FileCheck %s --check-prefix=STARTS

// With the passes around it, the steady loop of each loop has neither masks nor
// conditions left, and the checker proves it again.

// Blocks at the edges of C take the edge loop; the others mask the last
// slice along K alone.
// MATMUL: scf.if
// MATMUL: scf.for
// MATMUL-NOT: masked
// MATMUL: loop_part = "steady"
// MATMUL: phobos.load {{.*}} masked [1]
// MATMUL: phobos.load {{.*}} masked [0]
// MATMUL: loop_part = "epilogue"
// MATMUL: phobos.load {{.*}} masked [0, 1]
// MATMUL: phobos.load {{.*}} masked [0, 1]
// MATMUL: loop_part = "edge"
// MATMUL-NOT: loop_part
kernel matmul(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var acc = zeros([64, 64])
  for kt in range(0, K, 16) {
    var a = A[pm * 64 :+ 64, kt :+ 16]
    var b = B[kt :+ 16, pn * 64 :+ 64]
    acc += dot(a, b)
  }
  C[pm * 64 :+ 64, pn * 64 :+ 64] = acc
}

// The fill of the maximum's slice is of no account in the steady loop.
// ROWS: scf.for
// ROWS-NOT: masked
// ROWS: loop_part = "steady"
// ROWS: phobos.load {{.*}} masked [1] fill -inf
// ROWS: loop_part = "epilogue"
// ROWS: phobos.load {{.*}} masked [0, 1] fill -inf
// ROWS: loop_part = "edge"
kernel rows(X: tensor<f32>[M, N], S: tensor<f32>[M, 1], L: tensor<f32>[M, 1]) {
  let row = ctx.block.x * 4
  var s = zeros([4, 1])
  var m = full([4, 1], -inf)
  for c in range(0, N, 256) {
    s += rowsum(X[row :+ 4, c :+ 256])
    m = max(m, rowmax(load(X[row :+ 4, c :+ 256], fill = -inf)))
  }
  S[row :+ 4, 0 :+ 1] = s
  L[row :+ 4, 0 :+ 1] = m
}

// Both loops ask for the same rows, in one scf.if.
// SOFTMAX: scf.if
// SOFTMAX: scf.for
// SOFTMAX-NOT: {{masked|where}}
// SOFTMAX: loop_part = "steady"
// SOFTMAX: phobos.load {{.*}} masked [1]
// SOFTMAX: phobos.where
// SOFTMAX: loop_part = "epilogue"
// SOFTMAX: scf.for
// SOFTMAX-NOT: masked
// SOFTMAX: loop_part = "steady"
// SOFTMAX: loop_part = "epilogue"
// SOFTMAX: loop_part = "edge"
// SOFTMAX: loop_part = "edge"
kernel softmax(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let row = ctx.block.x * 4
  var m = full([4, 1], -1.0e30)
  var l = zeros([4, 1])
  for c in range(0, N, 256) {
    let x = X[row :+ 4, c :+ 256]
    let s = where(iota(1) < N - c, x, -1.0e30)
    let mnew = max(m, rowmax(s))
    l = l * exp(m - mnew) + rowsum(exp(s - mnew))
    m = mnew
  }
  for c in range(0, N, 256) {
    let x = X[row :+ 4, c :+ 256]
    Y[row :+ 4, c :+ 256] = exp(x - m) / l
  }
}

// Keys that every row of the block sees, then the mixed ones, then those that no
// row sees, of which nothing but the values is read; and one ragged slice.
// CAUSAL: scf.for
// CAUSAL-NOT: {{masked|where}}
// CAUSAL: phobos.dot
// CAUSAL-NOT: {{masked|where}}
// CAUSAL: loop_part = "steady"
// CAUSAL: phobos.where
// CAUSAL: phobos.where
// CAUSAL: loop_part = "epilogue"
// CAUSAL: scf.for
// CAUSAL-NOT: {{masked|where|transposed}}
// CAUSAL: loop_part = "steady"
// CAUSAL-NOT: where
// CAUSAL: loop_part = "epilogue"
// CAUSAL: loop_part = "edge"
kernel causal(Q: tensor<f32>[M, D], K: tensor<f32>[N, D], V: tensor<f32>[N, D], O: tensor<f32>[M, D]) {
  let row = ctx.block.x * 64
  var m = full([64, 1], -1.0e30)
  var l = zeros([64, 1])
  var acc = zeros([64, 32])
  let q = Q[row :+ 64, 0 :+ 32]
  for kt in range(0, N, 16) {
    var s = dot_t(q, K[kt :+ 16, 0 :+ 32])
    s = where(row + iota(0) >= kt + iota(1), s, -1.0e30)
    s = where(iota(1) < N - kt, s, -1.0e30)
    let mnew = max(m, rowmax(s))
    let p = exp(s - mnew)
    let a = exp(m - mnew)
    l = l * a + rowsum(p)
    acc = acc * a + dot(p, V[kt :+ 16, 0 :+ 32])
    m = mnew
  }
  O[row :+ 64, 0 :+ 32] = acc / l
}

// Nine loops, nine steady ones: from an unaligned start that may be negative, from
// a negative one, by twos, past the extent and before it, over two extents,
// backwards, with steps below and above the slice's length.
// STARTS-COUNT-9: loop_part = "steady"
// STARTS-NOT: loop_part = "steady"
kernel starts(X: tensor<f32>[1, K], Z: tensor<f32>[1, J], Y: tensor<f32>[1, 16], s: i32) {
  var acc = zeros([1, 16])
  for kt in range(s, K, 16) { acc += X[0 :+ 1, kt :+ 16] }
  for kt in range(-40, K, 16) { acc += X[0 :+ 1, kt :+ 16] }
  for kt in range(0, K, 8) { acc += X[0 :+ 1, kt * 2 :+ 16] }
  for kt in range(0, K + 100, 16) { acc += X[0 :+ 1, kt :+ 16] }
  for kt in range(0, K - 7, 16) { acc += X[0 :+ 1, kt :+ 16] }
  for kt in range(0, K, 16) { acc += X[0 :+ 1, kt :+ 16] + Z[0 :+ 1, kt :+ 16] }
  for kt in range(0, K, 16) { acc += X[0 :+ 1, K - kt - 16 :+ 16] }
  for kt in range(0, K, 12) { acc += X[0 :+ 1, kt :+ 16] }
  for kt in range(0, K, 40) { acc += X[0 :+ 1, kt :+ 16] }
  Y[0 :+ 1, 0 :+ 16] = acc
}

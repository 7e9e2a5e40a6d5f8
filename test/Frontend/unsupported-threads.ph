// RUN: not phobos-translate --phobos-to-ptx %s 2>&1 | FileCheck %s
// RUN: phobos-translate --import-phobos %s -o %t.mlir
// RUN: phobos-opt --phobos-to-host %t.mlir -o /dev/null

// Threads that have parted share one memory for the versions of a tile.

kernel later(A: tensor<f32>[64]) {
  var t = A[:]
  if ctx.thread < 64 {
    ctx.store(t, ctx.thread, 1.0)
    let old = t
    ctx.store(t, ctx.thread, 2.0)
    // CHECK: [[#@LINE+1]]:21: error: not supported on a GPU: a tile as it was before ctx.store, in code that differs between threads; use the var that ctx.store changes
    A[ctx.thread] = ctx.elem(old, 0)
  }
  A[:] = t
}

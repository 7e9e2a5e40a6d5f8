// RUN: not phobos-translate --phobos-to-ptx %s 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: phobos-translate --import-phobos %s -o %t.mlir
// RUN: phobos-opt --phobos-to-host %t.mlir -o /dev/null

// Per-thread code is not lowered for a GPU yet.

kernel later(A: tensor<f32>[64]) {
  // GPU: [[#@LINE+1]]:6: error: not supported yet on a GPU: per-thread code (ctx.thread)
  if ctx.thread < 64 { A[ctx.thread] = 1 }
  ctx.barrier()
}

// RUN: not phobos-translate --phobos-to-ptx %s 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: phobos-translate --import-phobos %s -o %t.mlir
// RUN: not phobos-opt --phobos-to-host %t.mlir 2>&1 | FileCheck %s --check-prefix=HOST

// Per-thread code is checked and becomes tile IR, which is not lowered yet.

kernel later(A: tensor<f32>[64]) {
  // GPU: [[#@LINE+2]]:6: error: not supported yet on a GPU: per-thread code (ctx.thread)
  // HOST: error: not supported yet on the host: per-thread code (ctx.thread)
  if ctx.thread < 64 { A[ctx.thread] = 1 }
  ctx.barrier()
}

// Kernels from the language down: what a GPU would run, on the CPU.
// RUN: phobos-emulate --target=sm_80 --grid=3 --kernel=scale %s 9=1,2,3,4,5,6,7,8,9 9 | FileCheck %s
// RUN: phobos-emulate --target=sm_90a --grid=3 --seed=5 --kernel=scale %s 9=1,2,3,4,5,6,7,8,9 9 | FileCheck %s
// CHECK: arg0: 2 4 6 8 10 12 14 16 18

// An array that is shorter than N says: the line, the array, the thread.
// RUN: not phobos-emulate --target=sm_80 --grid=3 --kernel=scale %s 7=1,2,3,4,5,6,7 9 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: examples.ph:[[@LINE+8]]:{{[0-9]+}}: error: read of 4 bytes outside of 'A', at byte 28 of 28, by thread 3 of block 1

// A broken promise traps, at its line.
// RUN: not phobos-emulate --target=sm_80 --grid=3 --kernel=promised %s 9=1 9 2>&1 | FileCheck %s --check-prefix=PROMISE
// PROMISE: examples.ph:[[@LINE+7]]:{{[0-9]+}}: error: trap: a promise of the kernel does not hold, in thread 0 of block 0

kernel scale(A: tensor<f32>[N]) {
  let i = ctx.block.x * 4
  A[i :+ 4] = 2.0 * A[i :+ 4]
}

@aligned(N = 4)
kernel promised(A: tensor<f32>[N]) {
  let i = ctx.block.x * 4
  A[i :+ 4] = 2.0 * A[i :+ 4]
}

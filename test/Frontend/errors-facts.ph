// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// CHECK: [[#@LINE+1]]:9: error: expected no arguments of @strict
@strict(1)
// CHECK: [[#@LINE+1]]:2: error: expected @cluster(n) with the number of blocks
@cluster
// CHECK: [[#@LINE+1]]:10: error: expected 1, 2, 4 or 8 blocks, got 3
@cluster(3)
// CHECK: [[#@LINE+1]]:10: error: expected blocks from 1 to 8, got 16
@cluster(16)
// CHECK: [[#@LINE+1]]:2: error: expected @pipeline(n) with the number of stages
@pipeline
// CHECK: [[#@LINE+1]]:11: error: expected stages from 1 to 16, got 17
@pipeline(17)
// CHECK: [[#@LINE+1]]:13: error: expected min_blocks from 1 to 32, got 0
@launch(32, 0)
// CHECK: [[#@LINE+1]]:17: error: expected max_regs from 16 to 255, got 256
@launch(32, 1, 2*128)
// CHECK: [[#@LINE+1]]:14: error: expected threads * min_blocks * max_regs of at most 65536, the registers of a multiprocessor, got 512 * 2 * 128
@launch(512, 2, 128)
// CHECK: [[#@LINE+1]]:17: error: expected @launch(threads[, min_blocks[, max_regs]])
@launch(32, b = 2)
// CHECK: [[#@LINE+1]]:13: error: expected the name of an extent
@specialize(3)
// CHECK: [[#@LINE+1]]:2: error: expected @specialize(N, …)
@specialize
// CHECK: [[#@LINE+1]]:17: error: expected no arguments of @assert_no_mask
@assert_no_mask(M)
kernel numbers() {
  // CHECK: [[#@LINE+1]]:4: error: expected @launch before a kernel
  @launch(32) for i in range(2) { }
  // CHECK: [[#@LINE+1]]:19: error: expected no arguments of @assert_no_mask
  @assert_no_mask(1) for i in range(2) { }
  // CHECK: [[#@LINE+1]]:4: error: unknown attribute '@pipelin'; did you mean 'pipeline'?
  @pipelin(2) for i in range(2) { }
}

const TM = 64
// CHECK: [[#@LINE+1]]:2: error: expected @aligned(M = TM, …)
@aligned
// CHECK: [[#@LINE+1]]:10: error: expected 'EXTENT = MULTIPLE'
@aligned(TM)
// CHECK: [[#@LINE+1]]:14: error: expected a multiple of at least 1, got 0
@aligned(M = 0)
// CHECK: [[#@LINE+1]]:10: error: unknown name 'Q'
@aligned(Q = 4)
// CHECK: [[#@LINE+1]]:10: error: expected an extent's name, got 'n'
@aligned(n = 4)
// CHECK: [[#@LINE+1]]:10: error: expected a multiple of 48, 'TM' is 64
@aligned(TM = 48)
// CHECK: [[#@LINE+1]]:13: error: this requirement never holds
@require(TM > 64)
// CHECK: [[#@LINE+1]]:10: error: expected a bool, got index
@require(M)
// CHECK: [[#@LINE+1]]:22: error: expected a condition over extents, parameters and constants, got one over a block's position
@require(ctx.block.x < M)
// CHECK: [[#@LINE+1]]:2: error: expected @require(condition)
@require(M > 1, M > 2)
// CHECK: [[#@LINE+1]]:10: error: expected a scalar, an extent or a constant, got the tensor 'A'
@require(A[0] > 1)
kernel facts(A: tensor<f32>[M, N], n: i32) { }

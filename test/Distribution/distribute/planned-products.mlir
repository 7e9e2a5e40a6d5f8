// RUN: phobos-opt %s -phobos-plan-products -phobos-add-repack-kernels -phobos-assign-layouts -phobos-distribute | FileCheck %s

// Two roles: one thread of the last warp group copies, the first 128 threads
// multiply. Four stages of 8 + 8 KiB, then the barriers; 64 x 64 accumulators are
// 32 a thread.
// CHECK: contract = {{.*}}tensor_maps = [{box = [64, 64], {{.*}}param = "A", {{.*}}swizzle = 128 : i64}, {{{.*}}param = "B"{{.*}}threads = 256
// CHECK: gpu.func @gemm({{.*}}!llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>}
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: nvvm.mbarrier.init
// CHECK: gpu.barrier
// CHECK: scf.if

// The producer: waits for an empty stage, says how many bytes come, copies. No tile
// is in sight.
// CHECK: nvvm.elect.sync
// CHECK: scf.for
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.mbarrier.arrive.expect_tx {{.*}}, %c16384_i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: } else {

// The consumers: wait for a full stage, multiply it in four steps of 16 along K,
// and give back the stage before once its products are done.
// CHECK: scf.for
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.wgmma.fence.aligned
// CHECK-COUNT-4: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 64, k = 16>
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: mbarrier.arrive.shared::cta
// CHECK: llvm.inline_asm {{.*}} "wgmma.wait_group.sync.aligned 0;"

// Rows are written 16 bytes at a time, after a trip that stays in each warp, in
// shared memory that nobody reads before.
// CHECK-NOT: nvvm.barrier
// CHECK: nvvm.bar.warp.sync
// CHECK-NOT: nvvm.barrier
// CHECK: gpu.return
phobos.kernel @gemm(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
                    %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
                    %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
                    %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"},
                    %N: index {phobos.name = "N"}) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<64x64xf32> {
    %l = phobos.load %A[%c0 :+ 64, %k :+ 64] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %m = phobos.load %B[%k :+ 64, %c0 :+ 64] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %d = phobos.dot %l, %m, %acc
        : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  phobos.store %sum, %C[%c0 :+ 64, %c0 :+ 64] masked [0, 1]
      : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// RUN: phobos-translate --import-phobos --set N=96 %s | FileCheck %s
// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s --check-prefix=UNSET

// CHECK-LABEL: phobos.kernel @flags
// CHECK-SAME: threads 128
// CHECK-SAME: attributes {phobos.assert_no_mask, phobos.cluster = 2 : i64, phobos.max_registers = 64 : i32, phobos.min_blocks = 2 : i32, phobos.noalias, phobos.pipeline = 3 : i32, phobos.strict}
// CHECK: scf.for
// CHECK: } {phobos.assert_no_mask, phobos.pipeline = 2 : i32}
// CHECK: scf.while
// CHECK: } attributes {phobos.assert_no_mask, phobos.pipeline = 4 : i32}
@launch(128, 2, max_regs = 64)
@strict @noalias @assert_no_mask
@pipeline(3) @cluster(2)
kernel flags(A: tensor<f32>[M], n: i32) {
  @pipeline(2) @assert_no_mask
  for i in range(n) { A[i * 8 :+ 8] = 1 }
  @assert_no_mask @pipeline(4) for i in range(n) {
    if n * i == 8 { break }
    A[0 :+ 8] = 2
  }
}

// The extent stands for the promised value, in views too; the grid is of the
// argument. Multiples of multiples are promised one by one.
// CHECK-LABEL: phobos.kernel @aligned
// CHECK-SAME: %[[M:[a-z0-9]+]]: index {phobos.name = "M"}, %[[K:[a-z0-9]+]]: index {phobos.name = "K"}
// CHECK-SAME: grid affine_map<()[s0, s1] -> (s0 ceildiv 64, 1, 1)>
// CHECK: %[[MP:.*]] = phobos.promise #phobos.divisible<64> %[[M]]{{$}}
// CHECK: phobos.promise #phobos.bounded<0, 9223372036854775807> %{{.*}} message "ctx.blocks.x * 64 <= M"
// CHECK: %[[KP:.*]] = phobos.promise #phobos.divisible<8> %[[K]]{{$}}
// CHECK: phobos.view %{{.*}}[%[[MP]], %[[KP]]]
// CHECK: scf.for %{{.*}} to %[[KP]]
@autotune(TM in [64])
@aligned(M = TM, K = 8)
kernel aligned(A: tensor<f32>[M, K]) {
  for k in range(0, K, 8) { A[ctx.block.x * TM :+ TM, k :+ 8] = 1 }
}

// The blocks that walk the extent must end within it, one promise an axis. A
// fixed slice, another step and another extent promise nothing.
// CHECK-LABEL: phobos.kernel @walk
// CHECK: %[[MP:.*]] = phobos.promise
// CHECK: %[[STEPS:.*]] = arith.divsi %[[MP]], %c32
// CHECK: %[[B:.*]] = phobos.num_blocks x
// CHECK: %[[REST:.*]] = arith.subi %[[STEPS]], %[[B]]
// CHECK: phobos.promise #phobos.bounded<0, 9223372036854775807> %[[REST]] message "ctx.blocks.x * 32 <= M"{{$}}
// CHECK-NOT: phobos.promise
@aligned(M = 32)
@grid(ceildiv(M, 32))
kernel walk(A: tensor<f32>[M], B: tensor<f32>[M], C: tensor<f32>[N]) {
  A[ctx.block.x * 32 :+ 32] = 1
  B[ctx.block.x * 32 :+ 32] = 1
  A[0 :+ 16] = A[ctx.block.x * 16 :+ 16]
  A[0 :+ 32] = A[ctx.block.x * 32 + 32 :+ 32]
  C[ctx.block.x * 32 :+ 32] = 1
}

// A number of blocks that does not follow from the extent is noted for launchers.
// CHECK-LABEL: phobos.kernel @walk_of_others
// CHECK: message "ctx.blocks.y * 8 <= M" {phobos.walk = {blocks = affine_map<()[s0, s1, s2] -> (s0 + s2)>, extent = "M", multiple = 8 : i64}}
@aligned(M = 8)
@grid(4, n + N)
kernel walk_of_others(A: tensor<f32>[M, N], n: i32) {
  A[ctx.block.y * 8 :+ 8, 0 :+ 4] = 1
}

// CHECK-LABEL: phobos.kernel @require
// CHECK-SAME: %[[n:[a-z0-9]+]]: i32 {phobos.name = "n"}, %[[M:[a-z0-9]+]]: index {phobos.name = "M"}, %[[N:[a-z0-9]+]]: index {phobos.name = "N"}, %[[K:[a-z0-9]+]]: index
// CHECK: %[[M1:.*]] = phobos.promise #phobos.divisible<8> %[[M]] message "M % 8 == 0"
// CHECK: phobos.promise #phobos.bounded<-9223372036854775808, 128> %[[N]] message "N <= BN"
// CHECK: %[[M2:.*]] = phobos.promise #phobos.bounded<4, 9223372036854775807> %[[M1]] message "3 < M"
// CHECK: phobos.promise #phobos.same %[[K]], %[[M2]] message "K == M"
// CHECK: %[[C:.*]] = arith.cmpi sle, %[[n]]
// CHECK: %[[H:.*]] = arith.index_castui %[[C]] : i1 to index
// CHECK: phobos.promise #phobos.bounded<1, 1> %[[H]] message "n <= 7"
// CHECK-NOT: phobos.promise
const BN = 128
@require(M % 8 == 0 && N <= BN)
@require(3 < M) @require(K == M)
@require(n <= 7) @require(BN == 128)
kernel require(A: tensor<f32>[M, N], B: tensor<f32>[K], n: i32) {
}

// UNSET: [[#@LINE+5]]:13: error: expected a value of 'N', which @specialize makes a compile-time value; give it, as in --set N=64
// UNSET-NOT: error
// CHECK-LABEL: phobos.kernel @specialize
// CHECK-SAME: phobos.extents = ["M", 96]
// CHECK: !phobos.tile<1x96xf32>
@specialize(N)
kernel specialize(A: tensor<f32>[M, N]) {
  A[ctx.block.x, 0 :+ N] = 1
}

// The number of blocks is no position: the grid is not derived from it.
// CHECK-LABEL: phobos.kernel @persistent
// CHECK: %[[B:.*]] = phobos.num_blocks x
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step
@grid(16)
kernel persistent(A: tensor<f32>[M]) {
  for b in range(ctx.block.x * 8, M, ctx.blocks.x * 8) { A[b :+ 8] = 1 }
}

// RUN: phobos-translate --import-phobos %s > %t.mlir
// RUN: phobos-host-run --grid=2,1,1 %t.mlir 8=0 8 | FileCheck %s
// RUN: phobos-host-run --grid=0,1,1 %t.mlir 1=0 0 | FileCheck %s --check-prefix=EMPTY
// RUN: not phobos-host-run --grid=2,1,1 %t.mlir 8=0 6 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// RUN: not phobos-host-run --grid=3,1,1 %t.mlir 8=0 8 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not phobos-host-run --grid=5,1,1 %t.mlir 20=0 20 2>&1 | FileCheck %s --check-prefix=LIMIT

// Both blocks run where the demands hold, and none where one does not.
// CHECK: arg0: 2 2 2 2 2 2 2 2
// EMPTY: arg0: 0
// MULTIPLE: expected 'M' to be a multiple of 4, got 6
// BLOCKS: expected ctx.blocks.x * 4 <= M to hold
// LIMIT: expected M <= 16 to hold, {{.*}}20
@grid(ceildiv(M, 4))
@aligned(M = 4)
@require(M <= 16)
kernel k(A: tensor<f32>[M]) {
  A[ctx.block.x * 4 :+ 4] = ctx.blocks.x
}

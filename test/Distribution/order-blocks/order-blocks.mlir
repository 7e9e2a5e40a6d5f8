// RUN: phobos-opt %s --phobos-order-blocks | FileCheck %s

// y walks the columns of the store: it becomes the fastest axis of one row of
// ceildiv(M, 64) * ceildiv(N, 32) blocks.
// CHECK: #[[$GRID:.+]] = affine_map<()[s0, s1] -> ((s0 ceildiv 64) * (s1 ceildiv 32), 1, 1)>
// CHECK-LABEL: phobos.kernel @rows_by_x
// CHECK-SAME: grid #[[$GRID]]
// CHECK: %[[B:.*]] = phobos.block_id x
// CHECK: %[[POSITION:.*]] = arith.index_cast %[[B]] : index to i32
// CHECK: %[[Y:.*]] = arith.remui %[[POSITION]], %[[COLUMNS:.*]] : i32
// CHECK: %[[X:.*]] = arith.divui %[[POSITION]], %[[COLUMNS]] : i32
// CHECK-NOT: phobos.block_id
// CHECK: phobos.return
phobos.kernel @rows_by_x(%a: !phobos.ptr<f32>, %M: index, %N: index, %x: f32)
    grid affine_map<()[s0, s1] -> (s0 ceildiv 64, s1 ceildiv 32, 1)> {
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %pm = phobos.block_id x
  %pn = phobos.block_id y
  %r = arith.muli %pm, %c64 : index
  %c = arith.muli %pn, %c32 : index
  %t = phobos.splat %x : !phobos.tile<64x32xf32>
  phobos.store %t, %A[%r :+ 64, %c :+ 32] masked [0, 1] : !phobos.tile<64x32xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// A position that is the kernel's first op, and a constant number of blocks.
// CHECK-LABEL: phobos.kernel @position_first
// CHECK: phobos.block_id x
// CHECK-NOT: phobos.block_id
// CHECK: phobos.return
phobos.kernel @position_first(%a: !phobos.ptr<f32>, %x: f32)
    grid affine_map<() -> (4, 8, 1)> {
  %pn = phobos.block_id y
  %pm = phobos.block_id x
  %A = phobos.view %a[4, 8] : !phobos.view<4x8xf32>
  %t = phobos.splat %x : !phobos.tile<1x1xf32>
  phobos.store %t, %A[%pm :+ 1, %pn :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<4x8xf32>
  phobos.return
}

// @negative_columns_by_x: x walks the columns already.
// CHECK-LABEL: phobos.kernel @negative_columns_by_x
// CHECK: phobos.block_id x
// CHECK: phobos.block_id y
phobos.kernel @negative_columns_by_x(%a: !phobos.ptr<f32>, %M: index, %N: index, %x: f32)
    grid affine_map<()[s0, s1] -> (s1 ceildiv 64, s0, 1)> {
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %pn = phobos.block_id x
  %pm = phobos.block_id y
  %c = arith.muli %pn, %c64 : index
  %t = phobos.splat %x : !phobos.tile<1x64xf32>
  phobos.store %t, %A[%pm :+ 1, %c :+ 64] masked [0, 1] : !phobos.tile<1x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// @negative_disagree: one store's columns follow y, another's x.
// CHECK-LABEL: phobos.kernel @negative_disagree
// CHECK: phobos.block_id x
// CHECK: phobos.block_id y
phobos.kernel @negative_disagree(%a: !phobos.ptr<f32>, %M: index, %x: f32)
    grid affine_map<()[s0] -> (s0, s0, 1)> {
  %A = phobos.view %a[%M, %M] : !phobos.view<?x?xf32>
  %px = phobos.block_id x
  %py = phobos.block_id y
  %t = phobos.splat %x : !phobos.tile<1x1xf32>
  phobos.store %t, %A[%px :+ 1, %py :+ 1] masked [0, 1] : !phobos.tile<1x1xf32>, !phobos.view<?x?xf32>
  phobos.store %t, %A[%py :+ 1, %px :+ 1] masked [0, 1] : !phobos.tile<1x1xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// @negative_no_grid: without a grid the number of blocks is not known.
// CHECK-LABEL: phobos.kernel @negative_no_grid
// CHECK: phobos.block_id y
phobos.kernel @negative_no_grid(%a: !phobos.ptr<f32>, %M: index, %x: f32) {
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %py = phobos.block_id y
  %t = phobos.splat %x : !phobos.tile<1xf32>
  phobos.store %t, %A[%py :+ 1] masked [0] : !phobos.tile<1xf32>, !phobos.view<?xf32>
  phobos.return
}

// The number of blocks along y is an u8: 200 is not -56.
// CHECK-LABEL: phobos.kernel @unsigned_extent
// CHECK-SAME: %[[N:[a-z0-9]+]]: i8
// CHECK: arith.index_castui %[[N]] : i8 to index
phobos.kernel @unsigned_extent(%a: !phobos.ptr<f32>, %n: i8 {phobos.unsigned}, %x: f32)
    grid affine_map<()[s0] -> (4, s0, 1)> {
  %A = phobos.view %a[256] : !phobos.view<256xf32>
  %py = phobos.block_id y
  %t = phobos.splat %x : !phobos.tile<1xf32>
  phobos.store %t, %A[%py :+ 1] masked [0] : !phobos.tile<1xf32>, !phobos.view<256xf32>
  phobos.return
}

// The numbers of blocks are still those of the grid before.
// CHECK-LABEL: phobos.kernel @numbers
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index
// CHECK: %[[COLUMNS:.*]] = arith.{{.*}} : index
// CHECK-NOT: phobos.num_blocks
// CHECK: phobos.return
phobos.kernel @numbers(%a: !phobos.ptr<i64>, %N: index)
    grid affine_map<()[s0] -> (8, s0 ceildiv 2, 1)> {
  %nx = phobos.num_blocks x
  %ny = phobos.num_blocks y
  %pm = phobos.block_id x
  %pn = phobos.block_id y
  %A = phobos.view %a[8, %N] : !phobos.view<8x?xi64>
  %all = arith.muli %nx, %ny : index
  %v = arith.index_cast %all : index to i64
  %t = phobos.splat %v : !phobos.tile<1x2xi64>
  %c2 = arith.constant 2 : index
  %c = arith.muli %pn, %c2 : index
  phobos.store %t, %A[%pm :+ 1, %c :+ 2] masked [1] : !phobos.tile<1x2xi64>, !phobos.view<8x?xi64>
  phobos.return
}

// Along the slowest axis the number is that of the launch, so that no position is
// beyond it: what a kernel promises of that number holds of its positions.
// CHECK-LABEL: phobos.kernel @number_of_the_slowest
// CHECK: %[[POSITION:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: arith.divui %[[POSITION]], %[[COLUMNS:.*]] : i32
// CHECK: %[[ALL:.*]] = phobos.num_blocks x
// CHECK: %[[ALL32:.*]] = arith.index_cast %[[ALL]] : index to i32
// CHECK: %[[LAST:.*]] = arith.subi %[[ALL32]], %[[ONE:.*]] : i32
// CHECK: %[[ROW:.*]] = arith.divui %[[LAST]], %[[COLUMNS]] : i32
// CHECK: %[[PLANE:.*]] = arith.divui %[[ROW]], %{{.*}} : i32
// CHECK: arith.addi %[[PLANE]], %[[ONE]] : i32
// CHECK-NOT: phobos.num_blocks
// CHECK: phobos.return
phobos.kernel @number_of_the_slowest(%a: !phobos.ptr<i64>, %N: index)
    grid affine_map<()[s0] -> (8, s0 ceildiv 2, 4)> {
  %nz = phobos.num_blocks z
  %pz = phobos.block_id z
  %pm = phobos.block_id x
  %pn = phobos.block_id y
  %A = phobos.view %a[4, 8, %N] : !phobos.view<4x8x?xi64>
  %v = arith.index_cast %nz : index to i64
  %t = phobos.splat %v : !phobos.tile<1x1x2xi64>
  %c2 = arith.constant 2 : index
  %c = arith.muli %pn, %c2 : index
  phobos.store %t, %A[%pz :+ 1, %pm :+ 1, %c :+ 2] masked [2] : !phobos.tile<1x1x2xi64>, !phobos.view<4x8x?xi64>
  phobos.return
}

// @negative_numbers: where blocks keep their order, the numbers are read.
// CHECK-LABEL: phobos.kernel @negative_numbers
// CHECK: phobos.num_blocks x
// CHECK: phobos.return
phobos.kernel @negative_numbers(%a: !phobos.ptr<i64>, %N: index)
    grid affine_map<()[s0] -> (s0, 1, 1)> {
  %nx = phobos.num_blocks x
  %pn = phobos.block_id x
  %A = phobos.view %a[%N] : !phobos.view<?xi64>
  %v = arith.index_cast %nx : index to i64
  %t = phobos.splat %v : !phobos.tile<1xi64>
  phobos.store %t, %A[%pn :+ 1] : !phobos.tile<1xi64>, !phobos.view<?xi64>
  phobos.return
}

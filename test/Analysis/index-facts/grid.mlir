// RUN: phobos-opt %s --phobos-print-index-facts -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Where a block stands, and how many blocks there are.

// 16 pm < 16 ceildiv(N, 16) <= N + 15, and N = 16 q.
// CHECK: remark: dim 0: start by grid; end by grid, promise
phobos.kernel @ceildiv_grid(%a: !phobos.ptr<f32>, %N: index)
    grid affine_map<()[s0] -> (s0 ceildiv 16, 1, 1)> {
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c16 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// A grid of whole tiles alone needs no promise.
// CHECK: remark: dim 0: start by grid; end by grid
phobos.kernel @floordiv_grid(%a: !phobos.ptr<f32>, %N: index)
    grid affine_map<()[s0] -> (s0 floordiv 16, 1, 1)> {
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c16 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// The last block may hold less than a tile.
// CHECK: remark: dim 0: start by grid; end not proved
phobos.kernel @negative_ragged(%a: !phobos.ptr<f32>, %N: index)
    grid affine_map<()[s0] -> (s0 ceildiv 16, 1, 1)> {
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c16 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// Tiles of 16, steps of 8: the last one ends 8 behind N.
// CHECK: remark: dim 0: start by grid; end not proved
phobos.kernel @negative_step_below_length(%a: !phobos.ptr<f32>, %N: index)
    grid affine_map<()[s0] -> (s0 ceildiv 8, 1, 1)> {
  %c8 = arith.constant 8 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c8 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// The position is one along y, the blocks of which M gives.
// CHECK: remark: dim 0: start by grid; end not proved
phobos.kernel @negative_other_axis(%a: !phobos.ptr<f32>, %N: index, %M: index)
    grid affine_map<()[s0, s1] -> (s0 ceildiv 16, s1 ceildiv 16, 1)> {
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %pn = phobos.block_id y
  %r = arith.muli %pn, %c16 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// Any number of blocks: 16 pm may wrap, and is no sum of anything known.
// CHECK: remark: dim 0: start not proved; end not proved
phobos.kernel @negative_unknown_grid(%a: !phobos.ptr<f32>, %N: index) {
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c16 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// What the entry checks: the blocks end within N.
// CHECK: remark: dim 0: start by grid; end by grid, promise
phobos.kernel @promised_walk(%a: !phobos.ptr<f32>, %N: index, %g: i32)
    grid affine_map<()[s0, s1] -> (s1, 1, 1)> {
  %c16 = arith.constant 16 : index
  %blocks = phobos.num_blocks x
  %end = arith.muli %blocks, %c16 : index
  %rest = arith.subi %N, %end : index
  %held = phobos.promise #phobos.bounded<0, 9223372036854775807> %rest
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c16 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// The same promise where the number of blocks may be so large that 16 of it
// wraps: that N - 16 blocks is not below 0 then says nothing.
// CHECK: remark: dim 0: start not proved; end not proved
phobos.kernel @negative_promised_walk_wraps(%a: !phobos.ptr<f32>, %N: index, %g: index)
    grid affine_map<()[s0, s1] -> (s1, 1, 1)> {
  %c16 = arith.constant 16 : index
  %blocks = phobos.num_blocks x
  %end = arith.muli %blocks, %c16 : index
  %rest = arith.subi %N, %end : index
  %held = phobos.promise #phobos.bounded<0, 9223372036854775807> %rest
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %r = arith.muli %pm, %c16 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// An unsigned argument of i32 is no signed number of the grid.
// CHECK: remark: dim 0: start by grid; end not proved
phobos.kernel @negative_unsigned_argument(%a: !phobos.ptr<f32>, %g: i32 {phobos.unsigned})
    grid affine_map<()[s0] -> (s0, 1, 1)> {
  %n = arith.index_cast %g : i32 to index
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %pm = phobos.block_id x
  %t = phobos.load %A[%pm :+ 1] masked [0] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  phobos.return
}

// One axis walks both extents: rows by the quotient, columns by the remainder.
// CHECK: remark: dim 0: start by definition; end by grid, promise
phobos.kernel @product_grid(%a: !phobos.ptr<f32>, %M: index, %N: index)
    grid affine_map<()[s0, s1] -> ((s0 ceildiv 16) * (s1 ceildiv 8), 1, 1)> {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %m = phobos.promise #phobos.divisible<16> %M
  %n = phobos.promise #phobos.divisible<8> %N
  %A = phobos.view %a[%m, %n] : !phobos.view<?x?xf32>
  %p = phobos.block_id x
  %columns = arith.ceildivsi %n, %c8 : index
  %pm = arith.divsi %p, %columns : index
  %pn = arith.remsi %p, %columns : index
  %r = arith.muli %pm, %c16 : index
  %c = arith.muli %pn, %c8 : index
  // CHECK: remark: dim 1: start by definition; end by promise, definition
  %t = phobos.load %A[%r :+ 16, %c :+ 8] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<16x8xf32>
  phobos.return
}

// Divided by the rows, the quotient is a column: 16 of it may be behind M, and
// may even wrap, where N is large.
// CHECK: remark: dim 0: start not proved; end not proved
phobos.kernel @negative_product_swapped(%a: !phobos.ptr<f32>, %M: index, %N: index)
    grid affine_map<()[s0, s1] -> ((s0 ceildiv 16) * (s1 ceildiv 8), 1, 1)> {
  %c16 = arith.constant 16 : index
  %m = phobos.promise #phobos.divisible<16> %M
  %A = phobos.view %a[%m] : !phobos.view<?xf32>
  %B = phobos.view %a[%N] : !phobos.view<?xf32>
  %p = phobos.block_id x
  %rows = arith.ceildivsi %m, %c16 : index
  %pm = arith.divsi %p, %rows : index
  %r = arith.muli %pm, %c16 : index
  %t = phobos.load %A[%r :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

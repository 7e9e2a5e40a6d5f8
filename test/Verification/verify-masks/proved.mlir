// RUN: phobos-opt %s --phobos-verify-masks 2>&1 | FileCheck %s --implicit-check-not=remark:

// Slices without masks that stay inside: no errors, and no remarks on dims that
// are unchecked.

// Whole blocks: b < ceildiv(M, 32) and M = 32 q, so 32 b + 32 <= M.
// CHECK-LABEL: @aligned_block
phobos.kernel @aligned_block(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 32, 1, 1)> {
  %c32 = arith.constant 32 : index
  %b = phobos.block_id x
  %m = phobos.promise #phobos.divisible<32> %M
  %A = phobos.view %a[%m] : !phobos.view<?xf32>
  %r = arith.muli %b, %c32 : index
  %t = phobos.load %A[%r :+ 32] : !phobos.view<?xf32> -> !phobos.tile<32xf32>
  phobos.store %t, %A[%r :+ 32] : !phobos.tile<32xf32>, !phobos.view<?xf32>
  phobos.return
}

// A row of each block: b < M.
// CHECK-LABEL: @row_of_block
phobos.kernel @row_of_block(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0, 1, 1)> {
  %b = phobos.block_id x
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %t = phobos.load %A[%b :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  phobos.return
}

// i < K, both multiples of 16, so i + 16 <= K.
// CHECK-LABEL: @aligned_loop
phobos.kernel @aligned_loop(%a: !phobos.ptr<f32>, %K: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %k = phobos.promise #phobos.divisible<16> %K
  %A = phobos.view %a[%K] : !phobos.view<?xf32>
  scf.for %i = %c0 to %k step %c16 {
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// The steady part of a split loop: its bound is K rounded down.
// CHECK-LABEL: @steady_loop
phobos.kernel @steady_loop(%a: !phobos.ptr<f32>, %K: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%K] : !phobos.view<?xf32>
  %rest = arith.remsi %K, %c16 : index
  %end = arith.subi %K, %rest : index
  scf.for %i = %c0 to %end step %c16 {
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// Another one: as many whole tiles as there are from the first position that is
// not below 0.
// CHECK-LABEL: @steady_loop_behind_prologue
phobos.kernel @steady_loop_behind_prologue(%a: !phobos.ptr<f32>, %K: index, %s: i32) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%K] : !phobos.view<?xf32>
  %from = arith.index_cast %s : i32 to index
  %below = arith.subi %c0, %from : index
  %skipped = arith.ceildivsi %below, %c16 : index
  %some = arith.maxsi %skipped, %c0 : index
  %offset = arith.muli %some, %c16 : index
  %first = arith.addi %from, %offset : index
  %c-15 = arith.constant -15 : index
  %end = arith.addi %K, %c-15 : index
  scf.for %i = %first to %end step %c16 {
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// Versions: one condition for all rows of the block.
// CHECK-LABEL: @version_inside
phobos.kernel @version_inside(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %r = arith.muli %b, %c64 : index
  %last = arith.subi %M, %c64 : index
  %inside = arith.cmpi sle, %r, %last : index
  scf.if %inside {
    %t = phobos.load %A[%r :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  } else {
    %t = phobos.load %A[%r :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  }
  phobos.return
}

// Nested loops, a condition of two parts, its other side.
// CHECK-LABEL: @conditions
phobos.kernel @conditions(%a: !phobos.ptr<f32>, %M: index, %n: i32, %f: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %true = arith.constant true
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  scf.for %i = %c0 to %M step %c8 {
    %left = arith.subi %M, %i : index
    scf.for %j = %c0 to %c8 step %c1 {
      %more = arith.cmpi sge, %left, %c8 : index
      %both = arith.andi %more, %f : i1
      scf.if %both {
        %p = arith.addi %i, %j : index
        %t = phobos.load %A[%p :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
        %u = phobos.load %A[%i :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
      }
    }
    %less = arith.cmpi slt, %left, %c8 : index
    %other = arith.ori %less, %f : i1
    %neither = arith.xori %other, %true : i1
    scf.if %other {
    } else {
      %t = phobos.load %A[%i :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
    }
    scf.if %neither {
      %t = phobos.load %A[%i :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
    }
  }
  // Unsigned: a start below 0 is not below 100.
  %start = arith.index_cast %n : i32 to index
  %c100 = arith.constant 100 : index
  %m = phobos.promise #phobos.bounded<100, 1000> %M
  %small = arith.cmpi ult, %start, %c100 : index
  scf.if %small {
    %t = phobos.load %A[%start :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  }
  phobos.return
}

// A condition that is promised, as @require(n >= 0 && n <= N - 16) is.
// CHECK-LABEL: @promised_condition
phobos.kernel @promised_condition(%a: !phobos.ptr<f32>, %N: index, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %start = arith.index_cast %n : i32 to index
  %positive = arith.cmpi sge, %n, %c0 : i32
  %0 = arith.index_castui %positive : i1 to index
  %1 = phobos.promise #phobos.bounded<1, 1> %0 message "n >= 0"
  %last = arith.subi %N, %c16 : index
  %fits = arith.cmpi sle, %start, %last : index
  %2 = arith.index_castui %fits : i1 to index
  %3 = phobos.promise #phobos.bounded<1, 1> %2 message "n <= N - 16"
  %t = phobos.load %A[%start :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// Equal extents.
// CHECK-LABEL: @same_extent
phobos.kernel @same_extent(%a: !phobos.ptr<f32>, %N: index, %K: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %k = phobos.promise #phobos.same %K, %N
  scf.for %i = %c0 to %K step %c1 {
    %t = phobos.load %A[%i :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  }
  phobos.return
}

// Starts that a loop carries: 16 a iteration, N / 16 iterations.
// CHECK-LABEL: @carried
phobos.kernel @carried(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %tiles = arith.divsi %N, %c16 : index
  %end = scf.for %i = %c0 to %tiles step %c1 iter_args(%p = %c0) -> (index) {
    %t = phobos.load %A[%p :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %p, %c16 : index
    scf.yield %next : index
  }
  // It ends where no whole tile is left.
  %left = arith.subi %N, %end : index
  %some = arith.cmpi sgt, %left, %c0 : index
  scf.if %some {
    %t = phobos.load %A[%end :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  }
  phobos.return
}

// A loop that may be left, as the front end emits it.
// CHECK-LABEL: @leavable
phobos.kernel @leavable(%a: !phobos.ptr<f32>, %N: index, %s: i32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %n = phobos.promise #phobos.divisible<64> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %any = arith.cmpi slt, %c0, %n : index
  %0:3 = scf.while (%i = %c0, %more = %any, %p = %c0) : (index, i1, index) -> (index, i1, index) {
    scf.condition(%more) %i, %more, %p : index, i1, index
  } do {
  ^bb0(%i: index, %more: i1, %p: index):
    %t = phobos.load %A[%i :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
    // Carried along with the position.
    %u = phobos.load %A[%p :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
    %leaves = arith.cmpi sgt, %s, %c3 : i32
    %left = arith.subi %n, %i : index
    %another = arith.cmpi ugt, %left, %c64 : index
    %next = arith.addi %i, %c64 : index
    %stays = arith.xori %leaves, %true : i1
    %goes = arith.andi %another, %stays : i1
    %q = arith.addi %p, %c64 : index
    scf.yield %next, %goes, %q : index, i1, index
  }
  phobos.return
}

// The same from a run-time start that is at least 0, to a run-time end.
// CHECK-LABEL: @leavable_from
phobos.kernel @leavable_from(%a: !phobos.ptr<f32>, %N: index, %from: i32, %stop: i1) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %start = arith.index_castui %from : i32 to index
  %any = arith.cmpi slt, %start, %N : index
  %0:2 = scf.while (%i = %start, %more = %any) : (index, i1) -> (index, i1) {
    scf.condition(%more) %i, %more : index, i1
  } do {
  ^bb0(%i: index, %more: i1):
    %t = phobos.load %A[%i :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
    %left = arith.subi %N, %i : index
    %another = arith.cmpi ugt, %left, %c7 : index
    %next = arith.addi %i, %c7 : index
    %goes = arith.andi %another, %stop : i1
    scf.yield %next, %goes : index, i1
  }
  phobos.return
}

// while i < N of an i32, whose extent is small enough for no sum to wrap.
// CHECK-LABEL: @while_below
phobos.kernel @while_below(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %0 = phobos.promise #phobos.bounded<0, 1000000> %N
  %n = phobos.promise #phobos.divisible<16> %0
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %1 = scf.while (%i = %c0) : (i32) -> i32 {
    %p = arith.index_cast %i : i32 to index
    %more = arith.cmpi slt, %p, %n : index
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %p = arith.index_cast %i : i32 to index
    %t = phobos.load %A[%p :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %i, %c16 : i32
    scf.yield %next : i32
  }
  phobos.return
}

// Minima, maxima, selections, remainders.
// CHECK-LABEL: @clamped
phobos.kernel @clamped(%a: !phobos.ptr<f32>, %N: index, %n: i64, %f: i1) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %0 = phobos.promise #phobos.bounded<8, 9223372036854775807> %N
  %A = phobos.view %a[%0] : !phobos.view<?xf32>
  %wild = arith.index_cast %n : i64 to index
  %last = arith.subi %N, %c8 : index
  %low = arith.maxsi %wild, %c0 : index
  %start = arith.minsi %low, %last : index
  %t = phobos.load %A[%start :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
  %either = arith.select %f, %start, %c0 : index
  %u = phobos.load %A[%either :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
  %chosen = scf.if %f -> index {
    scf.yield %last : index
  } else {
    scf.yield %c0 : index
  }
  %v = phobos.load %A[%chosen :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
  %rest = arith.remui %wild, %c5 : index
  %w = phobos.load %A[%rest :+ 4] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
  %half = arith.divsi %last, %c8 : index
  %x = phobos.load %A[%half :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
  phobos.return
}

// Constants; slices of tiles; a dim that is masked needs no proof.
// CHECK-LABEL: @constants
phobos.kernel @constants(%a: !phobos.ptr<f32>, %N: index, %n: i32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c3 = arith.constant 3 : index
  %A = phobos.view %a[16, %N] : !phobos.view<16x?xf32>
  %wild = arith.index_cast %n : i32 to index
  %t = phobos.load %A[%c8 :+ 8, %wild :+ 4] masked [1] : !phobos.view<16x?xf32> -> !phobos.tile<8x4xf32>
  %rest = arith.remui %wild, %c3 : index
  %u = phobos.extract_slice %t[%rest :+ 6, %wild :+ 4] masked [1] : !phobos.tile<8x4xf32> -> !phobos.tile<6x4xf32>
  %v = phobos.insert_slice %u, %t[%rest :+ 6, %c0 :+ 4] : !phobos.tile<6x4xf32>, !phobos.tile<8x4xf32>
  %p = phobos.load %A[%wild :+ 1, %wild :+ 1] unchecked [0, 1] : !phobos.view<16x?xf32> -> !phobos.tile<1x1xf32>
  phobos.store %v, %A[%c0 :+ 8, %wild :+ 4] masked [1] : !phobos.tile<8x4xf32>, !phobos.view<16x?xf32>
  phobos.return
}

// The blocks of a grid that is not the extent's: they are promised to end there.
// CHECK-LABEL: @promised_grid
phobos.kernel @promised_grid(%a: !phobos.ptr<f32>, %M: index, %n: i32)
    grid affine_map<()[s0, s1] -> (s1, 1, 1)> {
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %blocks = phobos.num_blocks x
  %end = arith.muli %blocks, %c64 : index
  %left = arith.subi %M, %end : index
  %0 = phobos.promise #phobos.bounded<0, 9223372036854775807> %left
  %r = arith.muli %b, %c64 : index
  %t = phobos.load %A[%r :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.return
}

// A block runs, so the grid has one: M is 1 at least, and with the promise 4.
// CHECK-LABEL: @a_block_runs
phobos.kernel @a_block_runs(%a: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  %m = phobos.promise #phobos.divisible<4> %M
  %B = phobos.view %a[%m] : !phobos.view<?xf32>
  %u = phobos.load %B[%c0 :+ 4] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// One axis of blocks for rows and columns of tiles: a position that is divided by
// one factor of the grid is below the other one.
// CHECK-LABEL: @grid_of_two_factors
phobos.kernel @grid_of_two_factors(%a: !phobos.ptr<f32>, %M: index, %N: index)
    grid affine_map<()[s0, s1] -> ((s0 ceildiv 64) * (s1 ceildiv 32), 1, 1)> {
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  %m = phobos.promise #phobos.divisible<64> %M
  %n = phobos.promise #phobos.divisible<32> %N
  %A = phobos.view %a[%m, %n] : !phobos.view<?x?xf32>
  %b = phobos.block_id x
  %columns = arith.ceildivsi %n, %c32 : index
  %row = arith.divsi %b, %columns : index
  %column = arith.remsi %b, %columns : index
  %r = arith.muli %row, %c64 : index
  %c = arith.muli %column, %c32 : index
  %t = phobos.load %A[%r :+ 64, %c :+ 32] : !phobos.view<?x?xf32> -> !phobos.tile<64x32xf32>
  phobos.return
}

// A position that advances by 8 or not at all stays behind one that does by 8.
// CHECK-LABEL: @carried_by_either
phobos.kernel @carried_by_either(%a: !phobos.ptr<f32>, %N: index, %f: i1) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = phobos.promise #phobos.divisible<8> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %0:2 = scf.for %i = %c0 to %n step %c8 iter_args(%p = %c0, %q = %c0) -> (index, index) {
    %t = phobos.load %A[%p :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
    %u = phobos.load %A[%q :+ 8] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
    %next = arith.addi %p, %c8 : index
    %some = arith.select %f, %next, %p : index
    %more = scf.if %f -> index {
      scf.yield %q : index
    } else {
      %1 = arith.addi %c8, %q : index
      scf.yield %1 : index
    }
    scf.yield %some, %more : index, index
  }
  phobos.return
}

// Steps that are no constants, but at least 1 and small.
// CHECK-LABEL: @run_time_step
phobos.kernel @run_time_step(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %most = arith.minsi %s, %c1024 : index
  %step = arith.maxsi %most, %c1 : index
  scf.for %i = %c0 to %N step %step {
    %t = phobos.load %A[%i :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  }
  phobos.return
}

// Casts, bits, products and quotients of what is small.
// CHECK-LABEL: @small_numbers
phobos.kernel @small_numbers(%a: !phobos.ptr<f32>, %n: i8, %m: i32, %f: i1) {
  %c12 = arith.constant 12 : index
  %c-16 = arith.constant -16 : i32
  %A = phobos.view %a[2048] : !phobos.view<2048xf32>
  %byte = phobos.cast %n from_unsigned : i8 to i32
  %0 = arith.index_cast %byte : i32 to index
  %1 = phobos.load %A[%0 :+ 64] : !phobos.view<2048xf32> -> !phobos.tile<64xf32>
  %wild = arith.index_cast %m : i32 to index
  %2 = arith.andi %wild, %c12 : index
  %3 = phobos.load %A[%2 :+ 2036] : !phobos.view<2048xf32> -> !phobos.tile<2036xf32>
  %4 = arith.ori %0, %2 : index
  %5 = arith.xori %4, %0 : index
  %6 = phobos.load %A[%4 :+ 1] : !phobos.view<2048xf32> -> !phobos.tile<1xf32>
  %7 = phobos.load %A[%5 :+ 1] : !phobos.view<2048xf32> -> !phobos.tile<1xf32>
  %8 = arith.andi %byte, %c-16 : i32
  %9 = arith.index_cast %8 : i32 to index
  %10 = phobos.load %A[%9 :+ 1808] : !phobos.view<2048xf32> -> !phobos.tile<1808xf32>
  // Up to 12 * 12.
  %11 = arith.muli %2, %2 : index
  %12 = phobos.load %A[%11 :+ 1904] : !phobos.view<2048xf32> -> !phobos.tile<1904xf32>
  %13 = arith.remui %0, %2 : index
  %14 = arith.ceildivsi %0, %c12 : index
  %15 = phobos.load %A[%14 :+ 2026] : !phobos.view<2048xf32> -> !phobos.tile<2026xf32>
  %16 = phobos.cast %f : i1 to i32
  %17 = arith.index_cast %16 : i32 to index
  %18 = phobos.load %A[%17 :+ 2047] : !phobos.view<2048xf32> -> !phobos.tile<2047xf32>
  phobos.return
}

// The body of a loop runs only where it starts below its end, whatever its step.
// CHECK-LABEL: @loop_is_not_empty
phobos.kernel @loop_is_not_empty(%a: !phobos.ptr<f32>, %N: index, %s: index)
    grid affine_map<()[s0, s1] -> (s0 ceildiv 4, 1, 1)> {
  %c16 = arith.constant 16 : index
  %c-15 = arith.constant -15 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %r = arith.muli %b, %c16 : index
  %n = phobos.promise #phobos.bounded<0, 1000000> %N
  %end = arith.addi %N, %c-15 : index
  scf.for %i = %r to %end step %s {
    %t = phobos.load %A[%r :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

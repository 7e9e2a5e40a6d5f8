// RUN: phobos-opt %s --phobos-verify-masks -split-input-file -verify-diagnostics

// Masks that are missing. Each case says why the slice does not stay inside.

// The decoy: %p is no position of the loop over N, it only looks like it. It
// advances by 16 while the loop advances by 8.
phobos.kernel @decoy_counter(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %small = phobos.promise #phobos.bounded<0, 1000> %N
  %n = phobos.promise #phobos.divisible<16> %small
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %0 = scf.for %i = %c0 to %n step %c8 iter_args(%p = %c0) -> (index) {
    // expected-error@+3 {{expected a slice that stays inside in dim 0, which has no mask; not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 16 with an extent of 16}}
    // expected-note@+1 {{'masked [0]' keeps elements outside away; where a pass has removed the mask, the compiler is at fault: please report it}}
    %t = phobos.load %A[%p :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %p, %c16 : index
    scf.yield %next : index
  }
  phobos.return
}

// -----

// The loop ends at K; the view is of N.
phobos.kernel @other_extent(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %N: index {phobos.name = "N"}, %K: index {phobos.name = "K"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %k = phobos.promise #phobos.divisible<16> %K
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %B = phobos.view %b[%k] : !phobos.view<?xf32>
  scf.for %i = %c0 to %k step %c16 {
    %u = phobos.load %B[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    // expected-error@+3 {{not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 0 with an extent of 0}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// A start below 0: a halo of 1.
phobos.kernel @negative_start(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  scf.for %i = %c0 to %n step %c16 {
    %start = arith.subi %i, %c1 : index
    // expected-error@+3 {{not proved: 0 <= start}}
    // expected-note@+2 {{nothing known excludes start = -1 with an extent of 16}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%start :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// From n > 0 follows nothing of n + n - 1: it may wrap to -3, say.
phobos.kernel @wrapped_sum(%a: !phobos.ptr<f32>, %N: index, %n: index {phobos.name = "n"}) {
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %0 = phobos.promise #phobos.bounded<1, 9223372036854775807> %n
  %twice = arith.addi %n, %n : index
  %start = arith.subi %twice, %c1 : index
  %below = arith.cmpi slt, %start, %N : index
  scf.if %below {
    // expected-error@+3 {{not proved: 0 <= start}}
    // expected-note@+2 {{nothing known excludes start = -}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%start :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  }
  phobos.return
}

// -----

// i + 16 <= N says little where i + 16 may wrap: of the last i there is.
phobos.kernel @wrapped_condition(%a: !phobos.ptr<f32>, %N: index, %n: index {phobos.name = "n"}) {
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %i = phobos.promise #phobos.bounded<0, 9223372036854775807> %n
  %end = arith.addi %i, %c16 : index
  %fits = arith.cmpi sle, %end, %N : index
  scf.if %fits {
    // expected-error@+3 {{not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 9223372036854775792 with an extent of 0, where n = 9223372036854775792}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// The block's position is known to be below the number of blocks, which any
// number may be: 64 of it wraps.
phobos.kernel @wrapped_product(%a: !phobos.ptr<f32>, %N: index, %n: index)
    grid affine_map<()[s0, s1] -> (s1, 1, 1)> {
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %r = arith.muli %b, %c64 : index
  %last = arith.subi %N, %c64 : index
  %fits = arith.cmpi sle, %r, %last : index
  scf.if %fits {
    // expected-error@+3 {{not proved: 0 <= start}}
    // expected-note@+2 {{, where ctx.block.x = }}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%r :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  }
  phobos.return
}

// -----

// The promise that the blocks end at M is one of a product that may wrap to 0.
phobos.kernel @wrapped_promise(%a: !phobos.ptr<f32>, %M: index, %n: index)
    grid affine_map<()[s0, s1] -> (s1, 1, 1)> {
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %blocks = phobos.num_blocks x
  %end = arith.muli %blocks, %c64 : index
  %left = arith.subi %M, %end : index
  %0 = phobos.promise #phobos.bounded<0, 9223372036854775807> %left
  %r = arith.muli %b, %c64 : index
  // expected-error@+3 {{not proved: 0 <= start, start + 64 <= extent}}
  // expected-note@+2 {{ctx.block.x = }}
  // expected-note@+1 {{'masked [0]'}}
  %t = phobos.load %A[%r :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.return
}

// -----

// Inside in the first iteration alone.
phobos.kernel @first_iteration(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.bounded<16, 1000> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %c0) -> (index) {
    // expected-error@+3 {{not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 16 with an extent of 16}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%p :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %p, %c16 : index
    scf.yield %next : index
  }
  phobos.return
}

// -----

// One element more than there is room for.
phobos.kernel @off_by_one(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  scf.for %i = %c0 to %n step %c16 {
    // expected-error@+3 {{not proved: start + 17 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 0 with an extent of 16}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 17] : !phobos.view<?xf32> -> !phobos.tile<17xf32>
  }
  phobos.return
}

// -----

// Of two dims, the mask of the other one is gone. The list in the note has both.
phobos.kernel @wrong_dim(%a: !phobos.ptr<f32>, %M: index {phobos.name = "M"}, %N: index)
    grid affine_map<()[s0, s1] -> (s0 ceildiv 8, 1, 1)> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c8 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%M, %n] : !phobos.view<?x?xf32>
  scf.for %i = %c0 to %n step %c16 {
    // expected-error@+3 {{stays inside in dim 0, which has no mask; not proved: start + 8 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 0 with an extent of 1, where ctx.block.x = 0}}
    // expected-note@+1 {{'masked [0, 1]'}}
    %t = phobos.load %A[%r :+ 8, %i :+ 16] masked [1] : !phobos.view<?x?xf32> -> !phobos.tile<8x16xf32>
  }
  phobos.return
}

// -----

// The promise stands in a branch, where it stops nobody else.
phobos.kernel @promise_elsewhere(%a: !phobos.ptr<f32>, %N: index, %f: i1) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.if %f {
    %n = phobos.promise #phobos.divisible<16> %N
  }
  scf.for %i = %c0 to %N step %c16 {
    // expected-error@+3 {{not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 0 with an extent of 1}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// The promise stands behind the access.
phobos.kernel @promise_behind(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  // expected-error@+3 {{not proved: start + 16 <= extent}}
  // expected-note@+2 {{nothing known excludes start = 0 with an extent of 0}}
  // expected-note@+1 {{'masked [0]'}}
  %t = phobos.load %A[%c0 :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  %n = phobos.promise #phobos.bounded<16, 1000> %N
  phobos.return
}

// -----

// The promise is one of M.
phobos.kernel @promise_of_other_extent(%a: !phobos.ptr<f32>, %M: index, %N: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %m = phobos.promise #phobos.divisible<16> %M
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for %i = %c0 to %N step %c16 {
    // expected-error@+3 {{not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 0 with an extent of 1}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// On the other side of the branch the condition does not hold.
phobos.kernel @else_side(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for %i = %c0 to %N step %c16 {
    %left = arith.subi %N, %i : index
    %fits = arith.cmpi sge, %left, %c16 : index
    scf.if %fits {
    } else {
      // expected-error@+3 {{not proved: start + 16 <= extent}}
      // expected-note@+2 {{nothing known excludes start = 0 with an extent of 1}}
      // expected-note@+1 {{'masked [0]'}}
      %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    }
  }
  phobos.return
}

// -----

// One of two conditions is not both.
phobos.kernel @either_condition(%a: !phobos.ptr<f32>, %N: index, %f: i1) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %fits = arith.cmpi sge, %N, %c16 : index
  %either = arith.ori %fits, %f : i1
  scf.if %either {
    // expected-error@+3 {{not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 0 with an extent of 0}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%c0 :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// Above 100 as an unsigned number is also -1.
phobos.kernel @unsigned_compare(%a: !phobos.ptr<f32>, %N: index, %n: index {phobos.name = "n"}) {
  %c100 = arith.constant 100 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %above = arith.cmpi ugt, %n, %c100 : index
  %below = arith.cmpi slt, %n, %N : index
  %both = arith.andi %above, %below : i1
  scf.if %both {
    // expected-error@+3 {{not proved: 0 <= start}}
    // expected-note@+2 {{nothing known excludes start = -1 with an extent of 0, where n = -1}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%n :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  }
  phobos.return
}

// -----

// Below the unsigned end is nothing that is known to be below the signed one.
phobos.kernel @unsigned_loop(%a: !phobos.ptr<f32>, %N: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for unsigned %i = %c0 to %n step %c1 {
    // expected-error@+3 {{not proved: 0 <= start, start + 1 <= extent}}
    // expected-note@+2 {{nothing known excludes start = -1 with an extent of 0}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  }
  phobos.return
}

// -----

// The loop ends one tile behind the extent.
phobos.kernel @bound_is_not_extent(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %end = arith.addi %n, %c16 : index
  scf.for %i = %c0 to %end step %c16 {
    // expected-error@+3 {{not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 0 with an extent of 0}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// A step that may be below 1 leads below the loop's start.
phobos.kernel @step_below_one(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for %i = %c0 to %N step %s {
    // expected-error@+3 {{not proved: 0 <= start}}
    // expected-note@+2 {{nothing known excludes start = -1 with an extent of 1}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  }
  phobos.return
}

// -----

// What is added may be anything.
phobos.kernel @carried_by_run_time_step(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = phobos.promise #phobos.bounded<16, 1000> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (index) {
    // expected-error@+3 {{not proved: 0 <= start, start + 1 <= extent}}
    // expected-note@+2 {{nothing known excludes start = -1 with an extent of 16}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%p :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
    %next = arith.addi %p, %s : index
    scf.yield %next : index
  }
  phobos.return
}

// -----

// In 32 bits the position wraps before the loop ends, and the cast keeps that.
phobos.kernel @wraps_before_cast(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  scf.for %i = %c0 to %n step %c16 {
    %0 = arith.index_cast %i : index to i32
    %p = arith.index_cast %0 : i32 to index
    // expected-error@+3 {{not proved: 0 <= start}}
    // expected-note@+2 {{nothing known excludes start = -}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%p :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// The same where the loop counts in 32 bits and steps over the tiles.
phobos.kernel @carried_in_32_bits(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c0_i32 = arith.constant 0 : i32
  %c16_i32 = arith.constant 16 : i32
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %tiles = arith.divsi %N, %c16 : index
  %0 = scf.for %i = %c0 to %tiles step %c1 iter_args(%q = %c0_i32) -> (i32) {
    %p = arith.index_cast %q : i32 to index
    // expected-error@+3 {{not proved: 0 <= start}}
    // expected-note@+2 {{nothing known excludes start = -}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%p :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %q, %c16_i32 : i32
    scf.yield %next : i32
  }
  phobos.return
}

// -----

// An aligned extent of 0 has no whole tile.
phobos.kernel @zero_extent(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  // expected-error@+3 {{not proved: start + 16 <= extent}}
  // expected-note@+2 {{nothing known excludes start = 0 with an extent of 0}}
  // expected-note@+1 {{'masked [0]'}}
  %t = phobos.load %A[%c0 :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}

// -----

// A static extent that the tile does not divide.
phobos.kernel @static_extent(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c100 = arith.constant 100 : index
  %A = phobos.view %a[100] : !phobos.view<100xf32>
  scf.for %i = %c0 to %c100 step %c16 {
    // expected-error@+3 {{not proved: start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 96 with an extent of 100}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 16] : !phobos.view<100xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// A loop that may be left: `left > 64` must be asked as unsigned, for only then
// it tells a position behind the end. As it stands the position is never behind
// it, but the tile is longer than the step.
phobos.kernel @leavable(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %any = arith.cmpi slt, %c0, %N : index
  %0:2 = scf.while (%i = %c0, %more = %any) : (index, i1) -> (index, i1) {
    scf.condition(%more) %i, %more : index, i1
  } do {
  ^bb0(%i: index, %more: i1):
    // expected-error@+3 {{not proved: start + 64 <= extent}}
    // expected-note@+2 {{nothing known excludes start = 0 with an extent of 1}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
    %left = arith.subi %N, %i : index
    %another = arith.cmpi ugt, %left, %c64 : index
    %next = arith.addi %i, %c64 : index
    scf.yield %next, %another : index, i1
  }
  phobos.return
}

// -----

// A loop that goes on without asking for its end.
phobos.kernel @endless(%a: !phobos.ptr<f32>, %N: index, %f: i1) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.bounded<16, 1000> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %0 = scf.while (%i = %c0) : (index) -> index {
    scf.condition(%f) %i : index
  } do {
  ^bb0(%i: index):
    // expected-error@+3 {{not proved: 0 <= start, start + 16 <= extent}}
    // expected-note@+2 {{nothing known excludes start = -}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%i :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %i, %c16 : index
    scf.yield %next : index
  }
  phobos.return
}

// -----

// while i < N of an i32, whose last position before N may wrap.
phobos.kernel @while_wraps(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %1 = scf.while (%i = %c0) : (i32) -> i32 {
    %p = arith.index_cast %i : i32 to index
    %more = arith.cmpi slt, %p, %N : index
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %p = arith.index_cast %i : i32 to index
    // expected-error@+3 {{not proved: 0 <= start}}
    // expected-note@+2 {{nothing known excludes start = -}}
    // expected-note@+1 {{'masked [0]'}}
    %t = phobos.load %A[%p :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
    %next = arith.addi %i, %c16 : i32
    scf.yield %next : i32
  }
  phobos.return
}

// -----

// A remainder toward zero of a number below 0 is not above 0.
phobos.kernel @signed_remainder(%a: !phobos.ptr<f32>, %n: i32) {
  %c5 = arith.constant 5 : i32
  %A = phobos.view %a[16] : !phobos.view<16xf32>
  %rest = arith.remsi %n, %c5 : i32
  %p = arith.index_cast %rest : i32 to index
  // expected-error@+3 {{not proved: 0 <= start}}
  // expected-note@+2 {{nothing known excludes start = -1 with an extent of 16}}
  // expected-note@+1 {{'masked [0]'}}
  %t = phobos.load %A[%p :+ 8] : !phobos.view<16xf32> -> !phobos.tile<8xf32>
  phobos.return
}

// -----

// Slices of tiles are claims, too.
phobos.kernel @tile_slices(%t: !phobos.ptr<f32>, %n: i32, %A: index) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : !phobos.tile<16xf32>
  %i = arith.index_cast %n : i32 to index
  // expected-error@+3 {{not proved: 0 <= start, start + 8 <= extent}}
  // expected-note@+2 {{nothing known excludes start = -1 with an extent of 16}}
  // expected-note@+1 {{'masked [0]'}}
  %s = phobos.extract_slice %x[%i :+ 8] : !phobos.tile<16xf32> -> !phobos.tile<8xf32>
  %c9 = arith.constant 9 : index
  // expected-error@+3 {{not proved: start + 8 <= extent}}
  // expected-note@+2 {{nothing known excludes start = 9 with an extent of 16}}
  // expected-note@+1 {{'masked [0]'}}
  %u = phobos.insert_slice %s, %x[%c9 :+ 8] : !phobos.tile<8xf32>, !phobos.tile<16xf32>
  phobos.return
}

// -----

// A store. What a product of two unknowns is, nobody knows.
phobos.kernel @store(%a: !phobos.ptr<f32>, %M: index, %n: index) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %i = arith.muli %n, %M : index
  // expected-error@+3 {{not proved: 0 <= start, start + 16 <= extent}}
  // expected-note@+2 {{nothing known excludes start = -1 with an extent of 0}}
  // expected-note@+1 {{'masked [0]'}}
  phobos.store %x, %A[%i :+ 16] : !phobos.tile<16xf32>, !phobos.view<?xf32>
  phobos.return
}

// RUN: phobos-opt %s --phobos-split-loops | FileCheck %s --implicit-check-not=loop_part

// A while loop, which the front end makes of a loop with a break: where it ends is
// not known before it.
// CHECK-LABEL: phobos.kernel @negative_while
phobos.kernel @negative_while(%a: !phobos.ptr<f32>, %N: index, %stop: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %r = scf.while (%k = %c0) : (index) -> index {
    %goes_on = arith.cmpi slt, %k, %stop : index
    scf.condition(%goes_on) %k : index
  } do {
  ^bb0(%k: index):
    phobos.store %zero, %A[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
    %next = arith.addi %k, %c16 : index
    scf.yield %next : index
  }
  phobos.return
}

// Counters of 32 bits, and unsigned ones, which count where a position does not.
// CHECK-LABEL: phobos.kernel @negative_counters
phobos.kernel @negative_counters(%a: !phobos.ptr<f32>, %N: index, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c16 = arith.constant 16 : index
  %c16_i32 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for %k = %c0_i32 to %n step %c16_i32 : i32 {
    %i = arith.index_cast %k : i32 to index
    phobos.store %zero, %A[%i :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
  }
  scf.for unsigned %k = %c0 to %N step %c16 {
    phobos.store %zero, %A[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// Starts that do not move with the counter: a value from memory, a quotient, a
// product of the counter with itself, a carried value that doubles.
// CHECK-LABEL: phobos.kernel @negative_starts
phobos.kernel @negative_starts(%a: !phobos.ptr<f32>, %i: !phobos.ptr<i32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %I = phobos.view %i[%N] : !phobos.view<?xi32>
  %last = scf.for %k = %c0 to %N step %c1 iter_args(%s = %c1) -> (index) {
    %t = phobos.load %I[%k :+ 1] unchecked [0] : !phobos.view<?xi32> -> !phobos.tile<1xi32>
    %item = phobos.item %t : !phobos.tile<1xi32>
    %read = arith.index_cast %item : i32 to index
    phobos.store %zero, %A[%read :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
    %third = arith.divsi %k, %c3 : index
    phobos.store %zero, %A[%third :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
    %square = arith.muli %k, %k : index
    phobos.store %zero, %A[%square :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
    phobos.store %zero, %A[%s :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
    %double = arith.muli %s, %c2 : index
    scf.yield %double : index
  }
  phobos.return
}

// No dim is masked: single threads take care of their own elements.
// CHECK-LABEL: phobos.kernel @negative_unchecked
phobos.kernel @negative_unchecked(%a: !phobos.ptr<f32>, %N: index) {
  %lane = phobos.lane_id
  %c32 = arith.constant 32 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for %k = %lane to %N step %c32 {
    %t = phobos.load %A[%k :+ 1] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
    %x = phobos.item %t : !phobos.tile<1xf32>
    %u = phobos.splat %x : !phobos.tile<1xf32>
    phobos.store %u, %A[%k :+ 1] unchecked [0] : !phobos.tile<1xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// The promise makes all slices whole, so nothing would be left of a remainder.
// CHECK-LABEL: phobos.kernel @negative_promised
phobos.kernel @negative_promised(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  scf.for %k = %c0 to %n step %c16 {
    phobos.store %zero, %A[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// A comparison that no where takes decides nothing here; nor does one that is
// not monotone.
// CHECK-LABEL: phobos.kernel @negative_comparisons
phobos.kernel @negative_comparisons(%a: !phobos.ptr<i1>, %b: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %one = arith.constant dense<1.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[16] : !phobos.view<16xi1>
  %B = phobos.view %b[16] : !phobos.view<16xf32>
  scf.for %k = %c0 to %N step %c16 {
    %rest = arith.subi %N, %k : index
    %bound = phobos.splat %rest : !phobos.tile<16xindex>
    %column = phobos.iota 0 : !phobos.tile<16xindex>
    %exists = arith.cmpi slt, %column, %bound : !phobos.tile<16xindex>
    phobos.store %exists, %A[%c0 :+ 16] : !phobos.tile<16xi1>, !phobos.view<16xi1>
    %equal = arith.cmpi eq, %column, %bound : !phobos.tile<16xindex>
    %w = phobos.where %equal, %one, %zero : !phobos.tile<16xi1>, !phobos.tile<16xf32>
    phobos.store %w, %B[%c0 :+ 16] : !phobos.tile<16xf32>, !phobos.view<16xf32>
  }
  phobos.return
}

// The rows can never be inside, so there is nothing to ask for before the loop,
// and no column is worth a split of a loop over 32 of 64.
// CHECK-LABEL: phobos.kernel @negative_rows
phobos.kernel @negative_rows(%a: !phobos.ptr<f32>, %r: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<8x16xf32>
  %A = phobos.view %a[7, 64] : !phobos.view<7x64xf32>
  scf.for %k = %c0 to %c32 step %c16 {
    phobos.store %zero, %A[%r :+ 8, %k :+ 16] masked [0, 1] : !phobos.tile<8x16xf32>, !phobos.view<7x64xf32>
  }
  phobos.return
}

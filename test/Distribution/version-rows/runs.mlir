// RUN: phobos-opt --phobos-version-rows %s | FileCheck %s

// Gathers and scatters of runs: of elements side by side under one mask.

// Rows that a table of i32 picks. Nobody knows the product, but it is a multiple of the
// pitch, however it wraps. So rows are aligned where pointer and pitch are, and the mask is
// the same for each run where the number of columns is a multiple of it.
// CHECK-LABEL: phobos.kernel @picked_rows
// CHECK-SAME: %[[P:[a-z0-9]+]]: !phobos.ptr<f32>, %{{.*}}: !phobos.ptr<i32>, %[[LD:.*]]: i32, %[[N:.*]]: index
// CHECK: %[[PITCH:.*]] = arith.index_cast %[[LD]] : i32 to index
// CHECK: %[[ROW:.*]] = phobos.view %[[P]][1] offset %[[PITCH]] loose : !phobos.view<1xf32>
// CHECK: %[[A:.*]] = phobos.rows_aligned %[[ROW]]
// CHECK: %[[END:.*]] = phobos.view %[[P]][1] offset %[[N]] loose : !phobos.view<1xf32>
// CHECK: %[[B:.*]] = phobos.rows_aligned %[[END]]
// CHECK: %[[ALIGNED:.*]] = arith.andi %[[A]], %[[B]]
// CHECK: scf.if %[[ALIGNED]]
// CHECK: phobos.gather %[[P]]{{.*}}phobos.run = 4 : i64
// CHECK: else
// CHECK-NOT: phobos.run
// CHECK: phobos.return
phobos.kernel @picked_rows(%p: !phobos.ptr<f32>, %i: !phobos.ptr<i32>, %ld: i32, %n: index) {
  %r = phobos.iota 0 : !phobos.tile<8x1xindex>
  %rows = phobos.gather %i[%r] : !phobos.ptr<i32>, !phobos.tile<8x1xindex> -> !phobos.tile<8x1xi32>
  %pitch = phobos.splat %ld : !phobos.tile<8x1xi32>
  %starts = arith.muli %rows, %pitch : !phobos.tile<8x1xi32>
  %wide = phobos.cast %starts : !phobos.tile<8x1xi32> to !phobos.tile<8x1xindex>
  %spread = phobos.broadcast %wide : !phobos.tile<8x1xindex> -> !phobos.tile<8x16xindex>
  %columns = phobos.iota 1 : !phobos.tile<8x16xindex>
  %offsets = arith.addi %spread, %columns : !phobos.tile<8x16xindex>
  %end = phobos.splat %n : !phobos.tile<8x16xindex>
  %mask = arith.cmpi slt, %columns, %end : !phobos.tile<8x16xindex>
  %t = phobos.gather %p[%offsets] mask %mask : !phobos.ptr<f32>, !phobos.tile<8x16xindex> -> !phobos.tile<8x16xf32>
  phobos.return
}

// Of a known pitch only the pointer is tested: once, however many accesses there are. A
// mask of rows, whatever it is, is the same for all of a row.
// CHECK-LABEL: phobos.kernel @known_pitch
// CHECK-SAME: %[[P:[a-z0-9]+]]: !phobos.ptr<f16>
// CHECK: %[[VIEW:.*]] = phobos.view %[[P]][1] loose : !phobos.view<1xf16>
// CHECK: phobos.rows_aligned %[[VIEW]]
// CHECK: scf.if
// CHECK: phobos.gather %[[P]]{{.*}}phobos.run = 8 : i64
// CHECK: phobos.scatter {{.*}}%[[P]]{{.*}}phobos.run = 8 : i64
phobos.kernel @known_pitch(%p: !phobos.ptr<f16>, %i: !phobos.ptr<i64>, %on: !phobos.ptr<i1>) {
  %r = phobos.iota 0 : !phobos.tile<8x1xindex>
  %table = phobos.gather %i[%r] : !phobos.ptr<i64>, !phobos.tile<8x1xindex> -> !phobos.tile<8x1xi64>
  %rows = phobos.cast %table : !phobos.tile<8x1xi64> to !phobos.tile<8x1xindex>
  %are_on = phobos.gather %on[%r] : !phobos.ptr<i1>, !phobos.tile<8x1xindex> -> !phobos.tile<8x1xi1>
  %pitch = arith.constant dense<72> : !phobos.tile<8x1xindex>
  %starts = arith.muli %rows, %pitch : !phobos.tile<8x1xindex>
  %spread = phobos.broadcast %starts : !phobos.tile<8x1xindex> -> !phobos.tile<8x64xindex>
  %columns = phobos.iota 1 : !phobos.tile<8x64xindex>
  %offsets = arith.addi %spread, %columns : !phobos.tile<8x64xindex>
  %mask = phobos.broadcast %are_on : !phobos.tile<8x1xi1> -> !phobos.tile<8x64xi1>
  %t = phobos.gather %p[%offsets] mask %mask : !phobos.ptr<f16>, !phobos.tile<8x64xindex> -> !phobos.tile<8x64xf16>
  phobos.scatter %t, %p[%offsets] mask %mask : !phobos.tile<8x64xf16>, !phobos.ptr<f16>, !phobos.tile<8x64xindex>
  phobos.return
}

// What is computed from masks that are the same for a run is so too: `i < 24 || i >= 32`.
// CHECK-LABEL: phobos.kernel @hole
// CHECK: phobos.gather {{.*}}phobos.run = 8 : i64
phobos.kernel @hole(%p: !phobos.ptr<i8>) {
  %i = phobos.iota 0 : !phobos.tile<64xindex>
  %c24 = arith.constant dense<24> : !phobos.tile<64xindex>
  %c32 = arith.constant dense<32> : !phobos.tile<64xindex>
  %low = arith.cmpi slt, %i, %c24 : !phobos.tile<64xindex>
  %high = arith.cmpi sge, %i, %c32 : !phobos.tile<64xindex>
  %mask = arith.ori %low, %high : !phobos.tile<64xi1>
  %t = phobos.gather %p[%i] mask %mask : !phobos.ptr<i8>, !phobos.tile<64xindex> -> !phobos.tile<64xi8>
  phobos.return
}

// `i <= 23` and `24 > i` are `i < 24`, and `23 < i` is their negation.
// CHECK-LABEL: phobos.kernel @other_comparisons
// CHECK-COUNT-3: phobos.gather {{.*}}phobos.run = 4 : i64
phobos.kernel @other_comparisons(%p: !phobos.ptr<f32>) {
  %i = phobos.iota 0 : !phobos.tile<64xindex>
  %c23 = arith.constant dense<23> : !phobos.tile<64xindex>
  %c24 = arith.constant dense<24> : !phobos.tile<64xindex>
  %a = arith.cmpi sle, %i, %c23 : !phobos.tile<64xindex>
  %b = arith.cmpi sgt, %c24, %i : !phobos.tile<64xindex>
  %c = arith.cmpi slt, %c23, %i : !phobos.tile<64xindex>
  %t = phobos.gather %p[%i] mask %a : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
  %u = phobos.gather %p[%i] mask %b : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
  %v = phobos.gather %p[%i] mask %c : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
  phobos.return
}

// A loop over chunks of 16 columns: their starts are multiples of 16.
// CHECK-LABEL: phobos.kernel @chunks
// CHECK-SAME: %[[P:[a-z0-9]+]]: !phobos.ptr<f32>, %[[N:.*]]: index
// CHECK: phobos.view %[[P]][1] offset %[[N]] loose
// CHECK-NOT: = phobos.view
// CHECK: scf.if
// CHECK: phobos.gather {{.*}}phobos.run = 4 : i64
phobos.kernel @chunks(%p: !phobos.ptr<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %end = phobos.splat %n : !phobos.tile<16xindex>
  scf.for %k = %c0 to %n step %c16 {
    %start = phobos.splat %k : !phobos.tile<16xindex>
    %o = arith.addi %start, %i : !phobos.tile<16xindex>
    %mask = arith.cmpi slt, %o, %end : !phobos.tile<16xindex>
    %t = phobos.gather %p[%o] mask %mask : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// A bound of 10 leaves runs of two; so does a pitch of 1186, or a dim of 6 elements.
// CHECK-LABEL: phobos.kernel @pairs
// CHECK-COUNT-3: phobos.gather {{.*}}phobos.run = 2 : i64
phobos.kernel @pairs(%p: !phobos.ptr<f32>) {
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %c10 = arith.constant dense<10> : !phobos.tile<16xindex>
  %mask = arith.cmpi slt, %i, %c10 : !phobos.tile<16xindex>
  %t = phobos.gather %p[%i] mask %mask : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  %r = phobos.iota 0 : !phobos.tile<4x16xindex>
  %c1186 = arith.constant dense<1186> : !phobos.tile<4x16xindex>
  %starts = arith.muli %r, %c1186 : !phobos.tile<4x16xindex>
  %columns = phobos.iota 1 : !phobos.tile<4x16xindex>
  %offsets = arith.addi %starts, %columns : !phobos.tile<4x16xindex>
  %u = phobos.gather %p[%offsets] : !phobos.ptr<f32>, !phobos.tile<4x16xindex> -> !phobos.tile<4x16xf32>
  %j = phobos.iota 0 : !phobos.tile<6xindex>
  %v = phobos.gather %p[%j] : !phobos.ptr<f32>, !phobos.tile<6xindex> -> !phobos.tile<6xf32>
  phobos.return
}

// Tiles before a number that is tested are made in each version: one of both would have
// one layout.
// CHECK-LABEL: phobos.kernel @tiles_before
// CHECK-NOT: phobos.iota
// CHECK: arith.muli %{{.*}}, %{{.*}} : index
// CHECK: scf.if
// CHECK: phobos.iota
// CHECK: phobos.gather {{.*}}phobos.run = 4 : i64
// CHECK: else
// CHECK: phobos.iota
// CHECK: phobos.return
phobos.kernel @tiles_before(%p: !phobos.ptr<f32>, %ld: index) {
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %x = phobos.block_id x
  %row = arith.divsi %x, %ld : index
  %start = arith.muli %row, %ld : index
  %first = phobos.splat %start : !phobos.tile<16xindex>
  %o = arith.addi %first, %i : !phobos.tile<16xindex>
  %t = phobos.gather %p[%o] : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  phobos.return
}

//===----------------------------------------------------------------------===//
// Each element on its own
//===----------------------------------------------------------------------===//

// CHECK-LABEL: phobos.kernel @negative_descending
// CHECK-NOT: phobos.run
phobos.kernel @negative_descending(%p: !phobos.ptr<f32>) {
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %c15 = arith.constant dense<15> : !phobos.tile<16xindex>
  %o = arith.subi %c15, %i : !phobos.tile<16xindex>
  %t = phobos.gather %p[%o] : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @negative_every_other
// CHECK-NOT: phobos.run
phobos.kernel @negative_every_other(%p: !phobos.ptr<f32>) {
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %o = arith.addi %i, %i : !phobos.tile<16xindex>
  %t = phobos.gather %p[%o] : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  phobos.return
}

// Columns that follow each other are no rows that do.
// CHECK-LABEL: phobos.kernel @negative_along_another_dim
// CHECK-NOT: phobos.run
phobos.kernel @negative_along_another_dim(%p: !phobos.ptr<f32>) {
  %i = phobos.iota 0 : !phobos.tile<16x4xindex>
  %t = phobos.gather %p[%i] : !phobos.ptr<f32>, !phobos.tile<16x4xindex> -> !phobos.tile<16x4xf32>
  phobos.return
}

// Offsets from memory may be any.
// CHECK-LABEL: phobos.kernel @negative_read
// CHECK-NOT: phobos.run
phobos.kernel @negative_read(%p: !phobos.ptr<f32>, %q: !phobos.ptr<i64>) {
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %a = arith.addi %i, %i : !phobos.tile<16xindex>
  %table = phobos.gather %q[%a] : !phobos.ptr<i64>, !phobos.tile<16xindex> -> !phobos.tile<16xi64>
  %o = phobos.cast %table : !phobos.tile<16xi64> to !phobos.tile<16xindex>
  %s = arith.addi %o, %i : !phobos.tile<16xindex>
  %t = phobos.gather %p[%s] : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  phobos.return
}

// Rows that begin anywhere: a table has their first elements, not their numbers.
// CHECK-LABEL: phobos.kernel @negative_rows_anywhere
// CHECK-NOT: phobos.run
phobos.kernel @negative_rows_anywhere(%p: !phobos.ptr<f32>, %q: !phobos.ptr<i64>) {
  %r = phobos.iota 0 : !phobos.tile<8x1xindex>
  %table = phobos.gather %q[%r] : !phobos.ptr<i64>, !phobos.tile<8x1xindex> -> !phobos.tile<8x1xi64>
  %starts = phobos.cast %table : !phobos.tile<8x1xi64> to !phobos.tile<8x1xindex>
  %spread = phobos.broadcast %starts : !phobos.tile<8x1xindex> -> !phobos.tile<8x16xindex>
  %columns = phobos.iota 1 : !phobos.tile<8x16xindex>
  %offsets = arith.addi %spread, %columns : !phobos.tile<8x16xindex>
  %t = phobos.gather %p[%offsets] : !phobos.ptr<f32>, !phobos.tile<8x16xindex> -> !phobos.tile<8x16xf32>
  phobos.return
}

// An odd pitch, and a first element that is no multiple.
// CHECK-LABEL: phobos.kernel @negative_odd
// CHECK-NOT: phobos.run
phobos.kernel @negative_odd(%p: !phobos.ptr<f32>) {
  %r = phobos.iota 0 : !phobos.tile<4x16xindex>
  %c1185 = arith.constant dense<1185> : !phobos.tile<4x16xindex>
  %starts = arith.muli %r, %c1185 : !phobos.tile<4x16xindex>
  %columns = phobos.iota 1 : !phobos.tile<4x16xindex>
  %offsets = arith.addi %starts, %columns : !phobos.tile<4x16xindex>
  %u = phobos.gather %p[%offsets] : !phobos.ptr<f32>, !phobos.tile<4x16xindex> -> !phobos.tile<4x16xf32>
  %one = arith.constant dense<1> : !phobos.tile<4x16xindex>
  %moved = arith.addi %columns, %one : !phobos.tile<4x16xindex>
  %v = phobos.gather %p[%moved] : !phobos.ptr<f32>, !phobos.tile<4x16xindex> -> !phobos.tile<4x16xf32>
  phobos.return
}

// `i % 4 == 1`, `i < 13`, `i != 8` and the contents of memory differ within a run.
// CHECK-LABEL: phobos.kernel @negative_masks
// CHECK-NOT: phobos.run
phobos.kernel @negative_masks(%p: !phobos.ptr<f32>, %q: !phobos.ptr<i1>) {
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %one = arith.constant dense<1> : !phobos.tile<16xindex>
  %four = arith.constant dense<4> : !phobos.tile<16xindex>
  %rest = arith.remsi %i, %four : !phobos.tile<16xindex>
  %pattern = arith.cmpi eq, %rest, %one : !phobos.tile<16xindex>
  %a = phobos.gather %p[%i] mask %pattern : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  %c13 = arith.constant dense<13> : !phobos.tile<16xindex>
  %below = arith.cmpi slt, %i, %c13 : !phobos.tile<16xindex>
  phobos.scatter %a, %p[%i] mask %below : !phobos.tile<16xf32>, !phobos.ptr<f32>, !phobos.tile<16xindex>
  %c8 = arith.constant dense<8> : !phobos.tile<16xindex>
  %other = arith.cmpi ne, %i, %c8 : !phobos.tile<16xindex>
  phobos.scatter %a, %p[%i] mask %other : !phobos.tile<16xf32>, !phobos.ptr<f32>, !phobos.tile<16xindex>
  %odd = arith.addi %i, %i : !phobos.tile<16xindex>
  %read = phobos.gather %q[%odd] : !phobos.ptr<i1>, !phobos.tile<16xindex> -> !phobos.tile<16xi1>
  phobos.scatter %a, %p[%i] mask %read : !phobos.tile<16xf32>, !phobos.ptr<f32>, !phobos.tile<16xindex>
  phobos.return
}

// `s + i` of i32 may wrap in the middle of a run; as unsigned, so may `i - 1`.
// CHECK-LABEL: phobos.kernel @negative_wrapping_mask
// CHECK-NOT: phobos.run
phobos.kernel @negative_wrapping_mask(%p: !phobos.ptr<f32>, %s: i32) {
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %narrow = phobos.cast %i : !phobos.tile<16xindex> to !phobos.tile<16xi32>
  %start = phobos.splat %s : !phobos.tile<16xi32>
  %sum = arith.addi %start, %narrow : !phobos.tile<16xi32>
  %zero = arith.constant dense<0> : !phobos.tile<16xi32>
  %signed = arith.cmpi slt, %sum, %zero : !phobos.tile<16xi32>
  %a = phobos.gather %p[%i] mask %signed : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  %one = arith.constant dense<1> : !phobos.tile<16xindex>
  %c9 = arith.constant dense<9> : !phobos.tile<16xindex>
  %less = arith.subi %i, %one : !phobos.tile<16xindex>
  %unsigned = arith.cmpi ult, %less, %c9 : !phobos.tile<16xindex>
  %b = phobos.gather %p[%i] mask %unsigned : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @negative_volatile
// CHECK-NOT: phobos.run
phobos.kernel @negative_volatile(%p: !phobos.ptr<f32>) {
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %t = phobos.gather %p[%i] volatile : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  phobos.return
}

// A start that is read is not known where the versions begin.
// CHECK-LABEL: phobos.kernel @negative_known_late
// CHECK-NOT: phobos.run
phobos.kernel @negative_known_late(%p: !phobos.ptr<f32>, %q: !phobos.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %Q = phobos.view %q[1] : !phobos.view<1xi64>
  %read = phobos.load %Q[%c0 :+ 1] unchecked [0] : !phobos.view<1xi64> -> !phobos.tile<1xi64>
  %number = phobos.item %read : !phobos.tile<1xi64>
  %s = arith.index_cast %number : i64 to index
  %i = phobos.iota 0 : !phobos.tile<16xindex>
  %start = phobos.splat %s : !phobos.tile<16xindex>
  %o = arith.addi %start, %i : !phobos.tile<16xindex>
  %t = phobos.gather %p[%o] : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
  phobos.return
}

// RUN: phobos-opt %s --phobos-version-reads | FileCheck %s
// Kernels with more ops than that have no second version.
// RUN: phobos-opt %s --phobos-version-reads=max-ops=5 | FileCheck %s --check-prefix=FEW
// FEW-NOT: phobos.read_only

// A scale that all blocks load beside a row of an odd number of elements. Where no
// store reaches it, its loads may stand anywhere.
// CHECK-LABEL: phobos.kernel @scale(
// CHECK: %[[X:.+]] = phobos.view %arg0
// CHECK: %[[G:.+]] = phobos.view %arg1
// CHECK: %[[Y:.+]] = phobos.view %arg2
// CHECK-NEXT: %[[APART:.+]] = phobos.views_apart %[[G]], %[[Y]] :
// CHECK-NEXT: scf.if %[[APART]] {
// CHECK-NEXT: phobos.load %[[X]][{{.+}}] :
// CHECK-NEXT: phobos.load %[[G]][{{.+}}] {phobos.read_only} :
// CHECK: phobos.store
// CHECK-NEXT: } else {
// CHECK-NEXT: phobos.load %[[X]][{{.+}}] :
// CHECK-NEXT: phobos.load %[[G]][{{.+}}] :
// CHECK: phobos.store
// CHECK-NEXT: } {phobos.read_versions}
// CHECK-NEXT: phobos.return
phobos.kernel @scale(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %G = phobos.view %g[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 4095] : !phobos.view<?x4095xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  phobos.return
}

// Both rows, and one answer for both.
// CHECK-LABEL: phobos.kernel @scale_and_shift(
// CHECK: %[[A:.+]] = phobos.views_apart
// CHECK: %[[B:.+]] = phobos.views_apart
// CHECK: %[[BOTH:.+]] = arith.andi %[[A]], %[[B]] : i1
// CHECK: scf.if %[[BOTH]] {
// CHECK-COUNT-2: {phobos.read_only}
// CHECK: } else {
phobos.kernel @scale_and_shift(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %h: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %G = phobos.view %g[1, 4095] : !phobos.view<1x4095xf32>
  %H = phobos.view %h[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 4095] : !phobos.view<?x4095xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %e = phobos.load %H[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %f = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  %s = arith.addf %f, %e : !phobos.tile<1x4095xf32>
  phobos.store %s, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  phobos.return
}

// Arguments that never overlap need no other version.
// CHECK-LABEL: phobos.kernel @noalias(
// CHECK-NOT: scf.if
// CHECK: {phobos.read_only}
phobos.kernel @noalias(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %G = phobos.view %g[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 4095] : !phobos.view<?x4095xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  phobos.return
}

// Of two versions by rows, the one for rows at any address.
// CHECK-LABEL: phobos.kernel @of_unaligned_rows(
// CHECK: phobos.rows_aligned
// CHECK: scf.if
// CHECK-NOT: phobos.read_only
// CHECK: } else {
// CHECK-NEXT: phobos.views_apart
// CHECK-NEXT: scf.if
// CHECK: {phobos.read_only}
// CHECK: } else {
// CHECK-NOT: phobos.read_only
// CHECK: } {phobos.read_versions}
phobos.kernel @of_unaligned_rows(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4094] : !phobos.view<?x4094xf32>
  %G = phobos.view %g[1, 4094] : !phobos.view<1x4094xf32>
  %Y = phobos.view %y[%M, 4094] : !phobos.view<?x4094xf32>
  %0 = phobos.rows_aligned %X : !phobos.view<?x4094xf32>
  %1 = phobos.rows_aligned %G : !phobos.view<1x4094xf32>
  %2 = phobos.rows_aligned %Y : !phobos.view<?x4094xf32>
  %3 = arith.andi %0, %1 : i1
  %4 = arith.andi %3, %2 : i1
  scf.if %4 {
    %a = phobos.load %X[%r :+ 1, %c0 :+ 4094] : !phobos.view<?x4094xf32> -> !phobos.tile<1x4094xf32>
    %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4094] : !phobos.view<1x4094xf32> -> !phobos.tile<1x4094xf32>
    %c = arith.mulf %a, %b : !phobos.tile<1x4094xf32>
    phobos.store %c, %Y[%r :+ 1, %c0 :+ 4094] : !phobos.tile<1x4094xf32>, !phobos.view<?x4094xf32>
  } else {
    %a = phobos.load %X[%r :+ 1, %c0 :+ 4094] : !phobos.view<?x4094xf32> -> !phobos.tile<1x4094xf32>
    %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4094] : !phobos.view<1x4094xf32> -> !phobos.tile<1x4094xf32>
    %c = arith.mulf %a, %b : !phobos.tile<1x4094xf32>
    phobos.store %c, %Y[%r :+ 1, %c0 :+ 4094] : !phobos.tile<1x4094xf32>, !phobos.view<?x4094xf32>
  }
  phobos.return
}

// Rows that begin at 16 bytes move as vectors, which are few.
// CHECK-LABEL: phobos.kernel @negative_aligned_rows(
// CHECK-NOT: scf.if
// CHECK-NOT: phobos.read_only
// CHECK: phobos.return
phobos.kernel @negative_aligned_rows(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4096] : !phobos.view<?x4096xf32>
  %G = phobos.view %g[1, 4096] : !phobos.view<1x4096xf32>
  %Y = phobos.view %y[%M, 4096] : !phobos.view<?x4096xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4096] : !phobos.view<?x4096xf32> -> !phobos.tile<1x4096xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4096] : !phobos.view<1x4096xf32> -> !phobos.tile<1x4096xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4096xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 4096] : !phobos.tile<1x4096xf32>, !phobos.view<?x4096xf32>
  phobos.return
}

// Of a short row, a thread has too few elements for runs.
// CHECK-LABEL: phobos.kernel @negative_short_row(
// CHECK-NOT: scf.if
// CHECK-NOT: phobos.read_only
// CHECK: phobos.return
phobos.kernel @negative_short_row(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 605] : !phobos.view<?x605xf32>
  %G = phobos.view %g[1, 605] : !phobos.view<1x605xf32>
  %Y = phobos.view %y[%M, 605] : !phobos.view<?x605xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 605] : !phobos.view<?x605xf32> -> !phobos.tile<1x605xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 605] : !phobos.view<1x605xf32> -> !phobos.tile<1x605xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x605xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 605] : !phobos.tile<1x605xf32>, !phobos.view<?x605xf32>
  phobos.return
}

// A sum's store waits for nothing that is loaded late.
// CHECK-LABEL: phobos.kernel @negative_no_row_is_stored(
// CHECK-NOT: scf.if
// CHECK-NOT: phobos.read_only
// CHECK: phobos.return
phobos.kernel @negative_no_row_is_stored(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %G = phobos.view %g[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 1] : !phobos.view<?x1xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  %s = phobos.reduce <add> %c dim 1 : !phobos.tile<1x4095xf32> -> !phobos.tile<1x1xf32>
  phobos.store %s, %Y[%r :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<?x1xf32>
  phobos.return
}

// The program says how the row is to be loaded.
// CHECK-LABEL: phobos.kernel @negative_hints(
// CHECK-NOT: scf.if
// CHECK-NOT: phobos.read_only
// CHECK: phobos.return
phobos.kernel @negative_hints(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %G = phobos.view %g[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 4095] : !phobos.view<?x4095xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] evict <first> : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  phobos.return
}

// Where an atomic writes is not asked for.
// CHECK-LABEL: phobos.kernel @negative_atomic(
// CHECK-NOT: scf.if
// CHECK-NOT: phobos.read_only
// CHECK: phobos.return
phobos.kernel @negative_atomic(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %G = phobos.view %g[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 4095] : !phobos.view<?x4095xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  %o = phobos.atomic <add> %c, %X[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  phobos.return
}

// A view that follows a load could not be asked for before it.
// CHECK-LABEL: phobos.kernel @negative_view_behind_load(
// CHECK-NOT: scf.if
// CHECK-NOT: phobos.read_only
// CHECK: phobos.return
phobos.kernel @negative_view_behind_load(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %G = phobos.view %g[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 4095] : !phobos.view<?x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  phobos.return
}

// Nobody promises that an argument does not overlap itself.
// CHECK-LABEL: phobos.kernel @negative_noalias_same_argument(
// CHECK: %[[APART:.+]] = phobos.views_apart
// CHECK-NEXT: scf.if %[[APART]]
phobos.kernel @negative_noalias_same_argument(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %G = phobos.view %y[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 4095] : !phobos.view<?x4095xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  phobos.return
}

// A scatter writes wherever its offsets say.
// CHECK-LABEL: phobos.kernel @negative_scatter(
// CHECK-NOT: scf.if
// CHECK-NOT: phobos.read_only
// CHECK: phobos.return
phobos.kernel @negative_scatter(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 4095] : !phobos.view<?x4095xf32>
  %G = phobos.view %g[1, 4095] : !phobos.view<1x4095xf32>
  %Y = phobos.view %y[%M, 4095] : !phobos.view<?x4095xf32>
  %i = arith.constant dense<3> : !phobos.tile<4xindex>
  %w = arith.constant dense<1.0> : !phobos.tile<4xf32>
  %a = phobos.load %X[%r :+ 1, %c0 :+ 4095] : !phobos.view<?x4095xf32> -> !phobos.tile<1x4095xf32>
  %b = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
  %c = arith.mulf %a, %b : !phobos.tile<1x4095xf32>
  phobos.store %c, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
  phobos.scatter %w, %y[%i] : !phobos.tile<4xf32>, !phobos.ptr<f32>, !phobos.tile<4xindex>
  phobos.return
}

// Where the accesses of both versions by rows are in loops, still only one of them
// gets another version.
// CHECK-LABEL: phobos.kernel @in_a_loop(
// CHECK: phobos.rows_aligned
// CHECK-NOT: phobos.views_apart
// CHECK: scf.if
// CHECK-NOT: phobos.views_apart
// CHECK: } else {
// CHECK-NEXT: phobos.views_apart
phobos.kernel @in_a_loop(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index, %N: index) {
  %c0 = arith.constant 0 : index
  %c2048 = arith.constant 2048 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, %N] : !phobos.view<?x?xf32>
  %G = phobos.view %g[1, %N] : !phobos.view<1x?xf32>
  %Y = phobos.view %y[%M, %N] : !phobos.view<?x?xf32>
  %0 = phobos.rows_aligned %X : !phobos.view<?x?xf32>
  %1 = phobos.rows_aligned %G : !phobos.view<1x?xf32>
  %2 = phobos.rows_aligned %Y : !phobos.view<?x?xf32>
  %3 = arith.andi %0, %1 : i1
  %4 = arith.andi %3, %2 : i1
  scf.if %4 {
    scf.for %i = %c0 to %N step %c2048 {
      %a = phobos.load %X[%r :+ 1, %i :+ 2048] masked [1] : !phobos.view<?x?xf32> -> !phobos.tile<1x2048xf32>
      %b = phobos.load %G[%c0 :+ 1, %i :+ 2048] masked [1] : !phobos.view<1x?xf32> -> !phobos.tile<1x2048xf32>
      %c = arith.mulf %a, %b : !phobos.tile<1x2048xf32>
      phobos.store %c, %Y[%r :+ 1, %i :+ 2048] masked [1] : !phobos.tile<1x2048xf32>, !phobos.view<?x?xf32>
    }
  } else {
    scf.for %i = %c0 to %N step %c2048 {
      %a = phobos.load %X[%r :+ 1, %i :+ 2048] masked [1] : !phobos.view<?x?xf32> -> !phobos.tile<1x2048xf32>
      %b = phobos.load %G[%c0 :+ 1, %i :+ 2048] masked [1] : !phobos.view<1x?xf32> -> !phobos.tile<1x2048xf32>
      %c = arith.mulf %a, %b : !phobos.tile<1x2048xf32>
      phobos.store %c, %Y[%r :+ 1, %i :+ 2048] masked [1] : !phobos.tile<1x2048xf32>, !phobos.view<?x?xf32>
    }
  }
  phobos.return
}

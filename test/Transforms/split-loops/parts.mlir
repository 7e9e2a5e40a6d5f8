// RUN: phobos-opt %s --phobos-split-loops --canonicalize | FileCheck %s
// RUN: phobos-opt %s --phobos-split-loops="max-ops=20" --canonicalize | FileCheck %s --check-prefix=FEWER
// RUN: phobos-opt %s --phobos-split-loops --mlir-print-debuginfo | FileCheck %s --check-prefix=PLACE

// From any start: the iterations before 0, those with k + 16 <= K, and the one
// that may be left. Values of any type go from part to part. Nothing overflows:
// the distance from a start far below 0 is an unsigned number.

// CHECK-LABEL: phobos.kernel @any_start
// CHECK-SAME: %[[K:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index)
// CHECK: %[[UPPER:.*]] = arith.addi %[[K]], %c-15 : index
// CHECK: %[[REACHED:.*]] = arith.maxsi %[[S]], %c0 : index
// CHECK: %[[DISTANCE:.*]] = arith.subi %[[REACHED]], %[[S]] : index
// CHECK: %[[COUNT:.*]] = arith.ceildivui %[[DISTANCE]], %c16 : index
// CHECK: %[[BEFORE:.*]] = arith.muli %[[COUNT]], %c16 : index
// CHECK: %[[FIRST:.*]] = arith.addi %[[S]], %[[BEFORE]] : index
// CHECK: %[[LOWER:.*]] = arith.maxsi %[[FIRST]], %c0 : index
// CHECK: %[[P:.*]]:2 = scf.for %{{.*}} = %[[S]] to %c0 step %c16 iter_args(%{{.*}} = %cst, %{{.*}} = %cst_0) -> (!phobos.tile<16xf32>, f64)
// CHECK: } {phobos.loop_part = "prologue"}
// CHECK: %[[REST:.*]] = arith.addi %[[LOWER]], %{{.*}} : index
// CHECK: %[[T:.*]]:2 = scf.for %{{.*}} = %[[LOWER]] to %[[UPPER]] step %c16 iter_args(%{{.*}} = %[[P]]#0, %{{.*}} = %[[P]]#1)
// CHECK: } {phobos.loop_part = "steady"}
// CHECK: %[[IS_LEFT:.*]] = arith.cmpi slt, %[[REST]], %[[K]] : index
// CHECK: %[[E:.*]]:2 = scf.if %[[IS_LEFT]] -> (!phobos.tile<16xf32>, f64) {
// CHECK: phobos.load %{{.*}}[%[[REST]] :+ 16] masked [0]
// CHECK: arith.addf %[[T]]#1,
// CHECK: arith.addf %[[T]]#0,
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[T]]#0, %[[T]]#1
// CHECK-NEXT: } {phobos.loop_part = "epilogue"}
// CHECK: phobos.splat %[[E]]#1

// Each part has the places of the source.
// PLACE-LABEL: phobos.kernel @any_start
// PLACE-COUNT-3: arith.addf %{{.*}}, %{{.*}} : f64 loc(#[[ADD:.*]])
// PLACE-DAG: #[[ADD]] = loc("{{.*}}parts.mlir":[[#@LINE + 12]]:10)
phobos.kernel @any_start(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %c: !phobos.ptr<f64>, %K: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %none = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %A = phobos.view %a[%K] : !phobos.view<?xf32>
  %B = phobos.view %b[16] : !phobos.view<16xf32>
  %C = phobos.view %c[1] : !phobos.view<1xf64>
  %sums:2 = scf.for %k = %s to %K step %c16 iter_args(%sum = %zero, %count = %none) -> (!phobos.tile<16xf32>, f64) {
    %t = phobos.load %A[%k :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %m = arith.addf %count, %one : f64
    %n = arith.addf %sum, %t : !phobos.tile<16xf32>
    scf.yield %n, %m : !phobos.tile<16xf32>, f64
  }
  phobos.store %sums#0, %B[%c0 :+ 16] : !phobos.tile<16xf32>, !phobos.view<16xf32>
  %n = phobos.splat %sums#1 : !phobos.tile<1xf64>
  phobos.store %n, %C[%c0 :+ 1] : !phobos.tile<1xf64>, !phobos.view<1xf64>
  phobos.return
}

// What is kept up to column r - 15 at all elements, and from column r + 1 on at
// none. Two steady loops, both with the attributes of the loop; with less room
// there is one.

// CHECK-LABEL: phobos.kernel @mixed
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}}
// CHECK: } {phobos.loop_part = "steady", phobos.pipeline = 2 : i64}
// CHECK: scf.for
// CHECK: } {phobos.loop_part = "epilogue"}
// CHECK: scf.for
// CHECK: } {phobos.loop_part = "steady", phobos.pipeline = 2 : i64}
// CHECK-NEXT: phobos.return

// FEWER-LABEL: phobos.kernel @mixed
// FEWER: } {phobos.loop_part = "steady", phobos.pipeline = 2 : i64}
// FEWER: } {phobos.loop_part = "epilogue"}
// FEWER-NEXT: phobos.return
phobos.kernel @mixed(%a: !phobos.ptr<f32>, %row: i32) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c160 = arith.constant 160 : index
  %low = arith.constant dense<-1.0> : !phobos.tile<16xf32>
  %column = phobos.iota 0 : !phobos.tile<16xindex>
  %A = phobos.view %a[160] : !phobos.view<160xf32>
  %r = arith.index_cast %row : i32 to index
  %limit = phobos.splat %r : !phobos.tile<16xindex>
  scf.for %k = %c0 to %c160 step %c16 {
    %t = phobos.load %A[%k :+ 16] : !phobos.view<160xf32> -> !phobos.tile<16xf32>
    %start = phobos.splat %k : !phobos.tile<16xindex>
    %at = arith.addi %start, %column : !phobos.tile<16xindex>
    %is_kept = arith.cmpi sge, %limit, %at : !phobos.tile<16xindex>
    %w = phobos.where %is_kept, %t, %low : !phobos.tile<16xi1>, !phobos.tile<16xf32>
    phobos.store %w, %A[%k :+ 16] : !phobos.tile<16xf32>, !phobos.view<160xf32>
  } {phobos.pipeline = 2 : i64}
  phobos.return
}

// An index that is carried follows the counter, so that each part begins where it
// should whatever the others did: s + 32 * k.

// CHECK-LABEL: phobos.kernel @carried
// CHECK: scf.for %[[k:.*]] = %{{.*}} to %{{.*}} step %c1
// CHECK: %[[OFFSET:.*]] = arith.muli %[[k]], %c32 : index
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %[[OFFSET]] : index
// CHECK: phobos.store %cst, %{{.*}}[%[[AT]] :+ 32] masked [0]
// CHECK: loop_part = "steady"
phobos.kernel @carried(%a: !phobos.ptr<f32>, %s: i32, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<32xf32>
  %A = phobos.view %a[1000] : !phobos.view<1000xf32>
  %start = arith.index_cast %s : i32 to index
  %end = arith.index_cast %n : i32 to index
  scf.for %k = %c0 to %end step %c1 iter_args(%at = %start) -> (index) {
    phobos.store %zero, %A[%at :+ 32] masked [0] : !phobos.tile<32xf32>, !phobos.view<1000xf32>
    %next = arith.addi %at, %c32 : index
    scf.yield %next : index
  }
  phobos.return
}

// The loop over columns is split for the columns, under what the rows need; the
// loop over rows is not split for what is only in the loop inside of it.

// CHECK-LABEL: phobos.kernel @nested
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c8 {
// CHECK: scf.if
// CHECK: loop_part = "steady"
// CHECK: loop_part = "epilogue"
// CHECK: } else {
// CHECK: loop_part = "edge"
// CHECK-NOT: loop_part
// CHECK: phobos.return
phobos.kernel @nested(%a: !phobos.ptr<f32>, %M: index, %N: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<8x16xf32>
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  scf.for %r = %c0 to %M step %c8 {
    scf.for %c = %c0 to %N step %c16 {
      phobos.store %zero, %A[%r :+ 8, %c :+ 16] masked [0, 1] : !phobos.tile<8x16xf32>, !phobos.view<?x?xf32>
    }
  }
  phobos.return
}

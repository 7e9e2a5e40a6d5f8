// RUN: phobos-opt %s --phobos-fold-iota-masks --canonicalize | FileCheck %s

// Conditions of tiles: true or false at every element, or not touched. What is
// stored is the where's one side, or the where.

// The columns of whole tiles all exist: N - kt is a positive multiple of 64.
// CHECK-LABEL: func.func @ragged
// CHECK-SAME: %[[S:[a-z0-9]+]]: !phobos.tile
// CHECK-NOT: phobos.where
// CHECK: phobos.store %[[S]],
func.func @ragged(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %n = phobos.promise #phobos.divisible<64> %N
  scf.for %kt = %c0 to %n step %c64 {
    %rest = arith.subi %N, %kt : index
    %im = phobos.iota 1 : !phobos.tile<8x64xindex>
    %bm = phobos.splat %rest : !phobos.tile<8x64xindex>
    %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
    %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
    phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  }
  return
}

// The last tile may be cut by N.
// CHECK-LABEL: func.func @negative_ragged
// CHECK: %[[W:.*]] = phobos.where
// CHECK: phobos.store %[[W]]
func.func @negative_ragged(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  scf.for %kt = %c0 to %N step %c64 {
    %rest = arith.subi %N, %kt : index
    %im = phobos.iota 1 : !phobos.tile<8x64xindex>
    %bm = phobos.splat %rest : !phobos.tile<8x64xindex>
    %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
    %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
    phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  }
  return
}

// The loop ends at K, and the columns at N.
// CHECK-LABEL: func.func @negative_other_extent
// CHECK: %[[W:.*]] = phobos.where
// CHECK: phobos.store %[[W]]
func.func @negative_other_extent(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>, %K: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %n = phobos.promise #phobos.divisible<64> %K
  scf.for %kt = %c0 to %n step %c64 {
    %rest = arith.subi %N, %kt : index
    %im = phobos.iota 1 : !phobos.tile<8x64xindex>
    %bm = phobos.splat %rest : !phobos.tile<8x64xindex>
    %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
    %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
    phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  }
  return
}

// N is a multiple of 32: half of the last tile.
// CHECK-LABEL: func.func @negative_smaller_multiple
// CHECK: %[[W:.*]] = phobos.where
// CHECK: phobos.store %[[W]]
func.func @negative_smaller_multiple(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %n = phobos.promise #phobos.divisible<32> %N
  scf.for %kt = %c0 to %n step %c64 {
    %rest = arith.subi %N, %kt : index
    %im = phobos.iota 1 : !phobos.tile<8x64xindex>
    %bm = phobos.splat %rest : !phobos.tile<8x64xindex>
    %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
    %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
    phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  }
  return
}

// From N on no column exists: the other side.
// CHECK-LABEL: func.func @behind_the_end
// CHECK-DAG: %[[LOW:.*]] = arith.constant dense<-1.000000e+30>
// CHECK-NOT: phobos.where
// CHECK: phobos.store %[[LOW]],
func.func @behind_the_end(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %n = phobos.promise #phobos.divisible<64> %N
  %end = arith.constant 0 : index
  %im = phobos.iota 1 : !phobos.tile<8x64xindex>
  %bm = phobos.splat %end : !phobos.tile<8x64xindex>
  %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
  %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// N - x wraps for an x far below 0; what it comes to may be any number.
// CHECK-LABEL: func.func @negative_rest_wraps
// CHECK: %[[W:.*]] = phobos.where
// CHECK: phobos.store %[[W]]
func.func @negative_rest_wraps(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>, %x: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %rest = arith.subi %N, %x : index
  %neg = arith.cmpi slt, %x, %c0 : index
  scf.if %neg {
    %im = phobos.iota 1 : !phobos.tile<8x64xindex>
    %bm = phobos.splat %rest : !phobos.tile<8x64xindex>
    %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
    %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
    phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  }
  return
}

// As unsigned, a rest below 0 is larger than every column.
// CHECK-LABEL: func.func @negative_unsigned
// CHECK: %[[W:.*]] = phobos.where
// CHECK: phobos.store %[[W]]
func.func @negative_unsigned(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>, %x: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %rest = arith.subi %N, %x : index
  %im = phobos.iota 1 : !phobos.tile<8x64xindex>
  %bm = phobos.splat %rest : !phobos.tile<8x64xindex>
  %m = arith.cmpi ult, %im, %bm : !phobos.tile<8x64xindex>
  %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// No column is below 0, so as unsigned all are below 64.
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: %[[S:[a-z0-9]+]]: !phobos.tile
// CHECK-NOT: phobos.where
// CHECK: phobos.store %[[S]],
func.func @unsigned(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %im = phobos.iota 1 : !phobos.tile<8x64xindex>
  %bm = phobos.splat %c64 : !phobos.tile<8x64xindex>
  %m = arith.cmpi ult, %im, %bm : !phobos.tile<8x64xindex>
  %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// Of two parts the one that is known goes: rows are 8, columns are not known.
// CHECK-LABEL: func.func @conjunction
// CHECK: %[[B:.*]] = phobos.splat
// CHECK: %[[M:.*]] = arith.cmpi slt, %{{.*}}, %[[B]]
// CHECK-NOT: arith.andi
// CHECK: phobos.where %[[M]]
func.func @conjunction(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>, %x: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %c8 = arith.constant 8 : index
  %ir = phobos.iota 0 : !phobos.tile<8x64xindex>
  %br = phobos.splat %c8 : !phobos.tile<8x64xindex>
  %r = arith.cmpi slt, %ir, %br : !phobos.tile<8x64xindex>
  %im = phobos.iota 1 : !phobos.tile<8x64xindex>
  %bm = phobos.splat %x : !phobos.tile<8x64xindex>
  %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
  %both = arith.andi %r, %m : !phobos.tile<8x64xi1>
  %w = phobos.where %both, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// One part that never holds is enough.
// CHECK-LABEL: func.func @conjunction_false
// CHECK-DAG: %[[LOW:.*]] = arith.constant dense<-1.000000e+30>
// CHECK-NOT: phobos.where
// CHECK: phobos.store %[[LOW]],
func.func @conjunction_false(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>, %x: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %ir = phobos.iota 0 : !phobos.tile<8x64xindex>
  %br = phobos.splat %c0 : !phobos.tile<8x64xindex>
  %r = arith.cmpi slt, %ir, %br : !phobos.tile<8x64xindex>
  %im = phobos.iota 1 : !phobos.tile<8x64xindex>
  %bm = phobos.splat %x : !phobos.tile<8x64xindex>
  %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
  %both = arith.andi %r, %m : !phobos.tile<8x64xi1>
  %w = phobos.where %both, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// Of two parts, one that never holds leaves the other.
// CHECK-LABEL: func.func @negative_disjunction
// CHECK-NOT: arith.ori
// CHECK: phobos.where
func.func @negative_disjunction(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>, %x: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %ir = phobos.iota 0 : !phobos.tile<8x64xindex>
  %br = phobos.splat %c0 : !phobos.tile<8x64xindex>
  %r = arith.cmpi slt, %ir, %br : !phobos.tile<8x64xindex>
  %im = phobos.iota 1 : !phobos.tile<8x64xindex>
  %bm = phobos.splat %x : !phobos.tile<8x64xindex>
  %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
  %either = arith.ori %r, %m : !phobos.tile<8x64xi1>
  %w = phobos.where %either, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// A condition at its own small shape, which is repeated.
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: %[[S:[a-z0-9]+]]: !phobos.tile
// CHECK-NOT: phobos.where
// CHECK: phobos.store %[[S]],
func.func @broadcast(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %i = phobos.iota 1 : !phobos.tile<1x64xindex>
  %b = phobos.splat %c64 : !phobos.tile<1x64xindex>
  %lt = arith.cmpi slt, %i, %b : !phobos.tile<1x64xindex>
  %m = phobos.broadcast %lt : !phobos.tile<1x64xi1> -> !phobos.tile<8x64xi1>
  %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// An axis that was exchanged: rows number 8, so they are below 8.
// CHECK-LABEL: func.func @transposed
// CHECK-SAME: %[[S:[a-z0-9]+]]: !phobos.tile
// CHECK-NOT: phobos.where
// CHECK: phobos.store %[[S]],
func.func @transposed(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %c8 = arith.constant 8 : index
  %i = phobos.iota 1 : !phobos.tile<64x8xindex>
  %t = phobos.transpose %i [1, 0] : !phobos.tile<64x8xindex> -> !phobos.tile<8x64xindex>
  %b = phobos.splat %c8 : !phobos.tile<8x64xindex>
  %m = arith.cmpi slt, %t, %b : !phobos.tile<8x64xindex>
  %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// Here the exchanged axis is the long one.
// CHECK-LABEL: func.func @negative_transposed
// CHECK: %[[W:.*]] = phobos.where
// CHECK: phobos.store %[[W]]
func.func @negative_transposed(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %c8 = arith.constant 8 : index
  %i = phobos.iota 0 : !phobos.tile<64x8xindex>
  %t = phobos.transpose %i [1, 0] : !phobos.tile<64x8xindex> -> !phobos.tile<8x64xindex>
  %b = phobos.splat %c8 : !phobos.tile<8x64xindex>
  %m = arith.cmpi slt, %t, %b : !phobos.tile<8x64xindex>
  %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// An element of an unknown tile and the one of its transpose are not the same.
// CHECK-LABEL: func.func @negative_other_element
// CHECK: %[[W:.*]] = phobos.where
// CHECK: phobos.store %[[W]]
func.func @negative_other_element(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>, %u: !phobos.tile<8x64xindex>, %v: !phobos.tile<64x8xindex>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %t = phobos.transpose %v [1, 0] : !phobos.tile<64x8xindex> -> !phobos.tile<8x64xindex>
  %m = arith.cmpi sle, %u, %t : !phobos.tile<8x64xindex>
  %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
  phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  return
}

// Known where it is used, and not where it is computed.
// CHECK-LABEL: func.func @in_its_branch
// CHECK-SAME: %[[S:[a-z0-9]+]]: !phobos.tile<8x64xf32>
// CHECK: scf.if
// CHECK: phobos.store %[[S]],
// CHECK: else
// CHECK: %[[W:.*]] = phobos.where
// CHECK: phobos.store %[[W]],
func.func @in_its_branch(%p: !phobos.ptr<f32>, %N: index, %s: !phobos.tile<8x64xf32>, %x: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<8x64xf32>
  %A = phobos.view %p[8, %N] : !phobos.view<8x?xf32>
  %im = phobos.iota 1 : !phobos.tile<8x64xindex>
  %bm = phobos.splat %x : !phobos.tile<8x64xindex>
  %m = arith.cmpi slt, %im, %bm : !phobos.tile<8x64xindex>
  %wide = arith.cmpi sge, %x, %c64 : index
  scf.if %wide {
    %w = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
    phobos.store %w, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  } else {
    %v = phobos.where %m, %s, %low : !phobos.tile<8x64xi1>, !phobos.tile<8x64xf32>
    phobos.store %v, %A[%c0 :+ 8, %c0 :+ 64] masked [1] : !phobos.tile<8x64xf32>, !phobos.view<8x?xf32>
  }
  return
}

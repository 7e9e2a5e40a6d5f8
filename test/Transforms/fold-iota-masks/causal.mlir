// RUN: phobos-opt %s --phobos-fold-iota-masks --canonicalize | FileCheck %s

// Causal masks, row + iota(0) >= kt + iota(1), and conditions that are no tiles.

// kt + 64 <= row: below the diagonal every column is seen.
// CHECK-LABEL: phobos.kernel @below_diagonal
// CHECK: %[[S:.*]] = phobos.load
// CHECK-NOT: phobos.where
// CHECK: phobos.store %[[S]],
phobos.kernel @below_diagonal(%p: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<64x64xf32>
  %A = phobos.view %p[%M, %M] : !phobos.view<?x?xf32>
  %pm = phobos.block_id x
  %row = arith.muli %pm, %c64 : index
  scf.for %kt = %c0 to %row step %c64 {
    %s = phobos.load %A[%row :+ 64, %kt :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<64x64xf32>
    %i = phobos.iota 0 : !phobos.tile<64x1xindex>
    %j = phobos.iota 1 : !phobos.tile<1x64xindex>
    %r = phobos.splat %row : !phobos.tile<64x1xindex>
    %k = phobos.splat %kt : !phobos.tile<1x64xindex>
    %ri = arith.addi %r, %i : !phobos.tile<64x1xindex>
    %kj = arith.addi %k, %j : !phobos.tile<1x64xindex>
    %rows = phobos.broadcast %ri : !phobos.tile<64x1xindex> -> !phobos.tile<64x64xindex>
    %columns = phobos.broadcast %kj : !phobos.tile<1x64xindex> -> !phobos.tile<64x64xindex>
    %sees = arith.cmpi sge, %rows, %columns : !phobos.tile<64x64xindex>
    %w = phobos.where %sees, %s, %low : !phobos.tile<64x64xi1>, !phobos.tile<64x64xf32>
    phobos.store %w, %A[%row :+ 64, %kt :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// The loop's last tile is the one on the diagonal.
// CHECK-LABEL: phobos.kernel @negative_diagonal
// CHECK: phobos.where
phobos.kernel @negative_diagonal(%p: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<64x64xf32>
  %A = phobos.view %p[%M, %M] : !phobos.view<?x?xf32>
  %pm = phobos.block_id x
  %row = arith.muli %pm, %c64 : index
  %end = arith.addi %row, %c64 : index
  scf.for %kt = %c0 to %end step %c64 {
    %s = phobos.load %A[%row :+ 64, %kt :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<64x64xf32>
    %i = phobos.iota 0 : !phobos.tile<64x1xindex>
    %j = phobos.iota 1 : !phobos.tile<1x64xindex>
    %r = phobos.splat %row : !phobos.tile<64x1xindex>
    %k = phobos.splat %kt : !phobos.tile<1x64xindex>
    %ri = arith.addi %r, %i : !phobos.tile<64x1xindex>
    %kj = arith.addi %k, %j : !phobos.tile<1x64xindex>
    %rows = phobos.broadcast %ri : !phobos.tile<64x1xindex> -> !phobos.tile<64x64xindex>
    %columns = phobos.broadcast %kj : !phobos.tile<1x64xindex> -> !phobos.tile<64x64xindex>
    %sees = arith.cmpi sge, %rows, %columns : !phobos.tile<64x64xindex>
    %w = phobos.where %sees, %s, %low : !phobos.tile<64x64xi1>, !phobos.tile<64x64xf32>
    phobos.store %w, %A[%row :+ 64, %kt :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// Behind row, which both are multiples of 64: from row + 64 on no column is seen.
// CHECK-LABEL: phobos.kernel @above_diagonal
// CHECK: %[[LOW:.*]] = arith.constant dense<-1.000000e+30>
// CHECK-NOT: phobos.where
// CHECK: phobos.store %[[LOW]],
phobos.kernel @above_diagonal(%p: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<64x64xf32>
  %A = phobos.view %p[%M, %M] : !phobos.view<?x?xf32>
  %pm = phobos.block_id x
  %row = arith.muli %pm, %c64 : index
  scf.for %kt = %c0 to %M step %c64 {
    %behind = arith.cmpi sgt, %kt, %row : index
    scf.if %behind {
    %s = phobos.load %A[%row :+ 64, %kt :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<64x64xf32>
    %i = phobos.iota 0 : !phobos.tile<64x1xindex>
    %j = phobos.iota 1 : !phobos.tile<1x64xindex>
    %r = phobos.splat %row : !phobos.tile<64x1xindex>
    %k = phobos.splat %kt : !phobos.tile<1x64xindex>
    %ri = arith.addi %r, %i : !phobos.tile<64x1xindex>
    %kj = arith.addi %k, %j : !phobos.tile<1x64xindex>
    %rows = phobos.broadcast %ri : !phobos.tile<64x1xindex> -> !phobos.tile<64x64xindex>
    %columns = phobos.broadcast %kj : !phobos.tile<1x64xindex> -> !phobos.tile<64x64xindex>
    %sees = arith.cmpi sge, %rows, %columns : !phobos.tile<64x64xindex>
    %w = phobos.where %sees, %s, %low : !phobos.tile<64x64xi1>, !phobos.tile<64x64xf32>
    phobos.store %w, %A[%row :+ 64, %kt :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
    }
  }
  phobos.return
}

// With the diagonal itself unseen, the tile below it still has all columns.
// CHECK-LABEL: phobos.kernel @strictly_below
// CHECK-NOT: phobos.where
phobos.kernel @strictly_below(%p: !phobos.ptr<f32>, %M: index)
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant dense<-1.0e30> : !phobos.tile<64x64xf32>
  %A = phobos.view %p[%M, %M] : !phobos.view<?x?xf32>
  %pm = phobos.block_id x
  %row = arith.muli %pm, %c64 : index
  scf.for %kt = %c0 to %row step %c64 {
    %s = phobos.load %A[%row :+ 64, %kt :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<64x64xf32>
    %i = phobos.iota 0 : !phobos.tile<64x1xindex>
    %j = phobos.iota 1 : !phobos.tile<1x64xindex>
    %r = phobos.splat %row : !phobos.tile<64x1xindex>
    %k = phobos.splat %kt : !phobos.tile<1x64xindex>
    %ri = arith.addi %r, %i : !phobos.tile<64x1xindex>
    %kj = arith.addi %k, %j : !phobos.tile<1x64xindex>
    %rows = phobos.broadcast %ri : !phobos.tile<64x1xindex> -> !phobos.tile<64x64xindex>
    %columns = phobos.broadcast %kj : !phobos.tile<1x64xindex> -> !phobos.tile<64x64xindex>
    %sees = arith.cmpi sgt, %rows, %columns : !phobos.tile<64x64xindex>
    %w = phobos.where %sees, %s, %low : !phobos.tile<64x64xi1>, !phobos.tile<64x64xf32>
    phobos.store %w, %A[%row :+ 64, %kt :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// A branch whose condition the loop implies; the condition goes, then the branch.
// CHECK-LABEL: func.func @branch
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: phobos.store %{{.*}}[%c0 :+ 1]
// CHECK-NOT: phobos.store
func.func @branch(%p: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<1.0> : !phobos.tile<1xf32>
  %A = phobos.view %p[2] : !phobos.view<2xf32>
  scf.for %i = %c0 to %N step %c1 {
    %inside = arith.cmpi slt, %i, %N : index
    scf.if %inside {
      phobos.store %x, %A[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<2xf32>
    } else {
      phobos.store %x, %A[%c1 :+ 1] : !phobos.tile<1xf32>, !phobos.view<2xf32>
    }
  }
  return
}

// The next index may be N.
// CHECK-LABEL: func.func @negative_branch
// CHECK: scf.if
func.func @negative_branch(%p: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<1.0> : !phobos.tile<1xf32>
  %A = phobos.view %p[2] : !phobos.view<2xf32>
  scf.for %i = %c0 to %N step %c1 {
    %next = arith.addi %i, %c1 : index
    %inside = arith.cmpi slt, %next, %N : index
    scf.if %inside {
      phobos.store %x, %A[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<2xf32>
    }
  }
  return
}

// NaN: the side that is taken is the tile as it is, and not where it is above
// what it is compared with.
// CHECK-LABEL: func.func @negative_floats
// CHECK: arith.cmpf oge
// CHECK: phobos.where
func.func @negative_floats(%p: !phobos.ptr<f32>, %s: !phobos.tile<64xf32>) {
  %c0 = arith.constant 0 : index
  %low = arith.constant dense<0.0> : !phobos.tile<64xf32>
  %A = phobos.view %p[64] : !phobos.view<64xf32>
  %self = arith.cmpf oge, %s, %s : !phobos.tile<64xf32>
  %w = phobos.where %self, %s, %low : !phobos.tile<64xi1>, !phobos.tile<64xf32>
  phobos.store %w, %A[%c0 :+ 64] : !phobos.tile<64xf32>, !phobos.view<64xf32>
  return
}

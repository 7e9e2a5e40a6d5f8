//===- SliceAccess.h - Where a thread accesses a slice ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_SLICEACCESS_H
#define PHOBOS_LIB_DISTRIBUTION_SLICEACCESS_H

#include "Distributor.h"
#include "GlobalAccess.h"
#include "RowCopies.h"

namespace phobos {

/// The address `elements` of a type in memory behind `pointer`.
mlir::Value advance(mlir::ImplicitLocOpBuilder &b, mlir::Type memory,
                    mlir::Value pointer, mlir::Value elements);

/// One access of a slice: where its elements lie and when they are inside.
class Access {
public:
  Access(Distributor &distributor, MaskedAccessOpInterface op,
         const AccessHints &hints);

  /// Whether the vectors of the plan are legal, uniform in the block; null if
  /// always.
  mlir::Value isWideLegal();

  /// The address of an element.
  mlir::Value address(int64_t element);
  /// Whether an element (the first of a vector, if wide) is accessed; null if
  /// always. Cached within one block of code: see `startBlock`.
  mlir::Value isInside(int64_t element);
  /// In SectorStores.cpp: whether it is this block that stores the sector of
  /// memory in which the element at `address` is, of tiles that overlap; null
  /// if always.
  mlir::Value isInOwnSector(int64_t element, mlir::Value address);
  /// Stores those sectors, where the layout lets stores of a warp begin with
  /// them; false where it does not. `isOwner` is null where all threads are.
  bool storeSectors(mlir::Value vector, mlir::Value isOwner);
  /// Of a plan of runs, in RunAccess.cpp: the thread's elements, `fill` where
  /// they are outside; both in memory's types.
  mlir::Value loadRuns(mlir::Value fill);
  /// Writes them.
  void storeRuns(mlir::Value vector);
  /// Likewise of a plan of a copied row, in RowCopyAccess.cpp.
  mlir::Value loadCopiedRow(mlir::Value fill);
  /// Forgets values that do not dominate the code that follows.
  void startBlock() {
    bounds.clear(), offsets.clear();
    ownSectors = {};
  }

  const AccessPlan plan;
  const AccessHints hints;

private:
  mlir::Value stride(int64_t dim);
  mlir::Value extent(int64_t dim) { return d.indexOf(view.getExtent(dim)); }
  mlir::Value isEdgeClear(int64_t elements);
  mlir::Value position(int64_t dim, int64_t offset);
  mlir::Value clampToTile(int64_t dim, mlir::Value number);
  mlir::Value findEnd(int64_t dim);
  void findRoom(int64_t dim);
  mlir::Value isInside(int64_t dim, int64_t offset);

  std::optional<int64_t> findOverlap();
  mlir::Value isLastOfRow();
  mlir::Value placeInSector(mlir::Value address);
  mlir::Value isRowInside(int64_t element);
  void storeRow(mlir::Value vector, llvm::ArrayRef<int64_t> elements,
                mlir::Value isInside, mlir::Value isLast, mlir::Value end);

  /// What all runs of a thread share; tile coordinates and numbers are i32.
  struct Runs {
    int64_t length, perVector, elementBytes;
    mlir::Value lane;
    mlir::Value skew;    // elements from 16 bytes to a run's first one
    mlir::Value start;   // of the warp's first run in the tile
    mlir::Value vectors; // the address of the lane's first vector of that run
    mlir::Value column;  // of this vector's first element
    mlir::Value isFirstWhole; // whether it lies in the run
    mlir::Value first, end;   // those of the tile that are inside; null: all
    mlir::Value isRowInside;  // null: it is
    SharedRange range;
    mlir::Value part; // the warp's, in bytes
  };
  /// A piece that a lane moves: where, and whether; null stands for true.
  struct Piece {
    mlir::Value address, exists, position;
  };
  Runs openRuns();
  mlir::Value endIn(const Runs &runs, int64_t run);
  Piece vectorOf(const Runs &runs, int64_t run, int64_t number);
  Piece endOf(const Runs &runs, int64_t run);
  mlir::Value placeOfVector(const Runs &runs, int64_t number);
  mlir::Value placeOfElement(const Runs &runs, mlir::Value position,
                             int64_t offset);

  /// Where a copied row lies; positions are elements behind the multiple of 16
  /// bytes before it, i32s.
  struct CopiedRow {
    RowCopy copy;
    int64_t place;          // in shared memory, in bytes
    mlir::Value column;     // of the thread's element 0
    mlir::Value row;        // its address
    mlir::Value skew;       // the position of the row's first element
    mlir::Value begin, end; // positions between which bulk copies bring it
  };
  CopiedRow openRow();
  mlir::Value barrierOf(const CopiedRow &row, int64_t piece);
  mlir::Value placeIn(const CopiedRow &row, mlir::Value position,
                      int64_t offset);
  void startCopies(const CopiedRow &row);
  void copyEnds(const CopiedRow &row, mlir::Value fill);

  Distributor &d;
  mlir::ImplicitLocOpBuilder &b;
  MaskedAccessOpInterface op;
  ViewOp view;
  TileType type;
  mlir::Type memory;
  llvm::SmallVector<mlir::Value> strides;
  mlir::Value start;      // of the view
  mlir::Value base;       // the thread's element 0
  mlir::Value ownSectors; // how many elements those that overlap store, an i32
  /// Of a masked dim, the i32 offsets from the thread's element 0 that are
  /// below it are inside of the view and the tile; null where that is not known
  /// before positions are.
  llvm::SmallVector<mlir::Value> rooms;
  llvm::DenseMap<std::pair<int64_t, int64_t>, mlir::Value> bounds, offsets;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_SLICEACCESS_H

//===- AccessPlan.h - How the elements of an access move --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every decision about an access is made here. Layouts are chosen by it, code
// is made from it, and `phobos-print-access-plans` prints it, so that what is
// printed is what happens.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_ACCESSPLAN_H
#define PHOBOS_LIB_DISTRIBUTION_ACCESSPLAN_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// The width of the widest access, in bytes.
inline constexpr int64_t kVectorBytes = 16;

/// The largest power of two that divides `value`.
inline int64_t powerOfTwoPart(int64_t value) { return value & -value; }

/// Bytes of one element in memory: a bool takes one.
int64_t getElementBytes(mlir::Type element);

/// The tile that a load, store, gather, scatter or atomic moves.
TileType getAccessedTile(mlir::Operation *access);

/// Whether the threads' `element` is one of a tile of this shape, in all dims
/// at once.
Layout::Validity findValidity(const Layout &layout, int64_t element,
                              llvm::ArrayRef<int64_t> shape);

/// What an access knows of where the rows of its view begin.
enum class RowAlignment {
  Unknown,
  Aligned,  ///< at multiples of 16 bytes
  Unaligned ///< those of some view of the version do not
};
/// By the side of an `scf.if` on `phobos.rows_aligned` on which `access` is.
RowAlignment findRowAlignment(MaskedAccessOpInterface access);

/// Something that vectors need to be right.
struct VectorFact {
  enum class Kind {
    Address, ///< the view begins at a multiple of `divisor` bytes
    Start,   ///< the slice begins at a multiple of `divisor` along the last dim
    Stride,  ///< that of a dim is a multiple of `divisor`
    Edge,    ///< no vector of `divisor` elements is partly outside
    Run      ///< runs of `divisor` offsets follow each other from an address
             ///< that is a multiple of their bytes, under one mask
  };
  enum class Source {
    Proved,
    Version, ///< the access is in a version of the kernel for aligned rows
    RunTime  ///< checked by the kernel
  };
  Kind kind;
  Source source;
  int64_t divisor;
  /// The start, stride or extent; null for an address and runs.
  mlir::OpFoldResult value;
};

/// What vectors of `elements` need of the rows of `view`.
llvm::SmallVector<VectorFact> findRowFacts(ViewOp view, int64_t elements);

/// Whether all blocks load the same row: it comes from caches, where single
/// elements cost no more.
bool isSharedRow(mlir::Operation *access);

/// Whether rows of `access` may begin at other addresses than multiples of 16
/// bytes also where the array begins at one.
bool arePitchesOpen(MaskedAccessOpInterface access);

/// How the elements of one load, store, gather, scatter or atomic move between
/// memory and the threads' registers.
class AccessPlan {
public:
  enum class Kind {
    Vectors,  ///< several elements at a time
    Elements, ///< one at a time
    Either,   ///< vectors where a check at run time, the same in the whole
              ///< block, allows them, else elements
    Runs,     ///< of a row at any address, vectors between a head and a tail of
              ///< each run of a warp, put in their places through its part of
              ///< shared memory
    RowCopy,  ///< bulk copies of the whole row to shared memory, from which
              ///< threads take their elements (RowCopies.h)
    Staged    ///< bulk copies (TMA) to shared memory, which products read
  };
  /// What keeps vectors from being wider.
  enum class Limit {
    Bytes,
    Atomic,
    Offsets,
    Volatile,
    Rows,
    Stride,
    Extent,
    Layout
  };

  /// The tiles of `access` must have layouts, unless it is staged.
  explicit AccessPlan(mlir::Operation *access);

  /// The most elements that a vector of `access` may have in any layout. Where
  /// that is one, neighbours in memory should go to neighbouring threads.
  static int64_t findWidestVector(mlir::Operation *access);
  /// Whether the elements of `access` may move in runs, in a layout with runs.
  static bool mayRun(mlir::Operation *access);

  Kind getKind() const;
  /// Whether `access` moves neighbours in memory one by one for no other reason
  /// than where its rows begin and end.
  bool isDenseRow(mlir::Operation *access) const;
  int64_t getVectorElements() const { return width; }
  /// Of runs, how many elements a thread has in each.
  int64_t getRunElements() const { return runElements; }
  /// Why narrow accesses of rows do not move in runs; empty where that is not
  /// the question.
  llvm::StringRef getRunObstacle() const { return runObstacle; }
  /// The reason why it is not more.
  Limit getLimit() const { return limit; }
  /// What the vectors need; nothing of single elements.
  llvm::ArrayRef<VectorFact> getFacts() const { return facts; }
  TileType getTile() const { return tile; }
  /// The first ones of the thread's accesses of `elements` each.
  llvm::SmallVector<int64_t> findFirstElements(int64_t elements) const;

private:
  AccessPlan() = default;
  void limitTo(int64_t elements, Limit why);
  void limitByAccess(mlir::Operation *access);
  void addFacts(MaskedAccessOpInterface access);
  void addRuns(mlir::Operation *access);

  TileType tile;
  bool isStaged = false, isRowCopied = false;
  int64_t width = 1, runElements = 0;
  Limit limit = Limit::Bytes;
  llvm::StringRef runObstacle;
  llvm::SmallVector<VectorFact> facts;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_ACCESSPLAN_H

//===- RowRuns.h - Layouts in which a warp has runs of a row ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows at any address have no aligned vectors in common with threads. A warp
// that holds a run of neighbouring elements, element 32 j + i in register j of
// lane i, can bring most of the run in aligned vectors nevertheless, and put it
// in place through shared memory of its own (RunAccess.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_ROWRUNS_H
#define PHOBOS_LIB_DISTRIBUTION_ROWRUNS_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// What a thread has of a run at most: more elements do not make its ends
/// cheaper. And where other rows are read beside it, which all blocks share: of
/// a short run they come while an earlier one is stored.
inline constexpr int64_t kMostRunElements = 16, kMostRunElementsBeside = 4;

/// Fewer elements a thread than this leave a thread waiting for shared memory.
inline constexpr int64_t kFewestElementsPerThread = 16;

/// Whether a tile of `shape` has one row.
bool isOneRow(llvm::ArrayRef<int64_t> shape);

/// The layout with runs for a tile of one row, whose elements have `bytes`
/// each, with up to `mostElements` of each in a thread; nothing where the row
/// is too short for it, or so long that a thread would lack the registers.
std::optional<Layout> chooseRunLayout(llvm::ArrayRef<int64_t> shape,
                                      int64_t threads, int64_t bytes,
                                      int64_t mostElements);

/// How many elements of each run a thread has, if `layout` has runs that are
/// worth a trip through shared memory; else 0.
int64_t findRunElements(const Layout &layout, TileType tile);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_ROWRUNS_H

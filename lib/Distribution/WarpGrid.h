//===- WarpGrid.h - How the warps of a block share a product ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_WARPGRID_H
#define PHOBOS_LIB_DISTRIBUTION_WARPGRID_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Warps along the rows and along the columns of a product.
struct WarpGrid {
  int64_t rows, columns;

  /// The layout of an accumulator of mma.sync.
  Layout accumulator(llvm::ArrayRef<int64_t> shape) const {
    return Layout::mmaAccumulator(shape, {rows, columns});
  }
};

/// The grid of `warps` warps with the fewest instructions a warp for a product
/// of `shape`; of several, with `wholeRows`, the one with the fewest warps in a
/// row, so that a warp keeps rows to itself, else the one whose warps read the
/// fewest operand elements.
WarpGrid chooseWarpGrid(llvm::ArrayRef<int64_t> shape, int64_t warps,
                        bool wholeRows);

/// The grid for which `layout` is that of an accumulator of mma.sync of
/// `shape`, collapsed along dims of extent 1; nothing if it is another layout.
std::optional<WarpGrid> findWarpGrid(LayoutAttr layout,
                                     llvm::ArrayRef<int64_t> shape);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_WARPGRID_H

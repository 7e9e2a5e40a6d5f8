//===- WarpGrid.cpp - How the warps of a block share a product --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpGrid.h"
#include "LayoutRules.h"
#include <tuple>

using namespace mlir;
using namespace phobos;

/// The sides of what one mma.sync adds to.
static constexpr int64_t kRows = 16, kColumns = 8;

static SmallVector<WarpGrid> gridsOf(int64_t warps) {
  SmallVector<WarpGrid> grids;
  for (int64_t rows = 1; rows <= warps; rows *= 2)
    grids.push_back({rows, warps / rows});
  return grids;
}

WarpGrid phobos::chooseWarpGrid(ArrayRef<int64_t> shape, int64_t warps,
                                bool wholeRows) {
  auto costOf = [&](const WarpGrid &grid) {
    int64_t rows = llvm::divideCeil(shape[0], kRows * grid.rows);
    int64_t columns = llvm::divideCeil(shape[1], kColumns * grid.columns);
    int64_t read = wholeRows ? grid.columns : rows * kRows + columns * kColumns;
    return std::make_tuple(rows * columns, read);
  };
  SmallVector<WarpGrid> grids = gridsOf(warps);
  return *llvm::min_element(grids, [&](const WarpGrid &a, const WarpGrid &b) {
    return costOf(a) < costOf(b);
  });
}

std::optional<WarpGrid> phobos::findWarpGrid(LayoutAttr layout,
                                             ArrayRef<int64_t> shape) {
  for (const WarpGrid &grid : gridsOf(layout.getLayout().warpCount())) {
    auto expected =
        LayoutAttr::get(layout.getContext(), grid.accumulator(shape));
    if (collapseUnitDims(expected, shape) == layout)
      return grid;
  }
  return std::nullopt;
}

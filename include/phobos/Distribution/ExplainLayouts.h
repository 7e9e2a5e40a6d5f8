//===- ExplainLayouts.h - Which thread holds what, and why ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_EXPLAINLAYOUTS_H
#define PHOBOS_DISTRIBUTION_EXPLAINLAYOUTS_H

#include "phobos/Dialect/Phobos.h"
#include <string>
#include <tuple>
#include <vector>

namespace phobos {

/// A tile of the kernel: where it is made, by which op, and what it is:
/// "64x128xf32".
struct LaidOutTile {
  mlir::LocationAttr loc;
  std::string op, tile;
  bool operator==(const LaidOutTile &other) const {
    return std::tie(loc, op, tile) == std::tie(other.loc, other.op, other.tile);
  }
};

/// A layout with the tiles that have it, in order of the kernel.
struct LayoutEntry {
  Layout layout;
  std::vector<LaidOutTile> tiles;
};

/// Where a tile's elements move to other threads.
struct ConversionEntry {
  mlir::LocationAttr loc;
  /// "convert_layout" or "reshape", and the tile that results.
  std::string op, tile;
  /// Numbers of layouts.
  size_t from, to;
  /// "registers", "shuffles" or "shared memory", and of a convert_layout how
  /// much of that.
  std::string way;
  int64_t sharedBytes = 0;
  std::string why;
};

struct LayoutExplanation {
  std::string kernel;
  int64_t threads;
  std::vector<LayoutEntry> layouts;
  std::vector<ConversionEntry> conversions;
};

/// `scheduled` is a module at the scheduled stage: an error was emitted where a
/// tile has no layout.
mlir::FailureOr<std::vector<LayoutExplanation>>
explainLayouts(mlir::ModuleOp scheduled);

/// "64x128xf32".
std::string describeTile(TileType tile);
/// "a thread has 16 elements, 4 neighbours of a row at a time; …".
std::string describeLayout(const Layout &layout);
/// "through 4096 bytes of shared memory", …
std::string describeWay(const ConversionEntry &conversion);

} // namespace phobos

#endif // PHOBOS_DISTRIBUTION_EXPLAINLAYOUTS_H

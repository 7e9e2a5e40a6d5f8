//===- Conversion.h - from one layout to another ----------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a tile goes from one layout to another, by the cheapest way that fits:
//
//   Registers     every thread holds what it needs: elements are renumbered
//   Shuffles      the same warp holds it, and one shuffle an element brings it:
//                 which element the source gives does not depend on who asks
//   SharedMemory  anything else, see SharedLayout.h
//
// Where elements of the new layout lie, so must the old one's: with G the steps
// of the new layout's bits and F those of the old one's, element e of lane l is
// at G(e) ^ G(l). A shuffle finds it if G(l) is a combination of F's lanes
// alone, and G(e) one of F's elements and lanes. Then
//
//   source element = the elements' part of G(e)
//   source lane    = the lanes' part of G(e) ^ the lanes' part of G(l)
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LAYOUT_CONVERSION_H
#define PHOBOS_LAYOUT_CONVERSION_H

#include "phobos/Layout/Layout.h"

namespace phobos {

class Conversion {
public:
  enum class Kind { Registers, Shuffles, SharedMemory };

  /// Where an element comes from. The lane is XORed with what `sourceLanes`
  /// says for each set bit of the asking lane.
  struct Source {
    int64_t element;
    int64_t lane;
  };

  /// Both layouts must cover the same shape with the same number of threads.
  Conversion(const Layout &from, const Layout &to);

  Kind kind() const { return way; }

  /// For each element of the new layout its source; nothing where it lies past
  /// the old layout's repetitions, and so holds no element of the tile. All
  /// lanes are 0 for kind `Registers`. Empty for kind `SharedMemory`.
  llvm::ArrayRef<std::optional<Source>> sources() const { return elements; }

  /// For each bit of the asking lane what it adds, by XOR, to the source lane:
  /// the bit itself for kind `Registers`. Empty for kind `SharedMemory`.
  llvm::ArrayRef<int64_t> sourceLanes() const { return lanes; }

private:
  Kind way = Kind::SharedMemory;
  llvm::SmallVector<std::optional<Source>> elements;
  llvm::SmallVector<int64_t, Layout::kLaneBits> lanes;
};

} // namespace phobos

#endif // PHOBOS_LAYOUT_CONVERSION_H

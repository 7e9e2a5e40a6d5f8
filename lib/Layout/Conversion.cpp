//===- Conversion.cpp - from one layout to another --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/Conversion.h"
#include "BitSpan.h"
#include "Packing.h"
#include "llvm/ADT/bit.h"
#include <cassert>

using namespace phobos;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// Finds who holds given coordinates in one warp of a layout. In a box with
/// power-of-two sides that holds the repetitions these are bits like others;
/// combinations past their number hold no element.
class WarpSearch {
public:
  WarpSearch(const Layout &layout, ArrayRef<int64_t> box)
      : layout(layout), box(box) {
    for (uint64_t step : packAll(layout.registerBases(), box))
      held.insert(step);
    for (unsigned dim = 0; dim < layout.rank(); ++dim)
      for (int64_t step = layout.atom()[dim]; step < box[dim]; step *= 2) {
        Coordinates coordinates(layout.rank(), 0);
        coordinates[dim] = step;
        held.insert(pack(coordinates, box));
      }
    elementBits = held.dimension();
    for (const auto &[bit, basis] : llvm::enumerate(layout.laneBases()))
      if (held.insert(pack(basis, box)))
        movingLaneBits.push_back(bit);
  }

  /// A lane of warp 0, and where that element lies in lane 0.
  struct Holder {
    int64_t lane;
    Coordinates inLaneZero;
  };

  /// Nothing if another warp holds the coordinates.
  std::optional<Holder> find(ArrayRef<int64_t> coordinates) const {
    std::optional<uint64_t> bits = held.solve(pack(coordinates, box));
    if (!bits)
      return std::nullopt;
    Holder holder{0, Coordinates(coordinates)};
    for (const auto &[index, bit] : llvm::enumerate(movingLaneBits))
      if (*bits >> (elementBits + index) & 1)
        holder.lane |= int64_t(1) << bit;
    Coordinates offset = layout.threadOffset(holder.lane, 0);
    for (auto [coordinate, part] : llvm::zip_equal(holder.inLaneZero, offset))
      coordinate ^= part;
    return holder;
  }

private:
  const Layout &layout;
  ArrayRef<int64_t> box;
  BitSpan held;
  unsigned elementBits;
  SmallVector<unsigned> movingLaneBits;
};

/// The smallest box with power-of-two sides that holds both layouts'
/// repetitions.
Coordinates boxAround(const Layout &from, const Layout &to) {
  Coordinates box;
  for (unsigned dim = 0; dim < from.rank(); ++dim)
    box.push_back(llvm::bit_ceil(
        uint64_t(std::max(from.atom()[dim] * from.repetitions()[dim],
                          to.atom()[dim] * to.repetitions()[dim]))));
  return box;
}

bool isZero(ArrayRef<int64_t> coordinates) {
  return llvm::all_of(coordinates, [](int64_t part) { return part == 0; });
}

} // namespace

Conversion::Conversion(const Layout &from, const Layout &to) {
  assert(from.rank() == to.rank() && from.threads() == to.threads() &&
         "expected layouts of one tile");
  if (from.warpBases() != to.warpBases())
    return;
  Coordinates box = boxAround(from, to);
  WarpSearch search(from, box);

  SmallVector<std::optional<Source>> found;
  bool staysInLane = from.laneBases() == to.laneBases();
  for (int64_t element = 0; element < to.elementsPerThread(); ++element) {
    auto holder = search.find(to.elementOffset(element));
    if (!holder)
      return;
    staysInLane &= holder->lane == 0;
    std::optional<int64_t> source = from.elementAt(holder->inLaneZero);
    found.push_back(source ? std::optional(Source{*source, holder->lane})
                           : std::nullopt);
  }
  SmallVector<int64_t, Layout::kLaneBits> moves = {1, 2, 4, 8, 16};
  if (!staysInLane) {
    for (auto [move, basis] : llvm::zip_equal(moves, to.laneBases())) {
      auto holder = search.find(basis);
      if (!holder || !isZero(holder->inLaneZero))
        return;
      move = holder->lane;
    }
  }
  way = staysInLane ? Kind::Registers : Kind::Shuffles;
  elements = std::move(found);
  lanes = std::move(moves);
}

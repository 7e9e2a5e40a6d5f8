//===- SharedLayout.h - a tile's place in shared memory ---------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A round trip through shared memory takes a tile from one layout to another,
// a block at a time: every thread stores its elements of the block, then loads
// those that it needs. A shared layout gives each element of the block a place
// so that neither side has bank conflicts.
//
// Definition. The block's sides are the larger of both atoms' sides, so that
// both layouts are linear over bits in it. The place is linear too: each bit of
// an offset stands for a step in coordinates, and steps combine by XOR.
//
//   offset bits, lowest first: | vector | bank | row |
//
//   vector  steps between elements that a thread holds in both layouts: they
//           are stored and loaded at once, up to 16 bytes
//   bank    steps between the lanes that are served together
//   row     the rest: elements a row step apart share a bank
//
// Why there are no conflicts. Two lanes conflict if they are served together
// and a combination of row steps leads from one's word to the other's. Let F
// and T be the spans of those lanes' steps on the storing and the loading side.
// Take steps f_i of F that are independent of T, t_i of T that are independent
// of F, as many of each. The bank steps span F, the row steps are f_i ^ t_i and
// what lies outside of both spans, so no combination of rows is in F or in T.
// This is the diagonal swizzle of a transpose, for any pair of layouts.
//
// With accesses of 2 (or 1) bytes the lowest 1 (or 2) bank steps stay in a
// word, and as many of the lowest row steps still lead to other banks. As the
// f_i are taken from the lowest bank step up, a step in a word that is none of
// T is paired with such a row step: it is not in the span of T and other rows.
//
// Example: 4-byte elements of a 32x32 block, stored by rows (lane bit i steps
// 2^i columns) and loaded by columns (2^i rows). The banks are the columns,
// the rows step along the diagonal: offset(r, c) = 32 r + (c ^ r).
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LAYOUT_SHAREDLAYOUT_H
#define PHOBOS_LAYOUT_SHAREDLAYOUT_H

#include "phobos/Layout/Layout.h"

namespace phobos {

class SharedLayout {
public:
  /// The layout for a trip of elements of `elementBytes` (1, 2, 4 or 8) from
  /// one layout to the other, which must cover the same shape.
  SharedLayout(const Layout &from, const Layout &to, int64_t elementBytes);

  /// The sides of the block: powers of two. A tile of a larger shape makes the
  /// trip in `ceildiv(extent, side)` blocks along each dim.
  llvm::ArrayRef<int64_t> block() const { return sides; }
  /// The elements, and offsets, of a block.
  int64_t elements() const { return int64_t(1) << steps.size(); }
  int64_t bytes() const { return elements() * elementBytes; }
  /// The elements that a thread stores and loads at once: consecutive offsets
  /// from a multiple of this number.
  int64_t vectorElements() const { return int64_t(1) << vectorBits; }

  /// The offset, in elements, of coordinates in the block. It is linear: the
  /// offset of an XOR of coordinates is the XOR of their offsets.
  int64_t offset(llvm::ArrayRef<int64_t> coordinates) const;

  /// How many passes a warp needs beyond the fewest possible to access the
  /// vector of one element in each thread of `layout`, whose atom must fit in
  /// the block. Zero for the two layouts that this one was made for.
  int64_t bankConflicts(const Layout &layout) const;

private:
  llvm::SmallVector<int64_t, 4> sides;
  int64_t elementBytes;
  unsigned vectorBits;
  /// For each bit of an offset, its step: the packed coordinates.
  llvm::SmallVector<uint64_t> steps;
};

} // namespace phobos

#endif // PHOBOS_LAYOUT_SHAREDLAYOUT_H

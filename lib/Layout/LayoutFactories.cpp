//===- LayoutFactories.cpp - layouts chosen from a shape --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace phobos;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// Lanes cover this many elements of a row before they start on another: 128
/// bytes of f32, a whole cache line.
constexpr int64_t kCoalescedElements = 32;

/// An atom that doubles one side with each bit.
class AtomBuilder {
public:
  explicit AtomBuilder(ArrayRef<int64_t> shape)
      : shape(shape), sides(shape.size(), 1) {
    assert(!shape.empty() && llvm::all_of(shape, [](int64_t extent) {
      return extent >= 1;
    }) && "expected extents of at least 1");
  }

  int64_t side(unsigned dim) const { return sides[dim]; }
  bool canDouble(unsigned dim) const { return sides[dim] < shape[dim]; }

  Basis doubleSide(unsigned dim) {
    Basis basis(shape.size(), 0);
    basis[dim] = sides[dim];
    sides[dim] *= 2;
    return basis;
  }

  /// Register bits for up to `count` elements along `dim`, no more than fit.
  SmallVector<Basis> addRegisters(unsigned dim, int64_t count) {
    assert(llvm::isPowerOf2_64(count) && "expected a power of two");
    SmallVector<Basis> registers;
    while (sides[dim] < count && 2 * sides[dim] <= shape[dim])
      registers.push_back(doubleSide(dim));
    return registers;
  }

  /// Doubles the first side of `order` where that adds no invalid elements,
  /// else the first that is below its extent, else none: a replica.
  Basis doubleFirst(ArrayRef<unsigned> order) {
    for (unsigned dim : order)
      if (canDouble(dim) && padded(dim, 2) == padded(dim, 1))
        return doubleSide(dim);
    for (unsigned dim : order)
      if (canDouble(dim))
        return doubleSide(dim);
    return Basis(shape.size(), 0);
  }

  Layout build(ArrayRef<Basis> registers, ArrayRef<Basis> lanes,
               ArrayRef<Basis> warps) const {
    SmallVector<int64_t> reps;
    for (auto [extent, side] : llvm::zip_equal(shape, sides))
      reps.push_back(llvm::divideCeil(extent, side));
    return Layout(registers, lanes, warps, reps);
  }

private:
  /// What the repetitions cover along `dim` if its side grows by `factor`.
  int64_t padded(unsigned dim, int64_t factor) const {
    return llvm::alignTo(shape[dim], sides[dim] * factor);
  }

  ArrayRef<int64_t> shape;
  SmallVector<int64_t> sides;
};

/// Fragments of a matrix, one a warp: the atom of one warp, repeated along M
/// and N by warps. A step of zero makes the warps along that dim replicas.
struct Fragment {
  SmallVector<Basis> registers, lanes;
  Basis warpStepM, warpStepN;

  Layout over(ArrayRef<int64_t> shape, ArrayRef<int64_t> warpsAlong) const {
    assert(shape.size() == 2 && warpsAlong.size() == 2 && "expected a matrix");
    SmallVector<Basis> warps;
    Coordinates sides = {1, 1};
    auto addWarps = [&](const Basis &step, int64_t count) {
      assert(llvm::isPowerOf2_64(count) && "expected a power of two");
      for (int64_t warp = 1; warp < count; warp *= 2)
        warps.push_back({step[0] * warp, step[1] * warp});
    };
    addWarps(warpStepM, warpsAlong[0]);
    addWarps(warpStepN, warpsAlong[1]);
    for (const Basis &basis :
         llvm::concat<const Basis>(registers, lanes, warps))
      for (unsigned dim : {0, 1})
        sides[dim] = std::max(sides[dim], 2 * basis[dim]);
    return Layout(registers, lanes, warps,
                  {int64_t(llvm::divideCeil(shape[0], sides[0])),
                   int64_t(llvm::divideCeil(shape[1], sides[1]))});
  }
};

/// Register bits of the elements that share 32 bits, consecutive along K.
SmallVector<Basis> packedAlong(unsigned dim, int64_t packed) {
  SmallVector<Basis> registers;
  for (int64_t step = 1; step < packed; step *= 2) {
    Basis &basis = registers.emplace_back(Basis{0, 0});
    basis[dim] = step;
  }
  return registers;
}

} // namespace

Layout Layout::mmaAccumulator(ArrayRef<int64_t> shape,
                              ArrayRef<int64_t> warpsAlong) {
  Fragment fragment{{{0, 1}, {8, 0}},
                    {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
                    {16, 0},
                    {0, 8}};
  return fragment.over(shape, warpsAlong);
}

Layout Layout::mmaRows(ArrayRef<int64_t> shape, int64_t warps,
                       int64_t vectorWidth) {
  constexpr int64_t rowsOfWarp = 16;
  int64_t lanesOfRow = vectorWidth <= 2 ? 32 : 8;
  Fragment fragment{{}, {}, {rowsOfWarp, 0}, {0, 0}};
  int64_t row = 1, column = 1;
  // Two lanes a row at least: the others have one each of a warp's rows.
  for (; column < vectorWidth && 4 * column <= shape[1]; column *= 2)
    fragment.registers.push_back({0, column});
  for (int64_t lane = 1; lane < lanesOfRow && column < shape[1]; lane *= 2) {
    fragment.lanes.push_back({0, column});
    column *= 2;
  }
  for (; row < rowsOfWarp; row *= 2)
    (fragment.lanes.size() < kLaneBits ? fragment.lanes : fragment.registers)
        .push_back({row, 0});
  while (fragment.lanes.size() < kLaneBits)
    fragment.lanes.push_back({0, 0});
  return fragment.over(shape, {warps, 1});
}

Layout Layout::mmaOperandA(ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> warpsAlong, unsigned elementBits) {
  int64_t packed = 32 / elementBits;
  Fragment fragment{packedAlong(1, packed),
                    {{0, packed}, {0, 2 * packed}, {1, 0}, {2, 0}, {4, 0}},
                    {16, 0},
                    {0, 0}};
  fragment.registers.append({Basis{8, 0}, Basis{0, 4 * packed}});
  return fragment.over(shape, warpsAlong);
}

Layout Layout::mmaOperandB(ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> warpsAlong, unsigned elementBits) {
  int64_t packed = 32 / elementBits;
  Fragment fragment{packedAlong(0, packed),
                    {{packed, 0}, {2 * packed, 0}, {0, 1}, {0, 2}, {0, 4}},
                    {0, 0},
                    {0, 8}};
  fragment.registers.push_back({4 * packed, 0});
  return fragment.over(shape, warpsAlong);
}

bool Layout::isThreadCount(int64_t threads) {
  return threads >= 32 && threads <= 1024 && llvm::isPowerOf2_64(threads);
}

Layout Layout::blocked(ArrayRef<int64_t> shape, int64_t threads,
                       int64_t vectorWidth) {
  assert(isThreadCount(threads) && "expected 32 to 1024 threads");
  unsigned last = shape.size() - 1;
  SmallVector<unsigned> laneOrder, warpOrder;
  for (unsigned dim = shape.size(); dim-- > 0;)
    laneOrder.push_back(dim);
  warpOrder.append(laneOrder.begin() + 1, laneOrder.end());
  warpOrder.push_back(last);

  AtomBuilder atom(shape);
  SmallVector<Basis> registers = atom.addRegisters(last, vectorWidth);
  SmallVector<Basis> lanes, warps;
  while (lanes.size() < kLaneBits) {
    bool coalesce =
        atom.side(last) < kCoalescedElements && atom.canDouble(last);
    lanes.push_back(coalesce ? atom.doubleSide(last)
                             : atom.doubleFirst(laneOrder));
  }
  for (int64_t count = threads >> kLaneBits; count > 1; count /= 2)
    warps.push_back(atom.doubleFirst(warpOrder));
  return atom.build(registers, lanes, warps);
}

Layout Layout::registerBlocked(ArrayRef<int64_t> shape, int64_t threads,
                               ArrayRef<int64_t> registerTile) {
  assert(isThreadCount(threads) && "expected 32 to 1024 threads");
  assert(registerTile.size() == shape.size() && "expected a size for each dim");
  AtomBuilder atom(shape);
  SmallVector<Basis> registers, lanes, warps;
  SmallVector<unsigned> order;
  for (unsigned dim = shape.size(); dim-- > 0;) {
    order.push_back(dim);
    registers.append(atom.addRegisters(dim, registerTile[dim]));
  }
  auto extend = [&] {
    SmallVector<unsigned> shorterFirst = order;
    if (order.size() > 1 && atom.side(order[1]) < atom.side(order[0]))
      std::swap(shorterFirst[0], shorterFirst[1]);
    return atom.doubleFirst(shorterFirst);
  };
  while (lanes.size() < kLaneBits)
    lanes.push_back(extend());
  for (int64_t count = threads >> kLaneBits; count > 1; count /= 2)
    warps.push_back(extend());
  return atom.build(registers, lanes, warps);
}

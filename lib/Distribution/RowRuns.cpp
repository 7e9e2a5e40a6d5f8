//===- RowRuns.cpp - Layouts in which a warp has runs of a row --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowRuns.h"
#include "AccessPlan.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kLanes = int64_t(1) << Layout::kLaneBits;
/// Fewer elements of a run in a thread are not worth the run's ends.
static constexpr int64_t kFewestRunElements = 4;
/// More bytes a thread than this are in flight in too many registers.
static constexpr int64_t kMostBytesPerThread = 256;

bool phobos::isOneRow(ArrayRef<int64_t> shape) {
  return llvm::all_of(shape.drop_back(),
                      [](int64_t extent) { return extent == 1; });
}

/// A basis of `rank` coordinates along the last dim.
static Basis alongRow(size_t rank, int64_t step) {
  Basis basis(rank, 0);
  basis.back() = step;
  return basis;
}

std::optional<Layout> phobos::chooseRunLayout(ArrayRef<int64_t> shape,
                                              int64_t threads, int64_t bytes,
                                              int64_t mostElements) {
  int64_t perRun = mostElements;
  auto elementsPerThread = [&](int64_t runElements) -> int64_t {
    int64_t atom = threads * runElements;
    return llvm::divideCeil(shape.back(), atom) * runElements;
  };
  // Of a last atom that is half empty, a thread has registers all the same.
  int64_t least = elementsPerThread(1);
  while (perRun > 1 && elementsPerThread(perRun) * 16 > least * 17)
    perRun /= 2;
  if (perRun < kFewestRunElements ||
      elementsPerThread(perRun) * bytes > kMostBytesPerThread)
    return std::nullopt;
  SmallVector<Basis> lanes, registers, warps;
  int64_t step = 1;
  auto extend = [&](SmallVector<Basis> &bases, int64_t end) {
    for (; step < end; step *= 2)
      bases.push_back(alongRow(shape.size(), step));
  };
  extend(lanes, kLanes);
  extend(registers, kLanes * perRun);
  extend(warps, threads * perRun);
  SmallVector<int64_t> repetitions(shape.size(), 1);
  repetitions.back() = llvm::divideCeil(shape.back(), step);
  return Layout(registers, lanes, warps, repetitions);
}

int64_t phobos::findRunElements(const Layout &layout, TileType tile) {
  size_t rank = tile.getRank();
  auto isRun = [&](ArrayRef<Basis> bases, int64_t step) {
    return llvm::all_of(bases, [&](const Basis &basis) {
      bool isNext = basis == alongRow(rank, step);
      step *= 2;
      return isNext;
    });
  };
  int64_t perRun = layout.registersPerRepetition();
  int64_t elements = layout.elementsPerThread();
  bool isWorthIt =
      perRun >= kFewestRunElements && elements >= kFewestElementsPerThread &&
      elements * getElementBytes(tile.getElementType()) <= kMostBytesPerThread;
  bool hasRuns = isRun(layout.laneBases(), 1) &&
                 isRun(layout.registerBases(), kLanes) &&
                 isRun(layout.warpBases(), kLanes * perRun);
  return isWorthIt && hasRuns ? perRun : 0;
}

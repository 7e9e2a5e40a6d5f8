//===- SharedLayout.cpp - a tile's place in shared memory -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/SharedLayout.h"
#include "BitSpan.h"
#include "Packing.h"
#include <cassert>
#include <map>
#include <set>

using namespace phobos;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

constexpr int64_t kBankBytes = 4;
constexpr unsigned kBankBits = 5;
constexpr int64_t kWidestAccess = 16;

/// How many lane bits differ among lanes that are served together: all of a
/// warp, or as many as fill the banks with accesses of more than 4 bytes.
unsigned laneBitsServedTogether(int64_t accessBytes) {
  return kBankBits -
         llvm::Log2_64(std::max(accessBytes / kBankBytes, int64_t(1)));
}

/// The steps that are independent of `base` and of each other, in order.
SmallVector<uint64_t> independent(BitSpan base, ArrayRef<uint64_t> steps,
                                  size_t limit = SIZE_MAX) {
  SmallVector<uint64_t> chosen;
  for (uint64_t step : steps)
    if (chosen.size() < limit && base.insert(step))
      chosen.push_back(step);
  return chosen;
}

BitSpan spanOf(BitSpan base, ArrayRef<uint64_t> steps) {
  for (uint64_t step : steps)
    base.insert(step);
  return base;
}

/// The steps of `preferred`, then those of `rest`.
SmallVector<uint64_t> concat(ArrayRef<uint64_t> preferred,
                             ArrayRef<uint64_t> rest) {
  SmallVector<uint64_t> all(preferred);
  all.append(rest.begin(), rest.end());
  return all;
}

} // namespace

SharedLayout::SharedLayout(const Layout &from, const Layout &to,
                           int64_t elementBytes)
    : elementBytes(elementBytes) {
  assert(llvm::isPowerOf2_64(elementBytes) && elementBytes <= 8 &&
         "expected elements of 1, 2, 4 or 8 bytes");
  uint64_t size = 1;
  for (auto [side, other] : llvm::zip_equal(from.atom(), to.atom())) {
    sides.push_back(std::max(side, other));
    size *= sides.back();
  }
  SmallVector<uint64_t> all;
  for (uint64_t step = 1; step < size; step *= 2)
    all.push_back(step);

  SmallVector<uint64_t> loadRegisters = packAll(to.registerBases(), sides);
  for (uint64_t step : packAll(from.registerBases(), sides))
    if (llvm::is_contained(loadRegisters, step) &&
        elementBytes << steps.size() < kWidestAccess)
      steps.push_back(step);
  vectorBits = steps.size();

  int64_t accessBytes = elementBytes << vectorBits;
  unsigned together = laneBitsServedTogether(accessBytes);
  auto lanesFirst = [&](ArrayRef<Basis> lanes) {
    return concat(packAll(lanes.take_front(together), sides), all);
  };
  SmallVector<uint64_t> storing = lanesFirst(from.laneBases());
  SmallVector<uint64_t> loading = lanesFirst(to.laneBases());

  // Both sides' lanes, and further steps until they lead to all banks, so that
  // there are as many of one side as of the other.
  BitSpan vector = spanOf({}, steps);
  SmallVector<uint64_t> banks = independent(vector, storing, together);
  SmallVector<uint64_t> others = independent(vector, loading, together);
  SmallVector<uint64_t> onlyStore = independent(spanOf(vector, others), banks);
  SmallVector<uint64_t> onlyLoad = independent(spanOf(vector, banks), others);
  BitSpan both = spanOf(spanOf(vector, banks), others);
  steps.append(banks);
  for (auto [first, second] : llvm::zip_equal(onlyStore, onlyLoad))
    steps.push_back(first ^ second);
  steps.append(independent(both, all));
}

int64_t SharedLayout::offset(ArrayRef<int64_t> coordinates) const {
  std::optional<uint64_t> bits =
      spanOf({}, steps).solve(pack(coordinates, sides));
  assert(bits && "expected coordinates in the block");
  return *bits;
}

int64_t SharedLayout::bankConflicts(const Layout &layout) const {
  // XOR with the offset of another element or warp renames banks and words, so
  // element 0 of warp 0 stands for all.
  int64_t accessBytes = elementBytes << vectorBits;
  int64_t served = int64_t(1) << laneBitsServedTogether(accessBytes);
  int64_t extra = 0;
  for (int64_t first = 0; first < 32; first += served) {
    std::map<int64_t, std::set<int64_t>> wordsOfBank;
    for (int64_t lane = first; lane < first + served; ++lane) {
      int64_t address = offset(layout.threadOffset(lane, 0)) * elementBytes;
      int64_t begin = address / accessBytes * accessBytes / kBankBytes;
      int64_t words = llvm::divideCeil(accessBytes, kBankBytes);
      for (int64_t word = begin; word < begin + words; ++word)
        wordsOfBank[word % (1 << kBankBits)].insert(word);
    }
    size_t passes = 1;
    for (const auto &[bank, words] : wordsOfBank)
      passes = std::max(passes, words.size());
    extra += passes - 1;
  }
  return extra;
}

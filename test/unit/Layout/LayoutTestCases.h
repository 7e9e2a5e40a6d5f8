//===- LayoutTestCases.h - layouts that tests share -------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TEST_UNIT_LAYOUT_LAYOUTTESTCASES_H
#define PHOBOS_TEST_UNIT_LAYOUT_LAYOUTTESTCASES_H

#include "phobos/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <ostream>
#include <random>
#include <vector>

namespace phobos {

/// What a failed expectation shows.
inline void PrintTo(const Layout &layout, std::ostream *os) {
  *os << layout.str();
}

inline bool isInside(llvm::ArrayRef<int64_t> coordinates,
                     llvm::ArrayRef<int64_t> shape) {
  for (auto [coordinate, extent] : llvm::zip_equal(coordinates, shape))
    if (coordinate >= extent)
      return false;
  return true;
}

/// A layout of 128 threads whose bases are random but valid: the unit vectors
/// of an atom of 2^atomBits[d] along dim d (7 bits or more), with `mixing`
/// random additions of one to another, dealt to the registers and to the 7 bits
/// of the threads, of which as many as four stay zero.
inline Layout randomLayout(unsigned seed, std::vector<unsigned> atomBits,
                           unsigned mixing) {
  std::mt19937 random(seed);
  std::vector<Basis> units;
  for (unsigned dim : {0, 1})
    for (unsigned bit = 0; bit < atomBits[dim]; ++bit)
      units.emplace_back(2, 0)[dim] = int64_t(1) << bit;
  std::shuffle(units.begin(), units.end(), random);
  for (unsigned i = 0; i < mixing; ++i) {
    size_t from = random() % units.size(), to = random() % units.size();
    for (unsigned dim = 0; from != to && dim < 2; ++dim)
      units[to][dim] ^= units[from][dim];
  }
  size_t registers = units.size() - 7 + random() % 5;
  std::vector<Basis> threads(units.begin() + registers, units.end());
  threads.resize(7, Basis{0, 0});
  std::shuffle(threads.begin(), threads.end(), random);
  using Bases = llvm::ArrayRef<Basis>;
  return Layout(Bases(units).take_front(registers),
                Bases(threads).take_front(5), Bases(threads).drop_front(5),
                {int64_t(random() % 3 + 1), int64_t(random() % 4 + 1)});
}

} // namespace phobos

#endif // PHOBOS_TEST_UNIT_LAYOUT_LAYOUTTESTCASES_H

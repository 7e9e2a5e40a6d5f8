//===- BitSpan.h - XOR combinations of bit vectors --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_LAYOUT_BITSPAN_H
#define PHOBOS_LIB_LAYOUT_BITSPAN_H

#include "llvm/Support/MathExtras.h"
#include <array>
#include <cstdint>
#include <optional>

namespace phobos {

/// The set of all XOR combinations of generators: a subspace of GF(2)^63.
class BitSpan {
public:
  /// Adds a generator, or returns false if the earlier ones combine to it.
  bool insert(uint64_t vector) {
    uint64_t generators = uint64_t(1) << size;
    reduce(vector, generators);
    if (vector == 0)
      return false;
    rows[llvm::Log2_64(vector)] = {vector, generators};
    ++size;
    return true;
  }

  /// The number of generators added.
  unsigned dimension() const { return size; }

  /// The generators (bit i for the i-th one added) that combine to `vector`.
  std::optional<uint64_t> solve(uint64_t vector) const {
    uint64_t generators = 0;
    reduce(vector, generators);
    if (vector != 0)
      return std::nullopt;
    return generators;
  }

  /// The largest of `vector` XOR any member.
  uint64_t largestFrom(uint64_t vector) const {
    for (unsigned bit = 64; bit-- > 0;)
      if (rows[bit].vector != 0 && !(vector >> bit & 1))
        vector ^= rows[bit].vector;
    return vector;
  }

  /// The smallest of `vector` XOR any member.
  uint64_t smallestFrom(uint64_t vector) const {
    uint64_t generators = 0;
    reduce(vector, generators);
    return vector;
  }

private:
  struct Row {
    uint64_t vector = 0;
    uint64_t generators = 0;
  };

  /// Clears every leading bit of a row from `vector`, highest first.
  void reduce(uint64_t &vector, uint64_t &generators) const {
    for (unsigned bit = 64; bit-- > 0;) {
      if (rows[bit].vector != 0 && (vector >> bit & 1)) {
        vector ^= rows[bit].vector;
        generators ^= rows[bit].generators;
      }
    }
  }

  /// Row i has its highest set bit at i, or is empty.
  std::array<Row, 64> rows;
  unsigned size = 0;
};

} // namespace phobos

#endif // PHOBOS_LIB_LAYOUT_BITSPAN_H

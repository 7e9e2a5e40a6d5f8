//===- AlignedSum.h - How tensor cores add ----------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_FUNCTIONS_ALIGNEDSUM_H
#define PHOBOS_LIB_EMULATOR_FUNCTIONS_ALIGNEDSUM_H

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace phobos::emulator {

/// The sum of an accumulator and of products of two numbers, as an H200 makes
/// it in mma.sync: each term is cut off 25 bits behind the point where the one
/// with the largest exponent has its own, and then they are added exactly. The
/// exponent of a product is the sum of its factors'; denormal numbers have that
/// of the least normal one. No zero has a sign.
///
///     1.0 + 2^-26 - 1.0 = 0          and      1.0 + 2^-24 - 1.0 = 2^-24
class AlignedSum {
public:
  static int exponentOf(double number, int least) {
    return number == 0 ? least : std::max(std::ilogb(number), least);
  }

  void add(double term, int exponent) {
    if (term == 0)
      return;
    terms[count++] = term;
    largest = std::max(largest, exponent);
    isFinite &= std::isfinite(term);
  }

  double get() const {
    if (!isFinite)
      return std::accumulate(terms.begin(), terms.begin() + count, 0.0);
    double scale = std::ldexp(1.0, keptBits - largest);
    int64_t sum = 0;
    for (unsigned i = 0; i != count; ++i)
      sum += static_cast<int64_t>(terms[i] * scale); // toward zero
    return std::ldexp(static_cast<double>(sum), largest - keptBits);
  }

private:
  static constexpr int keptBits = 25;
  static constexpr unsigned maxTerms = 17;

  std::array<double, maxTerms> terms;
  unsigned count = 0;
  int largest = -133; // it is at least that
  bool isFinite = true;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_FUNCTIONS_ALIGNEDSUM_H

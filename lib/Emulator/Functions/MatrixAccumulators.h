//===- MatrixAccumulators.h - Types that matrix products add in -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What `Register` of a lane holds `elementsOfRegister` of them, and the type in
// which sums are made. The ISA leaves open how those are rounded; this is how
// an H200 does it, as goldens show: `encode` rounds a sum of products and an
// accumulator once, to f32 toward zero and to f16 to nearest. A NaN has its
// bits too.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_FUNCTIONS_MATRIXACCUMULATORS_H
#define PHOBOS_LIB_EMULATOR_FUNCTIONS_MATRIXACCUMULATORS_H

#include "MatrixElements.h"
#include "llvm/ADT/APFloat.h"
#include <algorithm>
#include <cmath>

namespace phobos::emulator {

struct AccumulatorF32 {
  static constexpr const char *name = "f32";
  static constexpr int leastExponent = -126; // of normal numbers
  using Register = float;
  using Sum = double;
  static constexpr unsigned elementsOfRegister = 1;

  static void decode(float value, Sum *sums) { sums[0] = value; }
  static uint64_t encode(const Sum *sums) {
    if (std::isnan(sums[0]))
      return 0x7fffffff;
    return llvm::bit_cast<uint32_t>(static_cast<float>(truncate(sums[0])));
  }

  static double truncate(double sum) {
    auto rounded = static_cast<float>(sum);
    if (std::isinf(rounded) && std::fabs(sum) >= 0x1p128)
      return rounded;
    if (std::fabs(rounded) > std::fabs(sum))
      return std::nextafter(rounded, 0.0f);
    return rounded;
  }
  /// A sum of products, as `encode` has it.
  static double round(double sum) { return truncate(sum); }
  /// The sum of two numbers, an instruction of its own.
  static double roundToNearest(double sum) { return static_cast<float>(sum); }
};

struct AccumulatorF16 {
  static constexpr const char *name = "f16";
  static constexpr int leastExponent = -14; // of normal numbers
  using Register = uint32_t;
  using Sum = double;
  static constexpr unsigned elementsOfRegister = 2;

  static void decode(uint32_t value, Sum *sums) {
    sums[0] = ElementF16::decode(value & 0xffff);
    sums[1] = ElementF16::decode(value >> 16);
  }
  static uint64_t encode(const Sum *sums) {
    return toBits(sums[0]) | toBits(sums[1]) << 16;
  }

  static double round(double sum) { return ElementF16::decode(toBits(sum)); }
  static double roundToNearest(double sum) { return round(sum); }

private:
  static uint32_t toBits(double sum) {
    if (std::isnan(sum))
      return 0x7fff;
    llvm::APFloat value(sum);
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
                  &losesInfo);
    // What is rounded to zero loses its sign.
    if (value.isZero())
      return 0;
    return static_cast<uint32_t>(value.bitcastToAPInt().getZExtValue());
  }
};

struct AccumulatorF64 {
  static constexpr const char *name = "f64";
  using Register = double;
  using Sum = double;
  static constexpr unsigned elementsOfRegister = 1;

  static void decode(double value, Sum *sums) { sums[0] = value; }
  static uint64_t encode(const Sum *sums) {
    return llvm::bit_cast<uint64_t>(sums[0]);
  }
};

/// Wraps around, or stays at the last number with `.satfinite`.
template <bool saturates> struct AccumulatorS32 {
  static constexpr const char *name = "s32";
  using Register = uint32_t;
  using Sum = int64_t;
  static constexpr unsigned elementsOfRegister = 1;

  static void decode(uint32_t value, Sum *sums) {
    sums[0] = static_cast<int32_t>(value);
  }
  static uint64_t encode(const Sum *sums) {
    Sum sum = sums[0];
    if (saturates)
      sum = std::clamp<Sum>(sum, std::numeric_limits<int32_t>::min(),
                            std::numeric_limits<int32_t>::max());
    return static_cast<uint32_t>(sum);
  }
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_FUNCTIONS_MATRIXACCUMULATORS_H

//===- MatrixElements.h - Element types of matrix products ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Matrix Data-types" and "Alternate Floating-Point Data Formats": how
// many bits an element of an operand has, and what they mean. Floats decode to
// double, which holds each of them and each product of two exactly; integers to
// int64_t.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_FUNCTIONS_MATRIXELEMENTS_H
#define PHOBOS_LIB_EMULATOR_FUNCTIONS_MATRIXELEMENTS_H

#include "llvm/ADT/bit.h"
#include <cstdint>
#include <limits>

namespace phobos::emulator {

/// 2 to the `exponent`, a number that is not denormal.
constexpr double powerOfTwo(int exponent) {
  return llvm::bit_cast<double>(static_cast<uint64_t>(1023 + exponent) << 52);
}

/// The value of an IEEE float: a sign, `exponentBits`, `mantissaBits`.
template <unsigned exponentBits, unsigned mantissaBits>
double decodeFloat(uint32_t bits) {
  constexpr uint32_t topExponent = (1u << exponentBits) - 1;
  constexpr int leastPower = 2 - (1 << (exponentBits - 1)) - int(mantissaBits);
  uint32_t exponent = bits >> mantissaBits & topExponent;
  uint32_t mantissa = bits & ((1u << mantissaBits) - 1);
  double sign = bits >> (exponentBits + mantissaBits) & 1 ? -1 : 1;
  if (exponent == topExponent)
    return mantissa ? std::numeric_limits<double>::quiet_NaN()
                    : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0)
    return sign * mantissa * powerOfTwo(leastPower);
  return sign * (mantissa | 1u << mantissaBits) *
         powerOfTwo(leastPower + static_cast<int>(exponent) - 1);
}

struct ElementF16 {
  static constexpr const char *name = "f16";
  static constexpr int leastExponent = -14; // of normal numbers
  static constexpr unsigned bits = 16;
  static double decode(uint32_t bits) { return decodeFloat<5, 10>(bits); }
};

struct ElementBF16 {
  static constexpr const char *name = "bf16";
  static constexpr int leastExponent = -126; // of normal numbers
  static constexpr unsigned bits = 16;
  static double decode(uint32_t bits) {
    return llvm::bit_cast<float>(bits << 16);
  }
};

/// A float of 32 bits, of which the lower 13 do not count.
struct ElementTF32 {
  static constexpr const char *name = "tf32";
  static constexpr int leastExponent = -126; // of normal numbers
  static constexpr unsigned bits = 32;
  static double decode(uint32_t bits) {
    return llvm::bit_cast<float>(bits & ~uint32_t(0x1fff));
  }
};

/// No infinities, and one NaN.
struct ElementE4M3 {
  static constexpr const char *name = "e4m3";
  static constexpr unsigned bits = 8;
  static double decode(uint32_t bits) {
    if ((bits & 0x7f) == 0x7f)
      return std::numeric_limits<double>::quiet_NaN();
    // With one bit more of exponent, its largest means numbers.
    return decodeFloat<5, 3>((bits & 0x80) << 1 | (bits & 0x7f)) * 256;
  }
};

struct ElementE5M2 {
  static constexpr const char *name = "e5m2";
  static constexpr unsigned bits = 8;
  static double decode(uint32_t bits) { return decodeFloat<5, 2>(bits); }
};

struct ElementS8 {
  static constexpr const char *name = "s8";
  static constexpr unsigned bits = 8;
  static int64_t decode(uint32_t bits) { return static_cast<int8_t>(bits); }
};

struct ElementU8 {
  static constexpr const char *name = "u8";
  static constexpr unsigned bits = 8;
  static int64_t decode(uint32_t bits) { return static_cast<uint8_t>(bits); }
};

/// Has a register pair for itself, as a double.
struct ElementF64 {
  static constexpr const char *name = "f64";
  static constexpr unsigned bits = 64;
  static double decode(double value) { return value; }
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_FUNCTIONS_MATRIXELEMENTS_H

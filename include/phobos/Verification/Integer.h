//===- Integer.h - Integers without bounds ----------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_VERIFICATION_INTEGER_H
#define PHOBOS_VERIFICATION_INTEGER_H

#include "llvm/ADT/APInt.h"
#include <memory>

namespace phobos::verification {

/// An integer without bounds, so that no arithmetic of the checker wraps. As
/// llvm::DynamicAPInt, but fast up to 127 bits and not 63: multiples of 2^64
/// are everywhere in what wraps at 64 bits.
class Integer {
public:
  Integer(int64_t value = 0) : small(value) {}
  /// The signed meaning of `value`.
  explicit Integer(const llvm::APInt &value);

  llvm::APInt toAPInt() const;
  int64_t toInt64() const { return static_cast<int64_t>(small); }

  friend Integer operator+(const Integer &lhs, const Integer &rhs) {
    Integer result;
    if (lhs.large || rhs.large ||
        __builtin_add_overflow(lhs.small, rhs.small, &result.small))
      return computeLarge('+', lhs, rhs);
    return result;
  }
  friend Integer operator-(const Integer &lhs, const Integer &rhs) {
    Integer result;
    if (lhs.large || rhs.large ||
        __builtin_sub_overflow(lhs.small, rhs.small, &result.small))
      return computeLarge('-', lhs, rhs);
    return result;
  }
  friend Integer operator*(const Integer &lhs, const Integer &rhs) {
    Integer result;
    if (lhs.large || rhs.large ||
        __builtin_mul_overflow(lhs.small, rhs.small, &result.small))
      return computeLarge('*', lhs, rhs);
    return result;
  }
  friend Integer operator-(const Integer &value) { return Integer(0) - value; }
  Integer &operator+=(const Integer &rhs) { return *this = *this + rhs; }
  Integer &operator-=(const Integer &rhs) { return *this = *this - rhs; }

  friend bool operator<(const Integer &lhs, const Integer &rhs) {
    return lhs.large || rhs.large ? isLargeLess(lhs, rhs)
                                  : lhs.small < rhs.small;
  }
  friend bool operator==(const Integer &lhs, const Integer &rhs) {
    return !(lhs < rhs) && !(rhs < lhs);
  }
  friend bool operator>(const Integer &a, const Integer &b) { return b < a; }
  friend bool operator<=(const Integer &a, const Integer &b) {
    return !(b < a);
  }
  friend bool operator>=(const Integer &a, const Integer &b) {
    return !(a < b);
  }
  friend bool operator!=(const Integer &a, const Integer &b) {
    return !(a == b);
  }

  /// Division by a `divisor` above 0, rounded down.
  friend Integer floorDiv(const Integer &value, const Integer &divisor);

private:
  using Small = __int128_t;

  static Integer computeLarge(char op, const Integer &lhs, const Integer &rhs);
  static bool isLargeLess(const Integer &lhs, const Integer &rhs);

  Small small;
  /// The value where `small` does not hold it.
  std::shared_ptr<const llvm::APInt> large;
};

Integer floorDiv(const Integer &value, const Integer &divisor);

/// By a `divisor` above 0, rounded up.
inline Integer ceilDiv(const Integer &value, const Integer &divisor) {
  return -floorDiv(-value, divisor);
}
/// From 0 to `divisor - 1`, of a `divisor` above 0.
inline Integer mod(const Integer &value, const Integer &divisor) {
  return value - floorDiv(value, divisor) * divisor;
}
inline Integer abs(const Integer &value) { return value < 0 ? -value : value; }
/// The greatest common divisor, of numbers of which none is below 0.
Integer gcd(Integer lhs, Integer rhs);

/// 2 to the power of `exponent`.
Integer powerOfTwo(unsigned exponent);

} // namespace phobos::verification

#endif // PHOBOS_VERIFICATION_INTEGER_H

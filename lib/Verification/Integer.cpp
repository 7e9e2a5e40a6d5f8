//===- Integer.cpp - Integers without bounds --------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Verification/Integer.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <utility>

using namespace phobos::verification;
using llvm::APInt;

/// The bits of the fast form.
static constexpr unsigned kSmallBits = 128;

Integer::Integer(const APInt &value) : small(0) {
  if (value.getSignificantBits() > kSmallBits) {
    large =
        std::make_shared<const APInt>(value.trunc(value.getSignificantBits()));
    return;
  }
  APInt narrow = value.sextOrTrunc(kSmallBits);
  small = static_cast<Small>(static_cast<__uint128_t>(narrow.getRawData()[1])
                                 << 64 |
                             narrow.getRawData()[0]);
}

APInt Integer::toAPInt() const {
  if (large)
    return *large;
  uint64_t words[] = {static_cast<uint64_t>(small),
                      static_cast<uint64_t>(small >> 64)};
  return APInt(kSmallBits, llvm::ArrayRef<uint64_t>(words));
}

/// The operation in as many bits as the result may need.
Integer Integer::computeLarge(char op, const Integer &lhs, const Integer &rhs) {
  APInt a = lhs.toAPInt(), b = rhs.toAPInt();
  unsigned width = a.getBitWidth() + b.getBitWidth() + 1;
  a = a.sext(width);
  b = b.sext(width);
  switch (op) {
  case '+':
    return Integer(a + b);
  case '-':
    return Integer(a - b);
  case '*':
    return Integer(a * b);
  default:
    APInt quotient = a.sdiv(b);
    return Integer(a.isNegative() && quotient * b != a ? quotient - 1
                                                       : quotient);
  }
}

bool Integer::isLargeLess(const Integer &lhs, const Integer &rhs) {
  APInt a = lhs.toAPInt(), b = rhs.toAPInt();
  unsigned width = std::max(a.getBitWidth(), b.getBitWidth());
  return a.sext(width).slt(b.sext(width));
}

Integer phobos::verification::floorDiv(const Integer &value,
                                       const Integer &divisor) {
  if (value.large || divisor.large)
    return Integer::computeLarge('/', value, divisor);
  Integer quotient;
  quotient.small = value.small / divisor.small;
  if (value.small < 0 && quotient.small * divisor.small != value.small)
    --quotient.small;
  return quotient;
}

Integer phobos::verification::gcd(Integer lhs, Integer rhs) {
  while (rhs != 0)
    lhs = std::exchange(rhs, mod(lhs, rhs));
  return lhs;
}

Integer phobos::verification::powerOfTwo(unsigned exponent) {
  return Integer(APInt::getOneBitSet(exponent + 2, exponent));
}

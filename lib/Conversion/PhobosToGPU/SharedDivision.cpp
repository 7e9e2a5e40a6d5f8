//===- SharedDivision.cpp - Divisions by one number -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxas makes a division of f32 a reciprocal, six fmas and a branch to a call
// for numbers where these are not exact. The branch is what costs most: one an
// element, across which nothing is scheduled. Where many elements have one
// divisor y, its reciprocal r is computed once, and one branch asks whether
// all elements are in a range where the following is exact:
//
//   q0 = x * r, q1 = q0 + (x - y * q0) * r, q2 = q1 + (x - y * q1) * r
//
// with r = 1 / y and each product and sum rounded once. q0 is within 2 units
// in the last place of x / y, so q1, whose rest is exact but for 2^-24 of it,
// is one of the two numbers next to x / y. Then the second rest is exact, and
// q2 is x / y correctly rounded (Markstein, IBM J. Res. Dev. 34, 1990). No rest
// is lost below the least number where |x| >= 2^-100; with 2^-25 <= |y| <= 2^25
// no quotient is subnormal or infinite. Zeros are exact, but for their sign,
// which is that of q0.
//
//===----------------------------------------------------------------------===//

#include "SharedDivision.h"
#include "ScalarExpr.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace phobos;

/// Fewer quotients of one divisor are not worth a branch.
static constexpr int64_t kMinQuotients = 4;

namespace {
/// The divisors before they are spread over a vector.
struct Divisors {
  Value distinct; // a scalar or a vector
  Operation *spread;
};
} // namespace

static int64_t numElements(Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return vector ? vector.getNumElements() : 1;
}

static std::optional<Divisors> findDivisors(Value divisors) {
  Operation *op = divisors.getDefiningOp();
  if (auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(op)) {
    if (isa<VectorType>(broadcast.getSource().getType()))
      return std::nullopt;
    return Divisors{broadcast.getSource(), op};
  }
  auto shuffle = dyn_cast_or_null<vector::ShuffleOp>(op);
  if (!shuffle || shuffle.getV1() != shuffle.getV2())
    return std::nullopt;
  return Divisors{shuffle.getV1(), op};
}

/// `value`, in the place of the distinct divisors, spread like them.
static Value spreadLike(ImplicitLocOpBuilder &b, Operation *spread,
                        Value value) {
  if (auto shuffle = dyn_cast<vector::ShuffleOp>(spread))
    return vector::ShuffleOp::create(b, value, value, shuffle.getMask());
  return vector::BroadcastOp::create(b, spread->getResult(0).getType(), value);
}

/// What `combine` makes of a vector's elements, or of a scalar, in pairs.
template <typename Element, typename Combine>
static Element fold(Element value, Combine combine) {
  if (!isa<VectorType>(value.value.getType()))
    return value;
  SmallVector<Element> level;
  auto split = vector::ToElementsOp::create(*value.builder, value.value);
  for (Value element : split.getElements())
    level.push_back({{value.builder, element}});
  while (level.size() > 1) {
    SmallVector<Element> next;
    for (size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(combine(level[i], level[i + 1]));
    if (level.size() % 2)
      next.push_back(level.back());
    level = next;
  }
  return level.front();
}

/// Whether each of `x` is in [least, most] in magnitude, or 0.
static Bool areZeroOrWithin(Float x, float least, float most) {
  Float largest = fold(abs(x), [](Float a, Float b) {
    return emit<arith::MaximumFOp, Float>(a, b); // NaN of NaN
  });
  // The bits without the sign, twice, less 1: of zeros the greatest number.
  Int smallest = fold((bits(x) << 1u) - 1u, [](Int a, Int b) {
    return emit<arith::MinUIOp, Int>(a, b);
  });
  uint32_t leastBits = 2 * llvm::bit_cast<uint32_t>(least) - 1;
  Value isNotBelow =
      arith::CmpIOp::create(*x.builder, arith::CmpIPredicate::uge,
                            smallest.value, smallest.number(leastBits).value);
  return (largest <= most) & Bool{{x.builder, isNotBelow}};
}

/// Whether each of `y` is in [2^-25, 2^25] in magnitude.
static Bool areDivisors(Float y) {
  Float smallest = fold(abs(y), [](Float a, Float b) {
    return emit<arith::MinimumFOp, Float>(a, b);
  });
  Bool isNotZero = smallest != smallest.number(0.0f);
  return areZeroOrWithin(y, 0x1p-25f, 0x1p25f) & isNotZero;
}

/// The exact quotients of what is in range.
static Float divideInRange(Float x, Float y, Float reciprocal) {
  Float first = rounded(x, reciprocal);
  Float quotient = first;
  for (int step = 0; step < 2; ++step)
    quotient = fma(fma(-y, quotient, x), reciprocal, quotient);
  return copySign(quotient, first);
}

void phobos::shareReciprocals(arith::DivFOp division) {
  Value dividend = division.getLhs();
  std::optional<Divisors> divisors = findDivisors(division.getRhs());
  if (!divisors || !getElementTypeOrSelf(dividend.getType()).isF32() ||
      numElements(dividend) < kMinQuotients * numElements(divisors->distinct))
    return;
  ImplicitLocOpBuilder b(division.getLoc(), division);
  Float x{{&b, dividend}}, y{{&b, division.getRhs()}};
  Float distinct{{&b, divisors->distinct}};
  Bool inRange =
      areZeroOrWithin(x, 0x1p-100f, 0x1p100f) & areDivisors(distinct);
  auto branch = scf::IfOp::create(b, dividend.getType(), inRange.value,
                                  /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  Float reciprocal{{&b, spreadLike(b, divisors->spread,
                                   (distinct.number(1.0f) / distinct).value)}};
  scf::YieldOp::create(b, divideInRange(x, y, reciprocal).value);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, b.clone(*division)->getResult(0));
  division.replaceAllUsesWith(branch.getResult(0));
  division.erase();
}

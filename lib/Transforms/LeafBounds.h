//===- LeafBounds.h - Bounds under which a sum fits -------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_LEAFBOUNDS_H
#define PHOBOS_LIB_TRANSFORMS_LEAFBOUNDS_H

#include "phobos/Analysis/IndexFacts.h"

namespace phobos {

/// An end of the range of 64-bit numbers.
enum class RangeEnd { Least, Most };

/// Whether `form` is known not to lie beyond that end.
bool staysWithin(IndexFacts &facts, const LinearForm &form, RangeEnd end);

/// `value` is at most (at least) `bound`.
struct LeafBound {
  mlir::Value value;
  bool isAtMost;
  LinearForm::Int bound;

  /// What is at least 0.
  LinearForm asGoal() const {
    LinearForm room = LinearForm(bound) - LinearForm(Leaf::ofValue(value));
    return isAtMost ? room : -room;
  }
};

/// Forms whose factors are more together, or whose constant is beyond it, may
/// not fit whatever the bounds are.
inline constexpr int64_t kMostFactors = int64_t(1) << 20;
inline constexpr int64_t kMostConstant = int64_t(1) << 61;

/// The sum of the factors' magnitudes.
LinearForm::Int sumOfFactors(const LinearForm &form);

/// Bounds, far from the ends of 64 bits, under which `form` stays within that
/// end; none where it is known to.
llvm::SmallVector<LeafBound>
boundsToStayWithin(IndexFacts &facts, const LinearForm &form, RangeEnd end);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_LEAFBOUNDS_H

//===- LinearSum.h - Exact sums and what is asked of them -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_VERIFICATION_LINEARSUM_H
#define PHOBOS_VERIFICATION_LINEARSUM_H

#include "phobos/Verification/Integer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace phobos::verification {

/// Variables are numbered.
using Variable = unsigned;

struct Term {
  Variable variable;
  Integer factor;
};

/// A constant and a sum of factor * variable.
class LinearSum {
public:
  LinearSum(int64_t constant = 0) : constant(constant) {}
  LinearSum(Integer constant) : constant(std::move(constant)) {}
  static LinearSum of(Variable variable);

  /// By ascending variables, without factors of 0.
  llvm::ArrayRef<Term> getTerms() const { return terms; }
  const Integer &getConstant() const { return constant; }
  bool isConstant() const { return terms.empty(); }
  Integer factorOf(Variable variable) const;
  /// The greatest number that divides each factor; 0 of a constant.
  Integer divisorOfFactors() const;

  /// Adds `factor * other`.
  LinearSum &add(const LinearSum &other, const Integer &factor);
  /// Puts `value` in the place of `variable`.
  LinearSum &substitute(Variable variable, const LinearSum &value);
  /// Divides the factors by `divisor`, a divisor of each, and rounds the
  /// constant down: of a sum of integers, `>= 0` keeps its meaning.
  LinearSum &divideAndFloor(const Integer &divisor);

  friend LinearSum operator+(LinearSum lhs, const LinearSum &rhs) {
    return lhs.add(rhs, Integer(1));
  }
  friend LinearSum operator-(LinearSum lhs, const LinearSum &rhs) {
    return lhs.add(rhs, Integer(-1));
  }
  friend LinearSum operator*(const LinearSum &sum, const Integer &factor) {
    return LinearSum().add(sum, factor);
  }
  friend LinearSum operator-(const LinearSum &sum) { return sum * Integer(-1); }

private:
  llvm::SmallVector<Term, 4> terms;
  Integer constant;
};

/// `sum >= 0`, or `sum == 0`.
struct Constraint {
  LinearSum sum;
  bool isEquality;
};

/// What holds of integers: a constraint, or all or any of several formulas.
struct Formula {
  enum class Kind { Atom, All, Any };

  Kind kind;
  Constraint atom; // of an atom
  std::vector<Formula> parts;
};

/// `sum >= 0`
Formula isAtLeastZero(LinearSum sum);
/// `sum == 0`
Formula isZero(LinearSum sum);
/// `lhs <= rhs`
Formula isAtMost(const LinearSum &lhs, const LinearSum &rhs);
/// `lhs < rhs`
Formula isBelow(const LinearSum &lhs, const LinearSum &rhs);
/// `lhs == rhs`
Formula areEqual(const LinearSum &lhs, const LinearSum &rhs);
/// `min <= sum <= max`
Formula isBetween(const LinearSum &sum, const Integer &min, const Integer &max);
/// Every part holds; of none, always.
Formula allOf(llvm::ArrayRef<Formula> parts);
/// Some part holds; of none, never.
Formula anyOf(llvm::ArrayRef<Formula> parts);

} // namespace phobos::verification

#endif // PHOBOS_VERIFICATION_LINEARSUM_H

//===- Conjunction.h - Linear constraints on integers -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_VERIFICATION_CONJUNCTION_H
#define PHOBOS_VERIFICATION_CONJUNCTION_H

#include "phobos/Verification/LinearSum.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <optional>

namespace phobos::verification {

/// Values of variables.
using Assignment = llvm::DenseMap<Variable, Integer>;

/// The sum's value, where variables without one are 0.
Integer evaluate(const LinearSum &sum, const Assignment &values);

struct Decision {
  enum class Kind {
    Impossible, // no integers meet what was asked
    Possible,   // `values` meet it
    Unknown     // the budget ended, or what was looked at shows neither
  };
  explicit Decision(Kind kind = Kind::Unknown) : kind(kind) {}

  Kind kind;
  Assignment values;
};

/// Between what an integer is known to lie.
struct Bounds {
  std::optional<Integer> least, most;
};

/// Sums that are at least 0, at most one for each list of terms: of two with
/// the same terms, the one with the greater constant says nothing new.
class InequalitySet {
public:
  using Terms = llvm::SmallVector<Term, 4>;

  /// Adds `sum >= 0`, tightened to the integers. False where no integers meet
  /// it.
  bool add(LinearSum sum);
  void erase(llvm::ArrayRef<Term> terms);

  struct Order {
    bool operator()(const Terms &lhs, const Terms &rhs) const;
  };
  std::map<Terms, LinearSum, Order> sums;
};

/// Constraints that hold together. An equality is solved as it is added, so
/// that the others no longer have its variable.
class Conjunction {
public:
  /// `firstOwn` is a number above those of the variables to come.
  explicit Conjunction(Variable firstOwn) : nextOwn(firstOwn) {}

  void add(const Constraint &constraint);

  /// Whether integers meet the constraints. Takes what it costs from `budget`.
  Decision decide(unsigned &budget) const;

  /// Bounds of `sum`, not the best ones.
  Bounds boundsOf(const LinearSum &sum) const;

private:
  struct Solution {
    Variable variable;
    LinearSum value;
  };

  void addEquality(LinearSum sum);
  void solve(Variable variable, const LinearSum &value);
  LinearSum reduce(LinearSum sum) const;

  Variable nextOwn;
  bool isContradictory = false;
  /// In the order in which they were found: the value of one may have the
  /// variables of those behind it.
  llvm::SmallVector<Solution, 4> solutions;
  InequalitySet inequalities;
};

} // namespace phobos::verification

#endif // PHOBOS_VERIFICATION_CONJUNCTION_H

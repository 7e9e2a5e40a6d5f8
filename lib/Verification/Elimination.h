//===- Elimination.h - Fourier and Motzkin's procedure ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_VERIFICATION_ELIMINATION_H
#define PHOBOS_LIB_VERIFICATION_ELIMINATION_H

#include "phobos/Verification/Conjunction.h"

namespace phobos::verification {

/// Eliminates the variables of inequalities one by one. From `a x + s >= 0` and
/// `-b x + t >= 0`, with a and b above 0, follows `b s + a t >= 0`, where x is
/// no more; what follows is tightened to the integers again. Integers that meet
/// all there was at first meet all that follows, so where a negative constant
/// is said to be at least 0 there are none.
class Elimination {
public:
  explicit Elimination(InequalitySet inequalities)
      : left(std::move(inequalities)) {}

  enum class Result { Refuted, Eliminated, GaveUp };
  /// Takes what it costs from `budget`, the number of inequalities that may be
  /// derived.
  Result run(unsigned &budget);

  /// Bounds of `sum` that follow from those of its variables, before a run.
  Bounds boundsOf(const LinearSum &sum);

  /// After a run that eliminated all: chooses values in reverse, each between
  /// what the others leave it. False where no integer lies there.
  bool chooseValues(Assignment &values) const;

private:
  struct Step {
    Variable variable;
    llvm::SmallVector<LinearSum> bounds; // each `>= 0`, all with the variable
  };

  bool propagateBounds();
  bool tightenBound(const LinearSum &sum, const Term &term);
  void dropImplied();
  std::optional<Integer> minimumOf(const LinearSum &sum,
                                   Variable but = ~Variable(0)) const;
  std::optional<Variable> pickVariable() const;
  Result eliminate(Variable variable, unsigned &budget);

  InequalitySet left;
  /// The bounds that inequalities of one variable give.
  llvm::DenseMap<Variable, Integer> lower, upper;
  llvm::SmallVector<Step, 8> steps;
};

} // namespace phobos::verification

#endif // PHOBOS_LIB_VERIFICATION_ELIMINATION_H

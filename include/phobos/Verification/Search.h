//===- Search.h - Whether formulas can hold ---------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_VERIFICATION_SEARCH_H
#define PHOBOS_VERIFICATION_SEARCH_H

#include "phobos/Verification/Conjunction.h"

namespace phobos::verification {

/// The most inequalities that a decision looks at: it ends, whatever is asked.
constexpr unsigned kDefaultBudget = 40000;

/// Decides whether integers meet all of `formulas`, whose variables have
/// numbers below `numVariables`. Formulas that share no variable with `goal`,
/// directly or through others, are left out, as they rarely say anything.
///
/// Facts that hold without a choice are a conjunction. Where values that meet
/// it make all choices as well, that is the answer. Of a choice that they do
/// not make, alternatives that the conjunction refutes are dropped, and where
/// one is left it joins the conjunction; only then are alternatives tried one
/// after the other.
Decision decide(const Formula &goal, llvm::ArrayRef<Formula> formulas,
                Variable numVariables, unsigned budget = kDefaultBudget);

/// Bounds of `sum` that follow from those of `formulas` that leave no choice.
Bounds boundsOf(const LinearSum &sum, llvm::ArrayRef<Formula> formulas,
                Variable numVariables, unsigned budget = kDefaultBudget / 3);

} // namespace phobos::verification

#endif // PHOBOS_VERIFICATION_SEARCH_H

//===- LinearSum.cpp - Exact sums and what is asked of them -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Verification/LinearSum.h"
#include "llvm/ADT/STLExtras.h"

using namespace phobos::verification;

//===----------------------------------------------------------------------===//
// LinearSum
//===----------------------------------------------------------------------===//

LinearSum LinearSum::of(Variable variable) {
  LinearSum sum;
  sum.terms.push_back({variable, Integer(1)});
  return sum;
}

Integer LinearSum::factorOf(Variable variable) const {
  const Term *term =
      llvm::lower_bound(terms, variable, [](const Term &lhs, Variable rhs) {
        return lhs.variable < rhs;
      });
  return term != terms.end() && term->variable == variable ? term->factor
                                                           : Integer(0);
}

Integer LinearSum::divisorOfFactors() const {
  Integer divisor(0);
  for (const Term &term : terms)
    divisor = gcd(divisor, abs(term.factor));
  return divisor;
}

LinearSum &LinearSum::add(const LinearSum &other, const Integer &factor) {
  if (factor == 0)
    return *this;
  constant += factor * other.constant;
  if (other.isConstant())
    return *this;
  llvm::SmallVector<Term, 4> merged;
  const Term *mine = terms.begin();
  for (const Term &term : other.terms) {
    while (mine != terms.end() && mine->variable < term.variable)
      merged.push_back(*mine++);
    Integer sum = factor * term.factor;
    if (mine != terms.end() && mine->variable == term.variable)
      sum += mine++->factor;
    if (sum != 0)
      merged.push_back({term.variable, sum});
  }
  merged.append(mine, static_cast<const Term *>(terms.end()));
  terms = std::move(merged);
  return *this;
}

LinearSum &LinearSum::substitute(Variable variable, const LinearSum &value) {
  Integer factor = factorOf(variable);
  if (factor == 0)
    return *this;
  return add(of(variable), -factor).add(value, factor);
}

LinearSum &LinearSum::divideAndFloor(const Integer &divisor) {
  for (Term &term : terms)
    term.factor = floorDiv(term.factor, divisor);
  constant = floorDiv(constant, divisor);
  return *this;
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

Formula phobos::verification::isAtLeastZero(LinearSum sum) {
  return {Formula::Kind::Atom, {std::move(sum), /*isEquality=*/false}, {}};
}

Formula phobos::verification::isZero(LinearSum sum) {
  return {Formula::Kind::Atom, {std::move(sum), /*isEquality=*/true}, {}};
}

Formula phobos::verification::isAtMost(const LinearSum &lhs,
                                       const LinearSum &rhs) {
  return isAtLeastZero(rhs - lhs);
}

Formula phobos::verification::isBelow(const LinearSum &lhs,
                                      const LinearSum &rhs) {
  return isAtLeastZero(rhs - lhs - LinearSum(1));
}

Formula phobos::verification::areEqual(const LinearSum &lhs,
                                       const LinearSum &rhs) {
  return isZero(lhs - rhs);
}

Formula phobos::verification::isBetween(const LinearSum &sum,
                                        const Integer &min,
                                        const Integer &max) {
  return allOf({isAtMost(min, sum), isAtMost(sum, max)});
}

static Formula makeTree(Formula::Kind kind, llvm::ArrayRef<Formula> parts) {
  return {kind, {}, parts.vec()};
}

Formula phobos::verification::allOf(llvm::ArrayRef<Formula> parts) {
  return makeTree(Formula::Kind::All, parts);
}

Formula phobos::verification::anyOf(llvm::ArrayRef<Formula> parts) {
  return makeTree(Formula::Kind::Any, parts);
}

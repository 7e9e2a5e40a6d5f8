//===- Conjunction.cpp - Linear constraints on integers ---------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Verification/Conjunction.h"
#include "Elimination.h"
#include "llvm/ADT/STLExtras.h"

using namespace phobos::verification;

/// Each round of solving an equality makes its factors smaller.
static constexpr unsigned kSolvingRounds = 200;

Integer phobos::verification::evaluate(const LinearSum &sum,
                                       const Assignment &values) {
  Integer result = sum.getConstant();
  for (const Term &term : sum.getTerms())
    if (auto value = values.find(term.variable); value != values.end())
      result += term.factor * value->second;
  return result;
}

//===----------------------------------------------------------------------===//
// InequalitySet
//===----------------------------------------------------------------------===//

bool InequalitySet::Order::operator()(const Terms &lhs,
                                      const Terms &rhs) const {
  return std::lexicographical_compare(lhs.begin(), lhs.end(), rhs.begin(),
                                      rhs.end(),
                                      [](const Term &a, const Term &b) {
                                        return a.variable != b.variable
                                                   ? a.variable < b.variable
                                                   : a.factor < b.factor;
                                      });
}

bool InequalitySet::add(LinearSum sum) {
  if (sum.isConstant())
    return sum.getConstant() >= 0;
  sum.divideAndFloor(sum.divisorOfFactors());
  auto [found, isNew] = sums.try_emplace(Terms(sum.getTerms()), sum);
  if (!isNew && sum.getConstant() < found->second.getConstant())
    found->second = std::move(sum);
  return true;
}

void InequalitySet::erase(llvm::ArrayRef<Term> terms) {
  sums.erase(Terms(terms));
}

//===----------------------------------------------------------------------===//
// Conjunction
//===----------------------------------------------------------------------===//

/// The sum without variables that have a solution.
LinearSum Conjunction::reduce(LinearSum sum) const {
  for (const Solution &solution : solutions)
    sum.substitute(solution.variable, solution.value);
  return sum;
}

void Conjunction::add(const Constraint &constraint) {
  if (isContradictory)
    return;
  LinearSum sum = reduce(constraint.sum);
  if (constraint.isEquality)
    addEquality(std::move(sum));
  else
    isContradictory |= !inequalities.add(std::move(sum));
}

void Conjunction::solve(Variable variable, const LinearSum &value) {
  solutions.push_back({variable, value});
  llvm::SmallVector<LinearSum> changed;
  for (const auto &[terms, sum] : inequalities.sums)
    if (sum.factorOf(variable) != 0)
      changed.push_back(sum);
  for (LinearSum &sum : changed) {
    inequalities.erase(sum.getTerms());
    isContradictory |=
        !inequalities.add(std::move(sum.substitute(variable, value)));
  }
}

/// What is left of `number` by `modulus`, from -modulus / 2 to modulus / 2.
static Integer symmetricRemainder(const Integer &number,
                                  const Integer &modulus) {
  Integer rest = mod(number, modulus);
  return rest * 2 >= modulus ? rest - modulus : rest;
}

/// Adds `sum == 0`. Where no factor is 1 or -1, Pugh's step: with m one more
/// than the least factor a (of x), the remainders of the sum by m are m times
/// some integer; there the factor of x is -1 or 1, so x can be replaced, and
/// the factors of the sum become smaller.
void Conjunction::addEquality(LinearSum sum) {
  for (unsigned round = 0; round != kSolvingRounds; ++round) {
    if (sum.isConstant()) {
      isContradictory |= sum.getConstant() != 0;
      return;
    }
    Integer divisor = sum.divisorOfFactors();
    if (mod(sum.getConstant(), divisor) != 0) {
      isContradictory = true;
      return;
    }
    sum.divideAndFloor(divisor);
    const Term least = *llvm::min_element(
        sum.getTerms(), [](const Term &lhs, const Term &rhs) {
          return abs(lhs.factor) < abs(rhs.factor);
        });
    Integer sign(least.factor > 0 ? 1 : -1);
    if (abs(least.factor) == 1)
      return solve(least.variable, LinearSum::of(least.variable) - sum * sign);
    Integer modulus = abs(least.factor) + 1;
    LinearSum value(sign * symmetricRemainder(sum.getConstant(), modulus));
    for (const Term &term : sum.getTerms())
      if (term.variable != least.variable)
        value.add(LinearSum::of(term.variable),
                  sign * symmetricRemainder(term.factor, modulus));
    value.add(LinearSum::of(nextOwn++), -sign * modulus);
    solve(least.variable, value);
    sum.substitute(least.variable, value);
  }
  // Too long: what is known of it is still true.
  isContradictory |= !inequalities.add(sum) || !inequalities.add(-sum);
}

Bounds Conjunction::boundsOf(const LinearSum &sum) const {
  return Elimination(inequalities).boundsOf(reduce(sum));
}

Decision Conjunction::decide(unsigned &budget) const {
  Decision decision(Decision::Kind::Impossible);
  if (isContradictory)
    return decision;
  Elimination elimination(inequalities);
  Elimination::Result result = elimination.run(budget);
  if (result == Elimination::Result::Refuted)
    return decision;
  decision.kind = Decision::Kind::Unknown;
  if (result == Elimination::Result::GaveUp ||
      !elimination.chooseValues(decision.values))
    return decision;
  for (const Solution &solution : llvm::reverse(solutions))
    decision.values[solution.variable] =
        evaluate(solution.value, decision.values);
  decision.kind = Decision::Kind::Possible;
  return decision;
}

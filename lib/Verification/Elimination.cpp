//===- Elimination.cpp - Fourier and Motzkin's procedure --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elimination.h"
#include "llvm/ADT/STLExtras.h"

using namespace phobos::verification;

/// More inequalities are not followed up.
static constexpr size_t kInequalityLimit = 250;
/// Bounds that chase each other upwards may do so without an end.
static constexpr unsigned kPropagationRounds = 6;

//===----------------------------------------------------------------------===//
// Bounds of single variables
//===----------------------------------------------------------------------===//

/// The least value that the bounds leave `sum`, without its term of `but`.
std::optional<Integer> Elimination::minimumOf(const LinearSum &sum,
                                              Variable but) const {
  Integer minimum = sum.getConstant();
  for (const Term &term : sum.getTerms()) {
    if (term.variable == but)
      continue;
    const auto &bounds = term.factor > 0 ? lower : upper;
    auto bound = bounds.find(term.variable);
    if (bound == bounds.end())
      return std::nullopt;
    minimum += term.factor * bound->second;
  }
  return minimum;
}

/// Takes the bound that `sum >= 0` gives to the variable of `term`. Whether it
/// is new.
bool Elimination::tightenBound(const LinearSum &sum, const Term &term) {
  // factor * x >= -rest where the rest is greatest: of -rest, the minimum.
  std::optional<Integer> negated = minimumOf(-sum, term.variable);
  if (!negated)
    return false;
  if (term.factor > 0) {
    Integer bound = ceilDiv(*negated, term.factor);
    auto [found, isNew] = lower.try_emplace(term.variable, bound);
    if (!isNew && found->second >= bound)
      return false;
    found->second = bound;
    return true;
  }
  Integer bound = floorDiv(-*negated, -term.factor);
  auto [found, isNew] = upper.try_emplace(term.variable, bound);
  if (!isNew && found->second <= bound)
    return false;
  found->second = bound;
  return true;
}

/// Follows bounds of variables from one inequality to the next, and adds them
/// as inequalities. False where they cross.
bool Elimination::propagateBounds() {
  bool changes = true;
  for (unsigned round = 0; changes && round != kPropagationRounds; ++round) {
    changes = false;
    for (const auto &[terms, sum] : left.sums)
      for (const Term &term : terms)
        changes |= tightenBound(sum, term);
  }
  for (const auto &[variable, bound] : lower)
    if (!left.add(LinearSum::of(variable) - LinearSum(bound)))
      return false;
  for (const auto &[variable, bound] : upper)
    if (!left.add(LinearSum(bound) - LinearSum::of(variable)))
      return false;
  return llvm::all_of(lower, [&](const auto &entry) {
    auto above = upper.find(entry.first);
    return above == upper.end() || entry.second <= above->second;
  });
}

Bounds Elimination::boundsOf(const LinearSum &sum) {
  propagateBounds();
  Bounds bounds = {minimumOf(sum), minimumOf(-sum)};
  if (bounds.most)
    bounds.most = -*bounds.most;
  return bounds;
}

/// Erases what the bounds of its variables imply, but for the bounds.
void Elimination::dropImplied() {
  for (auto next = left.sums.begin(); next != left.sums.end();) {
    auto current = next++;
    if (current->first.size() < 2)
      continue;
    std::optional<Integer> minimum = minimumOf(current->second);
    if (minimum && *minimum >= 0)
      left.sums.erase(current);
  }
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

namespace {
/// How often a variable occurs, and whether always with a factor of 1 or -1.
struct Occurrences {
  int64_t below = 0, above = 0;
  bool isUnitBelow = true, isUnitAbove = true;

  void add(const Integer &factor) {
    ++(factor > 0 ? below : above);
    (factor > 0 ? isUnitBelow : isUnitAbove) &= abs(factor) == 1;
  }

  /// What is to be as small as possible. First come variables of which nothing
  /// is lost: where one side has unit factors, integers that meet what follows
  /// leave an integer for the variable. Then, how much the system grows.
  std::pair<bool, int64_t> cost() const {
    return {!isUnitBelow && !isUnitAbove, below * above - below - above};
  }
};
} // namespace

std::optional<Variable> Elimination::pickVariable() const {
  std::map<Variable, Occurrences> occurrences;
  for (const auto &[terms, sum] : left.sums)
    for (const Term &term : terms)
      occurrences[term.variable].add(term.factor);
  if (occurrences.empty())
    return std::nullopt;
  return llvm::min_element(occurrences,
                           [](const auto &lhs, const auto &rhs) {
                             return lhs.second.cost() < rhs.second.cost();
                           })
      ->first;
}

Elimination::Result Elimination::eliminate(Variable variable,
                                           unsigned &budget) {
  llvm::SmallVector<LinearSum> below, above;
  for (const auto &[terms, sum] : left.sums) {
    Integer factor = sum.factorOf(variable);
    if (factor != 0)
      (factor > 0 ? below : above).push_back(sum);
  }
  size_t growth = below.size() * above.size();
  if (growth > std::min<size_t>(kInequalityLimit, budget))
    return Result::GaveUp;
  budget -= growth;
  Step &step = steps.emplace_back();
  step.variable = variable;
  llvm::append_range(step.bounds, below);
  llvm::append_range(step.bounds, above);
  for (const LinearSum &sum : step.bounds)
    left.erase(sum.getTerms());
  lower.erase(variable);
  upper.erase(variable);
  for (const LinearSum &low : below) {
    for (const LinearSum &high : above) {
      Integer a = low.factorOf(variable), b = -high.factorOf(variable);
      if (!left.add(low * b + high * a))
        return Result::Refuted;
    }
  }
  dropImplied();
  return left.sums.size() > kInequalityLimit ? Result::GaveUp
                                             : Result::Eliminated;
}

Elimination::Result Elimination::run(unsigned &budget) {
  budget -= std::min<unsigned>(budget, left.sums.size());
  if (!propagateBounds())
    return Result::Refuted;
  dropImplied();
  while (std::optional<Variable> variable = pickVariable())
    if (Result result = eliminate(*variable, budget);
        result != Result::Eliminated)
      return result;
  return Result::Eliminated;
}

bool Elimination::chooseValues(Assignment &values) const {
  for (const Step &step : llvm::reverse(steps)) {
    std::optional<Integer> least, most;
    for (const LinearSum &sum : step.bounds) {
      Integer factor = sum.factorOf(step.variable);
      LinearSum rest = sum;
      rest.substitute(step.variable, LinearSum());
      Integer value = evaluate(rest, values);
      if (factor > 0) {
        Integer bound = ceilDiv(-value, factor);
        least = least ? std::max(*least, bound) : bound;
      } else {
        Integer bound = floorDiv(value, -factor);
        most = most ? std::min(*most, bound) : bound;
      }
    }
    if (least && most && *least > *most)
      return false;
    // The value that is nearest to 0 reads best.
    Integer value(0);
    if (least && value < *least)
      value = *least;
    if (most && value > *most)
      value = *most;
    values[step.variable] = value;
  }
  return true;
}

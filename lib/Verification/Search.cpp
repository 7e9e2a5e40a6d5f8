//===- Search.cpp - Whether formulas can hold -------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Verification/Search.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace phobos::verification;

/// How many conjunctions are looked at before what is farther away is used.
static constexpr unsigned kNearBudget = 64;

//===----------------------------------------------------------------------===//
// Which formulas matter
//===----------------------------------------------------------------------===//

static void collectVariables(const Formula &formula, llvm::BitVector &set) {
  for (const Term &term : formula.atom.sum.getTerms())
    set.set(term.variable);
  for (const Formula &part : formula.parts)
    collectVariables(part, set);
}

/// The goal and the formulas that are connected with it by variables, over at
/// most `distance` others, or have none.
static llvm::SmallVector<const Formula *>
findConnected(const Formula &goal, llvm::ArrayRef<Formula> formulas,
              Variable numVariables,
              unsigned distance = std::numeric_limits<unsigned>::max()) {
  llvm::BitVector reached(numVariables);
  collectVariables(goal, reached);
  llvm::SmallVector<llvm::BitVector> sets;
  for (const Formula &formula : formulas)
    collectVariables(formula, sets.emplace_back(numVariables));
  llvm::BitVector isTaken(formulas.size());
  llvm::SmallVector<const Formula *> connected = {&goal};
  for (bool changes = true; changes && distance != 0; --distance) {
    changes = false;
    llvm::BitVector next = reached;
    for (auto [index, set] : llvm::enumerate(sets)) {
      if (isTaken[index] || (set.any() && !set.anyCommon(reached)))
        continue;
      next |= set;
      isTaken.set(index);
      connected.push_back(&formulas[index]);
      changes = true;
    }
    reached = std::move(next);
  }
  return connected;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

namespace {

/// A conjunction, and the choices that are still to be made.
struct State {
  explicit State(Variable numVariables) : known(numVariables) {}

  void add(const Formula &formula);

  Conjunction known;
  llvm::SmallVector<llvm::SmallVector<const Formula *>> choices;
};

class Search {
public:
  Search(llvm::ArrayRef<const Formula *> formulas, unsigned budget)
      : formulas(formulas), budget(budget) {}

  Decision::Kind run(State state);
  /// Makes the choices that leave one alternative. False where the state is
  /// refuted.
  bool settle(State &state);

  Assignment values;

private:
  bool refutes(const Conjunction &known);
  bool simplify(State &state, bool &isRefuted);
  Decision::Kind checkValues(const State &state);
  Decision::Kind branch(const State &state);

  llvm::ArrayRef<const Formula *> formulas;
  unsigned budget;
};

} // namespace

void State::add(const Formula &formula) {
  switch (formula.kind) {
  case Formula::Kind::Atom:
    known.add(formula.atom);
    return;
  case Formula::Kind::All:
    for (const Formula &part : formula.parts)
      add(part);
    return;
  case Formula::Kind::Any:
    if (formula.parts.size() == 1)
      return add(formula.parts.front());
    choices.push_back(llvm::map_to_vector(
        formula.parts, [](const Formula &part) { return &part; }));
    return;
  }
}

static bool holds(const Formula &formula, const Assignment &values) {
  auto holdsToo = [&](const Formula &part) { return holds(part, values); };
  switch (formula.kind) {
  case Formula::Kind::Atom: {
    Integer value = evaluate(formula.atom.sum, values);
    return formula.atom.isEquality ? value == 0 : value >= 0;
  }
  case Formula::Kind::All:
    return llvm::all_of(formula.parts, holdsToo);
  case Formula::Kind::Any:
    return llvm::any_of(formula.parts, holdsToo);
  }
  llvm_unreachable("not a formula");
}

bool Search::refutes(const Conjunction &known) {
  if (budget == 0)
    return false;
  --budget;
  return known.isRefuted();
}

/// Drops the alternatives of each choice that cannot be; a choice without any
/// refutes the state. Whether some alternative is the last of its choice.
bool Search::simplify(State &state, bool &isRefuted) {
  llvm::SmallVector<const Formula *> settled;
  for (auto &choice : state.choices) {
    llvm::erase_if(choice, [&](const Formula *alternative) {
      State tried = state;
      tried.choices.clear();
      tried.add(*alternative);
      return refutes(tried.known);
    });
    isRefuted |= choice.empty();
    if (choice.size() == 1)
      settled.push_back(choice.front());
  }
  llvm::erase_if(state.choices,
                 [](const auto &choice) { return choice.size() < 2; });
  for (const Formula *formula : settled)
    state.add(*formula);
  return !settled.empty();
}

/// What the conjunction allows is an answer where it makes the choices, too.
Decision::Kind Search::checkValues(const State &state) {
  std::optional<Assignment> found = state.known.findValues();
  if (!found || !llvm::all_of(formulas, [&](const Formula *formula) {
        return holds(*formula, *found);
      }))
    return Decision::Kind::Unknown;
  values = std::move(*found);
  return Decision::Kind::Possible;
}

Decision::Kind Search::branch(const State &state) {
  auto choice =
      llvm::min_element(state.choices, [](const auto &lhs, const auto &rhs) {
        return lhs.size() < rhs.size();
      });
  Decision::Kind result = Decision::Kind::Impossible;
  for (const Formula *alternative : *choice) {
    State next = state;
    next.choices.erase(next.choices.begin() + (choice - state.choices.begin()));
    next.add(*alternative);
    Decision::Kind kind = run(std::move(next));
    if (kind == Decision::Kind::Possible)
      return kind;
    if (kind == Decision::Kind::Unknown)
      result = kind;
    if (budget == 0)
      return Decision::Kind::Unknown;
  }
  return result;
}

bool Search::settle(State &state) {
  bool isRefuted = false;
  do
    isRefuted |= refutes(state.known);
  while (!isRefuted && budget != 0 && simplify(state, isRefuted));
  return !isRefuted;
}

Decision::Kind Search::run(State state) {
  if (!settle(state))
    return Decision::Kind::Impossible;
  if (budget == 0)
    return Decision::Kind::Unknown;
  // Values that meet everything are an answer before all is tried.
  Decision::Kind kind = checkValues(state);
  if (kind == Decision::Kind::Possible || state.choices.empty())
    return kind;
  return branch(state);
}

Decision phobos::verification::decide(const Formula &goal,
                                      llvm::ArrayRef<Formula> formulas,
                                      Variable numVariables, unsigned budget) {
  // Most often what is near suffices; what contradicts it is of no account.
  for (unsigned distance : {1, 2, 3}) {
    llvm::SmallVector<const Formula *> near =
        findConnected(goal, formulas, numVariables, distance);
    State state(numVariables);
    for (const Formula *formula : near)
      state.add(*formula);
    if (Search(near, kNearBudget).run(std::move(state)) ==
        Decision::Kind::Impossible)
      return {Decision::Kind::Impossible, Assignment()};
  }
  llvm::SmallVector<const Formula *> connected =
      findConnected(goal, formulas, numVariables);
  State state(numVariables);
  for (const Formula *formula : connected)
    state.add(*formula);
  Search search(connected, budget);
  Decision::Kind kind = search.run(std::move(state));
  return {kind, std::move(search.values)};
}

Bounds phobos::verification::boundsOf(const LinearSum &sum,
                                      llvm::ArrayRef<Formula> formulas,
                                      Variable numVariables, unsigned budget) {
  Formula isThere = isZero(sum);
  State state(numVariables);
  for (const Formula *formula : findConnected(isThere, formulas, numVariables))
    if (formula != &isThere)
      state.add(*formula);
  Search({}, budget).settle(state);
  return state.known.boundsOf(sum);
}

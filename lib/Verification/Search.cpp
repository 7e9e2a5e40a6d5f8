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

/// The part of a budget that goes to what is near, before the rest is used.
static constexpr unsigned kNearShare = 10;
static constexpr unsigned kAnyDistance = ~0u;

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
              Variable numVariables, unsigned distance = kAnyDistance) {
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

using Choice = llvm::SmallVector<const Formula *>;

/// A conjunction, and the choices that are still to be made.
struct State {
  explicit State(Variable numVariables) : known(numVariables) {}

  void add(const Formula &formula);

  Conjunction known;
  llvm::SmallVector<Choice> choices;
};

class Search {
public:
  Search(llvm::ArrayRef<const Formula *> formulas, unsigned budget)
      : formulas(formulas), budget(budget) {}

  Decision run(State state);
  /// Makes the choices that leave one alternative. False where the state is
  /// refuted.
  bool settle(State &state);

private:
  enum class Change { None, Refuted, Settled };

  bool drop(const State &state, Choice &choice);
  Change settleOne(State &state, const Assignment *values);
  Decision branch(const State &state, const Assignment *values);

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

/// Drops the alternatives that cannot be. Whether at most one is left.
bool Search::drop(const State &state, Choice &choice) {
  llvm::erase_if(choice, [&](const Formula *alternative) {
    State tried = state;
    tried.choices.clear();
    tried.add(*alternative);
    return tried.known.decide(budget).kind == Decision::Kind::Impossible;
  });
  return choice.size() < 2;
}

/// Whether the choice is made by the values, if there are any.
static bool isMade(const Choice &choice, const Assignment *values) {
  return values && llvm::any_of(choice, [&](const Formula *alternative) {
           return holds(*alternative, *values);
         });
}

/// Makes the first choice that leaves one alternative, of those that `values`
/// do not make.
Search::Change Search::settleOne(State &state, const Assignment *values) {
  for (auto *choice = state.choices.begin(); choice != state.choices.end();
       ++choice) {
    if (isMade(*choice, values) || !drop(state, *choice))
      continue;
    if (choice->empty())
      return Change::Refuted;
    const Formula *last = choice->front();
    state.choices.erase(choice);
    state.add(*last);
    return Change::Settled;
  }
  return Change::None;
}

bool Search::settle(State &state) {
  Change change = Change::Settled;
  while (change == Change::Settled && budget != 0)
    change = settleOne(state, nullptr);
  return change != Change::Refuted;
}

/// Tries the alternatives of one choice that `values` do not make.
Decision Search::branch(const State &state, const Assignment *values) {
  const Choice *chosen = nullptr;
  for (const Choice &choice : state.choices)
    if (!isMade(choice, values) && (!chosen || choice.size() < chosen->size()))
      chosen = &choice;
  Decision result(chosen ? Decision::Kind::Impossible
                         : Decision::Kind::Unknown);
  for (const Formula *alternative : chosen ? *chosen : Choice()) {
    State next = state;
    next.choices.erase(next.choices.begin() + (chosen - state.choices.begin()));
    next.add(*alternative);
    Decision decision = run(std::move(next));
    if (decision.kind == Decision::Kind::Possible)
      return decision;
    if (decision.kind == Decision::Kind::Unknown)
      result.kind = decision.kind;
    if (budget == 0)
      return Decision(Decision::Kind::Unknown);
  }
  return result;
}

Decision Search::run(State state) {
  while (budget != 0) {
    Decision found = state.known.decide(budget);
    if (found.kind == Decision::Kind::Impossible)
      return found;
    // What the values make of the choices needs no search.
    bool hasValues = found.kind == Decision::Kind::Possible;
    if (hasValues && llvm::all_of(formulas, [&](const Formula *formula) {
          return holds(*formula, found.values);
        }))
      return found;
    const Assignment *values = hasValues ? &found.values : nullptr;
    Change change = settleOne(state, values);
    if (change == Change::Refuted)
      return Decision(Decision::Kind::Impossible);
    if (change == Change::None)
      return branch(state, values);
  }
  return Decision(Decision::Kind::Unknown);
}

Decision phobos::verification::decide(const Formula &goal,
                                      llvm::ArrayRef<Formula> formulas,
                                      Variable numVariables, unsigned budget) {
  auto search = [&](unsigned distance, unsigned share) {
    llvm::SmallVector<const Formula *> connected =
        findConnected(goal, formulas, numVariables, distance);
    State state(numVariables);
    for (const Formula *formula : connected)
      state.add(*formula);
    return Search(connected, share).run(std::move(state));
  };
  // Most often what is near suffices; what contradicts it is of no account.
  for (unsigned distance : {1, 2, 3}) {
    Decision decision = search(distance, budget / kNearShare);
    if (decision.kind == Decision::Kind::Impossible)
      return decision;
  }
  return search(kAnyDistance, budget);
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

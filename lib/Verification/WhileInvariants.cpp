//===- WhileInvariants.cpp - What holds in each iteration -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WhileInvariants.h"
#include "FactsAt.h"

using namespace mlir;
using namespace phobos;
using namespace phobos::verification;

/// Later candidates are left out.
static constexpr size_t kMaxCandidates = 12;
/// Most candidates are none, so that each is worth little search.
static constexpr unsigned kCandidateBudget = kDefaultBudget / 8;

/// Where a negated invariant cannot be, it holds.
static bool isProved(FactsAt &facts, const Invariant &invariant,
                     const LinearSum &value) {
  LinearSum bound = facts.valueOf(invariant.bound);
  Formula broken = isAtMost(bound, value);
  if (invariant.kind == Invariant::Kind::AtLeast)
    broken = isBelow(value, bound);
  if (invariant.kind == Invariant::Kind::AtMost)
    broken = isBelow(bound, value);
  return facts.decide(broken, kCandidateBudget).kind ==
         Decision::Kind::Impossible;
}

/// The number of the body's argument that is `value`, or that the condition
/// hands on from it.
static std::optional<unsigned> findPosition(scf::WhileOp loop, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return std::nullopt;
  if (argument.getOwner() == loop.getAfterBody())
    return argument.getArgNumber();
  for (auto [number, handed] : llvm::enumerate(loop.getConditionOp().getArgs()))
    if (handed == argument)
      return number;
  return std::nullopt;
}

WhileInvariants::List WhileInvariants::findCandidates(scf::WhileOp loop) {
  List found;
  auto add = [&](Value position, Value bound, ArrayRef<Invariant::Kind> kinds) {
    std::optional<unsigned> number = findPosition(loop, position);
    bool isConstant = bound.getDefiningOp() &&
                      bound.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
    bool isInside = loop->isAncestor(bound.getParentRegion()->getParentOp());
    if (!number || !position.getType().isIntOrIndex() ||
        position.getType().isInteger(1) ||
        bound.getType() != position.getType() || (isInside && !isConstant))
      return;
    for (Invariant::Kind kind : kinds)
      if (found.size() != kMaxCandidates)
        found.push_back({*number, kind, bound});
  };
  for (auto [argument, init] :
       llvm::zip_equal(loop.getBeforeArguments(), loop.getInits()))
    add(argument, init, {Invariant::Kind::AtLeast});
  auto addBounds = [&](Value lhs, Value rhs) {
    add(lhs, rhs, {Invariant::Kind::Below, Invariant::Kind::AtMost});
    add(rhs, lhs, {Invariant::Kind::Below, Invariant::Kind::AtMost});
  };
  for (Block *block : {loop.getBeforeBody(), loop.getAfterBody()})
    for (Operation &op : *block)
      if (isa<arith::CmpIOp, arith::SubIOp>(op))
        addBounds(op.getOperand(0), op.getOperand(1));
  return found;
}

/// Whether the candidate holds where the first iteration begins.
bool WhileInvariants::holdAtFirst(scf::WhileOp loop,
                                  const Invariant &candidate) {
  FactsAt facts(loop, *this);
  bool holds = false;
  facts.enter(loop.getBefore(), loop.getInits(), [&] {
    scf::ConditionOp condition = loop.getConditionOp();
    facts.require(facts.isTrue(condition.getCondition()));
    Value value = condition.getArgs()[candidate.argument];
    holds = isProved(facts, candidate, facts.valueOf(value));
  });
  return holds;
}

/// Drops candidates that may not hold in the iteration after one in which all
/// do. Whether there were any.
bool WhileInvariants::dropBroken(scf::WhileOp loop) {
  List kept;
  FactsAt facts(loop.getYieldOp(), *this);
  facts.enter(loop.getBefore(), loop.getYieldOp().getOperands(), [&] {
    scf::ConditionOp condition = loop.getConditionOp();
    facts.require(facts.isTrue(condition.getCondition()));
    for (const Invariant &candidate : known[loop]) {
      Value value = condition.getArgs()[candidate.argument];
      if (isProved(facts, candidate, facts.valueOf(value)))
        kept.push_back(candidate);
    }
  });
  bool changes = kept.size() != known[loop].size();
  known[loop] = std::move(kept);
  return changes;
}

ArrayRef<Invariant> WhileInvariants::of(scf::WhileOp loop) {
  auto found = known.find(loop);
  if (found != known.end())
    return found->second;
  List candidates = findCandidates(loop);
  llvm::erase_if(candidates, [&](const Invariant &candidate) {
    return !holdAtFirst(loop, candidate);
  });
  known[loop] = std::move(candidates);
  while (dropBroken(loop))
    continue;
  return known[loop];
}

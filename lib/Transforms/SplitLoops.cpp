//===- SplitLoops.cpp - Loops whose steady part needs no mask ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LoopConditions.h finds what would make the masks of a loop unnecessary,
// LoopCuts.h turns it into places to cut the loop at, LoopParts.h cuts. What is
// right here does not depend on what is found: wherever a loop is cut, it runs
// the same iterations.
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/SplitLoops.h"
#include "HoistIndexArithmetic.h"
#include "LoopCuts.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_SPLITLOOPS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

/// A loop that depends on more is left alone: each of them stands between the
/// others and what is proved by them.
static constexpr size_t kMostConditions = 32;

/// What each iteration of `loop` adds to `argument`, if it is a constant.
static std::optional<int64_t> getIncrement(scf::ForOp loop,
                                           BlockArgument argument) {
  auto sum = loop.getTiedLoopYieldedValue(argument)
                 ->get()
                 .getDefiningOp<arith::AddIOp>();
  if (!sum || !argument.getType().isIndex())
    return std::nullopt;
  Value added = sum.getLhs() == argument   ? sum.getRhs()
                : sum.getRhs() == argument ? sum.getLhs()
                                           : Value();
  return added ? getConstantIntValue(added) : std::nullopt;
}

/// Computes indices that `loop` carries from its counter, where they move with
/// it: what a part of the loop begins with no longer depends on the one before.
/// The same number modulo 2^64, whatever wraps.
static void computeCarriedIndices(RewriterBase &rewriter, scf::ForOp loop) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  Location loc = loop.getLoc();
  for (BlockArgument argument : loop.getRegionIterArgs()) {
    std::optional<int64_t> increment = getIncrement(loop, argument);
    if (!step || !increment || *increment % *step != 0)
      continue;
    ImplicitLocOpBuilder b(loc, rewriter);
    Value distance = b.createOrFold<arith::SubIOp>(loop.getInductionVar(),
                                                   loop.getLowerBound());
    Value factor = arith::ConstantIndexOp::create(b, *increment / *step);
    Value index = b.createOrFold<arith::AddIOp>(
        loop.getTiedLoopInit(argument)->get(),
        b.createOrFold<arith::MulIOp>(distance, factor));
    rewriter.replaceAllUsesWith(argument, index);
  }
}

static unsigned countOps(Operation *op) {
  unsigned count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

static void setPart(Operation *op, StringRef part) {
  if (op)
    op->setDiscardableAttr(kLoopPartAttr,
                           StringAttr::get(op->getContext(), part));
}

namespace {
/// What is to be done to a loop, and how many copies of its body that takes.
struct Plan {
  LoopConditions conditions;
  bool flipsPrologue = false, flipsEpilogue = false;

  bool has(bool holdsFirst) const {
    auto isOne = [&](const CounterCondition &condition) {
      return condition.holdsFirst() == holdsFirst;
    };
    return llvm::any_of(conditions.masks, isOne) ||
           llvm::any_of(conditions.selections, [&](const Selection &selection) {
             return isOne(selection.steady);
           });
  }
  /// Whether a comparison is one value in the steady part and the other one on
  /// that part's far side.
  bool canFlip(bool holdsFirst) const {
    return llvm::any_of(conditions.selections, [&](const Selection &selection) {
      return selection.flipped && selection.steady.holdsFirst() == holdsFirst;
    });
  }
  unsigned countCopies() const {
    unsigned parts = has(true) + has(false);
    return parts + !conditions.guards.empty() + 2 * flipsPrologue +
           2 * flipsEpilogue;
  }
};

class Splitter {
public:
  Splitter(FunctionOpInterface function, unsigned maxOps)
      : rewriter(function->getContext()), facts(function), maxOps(maxOps) {}

  void run(scf::ForOp loop);

private:
  std::optional<Plan> makePlan(scf::ForOp loop);
  void version(scf::ForOp loop, ArrayRef<Guard> guards);
  Value emitGuards(scf::ForOp loop, ArrayRef<Guard> guards);
  void split(scf::ForOp loop, const Plan &plan);
  void flip(Operation *part, scf::ForOp steady,
            const LoopConditions &conditions, Value least);

  IRRewriter rewriter;
  FactOps facts;
  unsigned maxOps;
};
} // namespace

/// The most that the budget allows, if anything.
std::optional<Plan> Splitter::makePlan(scf::ForOp loop) {
  Plan plan = {collectConditions(loop, facts)};
  const LoopConditions &conditions = plan.conditions;
  if (conditions.masks.size() + conditions.selections.size() +
          conditions.guards.size() >
      kMostConditions)
    return std::nullopt;
  unsigned size = countOps(loop);
  auto isAffordable = [&] { return plan.countCopies() * size <= maxOps; };
  plan.flipsEpilogue = plan.canFlip(/*holdsFirst=*/true);
  plan.flipsPrologue = plan.canFlip(/*holdsFirst=*/false);
  if (!isAffordable())
    plan.flipsEpilogue = plan.flipsPrologue = false;
  if (!isAffordable())
    plan.conditions.guards.clear();
  if (!isAffordable() || plan.countCopies() == 0)
    return std::nullopt;
  maxOps -= plan.countCopies() * size;
  return plan;
}

Value Splitter::emitGuards(scf::ForOp loop, ArrayRef<Guard> guards) {
  Location loc = loop.getLoc();
  Value all;
  for (const Guard &guard : guards) {
    Value bound = guard.bound.materialise(rewriter, loc);
    Value value = findAvailable(guard.value, loop->getParentRegion());
    if (value.getType() != bound.getType())
      bound = arith::IndexCastOp::create(rewriter, loc, value.getType(), bound);
    Value holds =
        arith::CmpIOp::create(rewriter, loc, guard.predicate, value, bound);
    all = all ? arith::AndIOp::create(rewriter, loc, all, holds) : holds;
  }
  return all;
}

/// Puts `loop` under an `scf.if` with all `guards`, and a copy on the other
/// side.
void Splitter::version(scf::ForOp loop, ArrayRef<Guard> guards) {
  OpBuilder::InsertionGuard insertion(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  Value condition = emitGuards(loop, guards);
  auto branch = scf::IfOp::create(rewriter, loc, loop.getResultTypes(),
                                  condition, /*withElseRegion=*/true);
  rewriter.replaceAllUsesWith(loop.getResults(), branch.getResults());
  rewriter.setInsertionPointToStart(branch.elseBlock());
  Operation *edge = rewriter.clone(*loop);
  edge->removeDiscardableAttr(kAssertNoMaskAttr);
  setPart(edge, "edge");
  rewriter.moveOpBefore(loop, branch.thenBlock(), branch.thenBlock()->begin());
  if (loop.getNumResults() == 0)
    return;
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, loop.getResults());
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, edge->getResults());
}

/// Splits `part`, a prologue or epilogue that steady loop `steady` leaves,
/// where comparisons that are one value in the steady loop are the other one.
/// No part has a counter below `least`.
void Splitter::flip(Operation *part, scf::ForOp steady,
                    const LoopConditions &conditions, Value least) {
  auto loop = dyn_cast_if_present<scf::ForOp>(part);
  if (!loop)
    return;
  bool holdsFirst = steady->isBeforeInBlock(loop);
  SmallVector<CounterCondition, 4> flipped(ArrayRef(conditions.masks));
  for (const Selection &selection : conditions.selections)
    if (selection.steady.holdsFirst() != holdsFirst)
      addCondition(flipped, selection.steady);
    else if (selection.flipped)
      addCondition(flipped, *selection.flipped);
  Attribute name = loop->getDiscardableAttr(kLoopPartAttr);
  LoopCuts cuts = emitCuts(rewriter, loop, flipped, facts);
  cuts.least = least;
  LoopParts parts = cutLoop(rewriter, loop, cuts);
  for (Operation *rest : {parts.prologue, parts.epilogue})
    if (rest)
      rest->setDiscardableAttr(kLoopPartAttr, name);
  parts.steady->setDiscardableAttrs(steady->getDiscardableAttrDictionary());
}

void Splitter::split(scf::ForOp loop, const Plan &plan) {
  const LoopConditions &conditions = plan.conditions;
  SmallVector<CounterCondition, 4> steady(ArrayRef(conditions.masks));
  for (const Selection &selection : conditions.selections)
    addCondition(steady, selection.steady);
  if (steady.empty())
    return;
  Value least = loop.getLowerBound();
  LoopParts parts =
      cutLoop(rewriter, loop, emitCuts(rewriter, loop, steady, facts));
  setPart(parts.prologue, "prologue");
  setPart(parts.epilogue, "epilogue");
  if (plan.flipsPrologue)
    flip(parts.prologue, loop, conditions, least);
  if (plan.flipsEpilogue)
    flip(parts.epilogue, loop, conditions, least);
}

void Splitter::run(scf::ForOp loop) {
  // The masks of a loop of planned products cost nothing.
  if (!loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp() ||
      loop->hasAttr(kStagesAttr))
    return;
  hoistIndexArithmetic(loop);
  std::optional<Plan> plan = makePlan(loop);
  if (!plan)
    return;
  if (!plan->conditions.guards.empty())
    version(loop, plan->conditions.guards);
  computeCarriedIndices(rewriter, loop);
  setPart(loop, "steady");
  split(loop, *plan);
}

void phobos::splitLoops(FunctionOpInterface function, unsigned maxOps) {
  SmallVector<scf::ForOp> loops; // inner ones first
  function->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  Splitter splitter(function, maxOps);
  for (scf::ForOp loop : loops)
    splitter.run(loop);
}

namespace {
struct SplitLoops : phobos::impl::SplitLoopsBase<SplitLoops> {
  using SplitLoopsBase::SplitLoopsBase;

  void runOnOperation() override {
    getOperation()->walk(
        [&](FunctionOpInterface function) { splitLoops(function, maxOps); });
  }
};
} // namespace

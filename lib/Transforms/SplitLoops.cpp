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
#include "LoopCuts.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_SPLITLOOPS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

/// Moves scalar index arithmetic that does not change in `loop` before it.
static void hoistIndexArithmetic(scf::ForOp loop) {
  moveLoopInvariantCode(
      &loop.getRegion(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) {
        // An assumption need not hold where the loop runs nothing.
        return isMemoryEffectFree(op) && isSpeculatable(op) &&
               !isa<AssumeOp>(op) &&
               llvm::all_of(op->getResultTypes(),
                            [](Type type) { return type.isIntOrIndex(); });
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
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
  scf::ForOp version(scf::ForOp loop, ArrayRef<Guard> guards);
  Value emitGuards(scf::ForOp loop, ArrayRef<Guard> guards);
  LoopParts split(scf::ForOp loop, ArrayRef<CounterCondition> conditions);
  void flip(Operation *part, const LoopConditions &conditions, bool holdsFirst,
            StringRef name, DictionaryAttr attributes);

  IRRewriter rewriter;
  FactOps facts;
  unsigned maxOps;
};
} // namespace

/// The most that the budget allows, if anything.
std::optional<Plan> Splitter::makePlan(scf::ForOp loop) {
  Plan plan = {collectConditions(loop, facts)};
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
    if (guard.value.getType() != bound.getType())
      bound = arith::IndexCastOp::create(rewriter, loc, guard.value.getType(),
                                         bound);
    Value holds = arith::CmpIOp::create(rewriter, loc, guard.predicate,
                                        guard.value, bound);
    all = all ? arith::AndIOp::create(rewriter, loc, all, holds) : holds;
  }
  return all;
}

/// Puts `loop` under an `scf.if` with all `guards`, and a copy on the other
/// side.
scf::ForOp Splitter::version(scf::ForOp loop, ArrayRef<Guard> guards) {
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
    return loop;
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, loop.getResults());
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, edge->getResults());
  return loop;
}

LoopParts Splitter::split(scf::ForOp loop,
                          ArrayRef<CounterCondition> conditions) {
  return cutLoop(rewriter, loop, emitCuts(rewriter, loop, conditions, facts));
}

/// Splits a prologue or epilogue again, where comparisons that are one value in
/// the steady part are the other one. `attributes` are those of steady loops.
void Splitter::flip(Operation *part, const LoopConditions &conditions,
                    bool holdsFirst, StringRef name,
                    DictionaryAttr attributes) {
  auto loop = dyn_cast_if_present<scf::ForOp>(part);
  if (!loop)
    return;
  SmallVector<CounterCondition, 4> flipped(ArrayRef(conditions.masks));
  for (const Selection &selection : conditions.selections)
    if (selection.steady.holdsFirst() != holdsFirst)
      addCondition(flipped, selection.steady);
    else if (selection.flipped)
      addCondition(flipped, *selection.flipped);
  LoopParts parts = split(loop, flipped);
  setPart(parts.prologue, name);
  setPart(parts.epilogue, name);
  parts.steady->setDiscardableAttrs(attributes);
}

void Splitter::run(scf::ForOp loop) {
  if (!loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp())
    return;
  hoistIndexArithmetic(loop);
  std::optional<Plan> plan = makePlan(loop);
  if (!plan)
    return;
  const LoopConditions &conditions = plan->conditions;
  if (!conditions.guards.empty())
    loop = version(loop, conditions.guards);
  SmallVector<CounterCondition, 4> steady(ArrayRef(conditions.masks));
  for (const Selection &selection : conditions.selections)
    addCondition(steady, selection.steady);
  setPart(loop, "steady");
  if (steady.empty())
    return;
  DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
  LoopParts parts = split(loop, steady);
  setPart(parts.prologue, "prologue");
  setPart(parts.epilogue, "epilogue");
  if (plan->flipsPrologue)
    flip(parts.prologue, conditions, /*holdsFirst=*/false, "prologue",
         attributes);
  if (plan->flipsEpilogue)
    flip(parts.epilogue, conditions, /*holdsFirst=*/true, "epilogue",
         attributes);
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

//===- Loops.cpp - Values that loops carry ----------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsAt.h"
#include "Widths.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace phobos;
using namespace phobos::verification;

/// More additions of constants are not added up.
static constexpr unsigned kMaxAdditions = 16;

bool FactsAt::isEnclosing(Operation *op) const {
  return op->isProperAncestor(at);
}

/// The number that has been added to `from` where `value` is `from` and
/// constants; it wraps as `value` does.
static std::optional<Integer> findAddedConstant(Value value, Value from) {
  Integer sum(0);
  for (unsigned i = 0; i != kMaxAdditions && value != from; ++i) {
    APInt constant;
    Operation *op = value.getDefiningOp();
    if (auto add = dyn_cast_or_null<arith::AddIOp>(op);
        add && matchPattern(add.getRhs(), m_ConstantInt(&constant))) {
      sum += Integer(constant);
      value = add.getLhs();
    } else if (auto subtract = dyn_cast_or_null<arith::SubIOp>(op);
               subtract &&
               matchPattern(subtract.getRhs(), m_ConstantInt(&constant))) {
      sum -= Integer(constant);
      value = subtract.getLhs();
    } else if (add && matchPattern(add.getLhs(), m_ConstantInt(&constant))) {
      sum += Integer(constant);
      value = add.getRhs();
    } else {
      return std::nullopt;
    }
  }
  if (value != from)
    return std::nullopt;
  return sum;
}

/// How many iterations the loop has ended before the one that runs.
LinearSum FactsAt::iterationsOf(Operation *loop) {
  auto found = iterations.find(loop);
  if (found != iterations.end())
    return found->second;
  LinearSum count = makeVariable();
  require(isAtLeastZero(count));
  iterations[loop] = count;
  return count;
}

//===----------------------------------------------------------------------===//
// scf.for
//===----------------------------------------------------------------------===//

/// The loop's step where it is a constant above 0 and bounds are signed.
static std::optional<Integer> findStep(scf::ForOp loop) {
  APInt step;
  if (loop.getUnsignedCmp() ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      !step.isStrictlyPositive())
    return std::nullopt;
  return Integer(step);
}

/// The position in a loop from `lower` by `step` that is below `upper`: by the
/// op's own meaning it does not wrap.
LinearSum FactsAt::computePositionOf(scf::ForOp loop) {
  Value position = loop.getInductionVar();
  LinearSum lower = valueOf(loop.getLowerBound());
  LinearSum upper = valueOf(loop.getUpperBound());
  if (loop.getUnsignedCmp())
    return makeLeaf(position.getType());
  if (std::optional<Integer> step = findStep(loop)) {
    LinearSum sum = lower + iterationsOf(loop) * *step;
    require(isBelow(sum, upper));
    return sum;
  }
  LinearSum leaf = makeLeaf(position.getType());
  require(isBelow(leaf, upper));
  // A step that may be below 1 leads anywhere.
  LinearSum step = valueOf(loop.getStep());
  require(anyOf({isAtMost(step, 0), isAtMost(lower, leaf)}));
  return leaf;
}

LinearSum FactsAt::computeForArgument(scf::ForOp loop, BlockArgument argument) {
  if (argument == loop.getInductionVar())
    return computePositionOf(loop);
  valueOf(loop.getInductionVar());
  OpOperand *init = loop.getTiedLoopInit(argument);
  Value next = loop.getTiedLoopYieldedValue(argument)->get();
  std::optional<Integer> added = findAddedConstant(next, argument);
  if (!added)
    return makeLeaf(argument.getType());
  LinearSum sum = valueOf(init->get()) + iterationsOf(loop) * *added;
  return *added == 0 ? sum : wrap(sum, widthOf(argument.getType()));
}

/// How many iterations a loop has run that ended.
LinearSum FactsAt::tripsOf(scf::ForOp loop) {
  auto found = trips.find(loop);
  if (found != trips.end())
    return found->second;
  LinearSum count = makeVariable();
  trips[loop] = count;
  require(isAtLeastZero(count));
  if (std::optional<Integer> step = findStep(loop)) {
    LinearSum length =
        valueOf(loop.getUpperBound()) - valueOf(loop.getLowerBound());
    require(anyOf(
        {allOf({isAtMost(length, 0), isZero(count)}),
         allOf({isAtMost(1, length),
                isBetween(count * *step - length, Integer(0), *step - 1)})}));
  }
  return count;
}

/// What a loop that has ended leaves behind.
LinearSum FactsAt::computeForResult(scf::ForOp loop, OpResult result) {
  BlockArgument argument = loop.getTiedLoopRegionIterArg(result);
  Value next = loop.getTiedLoopYieldedValue(argument)->get();
  std::optional<Integer> added = findAddedConstant(next, argument);
  if (!added)
    return makeLeaf(result.getType());
  LinearSum sum =
      valueOf(loop.getTiedLoopInit(argument)->get()) + tripsOf(loop) * *added;
  return *added == 0 ? sum : wrap(sum, widthOf(result.getType()));
}

//===----------------------------------------------------------------------===//
// scf.while
//===----------------------------------------------------------------------===//

/// An argument of the body is what the condition hands on. One of the region
/// before it, which the condition hands on and to which the body adds a
/// constant, is the sum of these and of what it was at first.
LinearSum FactsAt::computeWhileArgument(scf::WhileOp loop,
                                        BlockArgument argument) {
  OperandRange handed = loop.getConditionOp().getArgs();
  unsigned number = argument.getArgNumber();
  if (argument.getOwner() == loop.getAfterBody())
    return valueOf(handed[number]);
  Value next = loop.getYieldOp().getOperand(number);
  for (auto [value, after] : llvm::zip(handed, loop.getAfterArguments())) {
    if (value != argument)
      continue;
    std::optional<Integer> added = findAddedConstant(next, after);
    if (!added)
      continue;
    LinearSum sum =
        valueOf(loop.getInits()[number]) + iterationsOf(loop) * *added;
    return *added == 0 ? sum : wrap(sum, widthOf(argument.getType()));
  }
  return makeLeaf(argument.getType());
}

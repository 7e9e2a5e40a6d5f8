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

static std::optional<Added> join(std::optional<Added> a,
                                 std::optional<Added> b) {
  if (!a || !b)
    return std::nullopt;
  return Added{std::min(a->least, b->least), std::max(a->most, b->most)};
}

/// What has been added to `from` where `value` is `from` and constants, by
/// whatever way; the sum wraps as `value` does.
static std::optional<Added> findAdded(Value value, Value from,
                                      unsigned depth = 0) {
  if (value == from)
    return Added{Integer(0), Integer(0)};
  Operation *op = value.getDefiningOp();
  if (!op || depth == kMaxAdditions)
    return std::nullopt;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return join(findAdded(select.getTrueValue(), from, depth + 1),
                findAdded(select.getFalseValue(), from, depth + 1));
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    return join(
        findAdded(branch.thenYield().getOperand(number), from, depth + 1),
        findAdded(branch.elseYield().getOperand(number), from, depth + 1));
  }
  bool isSum = isa<arith::AddIOp>(op);
  if (!isSum && !isa<arith::SubIOp>(op))
    return std::nullopt;
  APInt constant;
  bool isFirst =
      isSum && matchPattern(op->getOperand(0), m_ConstantInt(&constant));
  if (!isFirst && !matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
    return std::nullopt;
  std::optional<Added> added =
      findAdded(op->getOperand(isFirst ? 1 : 0), from, depth + 1);
  if (!added)
    return std::nullopt;
  Integer number = isSum ? Integer(constant) : -Integer(constant);
  return Added{added->least + number, added->most + number};
}

/// What `init` is after `count` times something that was `added`.
LinearSum FactsAt::computeSum(Value init, const LinearSum &count,
                              const Added &added) {
  LinearSum sum = valueOf(init) + count * added.least;
  if (added.least == added.most)
    return added.least == 0 ? sum : wrap(sum, widthOf(init.getType()));
  LinearSum rest = makeVariable();
  require(allOf({isAtLeastZero(rest),
                 isAtMost(rest, count * (added.most - added.least))}));
  return wrap(sum + rest, widthOf(init.getType()));
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

/// That the position may come to a number below the loop's start: a `step` that
/// is not positive leads there, and one that wraps behind the last iteration.
/// That takes longer than anyone waits where steps are small and the start is
/// not at the end of the range.
static Formula mayGoAstray(const LinearSum &lower, const LinearSum &upper,
                           const LinearSum &step, unsigned width) {
  Formula wraps = isBelow(signedMax(width), upper + step - LinearSum(1));
  if (width == kIndexWidth)
    wraps = allOf({wraps, anyOf({isBelow(powerOfTwo(16), step),
                                 isBelow(powerOfTwo(62), lower)})});
  return anyOf({wraps, isAtMost(step, 0)});
}

/// The position in a loop from `lower` by `step` that is below `upper`.
LinearSum FactsAt::computePositionOf(scf::ForOp loop) {
  Value position = loop.getInductionVar();
  LinearSum lower = valueOf(loop.getLowerBound());
  LinearSum upper = valueOf(loop.getUpperBound());
  LinearSum leaf = makeLeaf(position.getType());
  if (loop.getUnsignedCmp())
    return leaf;
  // The body runs, so the first iteration did.
  require(allOf({isBelow(lower, upper), isBelow(leaf, upper)}));
  LinearSum step = valueOf(loop.getStep());
  Formula isExact = isAtMost(lower, leaf);
  if (step.isConstant())
    isExact =
        allOf({areEqual(leaf, lower + iterationsOf(loop) * step.getConstant()),
               isExact});
  require(anyOf(
      {isExact, mayGoAstray(lower, upper, step, widthOf(position.getType()))}));
  return leaf;
}

LinearSum FactsAt::computeForArgument(scf::ForOp loop, BlockArgument argument) {
  if (argument == loop.getInductionVar())
    return computePositionOf(loop);
  valueOf(loop.getInductionVar());
  Value next = loop.getTiedLoopYieldedValue(argument)->get();
  std::optional<Added> added = findAdded(next, argument);
  if (!added)
    return makeLeaf(argument.getType());
  return computeSum(loop.getTiedLoopInit(argument)->get(), iterationsOf(loop),
                    *added);
}

/// How many iterations a loop has run that ended.
LinearSum FactsAt::tripsOf(scf::ForOp loop) {
  auto found = trips.find(loop);
  if (found != trips.end())
    return found->second;
  LinearSum count = makeVariable();
  trips[loop] = count;
  require(isAtLeastZero(count));
  LinearSum step = valueOf(loop.getStep());
  if (loop.getUnsignedCmp() || !step.isConstant())
    return count;
  LinearSum lower = valueOf(loop.getLowerBound());
  LinearSum upper = valueOf(loop.getUpperBound());
  LinearSum covered = count * step.getConstant() - (upper - lower);
  require(anyOf(
      {allOf({isAtMost(upper, lower), isZero(count)}),
       allOf({isBelow(lower, upper),
              isBetween(covered, Integer(0), step.getConstant() - 1)}),
       mayGoAstray(lower, upper, step, widthOf(loop.getStep().getType()))}));
  return count;
}

/// What a loop that has ended leaves behind.
LinearSum FactsAt::computeForResult(scf::ForOp loop, OpResult result) {
  BlockArgument argument = loop.getTiedLoopRegionIterArg(result);
  Value next = loop.getTiedLoopYieldedValue(argument)->get();
  std::optional<Added> added = findAdded(next, argument);
  if (!added)
    return makeLeaf(result.getType());
  return computeSum(loop.getTiedLoopInit(argument)->get(), tripsOf(loop),
                    *added);
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
    if (std::optional<Added> added = findAdded(next, after))
      return computeSum(loop.getInits()[number], iterationsOf(loop), *added);
  }
  return makeLeaf(argument.getType());
}

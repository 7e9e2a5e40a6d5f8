//===- IndexRanges.cpp - Intervals of values -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges of `arith` ops are upstream's, which know how each wraps. They are
// asked for operands by recursion, as the facts of phobos and scf are not those
// of a data-flow analysis over the whole function.
//
//===----------------------------------------------------------------------===//

#include "IndexFactsImpl.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace phobos;
using Int = LinearForm::Int;

Int phobos::getSignedMin(unsigned bits) { return -getSignedMax(bits) - Int(1); }

Int phobos::getSignedMax(unsigned bits) {
  return Int(APInt::getSignedMaxValue(bits));
}

unsigned phobos::getBits(Type type) {
  return ConstantIntRanges::getStorageBitwidth(getElementTypeOrSelf(type));
}

std::optional<Int> phobos::getConstantInteger(Value value) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return Int(number);
  SplatElementsAttr splat;
  if (matchPattern(value, m_Constant(&splat)) &&
      splat.getElementType().isIntOrIndex())
    return Int(splat.getSplatValue<APInt>());
  return std::nullopt;
}

Value phobos::stripFacts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<PromiseOp, AssumeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

ConstantIntRanges IndexFacts::Impl::rangeOf(Value value) {
  unsigned bits = getBits(value.getType());
  auto [entry, isNew] =
      ranges.try_emplace(value, ConstantIntRanges::maxRange(bits));
  // What is in progress has the range of its type for now.
  if (!isNew)
    return entry->second;
  constexpr unsigned deepest = 64;
  if (rangeDepth == deepest)
    return entry->second;
  ++rangeDepth;
  ConstantIntRanges range = computeRange(value);
  --rangeDepth;
  ranges.find(value)->second = range;
  return range;
}

static ConstantIntRanges makeRange(unsigned bits, const Interval &interval) {
  auto clamp = [&](const std::optional<Int> &end, const Int &otherwise) {
    bool isInside = end && *end >= getSignedMin(bits) &&
                    *end <= getSignedMax(bits) && bits <= 64;
    return APInt(bits, static_cast<int64_t>(isInside ? *end : otherwise),
                 /*isSigned=*/true);
  };
  if (bits > 64)
    return ConstantIntRanges::maxRange(bits);
  APInt min = clamp(interval.min, getSignedMin(bits));
  APInt max = clamp(interval.max, getSignedMax(bits));
  // Code that never runs has empty intervals.
  if (max.slt(min))
    return ConstantIntRanges::maxRange(bits);
  return ConstantIntRanges::fromSigned(min, max);
}

static Interval signedInterval(const ConstantIntRanges &range) {
  return {Int(range.smin()), Int(range.smax())};
}

ConstantIntRanges IndexFacts::Impl::computeRange(Value value) {
  unsigned bits = getBits(value.getType());
  if (std::optional<Int> number = getConstantInteger(value))
    return makeRange(bits, {number, number});
  if (isa<ShapedType>(value.getType()))
    return ConstantIntRanges::maxRange(bits);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argumentRange(argument);
  Operation *op = value.getDefiningOp();
  if (isa<PromiseOp, AssumeOp>(op)) {
    ConstantIntRanges range = rangeOf(op->getOperand(0));
    if (auto bounded = op->getAttrOfType<BoundedAttr>("predicate"))
      return range.intersection(
          makeRange(bits, {Int(bounded.getMin()), Int(bounded.getMax())}));
    return range;
  }
  if (auto id = dyn_cast<BlockIdOp>(op)) {
    Interval blocks =
        intervalOf(Leaf::blocks(static_cast<int64_t>(id.getDim())));
    if (blocks.max)
      *blocks.max -= Int(1);
    return makeRange(bits, {Int(0), blocks.max});
  }
  if (auto blocks = dyn_cast<NumBlocksOp>(op))
    return makeRange(
        bits, intervalOf(Leaf::blocks(static_cast<int64_t>(blocks.getDim()))));
  if (isa<LaneIdOp>(op))
    return makeRange(bits, {Int(0), Int(31)});
  if (isa<ThreadIdOp, WarpIdOp>(op)) {
    auto kernel = op->getParentOfType<KernelOp>();
    int64_t threads = kernel ? kernel.getThreads().value_or(1024) : 1024;
    return makeRange(
        bits, {Int(0), Int((isa<WarpIdOp>(op) ? threads / 32 : threads) - 1)});
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    return rangeOf(branch.thenYield().getOperand(number))
        .rangeUnion(rangeOf(branch.elseYield().getOperand(number)));
  }
  if (isa<arith::CeilDivSIOp, arith::FloorDivSIOp>(op))
    return roundedRange(op);
  auto infer = dyn_cast<InferIntRangeInterface>(op);
  if (!infer || !llvm::all_of(op->getOperandTypes(),
                              [](Type type) { return type.isIntOrIndex(); }))
    return ConstantIntRanges::maxRange(bits);
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands())
    operands.push_back(rangeOf(operand));
  ConstantIntRanges result = ConstantIntRanges::maxRange(bits);
  infer.inferResultRanges(operands,
                          [&](Value given, const ConstantIntRanges &range) {
                            if (given == value)
                              result = range;
                          });
  return result;
}

ConstantIntRanges IndexFacts::Impl::roundedRange(Operation *op) {
  // Upstream's range of a rounded quotient of the least integer has the wrong
  // sign.
  unsigned bits = getBits(op->getResult(0).getType());
  std::optional<Int> divisor = getConstantInteger(op->getOperand(1));
  if (!divisor || *divisor < 1)
    return ConstantIntRanges::maxRange(bits);
  ConstantIntRanges dividend = rangeOf(op->getOperand(0));
  auto divide = [&](const APInt &number) {
    return isa<arith::CeilDivSIOp>(op) ? ceilDiv(Int(number), *divisor)
                                       : floorDiv(Int(number), *divisor);
  };
  return makeRange(bits, {divide(dividend.smin()), divide(dividend.smax())});
}

bool IndexFacts::Impl::isExtent(Value argument) {
  auto owner = dyn_cast<BlockArgument>(argument);
  if (!owner || !argument.getType().isIndex() ||
      !isa<FunctionOpInterface>(owner.getOwner()->getParentOp()))
    return false;
  SmallVector<Value> names = {argument};
  while (!names.empty()) {
    Value name = names.pop_back_val();
    for (OpOperand &use : name.getUses()) {
      if (auto view = dyn_cast<ViewOp>(use.getOwner()))
        if (!view.getLoose() && llvm::is_contained(view.getExtents(), name))
          return true;
      if (isa<PromiseOp, AssumeOp>(use.getOwner()) &&
          use.getOperandNumber() == 0)
        names.push_back(use.getOwner()->getResult(0));
    }
  }
  return false;
}

ConstantIntRanges IndexFacts::Impl::argumentRange(BlockArgument argument) {
  unsigned bits = getBits(argument.getType());
  if (isExtent(argument))
    return makeRange(bits, {Int(0), std::nullopt});
  if (auto loop = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp()))
    if (argument.getOwner() == loop.getAfterBody())
      return rangeOf(loop.getConditionOp().getArgs()[argument.getArgNumber()]);
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument != loop.getInductionVar() || loop.getUnsignedCmp())
    return ConstantIntRanges::maxRange(bits);
  Interval range;
  range.max = Int(rangeOf(loop.getUpperBound()).smax()) - Int(1);
  if (isExact(loop))
    range.min = Int(rangeOf(loop.getLowerBound()).smin());
  return makeRange(bits, range);
}

bool IndexFacts::Impl::isExact(scf::ForOp loop) {
  // The last addition of the step, behind the last iteration, may wrap to a
  // number below the upper bound; then the loop would go on.
  unsigned bits = getBits(loop.getInductionVar().getType());
  Int largest = getSignedMax(bits);
  Int step = Int(rangeOf(loop.getStep()).smax());
  if (Int(rangeOf(loop.getUpperBound()).smax()) - Int(1) + step <= largest)
    return true;
  // Nor does it come there in 2^46 iterations.
  if (bits == 64 && step <= (1 << 16) &&
      Int(rangeOf(loop.getLowerBound()).smax()) <= (int64_t(1) << 62))
    return true;
  return proves(LinearForm(largest + 1) - formOf(loop.getStep()) -
                formOf(loop.getUpperBound()));
}

//===----------------------------------------------------------------------===//
// Of leaves and forms
//===----------------------------------------------------------------------===//

Interval IndexFacts::Impl::intervalOf(const Leaf &leaf) {
  switch (leaf.getKind()) {
  case Leaf::Kind::Value:
    return signedInterval(rangeOf(leaf.getValue()));
  case Leaf::Kind::Position:
    return {Int(0), Int(leaf.getExtent() - 1)};
  case Leaf::Kind::Iteration:
    return {Int(0), std::nullopt};
  case Leaf::Kind::Auxiliary:
    return {};
  case Leaf::Kind::Blocks:
    break;
  }
  // The block that asks is one of them.
  Interval blocks = {Int(1), getSignedMax(64)};
  if (!kernel || !kernel.getGrid())
    return blocks;
  Interval grid = intervalOf(kernel.getGrid()->getResult(leaf.getAxis()));
  if (grid.max && *grid.max < *blocks.max)
    blocks.max = grid.max;
  return blocks;
}

/// The interval of `factor` times a number in `interval`.
static Interval scale(Interval interval, const Int &factor) {
  if (factor < 0)
    std::swap(interval.min, interval.max);
  for (std::optional<Int> *end : {&interval.min, &interval.max})
    if (*end)
      **end *= factor;
  return interval;
}

static Interval sum(const Interval &a, const Interval &b) {
  Interval result;
  if (a.min && b.min)
    result.min = *a.min + *b.min;
  if (a.max && b.max)
    result.max = *a.max + *b.max;
  return result;
}

Interval IndexFacts::Impl::intervalOf(const LinearForm &form) {
  Interval result = {form.getConstant(), form.getConstant()};
  for (const auto &[leaf, factor] : form.getTerms())
    result = sum(result, scale(intervalOf(leaf), factor));
  return result;
}

Interval IndexFacts::Impl::intervalOf(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {Int(constant.getValue()), Int(constant.getValue())};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    BlockArgument argument = kernel.getGridSymbols()[symbol.getPosition()];
    if (kernel.getArgAttr(argument.getArgNumber(), kUnsignedAttr))
      return {};
    return signedInterval(rangeOf(argument));
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return {};
  Interval lhs = intervalOf(binary.getLHS()), rhs = intervalOf(binary.getRHS());
  if (binary.getKind() == AffineExprKind::Add)
    return sum(lhs, rhs);
  // Of the rest only by constants.
  if (!rhs.min || !rhs.max || *rhs.min != *rhs.max)
    return {};
  const Int &number = *rhs.min;
  if (binary.getKind() == AffineExprKind::Mul)
    return scale(lhs, number);
  if (number < 1)
    return {};
  if (binary.getKind() == AffineExprKind::Mod)
    return {Int(0), number - Int(1)};
  bool isCeil = binary.getKind() == AffineExprKind::CeilDiv;
  for (std::optional<Int> *end : {&lhs.min, &lhs.max})
    if (*end)
      *end = isCeil ? ceilDiv(**end, number) : floorDiv(**end, number);
  return lhs;
}

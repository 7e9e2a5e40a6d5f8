//===- LoopCuts.cpp - Conditions as places to cut a loop --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCuts.h"
#include "LeafBounds.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <limits>

using namespace mlir;
using namespace phobos;

static constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
static constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

namespace {
/// What a condition cuts at, and whether it is known to be just that: else it
/// may be any number, of which the steady loop is the smaller one at best.
struct Threshold {
  Value value;
  bool isExact;
};

class CutEmitter {
public:
  CutEmitter(RewriterBase &rewriter, scf::ForOp loop, const FactOps &ops)
      : b(loop.getLoc(), rewriter), loop(loop), facts(loop, ops),
        first(facts.formOf(loop.getLowerBound())),
        end(facts.formOf(loop.getUpperBound())),
        step(facts.formOf(loop.getStep())) {}

  LoopCuts emit(ArrayRef<CounterCondition> conditions);

private:
  LoopCut emitUpper(ArrayRef<CounterCondition> conditions);
  LoopCut emitLower(ArrayRef<CounterCondition> conditions, Value &last);
  Value emitSaturated(const LinearForm &form);
  Value emitLimited(const LeafBound &bound);
  Threshold emitThreshold(const CounterCondition &condition);
  bool roundsUp(const LinearForm &numerator, const LinearForm::Int &divisor);

  ImplicitLocOpBuilder b;
  scf::ForOp loop;
  IndexFacts facts;
  LinearForm first, end, step;
};
} // namespace

/// The form, or the end of the 64 bits that its constant takes it beyond.
Value CutEmitter::emitSaturated(const LinearForm &form) {
  auto constant = int64_t(form.getConstant());
  LinearForm terms = form - LinearForm(constant);
  LinearForm limit(constant > 0 ? kMost - constant : kLeast - constant);
  Value sum = terms.materialise(b, b.getLoc());
  if (constant > 0 && !facts.proves(limit - terms))
    sum = b.createOrFold<arith::MinSIOp>(sum, limit.materialise(b, b.getLoc()));
  if (constant < 0 && !facts.proves(terms - limit))
    sum = b.createOrFold<arith::MaxSIOp>(sum, limit.materialise(b, b.getLoc()));
  if (constant == 0)
    return sum;
  return b.createOrFold<arith::AddIOp>(
      sum, arith::ConstantIndexOp::create(b, constant));
}

/// The value, but not beyond its bound.
Value CutEmitter::emitLimited(const LeafBound &bound) {
  Value value =
      LinearForm(Leaf::ofValue(bound.value)).materialise(b, b.getLoc());
  Value limit = LinearForm(bound.bound).materialise(b, b.getLoc());
  return bound.isAtMost ? b.createOrFold<arith::MinSIOp>(value, limit)
                        : b.createOrFold<arith::MaxSIOp>(value, limit);
}

/// `floor(numerator / divisor)`. The sum is limited where it may be too large
/// for 64 bits, if the condition holds first, or too small: then it holds in
/// all of the iterations that are left.
Threshold CutEmitter::emitThreshold(const CounterCondition &condition) {
  LinearForm numerator = condition.getNumerator(),
             sum = condition.getSaturated();
  SmallVector<LeafBound> bounds = boundsToStayWithin(
      facts, sum, condition.holdsFirst() ? RangeEnd::Most : RangeEnd::Least);
  for (const LeafBound &bound : bounds) {
    Leaf leaf = Leaf::ofValue(bound.value);
    LinearForm::Int factor = numerator.getFactor(leaf);
    LinearForm limited = Leaf::ofValue(emitLimited(bound));
    numerator = numerator + (limited - LinearForm(leaf)) * factor;
  }
  bool isExact = bounds.empty() && staysWithin(facts, sum, RangeEnd::Least) &&
                 staysWithin(facts, sum, RangeEnd::Most);
  LinearForm::Int divisor = condition.getDivisor();
  if (divisor == 1)
    return {emitSaturated(numerator), isExact};
  Value quotient = b.createOrFold<arith::FloorDivSIOp>(
      numerator.materialise(b, b.getLoc()),
      arith::ConstantIndexOp::create(b, int64_t(divisor)));
  return {quotient, isExact};
}

/// Whether `numerator / divisor + step - 1` is known to fit in 64 bits.
bool CutEmitter::roundsUp(const LinearForm &numerator,
                          const LinearForm::Int &divisor) {
  LinearForm most = LinearForm(kMost) - step + LinearForm(1);
  return facts.proves(most * divisor - numerator);
}

/// The minimum or maximum of `values`, as a tree: a proof meets few operations
/// between one of them and the result.
template <typename Op>
static Value combine(ImplicitLocOpBuilder &b, ArrayRef<Value> values) {
  if (values.size() == 1)
    return values.front();
  size_t half = values.size() / 2;
  return b.createOrFold<Op>(combine<Op>(b, values.take_front(half)),
                            combine<Op>(b, values.drop_front(half)));
}

/// The steady loop ends before the first threshold, or where the loop ends.
LoopCut CutEmitter::emitUpper(ArrayRef<CounterCondition> conditions) {
  LoopCut cut;
  cut.leavesOne = true;
  cut.roundsUp = roundsUp(end, LinearForm::Int(1));
  bool isBeforeEnd = false;
  SmallVector<Value> thresholds;
  for (const CounterCondition &condition : conditions) {
    LinearForm numerator = condition.getNumerator();
    LinearForm::Int divisor = condition.getDivisor();
    Threshold threshold = emitThreshold(condition);
    thresholds.push_back(threshold.value);
    cut.roundsUp |= threshold.isExact && roundsUp(numerator, divisor);
    isBeforeEnd |= threshold.isExact && facts.proves(end * divisor - numerator);
    // What is left starts at the threshold or behind it, and a step from there
    // comes to the end: the threshold is above `numerator / divisor - 1`.
    cut.leavesOne &=
        threshold.isExact && facts.proves(numerator + (step - end) * divisor);
  }
  if (!isBeforeEnd)
    thresholds.push_back(loop.getUpperBound());
  cut.at = combine<arith::MinSIOp>(b, thresholds);
  // What is left may as well start a step before the last of all numbers.
  if (!cut.roundsUp)
    cut.at = b.createOrFold<arith::MinSIOp>(
        cut.at, (LinearForm(kMost) - step).materialise(b, b.getLoc()));
  cut.roundsUp = true;
  return cut;
}

/// The steady loop starts at the last threshold, which is returned as well, or
/// with the loop.
LoopCut CutEmitter::emitLower(ArrayRef<CounterCondition> conditions,
                              Value &last) {
  LoopCut cut;
  cut.leavesOne = true;
  cut.roundsUp = true;
  bool isBeforeEnd = true;
  SmallVector<Value> thresholds;
  for (const CounterCondition &condition : conditions) {
    LinearForm numerator = condition.getNumerator();
    LinearForm::Int divisor = condition.getDivisor();
    Threshold threshold = emitThreshold(condition);
    thresholds.push_back(threshold.value);
    cut.roundsUp &= threshold.isExact && roundsUp(numerator, divisor);
    isBeforeEnd &= threshold.isExact && facts.proves(end * divisor - numerator);
    cut.leavesOne &=
        threshold.isExact && facts.proves(condition.at(first + step));
  }
  cut.roundsUp |= roundsUp(end, LinearForm::Int(1));
  last = combine<arith::MaxSIOp>(b, thresholds);
  cut.at = isBeforeEnd
               ? last
               : b.createOrFold<arith::MinSIOp>(last, loop.getUpperBound());
  return cut;
}

LoopCuts CutEmitter::emit(ArrayRef<CounterCondition> conditions) {
  SmallVector<CounterCondition, 4> early, late;
  for (const CounterCondition &condition : conditions)
    (condition.holdsFirst() ? early : late).push_back(condition);
  LoopCuts cuts;
  if (!late.empty())
    cuts.lower = emitLower(late, cuts.lowerThreshold);
  if (!early.empty())
    cuts.upper = emitUpper(early);
  return cuts;
}

LoopCuts phobos::emitCuts(RewriterBase &rewriter, scf::ForOp loop,
                          ArrayRef<CounterCondition> conditions,
                          const FactOps &facts) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  return CutEmitter(rewriter, loop, facts).emit(conditions);
}

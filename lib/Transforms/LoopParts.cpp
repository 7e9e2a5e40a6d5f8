//===- LoopParts.cpp - Prologue, steady loop, epilogue ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace phobos;

/// The counter of the first of the iterations `base`, `base + step`, … that is
/// at or after the cut, or a number of at least `end` where there is none
/// before `end`.
static Value firstIterationFrom(ImplicitLocOpBuilder &b, Value base,
                                const LoopCut &cut, Value step, Value end) {
  // The distance is below 2^64: exact as an unsigned number.
  Value reached = b.createOrFold<arith::MaxSIOp>(cut.at, base);
  Value distance = b.createOrFold<arith::SubIOp>(reached, base);
  Value count = b.createOrFold<arith::CeilDivUIOp>(distance, step);
  Value first = b.createOrFold<arith::AddIOp>(
      base, b.createOrFold<arith::MulIOp>(count, step));
  if (cut.roundsUp)
    return first;
  // Rounded up, it may have wrapped to a number below the cut.
  Value wraps =
      b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::slt, first, cut.at);
  return b.createOrFold<arith::SelectOp>(wraps, end, first);
}

/// Copies the body of `loop` to the builder's place, for the iteration
/// `position`; returns what it yields.
static SmallVector<Value> cloneIteration(OpBuilder &builder, scf::ForOp loop,
                                         Value position, ValueRange carried) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), position);
  mapping.map(loop.getRegionIterArgs(), carried);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> yielded;
  for (Value value : loop.getYieldedValues())
    yielded.push_back(mapping.lookupOrDefault(value));
  return yielded;
}

/// A copy of `loop` that runs from `lower` to `upper`; an `scf.if` where it
/// `isOne` iteration at most.
static Operation *clonePart(ImplicitLocOpBuilder &b, scf::ForOp loop,
                            Value lower, Value upper, ValueRange carried,
                            bool isOne) {
  if (isOne) {
    Value runs =
        b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::slt, lower, upper);
    auto runOnce = [&](OpBuilder &builder, Location loc) {
      scf::YieldOp::create(builder, loc,
                           cloneIteration(builder, loop, lower, carried));
    };
    auto runNothing = [&](OpBuilder &builder, Location loc) {
      scf::YieldOp::create(builder, loc, carried);
    };
    if (carried.empty())
      return scf::IfOp::create(b, runs, runOnce);
    return scf::IfOp::create(b, runs, runOnce, runNothing);
  }
  auto part = cast<scf::ForOp>(b.clone(*loop));
  part->setDiscardableAttrs(ArrayRef<NamedAttribute>());
  part.setLowerBound(lower);
  part.setUpperBound(upper);
  part.getInitArgsMutable().assign(carried);
  return part;
}

LoopParts phobos::cutLoop(RewriterBase &rewriter, scf::ForOp loop,
                          const LoopCuts &cuts) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  ImplicitLocOpBuilder b(loop.getLoc(), rewriter);
  LoopParts parts = {nullptr, loop, nullptr};
  Value end = loop.getUpperBound(), step = loop.getStep();
  Value start = loop.getLowerBound();
  if (cuts.lower) {
    start = firstIterationFrom(b, start, *cuts.lower, step, end);
    start = b.createOrFold<arith::MaxSIOp>(start, cuts.lowerThreshold);
    if (cuts.least)
      start = b.createOrFold<arith::MaxSIOp>(start, cuts.least);
    parts.prologue = clonePart(b, loop, loop.getLowerBound(), cuts.lower->at,
                               loop.getInits(), cuts.lower->leavesOne);
  }
  if (cuts.upper) {
    Value rest = firstIterationFrom(b, start, *cuts.upper, step, end);
    if (cuts.least)
      rest = b.createOrFold<arith::MaxSIOp>(rest, cuts.least);
    b.setInsertionPointAfter(loop);
    parts.epilogue =
        clonePart(b, loop, rest, end, loop.getResults(), cuts.upper->leavesOne);
    rewriter.replaceUsesWithIf(
        loop.getResults(), parts.epilogue->getResults(), [&](OpOperand &use) {
          return !parts.epilogue->isAncestor(use.getOwner());
        });
  }
  rewriter.modifyOpInPlace(loop, [&] {
    loop.setLowerBound(start);
    if (cuts.upper)
      loop.setUpperBound(cuts.upper->at);
    if (parts.prologue)
      loop.getInitArgsMutable().assign(parts.prologue->getResults());
  });
  return parts;
}

//===- Uniformity.cpp - What is the same for a block's threads -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's sparse analyses have no control dependence: a result of scf.if
// joins what the branches yield, whatever the condition. So the kernel is
// walked forward, with the conditions around each op at hand, until nothing
// changes: a value can only come to differ more.
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/Uniformity.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

/// What differs more. Of two alike the first, so that sources do not change
/// from one walk to the next.
static Variation join(Variation a, Variation b) {
  return b.level > a.level ? b : a;
}

UniformityAnalysis::UniformityAnalysis(KernelOp kernel)
    : isOneWarp(kernel.getThreads() == 32) {
  do {
    changed = false;
    for (Block &block : kernel.getBody())
      visit(block, {});
  } while (changed);
}

void UniformityAnalysis::raise(Value value, Variation variation) {
  if (isOneWarp && variation.level == Uniformity::Warp)
    return;
  if (variation.level <= of(value).level)
    return;
  variations[value] = variation;
  changed = true;
}

Variation UniformityAnalysis::ofAll(ValueRange values) const {
  Variation result;
  for (Value value : values)
    result = join(result, of(value));
  return result;
}

Variation UniformityAnalysis::ofControl(Operation *op) const {
  return llvm::TypeSwitch<Operation *, Variation>(op)
      .Case<scf::IfOp>([&](scf::IfOp op) { return of(op.getCondition()); })
      .Case<scf::ForOp>([&](scf::ForOp op) {
        return ofAll({op.getLowerBound(), op.getUpperBound(), op.getStep()});
      })
      .Case<scf::WhileOp>([&](scf::WhileOp op) {
        return of(op.getConditionOp().getCondition());
      })
      .Case<KernelOp, ThreadSumOp>([](Operation *) { return Variation(); })
      .Default([&](Operation *op) { return ofAll(op->getOperands()); });
}

Operation *UniformityAnalysis::findDivergence(Operation *op,
                                              Uniformity level) const {
  Operation *parent = op->getParentOp();
  while (parent && !isa<KernelOp>(parent)) {
    if (ofControl(parent).level > level)
      return parent;
    parent = parent->getParentOp();
  }
  return nullptr;
}

Value UniformityAnalysis::findBase(Value value, Region &region) const {
  while (region.isAncestor(value.getParentRegion())) {
    Operation *op = value.getDefiningOp();
    if (!op)
      break;
    if (auto store = dyn_cast<StoreElemOp>(op))
      value = store.getDest();
    else if (Value base = bases.lookup(value))
      value = base;
    else
      return {};
  }
  return value;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void UniformityAnalysis::visit(Block &block, Variation outer) {
  for (Operation &op : block)
    visit(&op, outer);
}

/// That of what the threads of a warp get from one another.
static Variation ofShuffle(ShuffleOp op, Variation value, Variation lane) {
  if (value.level <= Uniformity::Warp)
    return value;
  if (lane.level <= Uniformity::Warp)
    return {Uniformity::Warp, op};
  return value;
}

void UniformityAnalysis::visit(Operation *op, Variation outer) {
  if (op->getNumRegions())
    return visitRegions(op, join(outer, ofControl(op)));
  Variation given = ofAll(op->getOperands());
  // Threads that are not together may read what others write in between.
  bool readsMemory = !isMemoryEffectFree(op) || isa<LoadElemOp>(op);
  if (readsMemory)
    given = join(given, outer);
  if (isa<ThreadIdOp, LaneIdOp>(op))
    given = {Uniformity::Thread, op};
  else if (isa<WarpIdOp>(op))
    given = {Uniformity::Warp, op};
  else if (isa<WarpReduceOp>(op) && given.level > Uniformity::Warp)
    given = {Uniformity::Warp, op};
  else if (isa<BlockReduceOp>(op))
    given = {};
  else if (auto shuffle = dyn_cast<ShuffleOp>(op))
    given = ofShuffle(shuffle, of(shuffle.getSource()), of(shuffle.getLane()));
  else if (auto store = dyn_cast<StoreElemOp>(op))
    given = join(of(store.getDest()), outer);
  for (Value result : op->getResults())
    raise(result, given);
}

void UniformityAnalysis::visitRegions(Operation *op, Variation outer) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    raise(loop.getInductionVar(),
          ofAll({loop.getLowerBound(), loop.getStep()}));
    for (auto [argument, init] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs()))
      raise(argument, of(init));
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [argument, init] :
         llvm::zip_equal(loop.getBeforeArguments(), loop.getInits()))
      raise(argument, of(init));
  } else if (!isa<scf::IfOp>(op)) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          raise(argument, ofAll(op->getOperands()));
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visit(block, outer);
  Variation control = ofControl(op);
  if (control.source)
    control.source = op;
  if (isa<scf::IfOp>(op))
    return visitIf(op, control);
  if (isa<scf::ForOp>(op))
    return visitFor(op, control);
  if (isa<scf::WhileOp>(op))
    return visitWhile(op, control);
  Variation given = join(ofAll(op->getOperands()), outer);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      given = join(given, ofAll(block.getTerminator()->getOperands()));
  for (Value result : op->getResults())
    raise(result, given);
}

void UniformityAnalysis::giveResult(Value result, ValueRange yielded,
                                    Variation control, Value base) {
  if (!base)
    return raise(result, join(ofAll(yielded), control));
  bases[result] = base;
  raise(result, of(base));
}

void UniformityAnalysis::visitIf(Operation *op, Variation control) {
  auto branch = cast<scf::IfOp>(op);
  for (OpResult result : branch.getResults()) {
    Value left = branch.thenYield().getOperand(result.getResultNumber());
    Value right = branch.elseYield().getOperand(result.getResultNumber());
    Value base = findBase(left, branch.getThenRegion());
    if (base != findBase(right, branch.getElseRegion()))
      base = {};
    giveResult(result, {left, right}, control, base);
  }
}

void UniformityAnalysis::visitFor(Operation *op, Variation control) {
  auto loop = cast<scf::ForOp>(op);
  for (auto [result, argument, init, yielded] :
       llvm::zip_equal(loop.getResults(), loop.getRegionIterArgs(),
                       loop.getInitArgs(), loop.getYieldedValues())) {
    raise(argument, of(yielded));
    bool isVersion = findBase(yielded, loop.getRegion()) == argument;
    giveResult(result, {init, yielded}, control, isVersion ? init : Value());
  }
}

void UniformityAnalysis::visitWhile(Operation *op, Variation control) {
  auto loop = cast<scf::WhileOp>(op);
  for (auto [argument, yielded] : llvm::zip_equal(
           loop.getBeforeArguments(), loop.getYieldOp().getOperands()))
    raise(argument, of(yielded));
  for (auto [number, passed] :
       llvm::enumerate(loop.getConditionOp().getArgs())) {
    BlockArgument after = loop.getAfterArguments()[number];
    raise(after, of(passed));
    bool isVersion = number < loop.getInits().size() &&
                     findBase(passed, loop.getBefore()) ==
                         loop.getBeforeArguments()[number] &&
                     findBase(loop.getYieldOp().getOperand(number),
                              loop.getAfter()) == after;
    giveResult(loop.getResult(number), passed, control,
               isVersion ? loop.getInits()[number] : Value());
  }
}

//===- ThreadRegions.cpp - Branches and loops around loops ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Branches and loops that threads take together and in which they meet. They
// give and carry what is the same for these threads; each thread's own is in
// slots.
//
//===----------------------------------------------------------------------===//

#include "ThreadLoops.h"

using namespace mlir;
using namespace phobos;

/// Emits what stands before the terminator of `block`, and then `copies`, whose
/// sources it holds.
void ThreadLoops::emitBody(Block &block, Scope &scope, ArrayRef<Copy> copies) {
  for (Operation &op : block.without_terminator())
    place(&op, scope);
  // A lane must not write what others are still to read.
  if (hasShuffle(scope.pending))
    flush(scope);
  flush(scope, copies);
}

void ThreadLoops::emitRegions(Operation *op, Scope &scope) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch, scope);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop, scope);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop, scope);
  op->emitError("expected scf.if, scf.for or scf.while around what threads do "
                "together, got '")
      << op->getName() << "'";
  failed = true;
}

void ThreadLoops::emitIf(scf::IfOp op, Scope &scope) {
  if (dependsOnPending(op, scope))
    flush(scope);
  SmallVector<OpResult> results;
  SmallVector<std::pair<unsigned, Slot>> inSlots;
  for (OpResult result : op.getResults())
    if (isValueOf(result, scope))
      results.push_back(result);
    else
      inSlots.emplace_back(result.getResultNumber(),
                           createSlot(result, uniformity.of(result).level));
  Value condition = resolve(op.getCondition(), scope);
  auto types = llvm::map_to_vector(
      results, [](OpResult result) { return result.getType(); });
  auto branch =
      scf::IfOp::create(scope.builder, op.getLoc(), types, condition,
                        /*withElseRegion=*/!op.getElseRegion().empty());
  for (auto [from, to] : llvm::zip(op->getRegions(), branch->getRegions())) {
    if (from.empty())
      continue;
    Operation *yield = from.front().getTerminator();
    SmallVector<Copy> copies;
    for (auto [number, slot] : inSlots)
      copies.push_back({&yield->getOpOperand(number), slot});
    Scope inner(scope.level, &scope, OpBuilder::atBlockBegin(&to.front()));
    emitBody(from.front(), inner, copies);
    SmallVector<Value> yielded;
    for (OpResult result : results)
      yielded.push_back(
          resolve(yield->getOperand(result.getResultNumber()), inner));
    if (!results.empty())
      scf::YieldOp::create(inner.builder, yield->getLoc(), yielded);
  }
  for (auto [result, value] : llvm::zip(results, branch.getResults()))
    define(result, value, scope);
}

void ThreadLoops::emitFor(scf::ForOp op, Scope &scope) {
  Operation *yield = op.getBody()->getTerminator();
  SmallVector<unsigned> carried;
  SmallVector<Copy> before, after;
  for (auto [number, argument] : llvm::enumerate(op.getRegionIterArgs())) {
    OpResult result = op->getResult(number);
    if (isValueOf(argument, scope) && isValueOf(result, scope)) {
      carried.push_back(number);
      continue;
    }
    Slot slot = createSlot(result, std::max(uniformity.of(argument).level,
                                            uniformity.of(result).level));
    slots[argument] = slot;
    before.push_back({&op.getInitsMutable()[number], slot});
    after.push_back({&yield->getOpOperand(number), slot});
  }
  if (!before.empty() || dependsOnPending(op, scope))
    flush(scope, before);
  SmallVector<Value> inits = resolveAll(op.getInitArgs(), carried, scope);
  Value lower = resolve(op.getLowerBound(), scope);
  Value upper = resolve(op.getUpperBound(), scope);
  Value step = resolve(op.getStep(), scope);
  auto loop =
      scf::ForOp::create(scope.builder, op.getLoc(), lower, upper, step, inits);
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  loop.setUnsignedCmp(op.getUnsignedCmp());
  Scope inner(scope.level, &scope, OpBuilder::atBlockBegin(loop.getBody()));
  inner.values[op.getInductionVar()] = loop.getInductionVar();
  for (auto [number, argument] : llvm::zip(carried, loop.getRegionIterArgs()))
    inner.values[op.getRegionIterArg(number)] = argument;
  emitBody(*op.getBody(), inner, after);
  if (!carried.empty())
    scf::YieldOp::create(inner.builder, yield->getLoc(),
                         resolveAll(yield->getOperands(), carried, inner));
  for (auto [number, value] : llvm::zip(carried, loop.getResults()))
    define(op->getResult(number), value, scope);
}

SmallVector<Value> ThreadLoops::resolveAll(ValueRange values,
                                           ArrayRef<unsigned> numbers,
                                           Scope &scope) {
  return llvm::map_to_vector(
      numbers, [&](unsigned number) { return resolve(values[number], scope); });
}

/// The scope of the block that `region` gets, with those arguments of `from`.
ThreadLoops::Scope ThreadLoops::createBlock(Region &region, Block &from,
                                            ArrayRef<unsigned> numbers,
                                            Scope &scope) {
  Block &block = region.emplaceBlock();
  Scope inner(scope.level, &scope, OpBuilder::atBlockEnd(&block));
  for (unsigned number : numbers) {
    BlockArgument argument = from.getArgument(number);
    inner.values[argument] =
        block.addArgument(argument.getType(), argument.getLoc());
  }
  return inner;
}

void ThreadLoops::emitWhile(scf::WhileOp op, Scope &scope) {
  scf::ConditionOp condition = op.getConditionOp();
  Operation *yield = op.getYieldOp();
  SmallVector<unsigned> carried, passed;
  SmallVector<Copy> before, toAfter, toBefore;
  for (auto [number, argument] : llvm::enumerate(op.getBeforeArguments())) {
    if (isValueOf(argument, scope)) {
      carried.push_back(number);
      continue;
    }
    Slot slot = createSlot(argument, uniformity.of(argument).level);
    before.push_back({&op.getInitsMutable()[number], slot});
    toBefore.push_back({&yield->getOpOperand(number), slot});
  }
  for (auto [number, argument] : llvm::enumerate(op.getAfterArguments())) {
    OpResult result = op->getResult(number);
    if (isValueOf(argument, scope) && isValueOf(result, scope)) {
      passed.push_back(number);
      continue;
    }
    Slot slot = createSlot(result, std::max(uniformity.of(argument).level,
                                            uniformity.of(result).level));
    slots[argument] = slot;
    toAfter.push_back({&condition.getArgsMutable()[number], slot});
  }
  if (!before.empty() || dependsOnPending(op, scope))
    flush(scope, before);
  auto types = llvm::map_to_vector(
      passed, [&](unsigned number) { return op->getResultTypes()[number]; });
  SmallVector<Value> inits = resolveAll(op.getInits(), carried, scope);
  auto loop = scf::WhileOp::create(scope.builder, op.getLoc(), types, inits);

  Scope first =
      createBlock(loop.getBefore(), *op.getBeforeBody(), carried, scope);
  emitBody(*op.getBeforeBody(), first, toAfter);
  Value goesOn = resolve(condition.getCondition(), first);
  scf::ConditionOp::create(first.builder, condition.getLoc(), goesOn,
                           resolveAll(condition.getArgs(), passed, first));
  Scope second =
      createBlock(loop.getAfter(), *op.getAfterBody(), passed, scope);
  emitBody(*op.getAfterBody(), second, toBefore);
  scf::YieldOp::create(second.builder, yield->getLoc(),
                       resolveAll(yield->getOperands(), carried, second));
  for (auto [number, value] : llvm::zip(passed, loop.getResults()))
    define(op->getResult(number), value, scope);
}

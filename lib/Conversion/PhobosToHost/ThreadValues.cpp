//===- ThreadValues.cpp - Values of the threads of a block ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "phobos/Conversion/ReduceLowering.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

/// What a slot has to hold of a value of this type: the scalar, or the element
/// of a point. Null where no buffer holds it.
static Type getSlotType(Type type) {
  if (auto tile = dyn_cast<TileType>(type))
    type = tile.getNumElements() == 1 ? tile.getElementType() : Type();
  return type && type.isIntOrIndexOrFloat() ? type : Type();
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

Value ThreadLoops::createBuffer(Location loc, int64_t size, Type type) {
  return memref::AllocOp::create(entry, loc, MemRefType::get({size}, type));
}

ThreadLoops::Slot ThreadLoops::createSlot(Value value, Uniformity level) {
  Type type = getSlotType(value.getType());
  if (!type) {
    emitError(value.getLoc()) << "expected a number where a branch or loop, "
                                 "which threads take together, gives a value "
                                 "of a thread's own, got "
                              << value.getType();
    failed = true;
    type = entry.getIndexType();
  }
  int64_t size = level == Uniformity::Thread ? threads
                 : level == Uniformity::Warp ? threads / kWarpSize
                                             : 1;
  Slot slot{createBuffer(value.getLoc(), size, type), level};
  slots[value] = slot;
  return slot;
}

ThreadLoops::Slot ThreadLoops::getFilledSlot(OpOperand &use, Scope &scope) {
  auto known = slots.find(use.get());
  if (known != slots.end())
    return known->second;
  Slot slot = createSlot(use.get(), uniformity.of(use.get()).level);
  flush(scope, Copy{&use, slot});
  return slot;
}

static Value getPlace(OpBuilder &builder, Location loc, Uniformity level,
                      Value warp, Value thread) {
  if (level == Uniformity::Thread)
    return thread;
  if (level == Uniformity::Warp)
    return warp;
  return arith::ConstantIndexOp::create(builder, loc, 0);
}

void ThreadLoops::writeSlot(Value value, const Slot &slot, Scope &scope) {
  ImplicitLocOpBuilder builder(value.getLoc(), scope.builder);
  Value place =
      getPlace(builder, builder.getLoc(), slot.level, scope.warp, scope.thread);
  if (isa<TileType>(value.getType()))
    value = ItemOp::create(builder, getSlotType(value.getType()), value);
  memref::StoreOp::create(builder, value, slot.buffer, place);
}

Value ThreadLoops::readSlot(Value source, const Slot &slot, Scope &scope) {
  ImplicitLocOpBuilder builder(source.getLoc(), scope.builder);
  Value place =
      getPlace(builder, builder.getLoc(), slot.level, scope.warp, scope.thread);
  Value value = memref::LoadOp::create(builder, slot.buffer, place);
  if (isa<TileType>(source.getType()))
    value = SplatOp::create(builder, source.getType(), value);
  return value;
}

/// `value` is what code of `scope` has for `source`. Where something behind the
/// loop over threads uses it, a slot keeps it.
void ThreadLoops::define(Value source, Value value, Scope &scope) {
  scope.values[source] = value;
  if (!scope.isLoop || isVersion(source) || !getSlotType(source.getType()))
    return;
  Block *block = source.getParentBlock();
  bool isUsedBehind = llvm::any_of(source.getUses(), [&](OpOperand &use) {
    return !scope.insideUses.contains(&use) &&
           !scope.inside.contains(
               block->findAncestorOpInBlock(*use.getOwner()));
  });
  if (isUsedBehind)
    writeSlot(value, createSlot(source, uniformity.of(source).level), scope);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value ThreadLoops::getPosition(OpBuilder &builder, Operation *op,
                               const Scope &scope) {
  auto number = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, op->getLoc(), number);
  };
  if (isa<NumThreadsOp>(op))
    return number(threads);
  // What code of the whole block asks for can only be the one warp.
  if (isa<WarpIdOp>(op))
    return scope.warp ? scope.warp : number(0);
  return isa<LaneIdOp>(op) ? scope.lane : scope.thread;
}

/// What code of `scope` has for `value`.
Value ThreadLoops::resolve(Value value, Scope &scope) {
  for (Scope *at = &scope; at; at = at->outer)
    if (Value known = at->values.lookup(value))
      return known;
  Operation *op = value.getDefiningOp();
  if (op && isPosition(op))
    return getPosition(scope.builder, op, scope);
  if (auto slot = slots.find(value); slot != slots.end())
    return scope.values[value] = readSlot(value, slot->second, scope);
  // Views and pointers are made again where they are used.
  assert(op && isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         "expected a value that is known here");
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, resolve(operand, scope));
  Operation *again = scope.builder.clone(*op, mapping);
  return scope.values[value] =
             again->getResult(cast<OpResult>(value).getResultNumber());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void ThreadLoops::emit(Operation *op, Scope &scope) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<BarrierOp>([](BarrierOp) {}) // Here all threads have come.
      .Case<BlockReduceOp>([&](BlockReduceOp op) {
        define(op, emitCollective(op, op.getKind(), scope), scope);
      })
      .Case<WarpReduceOp>([&](WarpReduceOp op) {
        define(op, emitCollective(op, op.getKind(), scope), scope);
      })
      .Case<ShuffleOp>([&](ShuffleOp op) { emitShuffle(op, scope); })
      .Default([&](Operation *op) { emitClone(op, scope); });
}

void ThreadLoops::emitClone(Operation *op, Scope &scope) {
  IRMapping mapping;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (!op->isAncestor(operand.getParentRegion()->getParentOp()))
        mapping.map(operand, resolve(operand, scope));
  });
  Operation *clone = scope.builder.clone(*op, mapping);
  clone->walk([&](Operation *nested) {
    if (nested == clone || !isPosition(nested))
      return;
    OpBuilder before(nested);
    nested->getResult(0).replaceAllUsesWith(getPosition(before, nested, scope));
    nested->erase();
  });
  for (auto [source, value] : llvm::zip(op->getResults(), clone->getResults()))
    define(source, value, scope);
}

void ThreadLoops::emitShuffle(ShuffleOp op, Scope &scope) {
  if (uniformity.of(op.getSource()).level <= Uniformity::Warp)
    return define(op, resolve(op.getSource(), scope), scope);
  Value lane = resolve(op.getLane(), scope);
  ImplicitLocOpBuilder builder(op.getLoc(), scope.builder);
  Value most = arith::ConstantIndexOp::create(builder, kWarpSize - 1);
  Value size = arith::ConstantIndexOp::create(builder, kWarpSize);
  Value place = arith::AddIOp::create(
      builder, arith::MulIOp::create(builder, scope.warp, size),
      arith::AndIOp::create(builder, lane, most));
  Value value = memref::LoadOp::create(
      builder, slots.lookup(op.getSource()).buffer, place);
  define(op, value, scope);
}

/// Combines the warp's elements from `start`, halves with one another: as lanes
/// do that exchange their values, so that sums of floats round alike.
Value ThreadLoops::combineLanes(ImplicitLocOpBuilder &builder, ReduceKind kind,
                                Value buffer, Value start) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Type type = cast<MemRefType>(buffer.getType()).getElementType();
  Value halves = createBuffer(builder.getLoc(), kWarpSize / 2, type);
  for (int64_t half = kWarpSize / 2; half != 0; half /= 2) {
    Value end = arith::ConstantIndexOp::create(builder, half);
    auto loop = scf::ForOp::create(builder, zero, end, one);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value index = loop.getInductionVar();
    Value place = arith::AddIOp::create(builder, start, index);
    Value first = memref::LoadOp::create(builder, buffer, place);
    Value second = memref::LoadOp::create(
        builder, buffer,
        arith::AddIOp::create(builder, place, end).getResult());
    memref::StoreOp::create(builder, combine(builder, kind, first, second),
                            halves, index);
    buffer = halves;
    start = zero;
  }
  return memref::LoadOp::create(builder, halves, zero);
}

/// The values of `source`, of the threads of one warp, combined.
Value ThreadLoops::combineWarp(ImplicitLocOpBuilder &builder, ReduceKind kind,
                               Value source, Value warp, Scope &scope) {
  Uniformity level = uniformity.of(source).level;
  if (level == Uniformity::Thread) {
    Value size = arith::ConstantIndexOp::create(builder, kWarpSize);
    return combineLanes(builder, kind, slots.lookup(source).buffer,
                        arith::MulIOp::create(builder, warp, size));
  }
  Value value =
      level <= scope.level
          ? resolve(source, scope)
          : memref::LoadOp::create(builder, slots.lookup(source).buffer, warp);
  for (int64_t lanes = 1; lanes != kWarpSize; lanes *= 2)
    value = combine(builder, kind, value, value);
  return value;
}

Value ThreadLoops::emitCollective(Operation *op, ReduceKind kind,
                                  Scope &scope) {
  OpOperand &operand = op->getOpOperand(0);
  Value source = operand.get();
  if (uniformity.of(source).level > scope.level)
    getFilledSlot(operand, scope);
  else
    resolve(source, scope);
  ImplicitLocOpBuilder builder(op->getLoc(), scope.builder);
  if (isa<WarpReduceOp>(op)) {
    // What differs between threads is combined in a loop over warps.
    return combineWarp(builder, kind, source, scope.warp, scope);
  }
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value end = arith::ConstantIndexOp::create(builder, threads / kWarpSize);
  Value first = combineWarp(builder, kind, source, zero, scope);
  auto loop = scf::ForOp::create(builder, one, end, one, first);
  builder.setInsertionPointToStart(loop.getBody());
  Value next =
      combineWarp(builder, kind, source, loop.getInductionVar(), scope);
  scf::YieldOp::create(builder,
                       combine(builder, kind, loop.getRegionIterArg(0), next));
  return loop.getResult(0);
}

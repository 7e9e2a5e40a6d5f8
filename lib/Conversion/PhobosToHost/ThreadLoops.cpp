//===- ThreadLoops.cpp - A block's threads as loops -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Loops over threads are split where threads meet: at collectives, barriers and
// work on tiles, as Karrenberg and Hack ("Whole-Function Vectorization") and
// Stratton et al. ("MCUDA") do it. Here control flow is structured, and the
// analysis says which branches and loops all threads of a warp or block take
// together: those that threads meet in stand outside of the loops.
//
//===----------------------------------------------------------------------===//

#include "ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace phobos;

static bool isSharedTile(Value value) {
  auto tile = dyn_cast<TileType>(value.getType());
  return tile && tile.getNumElements() > 1;
}

/// Whether `op` or an op in it uses a value from outside for which `test` is
/// true.
static bool usesFromOutside(Operation *op, function_ref<bool(Value)> test) {
  WalkResult walk = op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (!op->isAncestor(operand.getParentRegion()->getParentOp()) &&
          test(operand))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return walk.wasInterrupted();
}

ThreadLoops::Scope::Scope(Uniformity level, Scope *outer, OpBuilder builder)
    : level(level), outer(outer), builder(builder) {
  if (!outer)
    return;
  warp = outer->warp;
  lane = outer->lane;
  thread = outer->thread;
}

ThreadLoops::ThreadLoops(KernelOp kernel)
    : kernel(kernel), threads(*kernel.getThreads()), uniformity(kernel),
      entry(kernel.getContext()) {}

LogicalResult ThreadLoops::run() {
  Block &old = kernel.getBody().front();
  body = new Block();
  kernel.getBody().push_back(body);
  OpBuilder builder = OpBuilder::atBlockEnd(body);
  Scope scope(Uniformity::Block, nullptr, builder);
  for (BlockArgument argument : old.getArguments())
    scope.values[argument] =
        body->addArgument(argument.getType(), argument.getLoc());
  // Buffers are put in front of everything.
  auto anchor =
      arith::ConstantIndexOp::create(builder, kernel.getLoc(), threads);
  entry.setInsertionPoint(anchor);
  emitBody(old, scope, {});
  emitClone(old.getTerminator(), scope);
  anchor.erase();
  old.dropAllDefinedValueUses();
  old.erase();
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// What runs where
//===----------------------------------------------------------------------===//

bool ThreadLoops::isVersion(Value value) const {
  return uniformity.isVersion(value) || value.getDefiningOp<StoreElemOp>();
}

/// Whether code of this scope has `value` as a value, not in a slot.
bool ThreadLoops::isValueOf(Value value, const Scope &scope) const {
  return uniformity.of(value).level <= scope.level || isVersion(value) ||
         isSharedTile(value);
}

/// The level of the most differing value that `op` works on.
Uniformity ThreadLoops::findLevel(Operation *op) const {
  Uniformity level = Uniformity::Block;
  op->walk([&](Operation *nested) {
    if (nested->getNumRegions())
      level = std::max(level, uniformity.ofControl(nested).level);
    for (Value operand : nested->getOperands())
      level = std::max(level, uniformity.of(operand).level);
    for (Value result : nested->getResults())
      level = std::max(level, uniformity.of(result).level);
  });
  return level;
}

/// Whether `op` has to run once for the group of threads that `level` shares,
/// which all come to it.
bool ThreadLoops::isOneGroups(Operation *op, Uniformity level) const {
  if (level == Uniformity::Block ? isa<BarrierOp, BlockReduceOp>(op)
                                 : isa<WarpReduceOp, ShuffleOp>(op))
    return true;
  if (uniformity.findDivergence(op, level))
    return false;
  if (isa<StoreOp, ScatterOp, AtomicOp, AtomicScatterOp>(op))
    return findLevel(op) <= level;
  // All threads see a tile's elements behind the op that writes them.
  return level == Uniformity::Block && !isa<LoadElemOp>(op) &&
         (llvm::any_of(op->getOperands(), isSharedTile) ||
          llvm::any_of(op->getResults(), [&](Value result) {
            return isSharedTile(result) || isVersion(result);
          }));
}

/// Whether `op` or an op in it writes to memory.
static bool writesMemory(Operation *op) {
  WalkResult walk = op->walk([](Operation *nested) {
    return isa<StoreOp, ScatterOp, AtomicOp, AtomicScatterOp>(nested)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// Whether the branch or loop `op` stays outside of loops over what `level`
/// does not share.
bool ThreadLoops::mustStay(Operation *op, Uniformity level) const {
  if (op->getNumRegions() == 0 || uniformity.ofControl(op).level > level)
    return false;
  bool hasWrites = writesMemory(op);
  WalkResult walk = op->walk([&](Operation *nested) {
    // What the group reads is in one order with what its threads write.
    bool isOrdered = hasWrites && isa<LoadOp, GatherOp>(nested) &&
                     !uniformity.findDivergence(nested, level) &&
                     findLevel(nested) <= level;
    bool stays = nested != op && (isOrdered || isOneGroups(nested, level));
    return stays ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// Whether threads meet in `op`.
static bool holdsMeeting(Operation *op) {
  WalkResult walk = op->walk([](Operation *nested) {
    return isa<BarrierOp, BlockReduceOp, WarpReduceOp, ShuffleOp>(nested)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

bool ThreadLoops::belongsInside(Operation *op, Uniformity level) const {
  if (level == Uniformity::Thread || isa<BarrierOp, BlockReduceOp>(op))
    return false;
  if (level == Uniformity::Warp && isa<WarpReduceOp>(op))
    return false;
  return findLevel(op) > level && !mustStay(op, level);
}

/// Whether `op` sees the elements that pending ops write.
bool ThreadLoops::usesPendingTile(Operation *op, const Scope &scope) const {
  return usesFromOutside(op, [&](Value value) {
    return isVersion(value) &&
           llvm::is_contained(scope.pending, value.getDefiningOp());
  });
}

static bool readsAtMost(Operation *op) {
  if (isMemoryEffectFree(op))
    return true;
  auto effects = getEffectsRecursively(op);
  return effects &&
         llvm::all_of(*effects, [](const MemoryEffects::EffectInstance &one) {
           return isa<MemoryEffects::Read>(one.getEffect());
         });
}

/// Whether `op` may not run before the pending ops.
bool ThreadLoops::dependsOnPending(Operation *op, const Scope &scope) const {
  if (scope.pending.empty())
    return false;
  if (usesFromOutside(op, [&](Value value) {
        return llvm::is_contained(scope.pending, value.getDefiningOp());
      }))
    return true;
  return !isMemoryEffectFree(op) &&
         !(readsAtMost(op) && llvm::all_of(scope.pending, readsAtMost));
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

void ThreadLoops::place(Operation *op, Scope &scope) {
  if (isPosition(op))
    return;
  if (auto shuffle = dyn_cast<ShuffleOp>(op);
      shuffle && scope.level == Uniformity::Warp)
    return placeShuffle(shuffle, scope);
  if (belongsInside(op, scope.level)) {
    if (usesPendingTile(op, scope))
      flush(scope);
    scope.pending.push_back(op);
    return;
  }
  if (op->getNumRegions() && (findLevel(op) > scope.level || holdsMeeting(op)))
    return emitRegions(op, scope);
  if (dependsOnPending(op, scope))
    flush(scope);
  emit(op, scope);
}

/// The lanes read what all of them have written before.
void ThreadLoops::placeShuffle(ShuffleOp op, Scope &scope) {
  if (dependsOnPending(op, scope))
    flush(scope);
  bool isOneValue = uniformity.of(op.getSource()).level <= Uniformity::Warp;
  if (!isOneValue)
    getFilledSlot(op.getSourceMutable(), scope);
  if (isOneValue || uniformity.of(op.getLane()).level <= Uniformity::Warp)
    return emit(op, scope);
  scope.pending.push_back(op);
}

static void redirectStarts(OpResult result, Value base, Value placeholder);

/// Puts the placeholder where the chain that `use` ends begins with the base.
static void redirect(OpOperand &use, Value base, Value placeholder) {
  if (use.get() == base)
    use.set(placeholder);
  else if (auto result = dyn_cast<OpResult>(use.get()))
    redirectStarts(result, base, placeholder);
}

/// The same for all chains that end in `result`.
static void redirectStarts(OpResult result, Value base, Value placeholder) {
  unsigned number = result.getResultNumber();
  Operation *owner = result.getOwner();
  if (auto store = dyn_cast<StoreElemOp>(owner))
    return redirect(store.getDestMutable(), base, placeholder);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(owner))
    return redirect(loop.getInitsMutable()[number], base, placeholder);
  if (auto branch = dyn_cast<scf::IfOp>(owner)) {
    redirect(branch.thenYield()->getOpOperand(number), base, placeholder);
    redirect(branch.elseYield()->getOpOperand(number), base, placeholder);
  }
}

/// What `version`, a tile made in `op` or by it, is a version of: the tile from
/// outside with which the chain of stores begins.
static Value findBase(Value version, Operation *op) {
  while (auto result = dyn_cast<OpResult>(version)) {
    Operation *owner = result.getOwner();
    unsigned number = result.getResultNumber();
    if (!op->isAncestor(owner))
      break;
    if (auto store = dyn_cast<StoreElemOp>(owner))
      version = store.getDest();
    else if (auto branch = dyn_cast<scf::IfOp>(owner))
      version = branch.thenYield().getOperand(number);
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(owner))
      version = loop.getInits()[number];
    else
      break;
  }
  return version;
}

/// The versions that `ops` give. In their chains, up to the tile from outside,
/// a placeholder takes the place of that tile, of which other ops still read
/// the elements from before.
SmallVector<ThreadLoops::CarriedTile>
ThreadLoops::collectCarriedTiles(ArrayRef<Operation *> ops) {
  SmallVector<CarriedTile> tiles;
  llvm::DenseSet<Value> placeholders;
  for (Operation *op : ops)
    for (OpResult result : op->getResults()) {
      if (!isVersion(result))
        continue;
      Value base = findBase(result, op);
      if (placeholders.contains(base)) {
        op->emitError("expected one variable for each tile that single threads "
                      "store to in a branch or loop, got two for one");
        failed = true;
        continue;
      }
      OpBuilder builder(op);
      Value placeholder = UnrealizedConversionCastOp::create(
                              builder, op->getLoc(), base.getType(), base)
                              .getResult(0);
      placeholders.insert(placeholder);
      tiles.push_back({result, base, placeholder});
      redirectStarts(result, base, placeholder);
    }
  return tiles;
}

/// Puts the pending ops, and `copies` behind them, into a loop over warps or
/// lanes.
void ThreadLoops::flush(Scope &scope, ArrayRef<Copy> copies) {
  SmallVector<Operation *> ops = std::exchange(scope.pending, {});
  if (ops.empty() && copies.empty())
    return;
  Location loc = ops.empty() ? copies.front().source->getOwner()->getLoc()
                             : ops.front()->getLoc();
  SmallVector<CarriedTile> tiles = collectCarriedTiles(ops);
  SmallVector<Value> inits;
  for (const CarriedTile &tile : tiles)
    inits.push_back(resolve(tile.base, scope));
  bool isOverWarps = scope.level == Uniformity::Block;
  ImplicitLocOpBuilder builder(loc, scope.builder);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value end = arith::ConstantIndexOp::create(
      builder, isOverWarps ? threads / kWarpSize : kWarpSize);
  auto loop = scf::ForOp::create(builder, zero, end, one, inits);

  Scope inner(isOverWarps ? Uniformity::Warp : Uniformity::Thread, &scope,
              OpBuilder::atBlockBegin(loop.getBody()));
  inner.isLoop = true;
  inner.inside.insert_range(ops);
  for (const Copy &copy : copies)
    inner.insideUses.insert(copy.source);
  for (auto [tile, argument] : llvm::zip(tiles, loop.getRegionIterArgs()))
    inner.values[tile.placeholder] = argument;
  (isOverWarps ? inner.warp : inner.lane) = loop.getInductionVar();
  if (!isOverWarps) {
    ImplicitLocOpBuilder atStart(loc, inner.builder);
    Value size = arith::ConstantIndexOp::create(atStart, kWarpSize);
    Value first = arith::MulIOp::create(atStart, inner.warp, size);
    inner.thread = arith::AddIOp::create(atStart, first, inner.lane);
  }
  fillLoop(inner, ops, copies);
  if (tiles.empty())
    return;
  SmallVector<Value> versions;
  for (const CarriedTile &tile : tiles)
    versions.push_back(resolve(tile.version, inner));
  scf::YieldOp::create(inner.builder, loc, versions);
  for (auto [tile, result] : llvm::zip(tiles, loop.getResults()))
    scope.values[tile.version] = result;
}

void ThreadLoops::fillLoop(Scope &scope, ArrayRef<Operation *> ops,
                           ArrayRef<Copy> copies) {
  if (scope.level == Uniformity::Thread) {
    for (Operation *op : ops)
      emit(op, scope);
    return copyToSlots(scope, copies);
  }
  for (Operation *op : ops)
    place(op, scope);
  SmallVector<Copy> ofWarp, ofThreads;
  for (const Copy &copy : copies)
    (copy.slot.level == Uniformity::Thread ? ofThreads : ofWarp)
        .push_back(copy);
  if (!ofWarp.empty() || hasShuffle(scope.pending))
    flush(scope);
  // All are read before one is written: they may exchange their values.
  SmallVector<Value> values;
  for (const Copy &copy : ofWarp)
    values.push_back(resolve(copy.source->get(), scope));
  flush(scope, ofThreads);
  for (auto [copy, value] : llvm::zip(ofWarp, values))
    writeSlot(value, copy.slot, scope);
}

void ThreadLoops::copyToSlots(Scope &scope, ArrayRef<Copy> copies) {
  SmallVector<Value> values;
  for (const Copy &copy : copies)
    values.push_back(resolve(copy.source->get(), scope));
  for (auto [copy, value] : llvm::zip(copies, values))
    writeSlot(value, copy.slot, scope);
}

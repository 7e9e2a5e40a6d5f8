//===- ThreadCode.cpp - Single threads in a kernel on tiles -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadCode.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace phobos;

Uniformity ThreadCode::whose(Operation *op) const {
  Uniformity level = Uniformity::Block;
  if (uniformity.findDivergence(op, Uniformity::Warp))
    return Uniformity::Thread;
  if (isDivergent(op))
    level = Uniformity::Warp;
  for (Value operand : op->getOperands()) {
    auto tile = dyn_cast<TileType>(operand.getType());
    if (!tile || tile.getNumElements() == 1) // others are the block's
      level = std::max(level, uniformity.of(operand).level);
  }
  return level;
}

bool phobos::hasThreadCode(KernelOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    bool holdsRun = llvm::any_of(op->getResultTypes(), [](Type type) {
      auto tile = dyn_cast<TileType>(type);
      return tile && tile.getLayout();
    });
    return holdsRun || op->hasTrait<PerThread>() ? WalkResult::interrupt()
                                                 : WalkResult::advance();
  });
  return result.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Rooms
//===----------------------------------------------------------------------===//

static bool isInside(Value value, Operation *op) {
  return op->isAncestor(value.getParentRegion()->getParentOp());
}

namespace {

/// The versions of tiles in a branch or loop, in classes that share memory.
class VersionClasses {
public:
  explicit VersionClasses(Operation *root);

  /// The rooms of what threads write, and of what else they read.
  SmallVector<ElementRoom> getWritten();
  /// A use of a version behind one that makes a newer one of it, or null.
  Operation *findStaleUse();

private:
  bool isVersion(Value value) { return isInside(value, root); }
  /// `newer` is made of `older`, or is the same.
  void tie(Value older, Value newer);
  void visit(Operation *op);
  /// Likewise of uses of `value`, in `block` and what stands in it, by the
  /// class of `newer`.
  Operation *findStaleUse(Block &block, Value value, Value newer);
  bool writes(Operation *op, Value newer);
  Value leader(Value value) {
    return Value::getFromOpaquePointer(
        classes.getOrInsertLeaderValue(value.getAsOpaquePointer()));
  }

  Operation *root;
  llvm::EquivalenceClasses<void *> classes;
  /// Of each version, from outside, what it is one of.
  SmallVector<std::pair<Value, Value>> bases;
  SmallVector<StoreElemOp> stores;
  /// Versions that elements are read of.
  SmallVector<Value> read;
};

} // namespace

VersionClasses::VersionClasses(Operation *root) : root(root) {
  root->walk([&](Operation *op) { visit(op); });
}

void VersionClasses::tie(Value older, Value newer) {
  if (!isa<TileType>(newer.getType()))
    return;
  if (!isVersion(older) && older.getDefiningOp() != root)
    bases.push_back({newer, older});
  else
    classes.unionSets(older.getAsOpaquePointer(), newer.getAsOpaquePointer());
}

void VersionClasses::visit(Operation *op) {
  auto tieAll = [&](ValueRange older, ValueRange newer) {
    for (auto [a, b] : llvm::zip(older, newer))
      tie(a, b);
  };
  if (auto store = dyn_cast<StoreElemOp>(op)) {
    stores.push_back(store);
    tie(store.getDest(), store.getResult());
  } else if (auto load = dyn_cast<LoadElemOp>(op)) {
    if (isVersion(load.getSource()))
      read.push_back(load.getSource());
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (branch.getNumResults() == 0)
      return;
    tieAll(branch.thenYield().getOperands(), branch.getResults());
    tieAll(branch.elseYield().getOperands(), branch.getResults());
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    tieAll(loop.getInitArgs(), loop.getRegionIterArgs());
    tieAll(loop.getYieldedValues(), loop.getRegionIterArgs());
    tieAll(loop.getRegionIterArgs(), loop.getResults());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    tieAll(loop.getInits(), loop.getBeforeArguments());
    tieAll(loop.getYieldOp().getOperands(), loop.getBeforeArguments());
    tieAll(loop.getConditionOp().getArgs(), loop.getAfterArguments());
    tieAll(loop.getConditionOp().getArgs(), loop.getResults());
  }
}

SmallVector<ElementRoom> VersionClasses::getWritten() {
  llvm::MapVector<Value, ElementRoom> rooms;
  for (StoreElemOp store : stores)
    rooms[leader(store.getResult())].isWritten = true;
  for (Value version : read)
    rooms[leader(version)].isWritten = true; // by nobody, it may be
  for (auto [version, base] : bases)
    if (auto room = rooms.find(leader(version)); room != rooms.end())
      room->second.base = cast<TypedValue<TileType>>(base);
  SmallVector<ElementRoom> result;
  for (auto &[first, room] : rooms) {
    // A tile of one element that a thread has made is its own.
    if (!room.base)
      continue;
    auto itsClass = classes.findLeader(first.getAsOpaquePointer());
    for (auto member = itsClass; member != classes.member_end(); ++member)
      room.values.insert(Value::getFromOpaquePointer(*member));
    room.values.insert(first);
    result.push_back(room);
  }
  return result;
}

bool VersionClasses::writes(Operation *op, Value newer) {
  return llvm::any_of(stores, [&](StoreElemOp store) {
    return op->isAncestor(store) && leader(store.getResult()) == newer;
  });
}

Operation *VersionClasses::findStaleUse(Block &block, Value value,
                                        Value newer) {
  bool isOld = false;
  for (Operation &op : block) {
    Operation *use = nullptr;
    for (Operation *user : value.getUsers()) {
      // Of a base, another class has a memory of its own.
      auto store = dyn_cast<StoreElemOp>(user);
      bool isOther = (store && leader(store.getResult()) != newer) ||
                     (!isVersion(value) && isa<LoadElemOp>(user));
      if (op.isAncestor(user) && !isOther)
        use = user;
    }
    if (!use)
      continue;
    if (isOld)
      return use;
    if (!writes(&op, newer))
      continue;
    isOld = true;
    bool isCaptured = llvm::any_of(value.getUsers(), [&](Operation *user) {
      return op.isProperAncestor(user) && isa<LoadElemOp, StoreElemOp>(user) &&
             (isVersion(value) || isa<StoreElemOp>(user));
    });
    if (isCaptured && isa<LoopLikeOpInterface>(op))
      return use;
    if (isa<scf::IfOp>(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (Operation *stale = findStaleUse(inner, value, newer))
            return stale;
  }
  return nullptr;
}

Operation *VersionClasses::findStaleUse() {
  for (const ElementRoom &room : getWritten()) {
    Value newer = leader(room.values.front());
    for (Value value : room.values)
      if (isVersion(value))
        if (Operation *stale =
                findStaleUse(*value.getParentBlock(), value, newer))
          return stale;
    if (isa<scf::IfOp>(root)) {
      for (Region &region : root->getRegions())
        for (Block &block : region)
          if (Operation *stale = findStaleUse(block, room.base, newer))
            return stale;
    } else if (llvm::any_of(room.base.getUsers(), [&](Operation *user) {
                 return root->isProperAncestor(user) &&
                        isa<StoreElemOp>(user) && writes(user, newer);
               })) {
      // Each iteration would begin with the tile as it was.
      return *llvm::find_if(room.base.getUsers(), [&](Operation *user) {
        return root->isProperAncestor(user) && isa<StoreElemOp>(user);
      });
    }
  }
  return nullptr;
}

SmallVector<ElementRoom> ThreadCode::findRooms(Operation *op) const {
  SmallVector<ElementRoom> rooms;
  bool parts = diverges(op);
  if (!parts && (!isa<LoopLikeOpInterface>(op) || isDivergent(op)))
    return rooms;
  if (parts)
    rooms = VersionClasses(op).getWritten();
  llvm::SmallSetVector<Value, 4> read;
  op->walk([&](LoadElemOp load) {
    if (!isInside(load.getSource(), op))
      read.insert(load.getSource());
  });
  for (Value tile : read)
    rooms.push_back({cast<TypedValue<TileType>>(tile), {}, false});
  for (ElementRoom &room : rooms)
    if (!room.isWritten)
      room.values.insert(room.base);
  return rooms;
}

LogicalResult phobos::verifyElementRooms(KernelOp kernel) {
  if (!findThreadOp(kernel))
    return success();
  ThreadCode code(kernel);
  WalkResult result = kernel.walk([&](Operation *op) {
    if (op->getNumRegions() == 0 || isa<KernelOp>(op) || !code.diverges(op))
      return WalkResult::advance();
    Operation *stale = VersionClasses(op).findStaleUse();
    if (!stale)
      return WalkResult::advance();
    stale->emitError()
        << "not supported on a GPU: a tile as it was before ctx.store, in code "
           "that differs between threads; use the var that ctx.store changes";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

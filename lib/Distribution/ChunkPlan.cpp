//===- ChunkPlan.cpp - Which chunks one loop computes -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops stand where their last root stood, so an access is never done earlier
// than the text says, only later. That is right where nothing between its old
// place and its new one clashes with it.
//
//===----------------------------------------------------------------------===//

#include "LayoutRules.h"
#include "MemoryAccess.h"
#include "TileChunks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// Tiles that span
//===----------------------------------------------------------------------===//

bool Chunking::spans(TileType tile) const {
  return tile && tile.getShape().size() == size_t(rank) &&
         tile.getShape()[dim] == extent;
}

bool Chunking::spans(Value value) const { return spans(getTile(value)); }

Type Chunking::chunkOf(Type type, int64_t chunkLength) const {
  auto tile = dyn_cast<TileType>(type);
  if (!spans(tile))
    return type;
  SmallVector<int64_t> shape(tile.getShape());
  shape[dim] = chunkLength;
  return TileType::get(shape, tile.getElementType());
}

bool Chunking::touches(Operation *op) const {
  auto spanning = [&](Value value) { return spans(value); };
  return llvm::any_of(op->getResults(), spanning) ||
         llvm::any_of(op->getOperands(), spanning);
}

bool phobos::isAccumulated(Operation *op, const Chunking &chunking) {
  auto reduce = dyn_cast<ReduceOp>(op);
  return reduce && chunking.spans(reduce.getSource()) &&
         reduce.getDim() == uint64_t(chunking.dim);
}

/// Whether chunks of `op`'s tiles follow from chunks of its operands.
static bool isSupported(Operation *op) {
  if (isAccess(op) && !isRead(op) && !op->use_empty())
    return false; // an atomic's old values
  if (auto store = dyn_cast<StoreOp>(op))
    return !store.getIsVolatile();
  if (auto scatter = dyn_cast<ScatterOp>(op))
    return !scatter.getIsVolatile();
  if (isa<LoadOp, GatherOp>(op))
    return isRead(op);
  SplatElementsAttr splat;
  if (isa<arith::ConstantOp>(op))
    return matchPattern(op, m_Constant(&splat));
  return isAccess(op) || OpTrait::hasElementwiseMappableTraits(op) ||
         isa<SplatOp, IotaOp, BroadcastOp, CastOp, WhereOp, ReduceOp>(op);
}

/// Whether a spanning tile from outside the block can be made in it again.
static bool canMakeAgain(Value value, const Chunking &chunking) {
  if (!chunking.spans(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isSupported(op) && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return canMakeAgain(operand, chunking);
         });
}

/// Whether an op inside `op` uses spanning tiles of the block around `op`.
static bool usesInside(Operation *op, const Chunking &chunking) {
  WalkResult result = op->walk([&](Operation *nested) {
    bool usesTiles = llvm::any_of(nested->getOperands(), [&](Value value) {
      return chunking.spans(value) && value.getParentBlock() == op->getBlock();
    });
    return nested != op && usesTiles ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  return result.wasInterrupted();
}

Operation *phobos::findUnsupported(Block &block, const Chunking &chunking) {
  for (Operation &op : block) {
    if ((chunking.touches(&op) && !isSupported(&op)) ||
        usesInside(&op, chunking))
      return &op;
    for (Value operand : op.getOperands())
      if (operand.getParentBlock() != &block &&
          !canMakeAgain(operand, chunking))
        return &op;
  }
  return nullptr;
}

Operation *phobos::findNeedOfWhole(Value value) {
  ArrayRef<int64_t> shape = getTile(value).getShape();
  int64_t dim = llvm::max_element(shape) - shape.begin();
  Chunking chunking{int64_t(shape.size()), dim, shape[dim], 1};
  return findUnsupported(*value.getParentBlock(), chunking);
}

//===----------------------------------------------------------------------===//
// Order of accesses
//===----------------------------------------------------------------------===//

/// Whether both access slices of one shape that start at the same indices.
static bool haveSameIndices(Operation *first, Operation *second) {
  auto a = dyn_cast<MaskedAccessOpInterface>(first),
       b = dyn_cast<MaskedAccessOpInterface>(second);
  return a && b && a.getTileType() == b.getTileType() &&
         llvm::equal(a.getStarts(), b.getStarts());
}

/// Whether views of one address would have each element at the same one.
static bool haveSameShape(ViewOp first, ViewOp second) {
  return first.getType() == second.getType() && !first.getOffset() &&
         !second.getOffset() &&
         llvm::equal(first->getOperands().drop_front(),
                     second->getOperands().drop_front());
}

/// Whether `op`'s results can be used at `position`.
static bool isAbove(Operation *op, Operation *position) {
  Operation *place = op->getBlock()->findAncestorOpInBlock(*position);
  return place && op->isBeforeInBlock(place);
}

bool AccessOrder::mayClash(Operation *first, Operation *second, bool byChunks) {
  if ((isRead(first) && isRead(second)) || areApart(kernel, first, second))
    return false;
  if (acquires(first) || releases(first) || acquires(second) ||
      releases(second))
    return true;
  ViewOp a = getViewOp(first), b = getViewOp(second);
  bool isElementwise = byChunks && haveSameIndices(first, second) &&
                       hasDistinctElements(a) && hasDistinctElements(b);
  if (isElementwise && a == b)
    return false;
  if (!assume || !canCompareMemory(kernel, a, b) || !isAbove(a, position) ||
      !isAbove(b, position))
    return true;
  bool orEqual = isElementwise && haveSameShape(a, b);
  auto same = llvm::find_if(assumed, [&](const ApartViews &views) {
    return (views.first == a && views.second == b) ||
           (views.first == b && views.second == a);
  });
  if (same == assumed.end())
    assumed.push_back({a, b, orEqual});
  else
    same->orEqual &= orEqual;
  return false;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

namespace {
/// Collects the ops that roots need.
class SliceBuilder {
public:
  SliceBuilder(const Chunking &chunking, const ChunkPlan &plan)
      : chunking(chunking), plan(plan) {}

  /// Adds the slice of `root`. What is kept is not computed again.
  void add(Operation *root) {
    for (Value operand : root->getOperands()) {
      Operation *op = operand.getDefiningOp();
      if (!chunking.spans(operand) || slice.contains(op))
        continue;
      if (plan.kept.contains(op))
        slice.insert(op);
      else
        add(op);
    }
    slice.insert(root);
  }

  llvm::SetVector<Operation *> slice;

private:
  const Chunking &chunking;
  const ChunkPlan &plan;
};
} // namespace

SmallVector<Operation *> phobos::getSlice(const ChunkGroup &group,
                                          const Chunking &chunking,
                                          const ChunkPlan &plan) {
  SliceBuilder builder(chunking, plan);
  for (Operation *root : group.roots)
    builder.add(root);
  Block *block = group.roots.front()->getBlock();
  // What is made of no memory may come from outside; the rest has its order.
  SmallVector<Operation *> outside, inside;
  for (Operation *op : builder.slice)
    (op->getBlock() == block ? inside : outside).push_back(op);
  llvm::sort(inside,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  llvm::append_range(outside, inside);
  return outside;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
class ChunkPlanner {
public:
  ChunkPlanner(Block &block, const Chunking &chunking, AccessOrder &order)
      : block(block), chunking(chunking), order(order) {}

  ChunkPlan run() {
    do {
      makeGroups();
    } while (keepClobbered());
    return plan;
  }

private:
  bool isRoot(Operation *op) const {
    return plan.kept.contains(op) || isAccumulated(op, chunking) ||
           (isAccess(op) && !isRead(op));
  }
  void makeGroups();
  void noteDependent(Operation *op);
  bool canJoin(Operation *root);
  bool keepClobbered();
  Operation *findClobbered(const ChunkGroup &group);
  /// The accesses in the slice of what `roots` are.
  SmallVector<Operation *> accessesOf(ArrayRef<Operation *> roots) {
    SmallVector<Operation *> slice =
        getSlice({SmallVector<Operation *>(roots), {}}, chunking, plan);
    llvm::erase_if(slice, [&](Operation *op) {
      return !isAccess(op) ||
             (plan.kept.contains(op) && !llvm::is_contained(roots, op));
    });
    return slice;
  }

  Block &block;
  const Chunking &chunking;
  AccessOrder &order;
  ChunkPlan plan;
  llvm::DenseSet<Operation *> ofLoop; // what needs results of the last group
};
} // namespace

void ChunkPlanner::makeGroups() {
  plan.groups.clear();
  bool isOpen = false;
  for (Operation &op : block) {
    if (!chunking.touches(&op)) {
      if (isMemoryEffectFree(&op) && op.getNumRegions() == 0)
        noteDependent(&op);
      else
        isOpen = false; // it keeps its place
      continue;
    }
    if (!isRoot(&op))
      continue;
    if (!isOpen || !canJoin(&op)) {
      plan.groups.emplace_back();
      ofLoop.clear();
      isOpen = true;
    }
    plan.groups.back().roots.push_back(&op);
    ofLoop.insert(&op);
  }
}

void ChunkPlanner::noteDependent(Operation *op) {
  bool depends = llvm::any_of(op->getOperands(), [&](Value operand) {
    return ofLoop.contains(operand.getDefiningOp());
  });
  if (!depends || plan.groups.empty())
    return;
  ofLoop.insert(op);
  plan.groups.back().dependents.push_back(op);
}

bool ChunkPlanner::canJoin(Operation *root) {
  ArrayRef<Operation *> roots = plan.groups.back().roots;
  for (Operation *op : getSlice({{root}, {}}, chunking, plan))
    for (Value operand : op->getOperands())
      if (!chunking.spans(operand) && ofLoop.contains(operand.getDefiningOp()))
        return false;
  SmallVector<Operation *> earlier = accessesOf(roots);
  for (Operation *access : accessesOf({root}))
    for (Operation *other : earlier)
      if (access != other && order.mayClash(other, access, /*byChunks=*/true))
        return false;
  return true;
}

/// A load of `group` whose memory may be written between its place and that of
/// the loop, or by the loop itself; null if there is none.
Operation *ChunkPlanner::findClobbered(const ChunkGroup &group) {
  Operation *end = group.roots.back();
  SmallVector<Operation *> writes;
  block.walk([&](Operation *op) {
    if (isAccess(op) && !isRead(op))
      writes.push_back(op);
  });
  for (Operation *load : accessesOf(group.roots)) {
    if (!isRead(load) || plan.kept.contains(load))
      continue;
    for (Operation *write : writes) {
      Operation *place = block.findAncestorOpInBlock(*write);
      bool isBetween = load->isBeforeInBlock(place) &&
                       (place == end || place->isBeforeInBlock(end));
      bool isOfLoop = llvm::is_contained(group.roots, write);
      if (isBetween && order.mayClash(load, write, isOfLoop))
        return load;
    }
  }
  return nullptr;
}

bool ChunkPlanner::keepClobbered() {
  for (const ChunkGroup &group : plan.groups)
    if (Operation *load = findClobbered(group))
      return plan.kept.insert(load);
  return false;
}

ChunkPlan phobos::planChunks(Block &block, const Chunking &chunking,
                             AccessOrder &order) {
  return ChunkPlanner(block, chunking, order).run();
}

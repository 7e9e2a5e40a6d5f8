//===- MemoryOrder.cpp - Barriers between global accesses -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block sees its own accesses in the order of the program, and arguments may
// alias. Threads keep that order each for itself; a barrier keeps it between
// them. One stands before an access if a pending one may touch the same memory
// from another thread and either is a store:
//
// - never where both access the same elements in one layout without replicas,
//   so that each thread only meets itself; of a loose view, whose elements may
//   share addresses, behind a test of its strides;
// - never where the other is of an earlier iteration of a loop that moves both
//   by their length;
// - behind a uniform branch on whether the views overlap where they start from
//   different pointers: kernels whose arguments do not alias pay one test;
// - never where the kernel says that no two arguments overlap, and these are
//   two;
// - always elsewhere, as between accesses at tiles of offsets, whose memory has
//   no bounds that are known.
//
// - never between two accesses of single threads, each of which sees its own:
//   what it does of others' is up to ctx.barrier(). An access of the block has
//   its place among all others. Before a branch or loop where threads part, all
//   wait for what is accessed in it.
//
// Atomics that commute need none between them. One that releases waits for all
// that is pending, and all that follows waits for one that acquires: their
// order is the block's, not that of the thread that does them.
//
// Any barrier, also one for shared memory, ends what was pending before it.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "MemoryAccess.h"
#include "StagedOperand.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

bool phobos::isAccess(Operation *op) {
  return isa<MaskedAccessOpInterface, GatherOp, ScatterOp, AtomicScatterOp>(op);
}

bool phobos::isRead(Operation *access) {
  return isa<LoadOp, GatherOp>(access) &&
         !hasEffect<MemoryEffects::Write>(access);
}

ViewOp phobos::getViewOp(Operation *op) {
  auto access = dyn_cast<MaskedAccessOpInterface>(op);
  return access ? access.getView().getDefiningOp<ViewOp>() : ViewOp();
}

Value phobos::getPointer(Operation *op) {
  if (ViewOp view = getViewOp(op))
    return view.getSource();
  return TypeSwitch<Operation *, Value>(op)
      .Case<GatherOp, ScatterOp, AtomicScatterOp>(
          [](auto access) { return access.getPointer(); });
}

/// The offsets at a pointer; null for a slice.
static TypedValue<TileType> getOffsets(Operation *op) {
  return TypeSwitch<Operation *, TypedValue<TileType>>(op)
      .Case<GatherOp, ScatterOp, AtomicScatterOp>(
          [](auto access) { return access.getOffsets(); })
      .Default([](Operation *) { return TypedValue<TileType>(); });
}

/// What an atomic orders; relaxed for other accesses.
static MemoryOrder getOrder(Operation *op) {
  return TypeSwitch<Operation *, MemoryOrder>(op)
      .Case<AtomicOp, AtomicScatterOp>(
          [](auto atomic) { return atomic.getOrder(); })
      .Default([](Operation *) { return MemoryOrder::relaxed; });
}

bool phobos::acquires(Operation *access) {
  MemoryOrder order = getOrder(access);
  return order == MemoryOrder::acquire || order == MemoryOrder::acq_rel;
}

bool phobos::releases(Operation *access) {
  MemoryOrder order = getOrder(access);
  return order == MemoryOrder::release || order == MemoryOrder::acq_rel;
}

static std::optional<AtomicKind> getAtomicKind(Operation *op) {
  return TypeSwitch<Operation *, std::optional<AtomicKind>>(op)
      .Case<AtomicOp, AtomicScatterOp>([](auto atomic) {
        return std::optional<AtomicKind>(atomic.getKind());
      })
      .Default([](Operation *) { return std::nullopt; });
}

bool phobos::hasDistinctElements(ViewOp view) {
  return view && (!view.getLoose() || view.getType().isDense());
}

/// Whether two accesses leave the same memory in any order, and nobody sees
/// which came first.
static bool commute(Operation *first, Operation *second) {
  auto elementOf = [](Operation *op) {
    return getElementTypeOrSelf(op->getOperand(0).getType());
  };
  std::optional<AtomicKind> kind = getAtomicKind(first);
  return kind && kind == getAtomicKind(second) &&
         *kind != AtomicKind::exchange && *kind != AtomicKind::cas &&
         first->use_empty() && second->use_empty() &&
         elementOf(first) == elementOf(second);
}

/// Whether no two of `offsets` are equal: iotas along every dim of more than
/// one element, in a tile of one such dim, plus what is equal for all. Sums may
/// wrap, and stay different.
static bool areDistinct(Value offsets) {
  if (auto iota = offsets.getDefiningOp<IotaOp>()) {
    TileType type = iota.getType();
    return type.getNumElements() == type.getShape()[iota.getDim()];
  }
  auto isUniform = [](Value tile) {
    SplatElementsAttr splat;
    return tile.getDefiningOp<SplatOp>() ||
           matchPattern(tile, m_Constant(&splat));
  };
  if (auto sum = offsets.getDefiningOp<arith::AddIOp>())
    return (areDistinct(sum.getLhs()) && isUniform(sum.getRhs())) ||
           (areDistinct(sum.getRhs()) && isUniform(sum.getLhs()));
  auto difference = offsets.getDefiningOp<arith::SubIOp>();
  return difference &&
         ((areDistinct(difference.getLhs()) &&
           isUniform(difference.getRhs())) ||
          (areDistinct(difference.getRhs()) && isUniform(difference.getLhs())));
}

static bool hasReplicas(TileType tile) {
  const Layout &layout = tile.getLayout().getLayout();
  return !layout.replicaLaneBits().empty() || !layout.replicaWarpBits().empty();
}

bool Distributor::haveSameElements(const PendingAccess &other,
                                   Operation *access) {
  // In another iteration, a value made in the loop is another value.
  auto isFixed = [&](Value value) {
    return !other.carriedBy ||
           !other.carriedBy->isAncestor(value.getParentRegion()->getParentOp());
  };
  // A replica may read after the owner of its elements has written.
  if (TypedValue<TileType> offsets = getOffsets(access))
    return !hasReplicas(offsets.getType()) &&
           getPointer(other.op) == getPointer(access) &&
           getOffsets(other.op) == offsets && isFixed(offsets) &&
           areDistinct(offsets);
  auto slice = cast<MaskedAccessOpInterface>(access);
  auto otherSlice = dyn_cast<MaskedAccessOpInterface>(other.op);
  return otherSlice && !hasReplicas(slice.getTileType()) &&
         otherSlice.getView() == slice.getView() &&
         llvm::all_of(getViewOp(other.op)->getOperands(), isFixed) &&
         otherSlice.getTileType() == slice.getTileType() &&
         AccessPlan(other.op).getKind() == AccessPlan(access).getKind() &&
         llvm::all_of(otherSlice.getStarts(), isFixed) &&
         llvm::equal(otherSlice.getStarts(), slice.getStarts());
}

bool phobos::areApart(KernelOp kernel, Operation *first, Operation *second) {
  Value a = getPointer(first), b = getPointer(second);
  return kernel->hasAttr(kNoAliasAttr) && a != b && isArgument(kernel, a) &&
         isArgument(kernel, b);
}

/// `start` less the counter of `loop`, which it must be a sum with: null for
/// the counter itself, nothing for other values.
static std::optional<Value> getDistanceFrom(scf::ForOp loop, Value start) {
  Value counter = loop.getInductionVar();
  if (start == counter)
    return Value();
  auto sum = start.getDefiningOp<arith::AddIOp>();
  if (!sum || (sum.getLhs() != counter && sum.getRhs() != counter))
    return std::nullopt;
  return sum.getLhs() == counter ? sum.getRhs() : sum.getLhs();
}

/// Whether the loop that carries `pending` moves it and `access` together along
/// some dim, by their length at least, so that an earlier iteration's elements
/// are others.
static bool areMovedApart(Operation *pending, Operation *carriedBy,
                          Operation *access) {
  auto loop = dyn_cast_or_null<scf::ForOp>(carriedBy);
  auto a = dyn_cast<MaskedAccessOpInterface>(pending),
       b = dyn_cast<MaskedAccessOpInterface>(access);
  if (!loop || !a || !b || a.getView() != b.getView() ||
      loop->isAncestor(a.getView().getParentRegion()->getParentOp()) ||
      !hasDistinctElements(getViewOp(access)))
    return false;
  APInt step;
  ArrayRef<int64_t> lengths = a.getTileType().getShape();
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      lengths != b.getTileType().getShape())
    return false;
  return llvm::any_of(llvm::seq<size_t>(0, lengths.size()), [&](size_t dim) {
    std::optional<Value> from = getDistanceFrom(loop, a.getStarts()[dim]);
    return from && step.getSExtValue() >= lengths[dim] &&
           from == getDistanceFrom(loop, b.getStarts()[dim]) &&
           (!*from ||
            !loop->isAncestor(from->getParentRegion()->getParentOp()));
  });
}

std::optional<Distributor::Meeting>
Distributor::meet(const PendingAccess &other, Operation *access) {
  using Need = BarrierNeed;
  // The order of what two threads do is the program's own matter.
  if (whose(other.op) != Uniformity::Block &&
      whose(access) != Uniformity::Block)
    return std::nullopt;
  auto needFor = [](Value test) { return test ? Need::ByTest : Need::Always; };
  if (acquires(other.op))
    return Meeting{Need::Always, BarrierCause::Acquires};
  if (releases(access))
    return Meeting{Need::Always, BarrierCause::Releases};
  if (isRead(other.op) && isRead(access))
    return std::nullopt;
  if (commute(other.op, access))
    return Meeting{Need::None, BarrierCause::Commute};
  if (areApart(kernel, other.op, access))
    return Meeting{Need::None, BarrierCause::NoAlias};
  if (other.op->hasAttr(readOnlyAttrName) || access->hasAttr(readOnlyAttrName))
    return Meeting{Need::None, BarrierCause::ReadOnly};
  if (areMovedApart(other.op, other.carriedBy, access))
    return Meeting{Need::None, BarrierCause::MovedApart};
  if (haveSameElements(other, access)) {
    std::optional<Value> shared = shareAddresses(access);
    if (shared && !*shared)
      return Meeting{Need::None, BarrierCause::SameThreads};
    Value test = shared.value_or(Value());
    return Meeting{needFor(test), BarrierCause::MayShareAddresses, test};
  }
  Value test = overlap(getViewOp(other.op), getViewOp(access));
  return Meeting{needFor(test),
                 test ? BarrierCause::MayOverlap : BarrierCause::MayMeet, test};
}

void Distributor::order(Operation *access) {
  // Where threads have parted, they have waited before.
  if (!threadCode || !threadCode->isDivergent(access))
    orderBefore(access->getLoc(), access);
  pending.push_back({access});
}

void Distributor::orderBefore(Location place, ArrayRef<Operation *> accesses) {
  // The strongest need decides, and its reasons count.
  BarrierNeed need = BarrierNeed::None;
  SmallVector<BarrierReason> reasons;
  llvm::SetVector<Value> tests;
  for (Operation *access : accesses)
    for (const PendingAccess &other : pending) {
      std::optional<Meeting> meeting = meet(other, access);
      if (!meeting || meeting->need < need)
        continue;
      if (meeting->need > need)
        reasons.clear();
      need = meeting->need;
      reasons.push_back({meeting->cause, other.op->getLoc(), access, other.op,
                         other.carriedBy != nullptr});
      if (meeting->test)
        tests.insert(meeting->test);
    }
  if (need == BarrierNeed::Always)
    barrier(place, reasons);
  else if (!reasons.empty())
    report.add(place, need, reasons);
  if (need == BarrierNeed::ByTest) {
    Value any = tests.front();
    for (Value test : llvm::drop_begin(tests))
      any = arith::OrIOp::create(b, any, test);
    guarded(any, [&] { emitBarrier(); });
  }
}

SmallVector<Distributor::PendingAccess>
Distributor::carryAccesses(Operation *loop) {
  SmallVector<PendingAccess> before = pending;
  // Each iteration is another block, and blocks owe each other no order.
  if (loop->hasAttr(kPersistentAttr))
    return before;
  loop->walk([&](Operation *op) {
    // A staged load is done when the first thread sees what it has brought.
    auto load = dyn_cast<LoadOp>(op);
    if (isAccess(op) && !(load && isStaged(load)))
      pending.push_back({op, loop});
  });
  return before;
}

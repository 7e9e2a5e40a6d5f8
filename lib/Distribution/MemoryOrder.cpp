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
//   so that each thread only meets itself;
// - behind a uniform branch on whether the views overlap where they start from
//   different pointers: kernels whose arguments do not alias pay one test;
// - always elsewhere.
//
// Any barrier, also one for shared memory, ends what was pending before it.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"

using namespace mlir;
using namespace phobos;

static ViewOp getViewOp(MaskedAccessOpInterface access) {
  return access.getView().getDefiningOp<ViewOp>();
}

bool Distributor::haveSameElements(const PendingAccess &other,
                                   MaskedAccessOpInterface access) {
  MaskedAccessOpInterface op = other.op;
  // In another iteration, a value made in the loop is another value.
  auto isFixed = [&](Value value) {
    return !other.carriedBy ||
           !other.carriedBy->isAncestor(value.getParentRegion()->getParentOp());
  };
  // A replica may read after the owner of its elements has written.
  const Layout &layout = access.getTileType().getLayout().getLayout();
  bool hasReplicas =
      !layout.replicaLaneBits().empty() || !layout.replicaWarpBits().empty();
  return !hasReplicas && op.getView() == access.getView() &&
         llvm::all_of(getViewOp(op)->getOperands(), isFixed) &&
         op.getTileType() == access.getTileType() &&
         llvm::all_of(op.getStarts(), isFixed) &&
         llvm::equal(op.getStarts(), access.getStarts());
}

Value Distributor::endAddress(ViewOp view) {
  // The last element lies at the sum of (extent - 1) * stride.
  Value last = index(0), stride = index(1);
  for (int64_t dim = view.getType().getRank() - 1; dim >= 0; --dim) {
    Value extent = indexOf(view.getExtent(dim));
    if (!view.getType().isDense())
      stride = indexOf(view.getStride(dim));
    Value steps = b.createOrFold<arith::SubIOp>(extent, index(1));
    last = b.createOrFold<arith::AddIOp>(
        b.createOrFold<arith::MulIOp>(steps, stride), last);
    stride = b.createOrFold<arith::MulIOp>(stride, extent);
  }
  Value count = b.createOrFold<arith::AddIOp>(last, index(1));
  Value bytes = b.createOrFold<arith::MulIOp>(
      count, index(getElementBytes(view.getType().getElementType())));
  return arith::AddIOp::create(
      b, LLVM::PtrToIntOp::create(b, b.getI64Type(), lookup(view.getSource())),
      arith::IndexCastOp::create(b, b.getI64Type(), bytes));
}

Value Distributor::overlap(ViewOp first, ViewOp second) {
  auto isArgument = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == &kernel.getBody().front();
  };
  if (first.getSource() == second.getSource() ||
      !llvm::all_of(first->getOperands(), isArgument) ||
      !llvm::all_of(second->getOperands(), isArgument))
    return {};
  auto [entry, isNew] = overlaps.try_emplace({first, second});
  if (!isNew)
    return entry->second;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(prologueEnd);
  auto start = [&](ViewOp view) -> Value {
    return LLVM::PtrToIntOp::create(b, b.getI64Type(),
                                    lookup(view.getSource()));
  };
  auto isBelow = [&](Value low, Value high) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, low, high);
  };
  Value result =
      arith::AndIOp::create(b, isBelow(start(first), endAddress(second)),
                            isBelow(start(second), endAddress(first)));
  prologueEnd = result.getDefiningOp();
  return entry->second = result;
}

void Distributor::order(MaskedAccessOpInterface access) {
  bool always = false;
  Value sometimes;
  llvm::DenseSet<Value> tested;
  for (const PendingAccess &other : pending) {
    bool bothLoad = isa<LoadOp>(other.op) && isa<LoadOp>(access);
    if (bothLoad || haveSameElements(other, access))
      continue;
    Value overlaps = overlap(getViewOp(other.op), getViewOp(access));
    always |= !overlaps;
    if (overlaps && tested.insert(overlaps).second)
      sometimes = sometimes
                      ? arith::OrIOp::create(b, sometimes, overlaps).getResult()
                      : overlaps;
  }
  if (always)
    barrier();
  else if (sometimes)
    guarded(sometimes, [&] { gpu::BarrierOp::create(b); });
  pending.push_back({access});
}

SmallVector<Distributor::PendingAccess>
Distributor::carryAccesses(Operation *loop) {
  SmallVector<PendingAccess> before = pending;
  loop->walk([&](MaskedAccessOpInterface access) {
    pending.push_back({access, loop});
  });
  return before;
}

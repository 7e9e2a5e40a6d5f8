//===- VersionReads.cpp - Kernels by what is only read ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "GlobalAccess.h"
#include "MemoryAccess.h"
#include "RowRuns.h"
#include "Versions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_VERSIONREADS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

namespace {
/// The loads of one version of a kernel that wait for its stores, and these.
struct Reads {
  SmallVector<LoadOp> loads;
  SmallVector<StoreOp> stores;
  /// In the version's own block, the last view of either.
  Operation *lastView = nullptr;
};
} // namespace

/// The block with the version for rows at any address; the kernel's, where it
/// has no such versions.
static Block &findUnaligned(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  for (scf::IfOp branch : body.getOps<scf::IfOp>()) {
    WalkResult found =
        branch.getElseRegion().walk([](MaskedAccessOpInterface access) {
          return findRowAlignment(access) == RowAlignment::Unaligned
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        });
    if (found.wasInterrupted())
      return *branch.elseBlock();
  }
  return body;
}

/// Whether all blocks load the row of `load`, an element at a time.
static bool isSharedNarrowRow(LoadOp load) {
  ArrayRef<int64_t> shape = load.getType().getShape();
  return isOneRow(shape) && shape.back() > 1 &&
         load.getView().getDefiningOp<ViewOp>() && isSharedRow(load) &&
         AccessPlan::findWidestVector(load) == 1 &&
         !AccessHints::of(load).any();
}

/// Whether the row of `store` is long enough to move in runs.
static bool isStoredInRuns(StoreOp store, KernelOp kernel) {
  constexpr int64_t fewestChosenThreads = 128;
  int64_t threads = kernel.getThreads().value_or(fewestChosenThreads);
  return AccessPlan::mayRun(store) && store.getTileType().getShape().back() >=
                                          kFewestElementsPerThread * threads;
}

/// What of `block` is worth a version; nothing where that is not possible.
static std::optional<Reads> findReads(Block &block, KernelOp kernel) {
  Reads reads;
  bool isPossible = true, isInRuns = false;
  block.walk([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      if (isSharedNarrowRow(load))
        reads.loads.push_back(load);
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      reads.stores.push_back(store);
      bool hasView = store.getView().getDefiningOp<ViewOp>() != nullptr;
      isPossible &= hasView;
      isInRuns |= hasView && isStoredInRuns(store, kernel);
    } else if (isAccess(op) && !isRead(op)) {
      isPossible = false;
    }
  });
  if (!isPossible || !isInRuns || reads.loads.empty())
    return std::nullopt;
  auto addView = [&](Operation *view) {
    if (view->getBlock() == &block &&
        (!reads.lastView || reads.lastView->isBeforeInBlock(view)))
      reads.lastView = view;
  };
  for (LoadOp load : reads.loads)
    addView(load.getView().getDefiningOp());
  for (StoreOp store : reads.stores)
    addView(store.getView().getDefiningOp());
  if (reads.lastView && !isEarly(reads.lastView, block))
    return std::nullopt;
  return reads;
}

/// Whether no store reaches what the loads read; null where that is known.
static Value areApart(ImplicitLocOpBuilder &b, KernelOp kernel,
                      const Reads &reads) {
  llvm::SmallSetVector<std::pair<Value, Value>, 4> views;
  for (LoadOp load : reads.loads)
    for (StoreOp store : reads.stores)
      if (!areApart(kernel, load, store))
        views.insert({load.getView(), store.getView()});
  Value all;
  for (auto [read, written] : views) {
    Value apart = ViewsApartOp::create(b, read, written, /*or_equal=*/false);
    all = all ? arith::AndIOp::create(b, all, apart) : apart;
  }
  return all;
}

static void versionReads(KernelOp kernel, int64_t maxOps) {
  int64_t numOps = 0;
  kernel.walk([&](Operation *) { ++numOps; });
  if (numOps > maxOps || kernel->hasAttr(kProducersAttr) ||
      kernel->hasAttr(kHelperOfAttr) || findThreadOp(kernel))
    return;
  Block &block = findUnaligned(kernel);
  std::optional<Reads> reads = findReads(block, kernel);
  if (!reads)
    return;
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  if (reads->lastView)
    b.setInsertionPointAfter(reads->lastView);
  else
    b.setInsertionPointToStart(&block);
  if (Value condition = areApart(b, kernel, *reads)) {
    auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/true);
    branch->setAttr(readVersionsAttrName, b.getUnitAttr());
    moveRestInto(branch, branch.thenBlock(), branch.elseBlock());
  }
  for (LoadOp load : reads->loads)
    load->setAttr(readOnlyAttrName, b.getUnitAttr());
}

namespace {
struct VersionReads : phobos::impl::VersionReadsBase<VersionReads> {
  using VersionReadsBase::VersionReadsBase;

  void runOnOperation() override {
    getOperation().walk([&](KernelOp kernel) { versionReads(kernel, maxOps); });
  }
};
} // namespace

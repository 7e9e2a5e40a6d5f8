//===- RowCopies.cpp - Whole rows by bulk copies ----------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowCopies.h"
#include "GlobalAccess.h"
#include "RowRuns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Target/Target.h"

using namespace mlir;
using namespace phobos;

/// Of fewer elements a thread, all are under way at once.
static constexpr int64_t kFewestElements = 65;
/// What reductions and conversions may take beside the rows.
static constexpr int64_t kOtherSharedBytes = 16 * 1024;

/// Whether a thread loads so many elements of a row one by one that bulk copies
/// are worth it.
static bool isWorthIt(LoadOp load) {
  if (!load.getView().getDefiningOp<ViewOp>())
    return false; // refused later
  AccessPlan plan(load);
  if (plan.getKind() != AccessPlan::Kind::Elements || !plan.isDenseRow(load) ||
      !isOneRow(load.getType().getShape()) || isSharedRow(load))
    return false;
  return plan.findFirstElements(1).size() >= size_t(kFewestElements);
}

/// Whether `kernel` may have written to memory when `load` comes, in whose
/// order bulk copies are not.
static bool isBehindWrite(LoadOp load, KernelOp kernel) {
  auto writes = [](Operation &op) {
    return op
        .walk([](Operation *inner) {
          return isa<StoreOp, ScatterOp, AtomicOp, AtomicScatterOp>(inner)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  };
  for (Operation *at = load; at != kernel; at = at->getParentOp())
    if (llvm::any_of(
            llvm::make_range(at->getBlock()->begin(), at->getIterator()),
            writes))
      return true;
  return false;
}

/// Why no bulk copies bring the row of `load` to shared memory of which `taken`
/// bytes are gone; empty where they do.
static StringRef findObstacle(LoadOp load, KernelOp kernel,
                              const Target &target, int64_t taken) {
  if (!target.hasTMA)
    return "the GPU has none";
  // Shared memory is that of both versions, and this one hardly ever runs.
  if (!arePitchesOpen(load))
    return "only an array that does not begin at 16 bytes leads here";
  if (!load.getMasked().empty())
    return "they take no mask";
  if (AccessHints::of(load).any())
    return "its hints are for loads to registers";
  for (Operation *op = load->getParentOp(); op != kernel;
       op = op->getParentOp())
    if (!isa<scf::IfOp>(op))
      return "in a loop, their mbarriers would count its iterations";
  if (isBehindWrite(load, kernel))
    return "the kernel writes to memory before";
  int64_t bytes = RowCopy(load.getType()).bytes();
  if (taken + bytes + kOtherSharedBytes > target.sharedMemoryPerBlock)
    return "the row does not fit into shared memory";
  return "";
}

/// Reads the row again behind each reduction in the load's block: what stands
/// there takes its elements from shared memory, not from registers that hold
/// them all the while. Wider elements have as many registers when they are
/// computed with, so that nothing is gained.
static void readAgain(LoadOp load) {
  Block *block = load->getBlock();
  LoadOp current = load;
  for (Operation &op :
       llvm::make_range(std::next(load->getIterator()), block->end())) {
    if (!isa<ReduceOp, ArgReduceOp>(op))
      continue;
    Operation *first = nullptr;
    auto isBehind = [&](OpOperand &use) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      return op.isBeforeInBlock(user);
    };
    for (OpOperand &use : current->getUses()) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (isBehind(use) && (!first || user->isBeforeInBlock(first)))
        first = user;
    }
    if (!first)
      continue;
    // Where it is used, not before what else stands there.
    OpBuilder b(first);
    auto again = cast<LoadOp>(b.clone(*current));
    again->setAttr(kReadAgainAttr, b.getUnitAttr());
    current.getResult().replaceUsesWithIf(again.getResult(), isBehind);
    current = again;
  }
}

void phobos::planRowCopies(KernelOp kernel, const Target &target) {
  if (kernel->hasAttr(kProducersAttr) || findThreadOp(kernel))
    return;
  OpBuilder b(kernel.getContext());
  int64_t taken = 0;
  SmallVector<LoadOp> loads;
  kernel.walk<WalkOrder::PreOrder>([&](LoadOp load) {
    if (isWorthIt(load))
      loads.push_back(load);
  });
  for (LoadOp load : loads) {
    StringRef why = findObstacle(load, kernel, target, taken);
    if (!why.empty()) {
      load->setAttr(kNoRowCopyAttr, b.getStringAttr(why));
      continue;
    }
    load->setAttr(kRowCopyAttr, b.getI64IntegerAttr(taken));
    taken += RowCopy(load.getType()).bytes();
    if (isReadAgain(load))
      readAgain(load);
  }
}

bool phobos::isReadAgain(LoadOp load) {
  return load->hasAttr(kRowCopyAttr) &&
         getElementBytes(load.getType().getElementType()) < 4;
}

int64_t phobos::countRowCopyBytes(KernelOp kernel) {
  int64_t bytes = 0;
  kernel.walk([&](LoadOp load) {
    if (auto place = load->getAttrOfType<IntegerAttr>(kRowCopyAttr))
      bytes = std::max(bytes, place.getInt() + RowCopy(load.getType()).bytes());
  });
  return bytes;
}

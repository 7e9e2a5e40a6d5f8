//===- FormClusters.cpp - Blocks that bring operands for each other -*- C++
//-*-//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that lie one below the other multiply the same columns of the right
// side. As a cluster, each brings a part of them, and the copy writes to the
// shared memory of all (PTX ISA, "cp.async.bulk.tensor", multicast).
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/OrderBlocks.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Target/TargetInterface.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_FORMCLUSTERS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// Whether `value` differs between blocks: along `axis`, or along any. A
/// counter does not by itself: see `haveSameIterations`.
static bool dependsOnBlock(Value value, std::optional<unsigned> axis = {}) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto position = dyn_cast<BlockIdOp>(op))
    return !axis || static_cast<unsigned>(position.getDim()) == *axis;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return dependsOnBlock(operand, axis);
  });
}

/// Whether the loops of products, and those around them, count alike in all
/// blocks, under conditions that are the same, so that those of a cluster can
/// go around their rings in step.
static bool haveSameIterations(KernelOp kernel) {
  bool areSame = true;
  kernel.walk([&](scf::ForOp loop) {
    if (!loop->hasAttr(kStagesAttr))
      return;
    for (auto around = loop; around;
         around = around->getParentOfType<scf::ForOp>())
      for (Value bound :
           {around.getLowerBound(), around.getUpperBound(), around.getStep()})
        areSame &= !dependsOnBlock(bound);
    for (auto branch = loop->getParentOfType<scf::IfOp>(); branch;
         branch = branch->getParentOfType<scf::IfOp>())
      areSame &= !dependsOnBlock(branch.getCondition());
  });
  return areSame;
}

/// The last op of the kernel's body that has products in it.
static Operation *findLastProducts(KernelOp kernel) {
  Operation *last = nullptr;
  for (Operation &op : kernel.getBody().front())
    op.walk([&](scf::ForOp loop) {
      if (loop->hasAttr(kStagesAttr))
        last = &op;
    });
  return last;
}

/// Whether nothing up to `last` writes memory, nor reads what is written behind
/// it: several blocks may do that part for the same piece.
static bool canBeDoneTwice(KernelOp kernel, Operation *last) {
  llvm::SmallPtrSet<Value, 4> written;
  bool canBe = true;
  auto pointerOf = [](MaskedAccessOpInterface access) {
    auto view = access.getView().getDefiningOp<ViewOp>();
    return view ? view.getSource() : Value();
  };
  kernel.walk([&](StoreOp store) { written.insert(pointerOf(store)); });
  for (Operation &op : kernel.getBody().front()) {
    op.walk([&](Operation *inner) {
      if (isa<PromiseOp>(inner) || isMemoryEffectFree(inner) ||
          inner->getNumRegions())
        return;
      auto load = dyn_cast<LoadOp>(inner);
      canBe &= load && !written.contains(pointerOf(load));
    });
    if (&op == last)
      break;
  }
  return canBe;
}

/// Of each block's part of a tile: the rows are permuted in groups of 8
/// (StagedOperand.h).
static constexpr int64_t kPartRows = 8;

/// The loads whose tiles `blocks` share that differ along `axis` alone.
static SmallVector<LoadOp> findSharedLoads(KernelOp kernel, unsigned axis,
                                           int64_t blocks) {
  SmallVector<LoadOp> loads;
  kernel.walk([&](LoadOp load) {
    ArrayRef<int64_t> shape = load.getType().getShape();
    if (load->hasAttr(kStagedAttr) &&
        shape[shape.size() - 2] % (blocks * kPartRows) == 0 &&
        llvm::none_of(load.getStarts(),
                      [&](Value start) { return dependsOnBlock(start, axis); }))
      loads.push_back(load);
  });
  return loads;
}

/// Marks the loads that a cluster's blocks share, or says why there can be
/// none.
static std::string formCluster(KernelOp kernel, int64_t blocks,
                               const Target &target) {
  int64_t most = target.maxClusterSize;
  if (most == 1)
    return "the GPU has none";
  if (!llvm::isPowerOf2_64(blocks) || blocks > most)
    return "expected a power of two of at most " + std::to_string(most);
  if (!kernel->hasAttr(kProducersAttr) || !kernel.getGrid())
    return "no products are planned whose blocks could share operands";
  SmallVector<LoadOp> loads =
      findSharedLoads(kernel, getNeighbourAxis(kernel), blocks);
  if (loads.empty())
    return "no operand is the same in neighbouring blocks, with a multiple "
           "of " +
           std::to_string(blocks * kPartRows) + " rows";
  if (!haveSameIterations(kernel))
    return "a loop of products depends on the block's position";
  if (!canBeDoneTwice(kernel, findLastProducts(kernel)))
    return "the kernel writes before its last products, or reads there what it "
           "writes";
  for (LoadOp load : loads)
    load->setAttr(kMulticastAttr, Builder(load).getI64IntegerAttr(blocks));
  return "";
}

static void formClusters(KernelOp kernel, const Target &target) {
  auto blocks = kernel->getAttrOfType<IntegerAttr>(kClusterAttr);
  if (!blocks)
    return;
  if (blocks.getInt() > 1) {
    std::string why = formCluster(kernel, blocks.getInt(), target);
    if (why.empty())
      return;
    // Where there are no such products, nobody expects any.
    if (kernel->hasAttr(kProducersAttr))
      kernel.emitWarning() << "no clusters of " << blocks.getInt()
                           << " blocks: " << why;
    kernel->setAttr(kNoClusterAttr, Builder(kernel).getStringAttr(why));
  }
  kernel->removeAttr(kClusterAttr);
}

namespace {
struct FormClusters : phobos::impl::FormClustersBase<FormClusters> {
  using FormClustersBase::FormClustersBase;

  void runOnOperation() override {
    const Target *chip = lookupTarget(target, &getContext());
    if (!chip) {
      getOperation().emitError()
          << describeUnknownTarget(target, &getContext());
      return signalPassFailure();
    }
    getOperation().walk([&](KernelOp kernel) { formClusters(kernel, *chip); });
  }
};
} // namespace

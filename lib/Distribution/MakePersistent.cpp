//===- MakePersistent.cpp - Few blocks that do the work of all --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks owe each other no order, so one may do the work of several, one after
// the other.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/OrderBlocks.h"
#include "phobos/Distribution/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_MAKEPERSISTENT
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// Whether the grid of `kernel` is along x alone.
static bool isRow(KernelOp kernel) {
  std::optional<AffineMap> grid = kernel.getGrid();
  return grid && llvm::all_of(grid->getResults().drop_front(),
                              [](AffineExpr blocks) { return blocks == 1; });
}

/// Moves what stands behind the last products of `loop`'s body, which is all
/// that writes, under a condition.
static void guardResults(scf::ForOp loop, Value condition) {
  Operation *last = nullptr;
  loop.walk([&](scf::ForOp products) {
    if (products->hasAttr(kStagesAttr))
      last = loop.getBody()->findAncestorOpInBlock(*products);
  });
  ImplicitLocOpBuilder b(last->getLoc(), last->getNextNode());
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  branch.thenBlock()->getOperations().splice(
      branch.thenBlock()->getTerminator()->getIterator(),
      loop.getBody()->getOperations(), std::next(branch->getIterator()),
      loop.getBody()->getTerminator()->getIterator());
}

/// The blocks of a cluster go through the loop in step, so their number is
/// rounded up to whole clusters. One that is too many does the products of the
/// last block again, and not what comes behind them. The position of a block's
/// work is returned.
static Value makeWholeClusters(scf::ForOp loop, KernelOp kernel,
                               int64_t cluster) {
  Value all = loop.getUpperBound(), raw = loop.getInductionVar();
  ImplicitLocOpBuilder b(kernel.getLoc(), loop);
  Value size = arith::ConstantIndexOp::create(b, cluster);
  Value one = arith::ConstantIndexOp::create(b, 1);
  loop.setUpperBound(
      arith::MulIOp::create(b, arith::CeilDivUIOp::create(b, all, size), size));
  Value last = arith::SubIOp::create(b, all, one);
  AffineMap grid = *kernel.getGrid();
  SmallVector<AffineExpr> blocks(grid.getResults());
  blocks[0] = blocks[0].ceilDiv(cluster) * cluster;
  kernel.setGrid(
      AffineMap::get(0, grid.getNumSymbols(), blocks, kernel.getContext()));
  b.setInsertionPointToStart(loop.getBody());
  Value isOwn = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, raw, all);
  Value position = arith::MinUIOp::create(b, raw, last);
  guardResults(loop, isOwn);
  return position;
}

static void makePersistent(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  auto b = ImplicitLocOpBuilder::atBlockBegin(kernel.getLoc(), &body);
  Value all = countGridBlocks(b, kernel, /*axis=*/0);
  Value first = BlockIdOp::create(b, b.getIndexType(), GridDim::x),
        step = NumBlocksOp::create(b, b.getIndexType(), GridDim::x);
  auto loop = scf::ForOp::create(b, first, all, step);
  loop.getBody()->getOperations().splice(
      loop.getBody()->getTerminator()->getIterator(), body.getOperations(),
      std::next(loop->getIterator()), body.getTerminator()->getIterator());
  SmallVector<Operation *> positions;
  loop.walk([&](Operation *op) {
    if (isa<BlockIdOp, NumBlocksOp>(op))
      positions.push_back(op);
  });
  Value own = loop.getInductionVar();
  if (auto cluster = kernel->getAttrOfType<IntegerAttr>(kClusterAttr))
    own = makeWholeClusters(loop, kernel, cluster.getInt());
  // Along the other axes there is one block.
  for (Operation *op : positions) {
    b.setInsertionPoint(op);
    auto position = dyn_cast<BlockIdOp>(op);
    bool isAlongX = position ? position.getDim() == GridDim::x
                             : cast<NumBlocksOp>(op).getDim() == GridDim::x;
    Value result = isAlongX
                       ? (position ? own : all)
                       : arith::ConstantIndexOp::create(b, position ? 0 : 1);
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
  kernel->setAttr(kPersistentAttr, b.getI64IntegerAttr(1));
  loop->setAttr(kPersistentAttr, b.getUnitAttr());
}

namespace {
struct MakePersistent : phobos::impl::MakePersistentBase<MakePersistent> {
  void runOnOperation() override {
    getOperation().walk([](KernelOp kernel) {
      if (kernel->hasAttr(kProducersAttr) && isRow(kernel))
        makePersistent(kernel);
    });
  }
};
} // namespace

//===- OrderBlocks.cpp - Which blocks run next to each other ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU starts blocks with x fastest. Blocks that run at the same time use DRAM
// pages and caches best when they lie side by side in a row of memory, so the
// axis that walks the last dim of what the kernel stores should be the fastest.
//
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/OrderBlocks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_ORDERBLOCKS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

static constexpr unsigned kAxes = 3;

/// The one axis that walks the last dim of every store, if there is one.
static std::optional<unsigned> findFastestAxis(KernelOp kernel) {
  llvm::SetVector<Value> values; // that the last starts are computed from
  kernel.walk([&](StoreOp store) { values.insert(store.getStarts().back()); });
  llvm::SmallSetVector<unsigned, kAxes> axes;
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (auto blockId = dyn_cast_if_present<BlockIdOp>(op))
      axes.insert(static_cast<unsigned>(blockId.getDim()));
    else if (isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                             arith::IndexCastOp, AssumeOp, PromiseOp>(op))
      values.insert_range(op->getOperands());
  }
  if (axes.size() != 1)
    return std::nullopt;
  return axes.front();
}

/// `argument` as an index, with its sign.
static Value asIndex(ImplicitLocOpBuilder &b, KernelOp kernel,
                     BlockArgument argument) {
  if (argument.getType().isIndex())
    return argument;
  if (argument.getType().isInteger(1) ||
      kernel.getArgAttr(argument.getArgNumber(), kUnsignedAttr))
    return arith::IndexCastUIOp::create(b, b.getIndexType(), argument);
  return arith::IndexCastOp::create(b, b.getIndexType(), argument);
}

/// Replaces the block's position along every axis by what follows from its
/// position in one row of blocks, in which `order` lists the axes from the
/// fastest on, and the numbers of blocks by what the grid says. All are below
/// 2^31, so 32 bits divide exactly.
static void splitPosition(KernelOp kernel, ArrayRef<unsigned> order) {
  SmallVector<BlockIdOp> uses;
  kernel.walk([&](BlockIdOp op) { uses.push_back(op); });
  SmallVector<NumBlocksOp> counts;
  kernel.walk([&](NumBlocksOp op) { counts.push_back(op); });
  auto b = ImplicitLocOpBuilder::atBlockBegin(kernel.getLoc(),
                                              &kernel.getBody().front());
  Type i32 = b.getI32Type();
  SmallVector<Value> symbols;
  for (BlockArgument argument : kernel.getGridSymbols())
    symbols.push_back(asIndex(b, kernel, argument));
  Value rest = arith::IndexCastOp::create(
      b, i32, BlockIdOp::create(b, b.getIndexType(), GridDim::x));
  auto countBlocks = [&](unsigned axis) {
    return affine::expandAffineExpr(
        b, b.getLoc(), kernel.getGrid()->getResult(axis), {}, symbols);
  };
  std::array<Value, kAxes> positions;
  for (unsigned axis : order.drop_back()) {
    Value blocks = arith::IndexCastOp::create(b, i32, countBlocks(axis));
    positions[axis] = arith::RemUIOp::create(b, rest, blocks);
    rest = arith::DivUIOp::create(b, rest, blocks);
  }
  positions[order.back()] = rest;
  for (BlockIdOp use : uses) {
    Value position = positions[static_cast<unsigned>(use.getDim())];
    use.replaceAllUsesWith(
        arith::IndexCastUIOp::create(b, b.getIndexType(), position)
            .getResult());
  }
  for (NumBlocksOp count : counts)
    count.replaceAllUsesWith(
        countBlocks(static_cast<unsigned>(count.getDim())));
  for (NumBlocksOp count : counts)
    count.erase();
  // Not before: the builder may stand at one of them.
  for (BlockIdOp use : uses)
    use.erase();
}

bool phobos::orderBlocks(KernelOp kernel) {
  std::optional<unsigned> fastest = findFastestAxis(kernel);
  if (!kernel.getGrid() || !fastest || *fastest == 0)
    return false;
  SmallVector<unsigned> order{*fastest};
  for (unsigned axis = 0; axis < kAxes; ++axis)
    if (axis != *fastest)
      order.push_back(axis);
  splitPosition(kernel, order);

  AffineMap grid = *kernel.getGrid();
  AffineExpr one = getAffineConstantExpr(1, kernel.getContext());
  AffineExpr all = grid.getResult(0) * grid.getResult(1) * grid.getResult(2);
  kernel.setGrid(AffineMap::get(0, grid.getNumSymbols(), {all, one, one},
                                kernel.getContext()));
  return true;
}

namespace {
struct OrderBlocks : phobos::impl::OrderBlocksBase<OrderBlocks> {
  void runOnOperation() override {
    getOperation().walk([](KernelOp kernel) { orderBlocks(kernel); });
  }
};
} // namespace

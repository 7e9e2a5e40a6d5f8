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

/// Notes in `axes` which axes of the grid `value` is computed from.
static void collectAxes(Value value,
                        llvm::SmallSetVector<unsigned, kAxes> &axes) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  if (auto blockId = dyn_cast<BlockIdOp>(op))
    axes.insert(static_cast<unsigned>(blockId.getDim()));
  else if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::IndexCastOp,
               AssumeOp, PromiseOp>(op))
    for (Value operand : op->getOperands())
      collectAxes(operand, axes);
}

/// The one axis that walks the last dim of every store, if there is one.
static std::optional<unsigned> findFastestAxis(KernelOp kernel) {
  llvm::SmallSetVector<unsigned, kAxes> axes;
  kernel.walk(
      [&](StoreOp store) { collectAxes(store.getStarts().back(), axes); });
  if (axes.size() != 1)
    return std::nullopt;
  return axes.front();
}

/// Replaces the block's position along every axis by what follows from its
/// position in one row of blocks, in which `order` lists the axes from the
/// fastest on. All are below 2^31, so 32 bits divide exactly.
static void splitPosition(KernelOp kernel, ArrayRef<unsigned> order) {
  SmallVector<BlockIdOp> uses;
  kernel.walk([&](BlockIdOp op) { uses.push_back(op); });
  auto b = ImplicitLocOpBuilder::atBlockBegin(kernel.getLoc(),
                                              &kernel.getBody().front());
  Type i32 = b.getI32Type();
  SmallVector<Value> symbols;
  for (BlockArgument argument : kernel.getGridSymbols())
    symbols.push_back(
        argument.getType().isIndex()
            ? Value(argument)
            : arith::IndexCastOp::create(b, b.getIndexType(), argument));
  Value rest = arith::IndexCastOp::create(
      b, i32, BlockIdOp::create(b, b.getIndexType(), GridDim::x));
  std::array<Value, kAxes> positions;
  for (unsigned axis : order.drop_back()) {
    Value blocks = affine::expandAffineExpr(
        b, b.getLoc(), kernel.getGrid()->getResult(axis), {}, symbols);
    blocks = arith::IndexCastOp::create(b, i32, blocks);
    positions[axis] = arith::RemUIOp::create(b, rest, blocks);
    rest = arith::DivUIOp::create(b, rest, blocks);
  }
  positions[order.back()] = rest;
  for (BlockIdOp use : uses) {
    Value position = positions[static_cast<unsigned>(use.getDim())];
    use.replaceAllUsesWith(
        arith::IndexCastUIOp::create(b, b.getIndexType(), position)
            .getResult());
    use.erase();
  }
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

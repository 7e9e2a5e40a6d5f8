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
#include "phobos/Dialect/KernelAttributes.h"
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

Value phobos::countGridBlocks(ImplicitLocOpBuilder &b, KernelOp kernel,
                              unsigned axis) {
  SmallVector<Value> symbols;
  for (BlockArgument argument : kernel.getGridSymbols())
    symbols.push_back(asIndex(b, kernel, argument));
  return affine::expandAffineExpr(
      b, b.getLoc(), kernel.getGrid()->getResult(axis), {}, symbols);
}

/// The number of blocks along the slowest axis in a row of blocks: the position
/// of its last one, and 1.
static Value countSlowest(ImplicitLocOpBuilder &b, ArrayRef<Value> faster) {
  Type i32 = b.getI32Type();
  Value one = arith::ConstantIntOp::create(b, i32, 1);
  Value all = NumBlocksOp::create(b, b.getIndexType(), GridDim::x);
  Value last =
      arith::SubIOp::create(b, arith::IndexCastOp::create(b, i32, all), one);
  for (Value blocks : faster)
    last = arith::DivUIOp::create(b, last, blocks);
  return arith::IndexCastUIOp::create(b, b.getIndexType(),
                                      arith::AddIOp::create(b, last, one));
}

/// How blocks are lined up: the axes from the fastest on. Those of a product go
/// down groups of `kGroup` along the second axis, then on along the first:
/// blocks that run at the same time form a square, whose operands the L2 cache
/// holds.
struct BlockOrder {
  std::array<unsigned, kAxes> axes;
  bool isGrouped = false;
};
static constexpr int64_t kGroup = 16;

using BlockCounts = llvm::function_ref<Value(unsigned axis)>;

/// The positions of block `rest` of a row of blocks whose order is grouped.
static std::array<Value, kAxes> splitGrouped(ImplicitLocOpBuilder &b,
                                             Value rest,
                                             ArrayRef<unsigned> axes,
                                             BlockCounts count) {
  Value group = arith::ConstantIntOp::create(b, b.getI32Type(), kGroup);
  Value columns = count(axes[0]), rows = count(axes[1]);
  Value plane = arith::MulIOp::create(b, rows, columns);
  std::array<Value, kAxes> positions;
  positions[axes[2]] = arith::DivUIOp::create(b, rest, plane);
  rest = arith::RemUIOp::create(b, rest, plane);
  Value inGroup = arith::MulIOp::create(b, columns, group);
  Value first =
      arith::MulIOp::create(b, arith::DivUIOp::create(b, rest, inGroup), group);
  rest = arith::RemUIOp::create(b, rest, inGroup);
  Value height =
      arith::MinUIOp::create(b, arith::SubIOp::create(b, rows, first), group);
  positions[axes[1]] =
      arith::AddIOp::create(b, first, arith::RemUIOp::create(b, rest, height));
  positions[axes[0]] = arith::DivUIOp::create(b, rest, height);
  return positions;
}

/// Replaces the block's position along every axis by what follows from its
/// position in one row of blocks of that order, and the numbers of blocks by
/// what the grid says; along the slowest axis by what was launched, so that no
/// position is beyond its number. All are below 2^31, so 32 bits divide
/// exactly.
static void splitPosition(KernelOp kernel, const BlockOrder &blockOrder) {
  ArrayRef<unsigned> order = blockOrder.axes;
  SmallVector<BlockIdOp> uses;
  kernel.walk([&](BlockIdOp op) { uses.push_back(op); });
  SmallVector<NumBlocksOp> counts;
  kernel.walk([&](NumBlocksOp op) { counts.push_back(op); });
  auto b = ImplicitLocOpBuilder::atBlockBegin(kernel.getLoc(),
                                              &kernel.getBody().front());
  Type i32 = b.getI32Type();
  Value rest = arith::IndexCastOp::create(
      b, i32, BlockIdOp::create(b, b.getIndexType(), GridDim::x));
  auto countBlocks = [&](unsigned axis) {
    return countGridBlocks(b, kernel, axis);
  };
  SmallVector<Value> faster; // the blocks along the axes but the slowest
  std::array<Value, kAxes> positions;
  auto countIn32 = [&](unsigned axis) -> Value {
    return arith::IndexCastOp::create(b, i32, countBlocks(axis));
  };
  for (unsigned axis : order.drop_back())
    faster.push_back(countIn32(axis));
  if (blockOrder.isGrouped) {
    positions = splitGrouped(b, rest, order, countIn32);
  } else {
    for (auto [axis, blocks] : llvm::zip(order, faster)) {
      positions[axis] = arith::RemUIOp::create(b, rest, blocks);
      rest = arith::DivUIOp::create(b, rest, blocks);
    }
    positions[order.back()] = rest;
  }
  for (BlockIdOp use : uses) {
    Value position = positions[static_cast<unsigned>(use.getDim())];
    use.replaceAllUsesWith(
        arith::IndexCastUIOp::create(b, b.getIndexType(), position)
            .getResult());
  }
  for (NumBlocksOp count : counts) {
    auto axis = static_cast<unsigned>(count.getDim());
    bool isLaunched = axis == order.back() && !blockOrder.isGrouped;
    count.replaceAllUsesWith(isLaunched ? countSlowest(b, faster)
                                        : countBlocks(axis));
  }
  for (NumBlocksOp count : counts)
    count.erase();
  // Not before: the builder may stand at one of them.
  for (BlockIdOp use : uses)
    use.erase();
}

/// The order with `fastest` in front.
static BlockOrder getOrder(unsigned fastest, bool isGrouped) {
  BlockOrder order{{0, 1, 2}, isGrouped};
  auto first = order.axes.begin() + fastest;
  std::rotate(order.axes.begin(), first, first + 1);
  return order;
}

unsigned phobos::getNeighbourAxis(KernelOp kernel) {
  return getOrder(findFastestAxis(kernel).value_or(0), /*isGrouped=*/true)
      .axes[1];
}

bool phobos::orderBlocks(KernelOp kernel) {
  std::optional<unsigned> fastest = findFastestAxis(kernel);
  // Those run in a loop over the whole grid, so any order will do.
  bool isGrouped = kernel->hasAttr(kProducersAttr);
  if (!kernel.getGrid() || (!isGrouped && (!fastest || *fastest == 0)))
    return false;
  splitPosition(kernel, getOrder(fastest.value_or(0), isGrouped));

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

//===- LayoutRules.cpp - What ops ask of their tiles' layouts -----*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutRules.h"
#include "WarpGrid.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

LayoutAttr phobos::collapseUnitDims(LayoutAttr layout,
                                    ArrayRef<int64_t> shape) {
  Layout result = layout.getLayout();
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (extent == 1)
      result = *result.collapse(dim);
  return LayoutAttr::get(layout.getContext(), result);
}

LayoutAttr phobos::getSliceLayout(LayoutAttr layout, TileType tile,
                                  ValueRange starts,
                                  ArrayRef<int64_t> lengths) {
  const Layout &whole = layout.getLayout();
  SmallVector<int64_t> reps;
  for (auto [dim, start, length, extent, side] :
       llvm::enumerate(starts, lengths, tile.getShape(), whole.atom())) {
    APInt constant;
    if (!matchPattern(start, m_ConstantInt(&constant)))
      return {};
    bool isAll = constant.isZero() && length == extent;
    if (!isAll && (length < side || constant.getSExtValue() % side != 0))
      return {};
    reps.push_back(llvm::divideCeil(length, side));
  }
  return LayoutAttr::get(layout.getContext(),
                         Layout(whole.registerBases(), whole.laneBases(),
                                whole.warpBases(), reps));
}

LayoutAttr phobos::getChunkLayout(ChunksOp room) {
  LayoutAttr ofPut;
  for (Operation *user : room->getUsers()) {
    if (auto get = dyn_cast<GetChunkOp>(user))
      return get.getType().getLayout();
    ofPut = cast<PutChunkOp>(user).getValue().getType().getLayout();
  }
  return ofPut;
}

LayoutAttr phobos::getRequiredLayout(OpOperand &operand) {
  Operation *op = operand.getOwner();
  TileType tile = getTile(operand.get());
  unsigned index = operand.getOperandNumber();
  auto of = [](Value value) { return getTile(value).getLayout(); };
  return TypeSwitch<Operation *, LayoutAttr>(op)
      .Case<LoadOp, StoreOp, ReduceOp, ArgReduceOp, TransposeOp, ReshapeOp,
            ExtractSliceOp, ConvertLayoutOp>(
          [](Operation *) { return LayoutAttr(); })
      .Case<InsertSliceOp>([&](InsertSliceOp insert) {
        LayoutAttr layout = of(insert.getResult());
        return operand.get() == insert.getDest() && index == 1
                   ? layout
                   : getSliceLayout(layout, insert.getResult().getType(),
                                    insert.getStarts(), tile.getShape());
      })
      .Case<DotOp>([&](DotOp dot) {
        return operand.get() == dot.getAccumulator() && index == 2
                   ? of(dot.getResult())
                   : LayoutAttr();
      })
      .Case<ScatterOp>(
          [&](ScatterOp scatter) { return of(scatter.getOffsets()); })
      .Case<PutChunkOp>([](PutChunkOp put) {
        return getChunkLayout(put.getChunks().getDefiningOp<ChunksOp>());
      })
      .Case<ItemOp>([&](ItemOp) { // in each thread
        return collapseUnitDims(tile.getLayout(), tile.getShape());
      })
      .Case<BroadcastOp>([&](BroadcastOp broadcast) {
        return collapseUnitDims(of(broadcast.getResult()), tile.getShape());
      })
      .Case<scf::ForOp>(
          [&](scf::ForOp loop) { return of(loop.getTiedLoopResult(&operand)); })
      .Case<scf::WhileOp>([&](scf::WhileOp loop) {
        return of(loop.getBeforeArguments()[index]);
      })
      .Case<scf::ConditionOp>([&](scf::ConditionOp condition) {
        return of(condition->getParentOp()->getResult(index - 1));
      })
      .Case<scf::YieldOp>([&](scf::YieldOp yield) {
        if (auto loop = dyn_cast<scf::WhileOp>(yield->getParentOp()))
          return of(loop.getBeforeArguments()[index]);
        return of(yield->getParentOp()->getResult(index));
      })
      .Default([&](Operation *other) {
        bool makesTile = other->getNumResults() && getTile(other->getResult(0));
        return makesTile ? of(other->getResult(0)) : LayoutAttr();
      });
}

LayoutAttr phobos::getNaturalLayout(Operation *op) {
  auto collapse = [&](auto reduce) {
    const Layout &source = reduce.getSource().getType().getLayout().getLayout();
    return LayoutAttr::get(op->getContext(), *source.collapse(reduce.getDim()));
  };
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return collapse(reduce);
  if (auto reduce = dyn_cast<ArgReduceOp>(op))
    return collapse(reduce);
  if (auto slice = dyn_cast<ExtractSliceOp>(op)) {
    TileType source = slice.getSource().getType();
    return getSliceLayout(source.getLayout(), source, slice.getStarts(),
                          slice.getType().getShape());
  }
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    SmallVector<unsigned> permutation(transpose.getPermutation().begin(),
                                      transpose.getPermutation().end());
    return LayoutAttr::get(
        op->getContext(),
        transpose.getSource().getType().getLayout().getLayout().transpose(
            permutation));
  }
  return {};
}

/// Whether each basis is a power of two along one dim. As bases are
/// independent, no two share a bit then: XOR of bases is addition, and the
/// layout collapses along each dim.
static bool movesAlongOneDimABit(const Layout &layout) {
  for (ArrayRef<Basis> bases :
       {layout.registerBases(), layout.laneBases(), layout.warpBases()})
    for (const Basis &basis : bases) {
      int64_t bits = 0;
      for (int64_t step : basis)
        bits += llvm::popcount(uint64_t(step));
      if (bits > 1)
        return false;
    }
  return true;
}

static LogicalResult verifyLayout(KernelOp kernel, Value value) {
  TileType tile = getTile(value);
  if (!tile)
    return success();
  if (isa<PtrType>(tile.getElementType()))
    return emitError(value.getLoc()) << "tiles of pointers are not supported";
  if (!tile.getLayout())
    return emitError(value.getLoc()) << "expected a layout on " << tile
                                     << ": run phobos-assign-layouts first";
  const Layout &layout = tile.getLayout().getLayout();
  if (layout.threads() != *kernel.getThreads())
    return emitError(value.getLoc())
           << "expected a layout for " << *kernel.getThreads()
           << " threads, got one for " << layout.threads();
  if (std::optional<std::string> why = layout.verifyShape(tile.getShape()))
    return emitError(value.getLoc()) << *why;
  if (!movesAlongOneDimABit(layout))
    return emitError(value.getLoc())
           << "expected a layout whose bases are powers of two along one dim";
  return success();
}

/// Fused multiply-adds do not round operands.
static LogicalResult verifyPrecision(DotOp dot) {
  bool isRounded = dot.getPrecision() == DotPrecision::tf32 ||
                   dot.getPrecision() == DotPrecision::bf16;
  TileType type = dot.getType();
  if (!isRounded || findWarpGrid(type.getLayout(), type.getShape()))
    return success();
  return dot.emitOpError()
         << "expected an accumulator in a layout of mma.sync for precision "
         << stringifyDotPrecision(dot.getPrecision()) << ", got "
         << type.getLayout();
}

LogicalResult phobos::verifyLayouts(KernelOp kernel) {
  if (!kernel.getThreads())
    return kernel.emitOpError(
        "expected a number of threads: run phobos-assign-layouts first");
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(verifyLayout(kernel, argument)))
            return WalkResult::interrupt();
    for (Value value : op->getResults())
      if (failed(verifyLayout(kernel, value)))
        return WalkResult::interrupt();
    for (OpOperand &operand : op->getOpOperands()) {
      TileType tile = getTile(operand.get());
      LayoutAttr required = tile ? getRequiredLayout(operand) : LayoutAttr();
      if (required && tile.getLayout() != required) {
        op->emitOpError() << "expected operand " << operand.getOperandNumber()
                          << " in layout " << required << ", got "
                          << tile.getLayout();
        return WalkResult::interrupt();
      }
    }
    if (auto dot = dyn_cast<DotOp>(op); dot && failed(verifyPrecision(dot)))
      return WalkResult::interrupt();
    LayoutAttr natural = getNaturalLayout(op);
    if (natural && natural != getTile(op->getResult(0)).getLayout()) {
      op->emitOpError() << "expected a result in layout " << natural << ", got "
                        << getTile(op->getResult(0)).getLayout();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===- ThreadOps.cpp - Code of a block's single threads -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

StringRef phobos::getLanguageName(Operation *threadOp) {
  return llvm::TypeSwitch<Operation *, StringRef>(threadOp)
      .Case<ThreadIdOp>([](Operation *) { return "ctx.thread"; })
      .Case<WarpIdOp>([](Operation *) { return "ctx.warp"; })
      .Case<LaneIdOp>([](Operation *) { return "ctx.lane"; })
      .Case<NumThreadsOp>([](Operation *) { return "ctx.threads"; })
      .Case<LoadElemOp>([](Operation *) { return "ctx.elem"; })
      .Case<StoreElemOp>([](Operation *) { return "ctx.store"; })
      .Case<ThreadSumOp>([](Operation *) { return "ctx.sum"; })
      .Case<WarpReduceOp>([](WarpReduceOp op) {
        return op.getKind() == ReduceKind::add ? "ctx.warp_sum"
                                               : "ctx.warp_max";
      })
      .Case<BlockReduceOp>([](BlockReduceOp op) {
        return op.getKind() == ReduceKind::add ? "ctx.block_sum"
                                               : "ctx.block_max";
      })
      .Case<ShuffleOp>([](Operation *) { return "ctx.shuffle"; })
      .Case<BarrierOp>([](Operation *) { return "ctx.barrier"; })
      .Default([](Operation *op) { return op->getName().getStringRef(); });
}

Operation *phobos::findThreadOp(KernelOp kernel) {
  Operation *found = nullptr;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!op->hasTrait<PerThread>())
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

OpFoldResult WarpIdOp::fold(FoldAdaptor) {
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (kernel && kernel.getThreads() == 32)
    return Builder(getContext()).getIndexAttr(0);
  return {};
}

OpFoldResult NumThreadsOp::fold(FoldAdaptor) {
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (kernel && kernel.getThreads())
    return Builder(getContext()).getIndexAttr(*kernel.getThreads());
  return {};
}

//===----------------------------------------------------------------------===//
// Elements of a block's tile
//===----------------------------------------------------------------------===//

static LogicalResult verifyIndices(Operation *op, OperandRange indices,
                                   TileType tile) {
  if (static_cast<int64_t>(indices.size()) == tile.getRank())
    return success();
  return op->emitOpError() << "expected " << tile.getRank()
                           << " indices, one a dim, got " << indices.size();
}

LogicalResult LoadElemOp::verify() {
  return verifyIndices(*this, getIndices(), getSource().getType()); // (C1)
}

LogicalResult StoreElemOp::verify() {
  return verifyIndices(*this, getIndices(), getDest().getType()); // (C1)
}

//===----------------------------------------------------------------------===//
// ThreadSumOp
//===----------------------------------------------------------------------===//

static bool mayStandInSum(Operation &op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return static_cast<int64_t>(load.getUnchecked().size()) ==
           load.getType().getRank();
  return op.hasTrait<OpTrait::ConstantLike>() ||
         OpTrait::hasElementwiseMappableTraits(&op) ||
         isa<SplatOp, IotaOp, BroadcastOp, CastOp, WhereOp, ItemOp, YieldOp>(
             op);
}

Operation *ThreadSumOp::findForeignOp(Region &body) {
  for (Operation &op : body.front())
    if (!mayStandInSum(op))
      return &op;
  return nullptr;
}

LogicalResult ThreadSumOp::verifyRegions() {
  Block &block = getBody().front();
  if (block.getArgumentTypes() != getCaptures().getTypes()) // (C1)
    return emitOpError(
        "expected the body's arguments to have the types of the captures");
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return emitOpError("expected the body to end with phobos.yield");
  Type type = getType();
  bool isNumber =
      isa<FloatType>(type) || (type.isIntOrIndex() && !type.isInteger(1));
  if (!isNumber) // (C2)
    return emitOpError() << "expected a number as the sum, got " << type;
  if (yield.getSource().getType().getElementType() != type) // (C2)
    return emitOpError() << "expected a tile of " << type
                         << " to be yielded, got "
                         << yield.getSource().getType();
  if (Operation *foreign = findForeignOp(getBody())) { // (C3)
    InFlightDiagnostic diagnostic =
        emitOpError("expected unchecked loads and elementwise ops in the body");
    diagnostic.attachNote(foreign->getLoc())
        << "got '" << foreign->getName() << "'";
    return diagnostic;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult WarpReduceOp::verify() {
  return verifyReduceKind(*this, getKind(), getType()); // (C1)
}

LogicalResult BlockReduceOp::verify() {
  return verifyReduceKind(*this, getKind(), getType()); // (C1)
}

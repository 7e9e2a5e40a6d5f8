//===- FreeTiles.cpp - Tiles that cost nothing in any layout ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreeTiles.h"
#include "LayoutRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace phobos;

/// The dim of `shape` that has all elements; any where there is one element.
static std::optional<unsigned> findOnlyDim(ArrayRef<int64_t> shape,
                                           int64_t elements) {
  const int64_t *found = llvm::find(shape, elements);
  if (found == shape.end())
    return std::nullopt;
  return found - shape.begin();
}

/// What `reshape` gives without moving elements, or null: constants and splats,
/// and iotas of tiles that have more than one element along one dim at most.
static Value reshapeFreely(OpBuilder &builder, ReshapeOp reshape) {
  Location loc = reshape.getLoc();
  TileType type = reshape.getType();
  Operation *source = reshape.getSource().getDefiningOp();
  if (auto splat = dyn_cast_or_null<SplatOp>(source))
    return SplatOp::create(builder, loc, type, splat.getValue());
  if (auto constant = dyn_cast_or_null<arith::ConstantOp>(source))
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return arith::ConstantOp::create(builder, loc, splat.resizeSplat(type));
  auto iota = dyn_cast_or_null<IotaOp>(source);
  int64_t elements = type.getNumElements();
  if (!iota || iota.getType().getShape()[iota.getDim()] != elements)
    return {};
  std::optional<unsigned> dim = findOnlyDim(type.getShape(), elements);
  return dim ? IotaOp::create(builder, loc, type, *dim).getResult() : Value();
}

void phobos::reshapeFreeTiles(KernelOp kernel) {
  OpBuilder builder(kernel.getContext());
  kernel.walk([&](ReshapeOp reshape) {
    builder.setInsertionPoint(reshape);
    Value free = reshapeFreely(builder, reshape);
    if (!free)
      return;
    reshape.getResult().replaceAllUsesWith(free);
    reshape.erase();
  });
}

/// Whether a branch or loop may make a version of the tile there, which is told
/// by the tile that it is one of (see `phobos.store_elem`).
static bool mayBeVersioned(OpOperand &use) {
  Operation *op = use.getOwner();
  return isa<StoreElemOp>(op) || isa<scf::SCFDialect>(op->getDialect());
}

void phobos::duplicateFreeTiles(KernelOp kernel) {
  bool hasVersions =
      kernel.walk([](StoreElemOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  SmallVector<Operation *> free;
  kernel.walk([&](Operation *op) {
    if (isa<SplatOp, IotaOp>(op) ||
        (isa<arith::ConstantOp>(op) && getTile(op->getResult(0))))
      free.push_back(op);
  });
  OpBuilder builder(kernel.getContext());
  for (Operation *op : free)
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      if (op->hasOneUse())
        break;
      if (hasVersions && mayBeVersioned(use))
        continue;
      builder.setInsertionPoint(op);
      use.set(builder.clone(*op)->getResult(0));
    }
}

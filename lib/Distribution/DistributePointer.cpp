//===- DistributePointer.cpp - Accesses at tiles of offsets -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each run of elements that are known to lie side by side is one access, in the
// version of the kernel that has such runs (VersionRows.cpp). All of it is
// accessed or nothing, as the mask's first element of the run says. Where there
// are no runs, each element is an access of its own.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "GlobalAccess.h"
#include "VectorParts.h"

using namespace mlir;
using namespace phobos;

Value Distributor::laneAddress(Value pointer, Value offsets, int64_t lane) {
  Type element = convert(cast<PtrType>(pointer.getType()).getElementType());
  Value offset = arith::IndexCastOp::create(
      b, b.getI64Type(), this->element(lookup(offsets), lane));
  return LLVM::GEPOp::create(b, getGlobalPointerType(b.getContext()),
                             getMemoryType(element), lookup(pointer),
                             ArrayRef<LLVM::GEPArg>{offset});
}

Value Distributor::isLaneActive(TileType offsets, Value mask, int64_t lane) {
  Value active = isValid(offsets.getLayout(), offsets.getShape(), lane);
  return mask ? both(active, element(lookup(mask), lane)) : active;
}

SmallVector<int64_t> Distributor::lanesOf(TileType tile) {
  SmallVector<int64_t> lanes;
  int64_t end = tile.getLayout().getLayout().elementsPerThread();
  for (int64_t lane = 0; lane < end; ++lane)
    if (!isNever(tile.getLayout(), tile.getShape(), lane))
      lanes.push_back(lane);
  return lanes;
}

Value Distributor::distribute(GatherOp op) {
  order(op);
  TileType offsets = op.getOffsets().getType();
  AccessHints hints = AccessHints::of(op);
  Type element = convert(op.getType().getElementType());
  auto type = VectorType::get(vectorOf(op.getType()).getShape(),
                              getMemoryType(element));
  Value result = op.getOther()
                     ? toMemory(lookup(op.getOther()))
                     : arith::ConstantOp::create(b, b.getZeroAttr(type));
  AccessPlan plan(op);
  int64_t run = plan.getVectorElements();
  SmallVector<int64_t> firsts = plan.findFirstElements(run);
  SmallVector<Value> parts;
  for (int64_t lane : firsts) {
    Value part = vector::ExtractStridedSliceOp::create(b, result, lane, run, 1);
    parts.push_back(
        loadGlobal(b, laneAddress(op.getPointer(), op.getOffsets(), lane),
                   isLaneActive(offsets, op.getMask(), lane), part, hints));
  }
  result = replaceParts(b, result, firsts, parts);
  // What changes between two reads must not tear a block apart.
  if (op.getIsVolatile())
    result = shareOneValue(op, result, op.getType());
  return fromMemory(result, element);
}

void Distributor::distribute(ScatterOp op) {
  order(op);
  TileType offsets = op.getOffsets().getType();
  AccessHints hints = AccessHints::of(op);
  Value vector = toMemory(lookup(op.getValue()));
  AccessPlan plan(op);
  int64_t run = plan.getVectorElements();
  guardedByOwner(op, offsets.getLayout(), [&](Value owner) {
    for (int64_t lane : plan.findFirstElements(run)) {
      Value part =
          vector::ExtractStridedSliceOp::create(b, vector, lane, run, 1);
      Value active = both(owner, isLaneActive(offsets, op.getMask(), lane));
      storeGlobal(b, part, laneAddress(op.getPointer(), op.getOffsets(), lane),
                  active, hints);
    }
  });
}

//===- PointerOps.cpp - Reads and writes at a tile of offsets -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HintSyntax.h"

using namespace mlir;
using namespace phobos;

/// Whether `tile` has the shape and layout of `offsets` and elements of
/// `pointer`.
static LogicalResult verifyElements(Operation *op, TileType tile,
                                    PtrType pointer, TileType offsets) {
  TileType expected = TileType::get(
      offsets.getShape(), pointer.getElementType(), offsets.getLayout());
  if (tile == expected)
    return success();
  return op->emitOpError() << "expected " << expected << ", got " << tile;
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::verify() {
  if (failed(verifyElements(*this, getType(), getPointer().getType(),
                            getOffsets().getType()))) // (C2)
    return failure();
  if (getOther() && !getMask()) // (C3)
    return emitOpError("expected 'other' to come with a mask");
  return verifyLoadCache(*this, getCache()); // (C4)
}

void GatherOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  if (getIsVolatile()) // Neither removed nor merged with another.
    effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// ScatterOp
//===----------------------------------------------------------------------===//

LogicalResult ScatterOp::verify() {
  if (failed(verifyElements(*this, getValue().getType(), getPointer().getType(),
                            getOffsets().getType()))) // (C2)
    return failure();
  return verifyStoreCache(*this, getCache()); // (C3)
}

void ScatterOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

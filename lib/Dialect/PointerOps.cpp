//===- PointerOps.cpp - Reads and writes at a tile of offsets -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Dialect/Phobos.h"

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

static LogicalResult verifyCache(Operation *op, std::optional<CacheModifier> it,
                                 ArrayRef<CacheModifier> allowed) {
  if (!it || llvm::is_contained(allowed, *it))
    return success();
  InFlightDiagnostic error = op->emitOpError("expected a cache of ");
  llvm::interleaveComma(allowed, error, [&](CacheModifier modifier) {
    error << '<' << stringifyCacheModifier(modifier) << '>';
  });
  return error << ", got <" << stringifyCacheModifier(*it) << '>';
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
  return verifyCache(*this, getCache(), // (C4)
                     {CacheModifier::ca, CacheModifier::cg, CacheModifier::cs,
                      CacheModifier::cv});
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
  return verifyCache(*this, getCache(), // (C3)
                     {CacheModifier::wb, CacheModifier::cg, CacheModifier::cs,
                      CacheModifier::wt});
}

void ScatterOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

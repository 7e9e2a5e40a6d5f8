//===- DistributeChunks.cpp - Chunks of large tiles in one thread -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A room is an array on the thread's stack, with a vector for each chunk.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "LayoutRules.h"

using namespace mlir;
using namespace phobos;

/// Vectors are moved 16 bytes at a time where their elements allow.
static constexpr unsigned kAlignment = 16;

/// What memory holds of a chunk in `tile`'s layout.
VectorType Distributor::chunkOf(TileType tile) {
  VectorType vector = vectorOf(tile);
  return vector.clone(getMemoryType(vector.getElementType()));
}

void Distributor::distribute(ChunksOp op) {
  LayoutAttr layout = getChunkLayout(op);
  if (!layout)
    return; // nothing is put there
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(prologueEnd);
  ChunksType type = op.getType();
  Value room =
      LLVM::AllocaOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                             chunkOf(type.getTile().withLayout(layout)),
                             i32(type.getCount()), kAlignment);
  mapping.map(op.getResult(), room);
  prologueEnd = room.getDefiningOp();
}

Value Distributor::chunkAddress(Value chunks, Value position, TileType tile) {
  Value index = arith::IndexCastOp::create(b, b.getI64Type(), lookup(position));
  return LLVM::GEPOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                             chunkOf(tile), lookup(chunks),
                             ArrayRef<LLVM::GEPArg>{index});
}

void Distributor::distribute(PutChunkOp op) {
  Value address =
      chunkAddress(op.getChunks(), op.getPosition(), op.getValue().getType());
  LLVM::StoreOp::create(b, toMemory(lookup(op.getValue())), address,
                        kAlignment);
}

Value Distributor::distribute(GetChunkOp op) {
  TileType tile = op.getType();
  Value address = chunkAddress(op.getChunks(), op.getPosition(), tile);
  Value vector = LLVM::LoadOp::create(b, chunkOf(tile), address, kAlignment);
  return fromMemory(vector, convert(tile.getElementType()));
}

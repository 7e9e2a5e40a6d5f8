//===- SwizzledTile.cpp - A product's operand in shared memory --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwizzledTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kBankGroups = 8;

static Value i32(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b, b.getI32Type(), value);
}

static Value multiply(ImplicitLocOpBuilder &b, Value value, int64_t factor) {
  return b.createOrFold<arith::MulIOp>(value, i32(b, factor));
}

SwizzledTile::SwizzledTile(int64_t elementBytes, int64_t rows, int64_t columns,
                           int64_t byteOffset)
    : bytesOfElement(elementBytes), numRows(rows), numColumns(columns),
      byteOffset(byteOffset) {
  assert(columns % elementsPerChunk() == 0 && "expected whole chunks");
  assert(byteOffset % kChunkBytes == 0 && "expected an aligned tile");
}

/// f(row) of the header.
Value SwizzledTile::swizzle(ImplicitLocOpBuilder &b, Value row) const {
  int64_t chunks = chunksPerRow();
  int64_t period = std::min(chunks & -chunks, kBankGroups);
  if (period == 1)
    return i32(b, 0);
  int64_t shift = llvm::Log2_64(kBankGroups / period);
  return b.createOrFold<arith::AndIOp>(
      b.createOrFold<arith::ShRUIOp>(row, i32(b, shift)), i32(b, period - 1));
}

SharedByte SwizzledTile::chunk(ImplicitLocOpBuilder &b, Value row,
                               Value chunk) const {
  return this->chunk(b, row, 0, chunk, i32(b, 0));
}

SharedByte SwizzledTile::chunk(ImplicitLocOpBuilder &b, Value row,
                               int64_t rowStep, Value chunk,
                               Value chunkStep) const {
  int64_t pitch = numColumns * bytesOfElement;
  Value place = b.createOrFold<arith::XOrIOp>(chunk, swizzle(b, row));
  place = b.createOrFold<arith::XOrIOp>(place, chunkStep);
  Value byte = b.createOrFold<arith::AddIOp>(multiply(b, row, pitch),
                                             multiply(b, place, kChunkBytes));
  return {byte, byteOffset + rowStep * pitch};
}

SharedByte SwizzledTile::element(ImplicitLocOpBuilder &b, Value row,
                                 Value column) const {
  int64_t perChunk = elementsPerChunk();
  Value chunk =
      b.createOrFold<arith::ShRUIOp>(column, i32(b, llvm::Log2_64(perChunk)));
  Value rest = b.createOrFold<arith::AndIOp>(column, i32(b, perChunk - 1));
  SharedByte byte = this->chunk(b, row, chunk);
  byte.dynamic = b.createOrFold<arith::AddIOp>(
      byte.dynamic, multiply(b, rest, bytesOfElement));
  return byte;
}

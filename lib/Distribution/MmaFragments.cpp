//===- MmaFragments.cpp - From shared memory to fragments -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaProduct.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace phobos;

/// Registers of 32 bits, each with what `number` 8x8 matrices of 16 bits have
/// for the lane.
MmaProduct::Registers MmaProduct::loadMatrices(const Source &source,
                                               SharedByte byte, int64_t number,
                                               bool transposed) {
  SmallVector<Type> types(number, b.getI32Type());
  Type result = LLVM::LLVMStructType::getLiteral(b.getContext(), types);
  auto layout = transposed ? NVVM::MMALayout::col : NVVM::MMALayout::row;
  auto shape = NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8);
  Value loaded =
      NVVM::LdMatrixOp::create(b, result, pointer(source, byte), number, layout,
                               shape, NVVM::LdStMatrixEltType::B16);
  Registers registers;
  for (int64_t i = 0; i < number; ++i)
    registers.push_back(LLVM::ExtractValueOp::create(b, loaded, i));
  return registers;
}

MmaProduct::Registers MmaProduct::loadElements(const Source &source, Value line,
                                               int64_t lineCount,
                                               int64_t innerCount,
                                               const Step &step) {
  const MmaOperand &operand = *source.operand;
  int64_t bytes = operand.tile.elementBytes();
  Type type = bytes == 8 ? Type(b.getF64Type()) : b.getI32Type();
  Value quad = b.createOrFold<arith::AndIOp>(lane, i32(3));
  Value first = add(times(step.value, instruction.k), quad);
  int64_t extent =
      operand.type
          .getShape()[operand.linesAreRows != operand.isTransposed ? 0 : 1];
  Registers registers;
  for (int64_t i = 0; i < innerCount; ++i)
    for (int64_t j = 0; j < lineCount; ++j) {
      Value row = b.createOrFold<arith::MinUIOp>(add(line, i32(8 * j)),
                                                 i32(extent - 1));
      Value column = add(first, i32(4 * i));
      if (!operand.linesAreRows)
        std::swap(row, column);
      SharedByte byte = operand.tile.element(b, row, column);
      registers.push_back(d.loadShared(type, pointer(source, byte)));
    }
  return registers;
}

/// `line` if the lines that the warps cover are all in the operand, else what
/// is in it.
static Value clampLine(ImplicitLocOpBuilder &b, Value line, int64_t covered,
                       int64_t extent) {
  if (covered <= extent)
    return line;
  Value last = arith::ConstantIntOp::create(b, b.getI32Type(), extent - 1);
  return arith::MinUIOp::create(b, line, last);
}

MmaProduct::Registers MmaProduct::lhsFromRegisters(int64_t row, int64_t step) {
  int64_t packed =
      4 / getElementBytes(getElementTypeOrSelf(lhsVector.getType()));
  Registers registers;
  int64_t element = (row * steps + step) * 4 * packed;
  for (int64_t i = 0; i < 4; ++i, element += packed) {
    Value part = vector::ShuffleOp::create(
        b, lhsVector, lhsVector, ArrayRef(lhsSources).slice(element, packed));
    registers.push_back(LLVM::BitcastOp::create(b, b.getI32Type(), part));
  }
  return registers;
}

/// Rows 16 * row … of the warp, 32 bytes of the inner extent.
MmaProduct::Registers MmaProduct::lhsFragment(int64_t row, const Step &step) {
  if (lhsVector)
    return lhsFromRegisters(row, *step.constant);
  const SwizzledTile &tile = lhs.operand->tile;
  int64_t rowStep = row * kRows * grid.rows;
  Value first = times(warpRow, kRows);
  if (tile.elementBytes() == 8) {
    Value group = b.createOrFold<arith::ShRUIOp>(lane, i32(2));
    return loadElements(lhs, add(add(first, group), i32(rowStep)), 2, 1, step);
  }
  Value line = add(first, b.createOrFold<arith::AndIOp>(lane, i32(15)));
  Value chunk = b.createOrFold<arith::ShRUIOp>(lane, i32(4));
  Value chunkStep = times(step.value, 2);
  int64_t covered = rows * kRows * grid.rows;
  SharedByte byte =
      covered <= tile.rows()
          ? tile.chunk(b, line, rowStep, chunk, chunkStep)
          : tile.chunk(
                b, clampLine(b, add(line, i32(rowStep)), covered, tile.rows()),
                0, chunk, chunkStep);
  return loadMatrices(lhs, byte, 4, /*transposed=*/false);
}

/// A lane's address for two neighbouring fragments of the right side: of rows
/// that are columns of the result.
SharedByte MmaProduct::rhsLines(int64_t column, const Step &step) {
  const SwizzledTile &tile = rhs.operand->tile;
  Value next = b.createOrFold<arith::ShRUIOp>(lane, i32(4));
  Value line = add(times(warpColumn, kColumns),
                   b.createOrFold<arith::AndIOp>(lane, i32(7)));
  line = add(line, times(next, kColumns * grid.columns));
  Value chunk = b.createOrFold<arith::AndIOp>(
      b.createOrFold<arith::ShRUIOp>(lane, i32(3)), i32(1));
  Value chunkStep = times(step.value, 2);
  int64_t lineStep = column * kColumns * grid.columns;
  int64_t covered = columns * kColumns * grid.columns;
  if (covered <= tile.rows())
    return tile.chunk(b, line, lineStep, chunk, chunkStep);
  line = clampLine(b, add(line, i32(lineStep)), covered, tile.rows());
  return tile.chunk(b, line, 0, chunk, chunkStep);
}

/// Likewise of rows along the inner extent, which are transposed when loaded.
SharedByte MmaProduct::rhsRowsOfInner(int64_t column, const Step &step) {
  const SwizzledTile &tile = rhs.operand->tile;
  Value next = b.createOrFold<arith::ShRUIOp>(lane, i32(4));
  Value chunk = add(warpColumn, times(next, grid.columns));
  Value row = b.createOrFold<arith::AndIOp>(lane, i32(15));
  int64_t rowStep = 0;
  if (step.constant)
    rowStep = *step.constant * instruction.k;
  else
    row = add(row, times(step.value, instruction.k));
  int64_t chunkStep = column * grid.columns;
  int64_t covered = columns * grid.columns;
  if (covered <= tile.chunksPerRow())
    return tile.chunk(b, row, rowStep, chunk, i32(chunkStep));
  chunk =
      clampLine(b, add(chunk, i32(chunkStep)), covered, tile.chunksPerRow());
  return tile.chunk(b, row, rowStep, chunk, i32(0));
}

SmallVector<MmaProduct::Registers> MmaProduct::rhsFragments(int64_t column,
                                                            const Step &step) {
  const MmaOperand &operand = *rhs.operand;
  int64_t number = std::min<int64_t>(columns - column, 2);
  SmallVector<Registers> fragments;
  int64_t bytes = operand.tile.elementBytes();
  if (bytes == 8 || (bytes == 4 && !operand.linesAreRows)) {
    Value group = b.createOrFold<arith::ShRUIOp>(lane, i32(2));
    Value line = add(times(warpColumn, kColumns), group);
    for (int64_t i = 0; i < number; ++i) {
      Value lineStep = i32((column + i) * kColumns * grid.columns);
      fragments.push_back(
          loadElements(rhs, add(line, lineStep), 1, 8 / bytes, step));
    }
    return fragments;
  }
  SharedByte byte = operand.linesAreRows ? rhsLines(column, step)
                                         : rhsRowsOfInner(column, step);
  Registers loaded = loadMatrices(rhs, byte, 2 * number, !operand.linesAreRows);
  for (int64_t i = 0; i < number; ++i)
    fragments.push_back({loaded[2 * i], loaded[2 * i + 1]});
  return fragments;
}

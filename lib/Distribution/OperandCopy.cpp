//===- OperandCopy.cpp - Copies of a product's operand ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a piece lies in the tensor is a part that changes with the iteration
// and is the same for all threads, and one of the thread that does not change:
//
//   (start of the rows * pitch + start of the columns) + (row * pitch + column)
//
// Likewise what is inside of the tensor is found once an iteration, as rows and
// columns of the tile.
//
//===----------------------------------------------------------------------===//

#include "OperandCopy.h"
#include "GlobalAccess.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Analysis/Divisibility.h"
#include "phobos/Distribution/Passes.h"
#include <tuple>

using namespace mlir;
using namespace phobos;
using arith::CmpIPredicate;

/// More pieces than this in registers beside accumulators and fragments would
/// cost blocks of a multiprocessor, which hide more latency than they do.
static constexpr int64_t kMostWaiting = 8;

static bool isMultiple(Value index, int64_t divisor) {
  return getKnownPowerOfTwoDivisor(index) % divisor == 0;
}

OperandCopy::OperandCopy(Distributor &distributor,
                         const PipelinedLoad &pipelined)
    : d(distributor), b(d.b), op(pipelined.load),
      view(op.getView().getDefiningOp<ViewOp>()), place(pipelined.place) {
  unsigned rank = op.getType().getRank();
  rowDim = rank - 2;
  columnDim = rank - 1;
  Value product = d.index(1);
  strides.resize(rank);
  for (unsigned dim = rank; dim-- > 0;) {
    strides[dim] =
        view.getType().isDense() ? product : d.indexOf(view.getStride(dim));
    product =
        b.createOrFold<arith::MulIOp>(product, d.indexOf(view.getExtent(dim)));
  }
  base = d.lookup(view.getSource());
  if (view.getOffset())
    base = LLVM::GEPOp::create(
        b, base.getType(), getMemoryType(place.element), base,
        ArrayRef<LLVM::GEPArg>{
            arith::IndexCastOp::create(b, b.getI64Type(),
                                       d.lookup(view.getOffset()))
                .getResult()});
  bool canWait = place.tile.elementBytes() < 4 && piecesOf(1) <= kMostWaiting;
  Way narrow = canWait ? Way::Registers : Way::Elements;
  bool startsAreMultiples =
      isMultiple(op.getStarts().back(), place.tile.elementsPerChunk());
  if (findRowAlignment(op) == RowAlignment::Unaligned) {
    way = narrow;
  } else if (findRowAlignment(op) == RowAlignment::Aligned) {
    way = startsAreMultiples ? Way::Chunks : Way::Either;
  } else {
    areRowsAligned = d.areRowsAligned(view);
    way = Way::Either;
  }
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

int64_t OperandCopy::piecesOf(int64_t elements) const {
  const SwizzledTile &tile = place.tile;
  return llvm::divideCeil(tile.rows() * tile.columns() / elements,
                          int64_t(*d.kernel.getThreads()));
}

/// The thread's piece `number` of `elements` each.
OperandCopy::Piece OperandCopy::piece(int64_t number, int64_t elements) {
  const SwizzledTile &tile = place.tile;
  int64_t threads = *d.kernel.getThreads();
  int64_t perRow = tile.columns() / elements;
  int64_t all = tile.rows() * perRow;
  Piece result = {};
  Value index = d.thread;
  if (threads % perRow == 0 && threads / perRow % 8 == 0)
    result.rowStep = number * threads / perRow;
  else
    index = b.createOrFold<arith::AddIOp>(index, i32(number * threads));
  result.row = b.createOrFold<arith::DivUIOp>(index, i32(perRow));
  result.column = b.createOrFold<arith::MulIOp>(
      b.createOrFold<arith::RemUIOp>(index, i32(perRow)), i32(elements));
  if ((number + 1) * threads > all)
    result.exists = arith::CmpIOp::create(b, CmpIPredicate::ult, d.thread,
                                          i32(all - number * threads));
  return result;
}

/// Along one dim the first coordinate of the tile that is inside of the tensor,
/// and the end of these; null where that is the tile's own.
std::pair<Value, Value> OperandCopy::findInside(ValueRange starts, unsigned dim,
                                                int64_t length,
                                                int64_t padded) {
  if (!op.isMasked(dim))
    return {Value(), length == padded ? Value() : i32(length)};
  auto clamp = [&](Value value) -> Value {
    value = arith::MaxSIOp::create(b, value, d.index(0));
    value = arith::MinSIOp::create(b, value, d.index(length));
    return arith::IndexCastOp::create(b, b.getI32Type(), value);
  };
  Value extent = d.indexOf(view.getExtent(dim));
  Value before = arith::SubIOp::create(b, d.index(0), starts[dim]);
  Value rest = arith::SubIOp::create(b, extent, starts[dim]);
  return {clamp(before), clamp(rest)};
}

OperandCopy::Inside OperandCopy::findInside(ValueRange starts) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  Inside inside = {};
  std::tie(inside.firstRow, inside.endRow) =
      findInside(starts, rowDim, shape[rowDim], place.tile.rows());
  std::tie(inside.firstColumn, inside.endColumn) =
      findInside(starts, columnDim, shape[columnDim], place.tile.columns());
  for (unsigned dim = 0; dim < rowDim; ++dim) {
    if (!op.isMasked(dim))
      continue;
    Value isIn = arith::CmpIOp::create(b, CmpIPredicate::ult, starts[dim],
                                       d.indexOf(view.getExtent(dim)));
    Value end = inside.endRow ? inside.endRow : i32(shape[rowDim]);
    inside.endRow = arith::SelectOp::create(b, isIn, end, i32(0));
  }
  return inside;
}

/// Whether a piece's row, and the first of its columns, is inside; null if
/// always.
Value OperandCopy::isInside(const Piece &piece, const Inside &inside) {
  Value row = b.createOrFold<arith::AddIOp>(piece.row, i32(piece.rowStep));
  Value result;
  auto require = [&](CmpIPredicate predicate, Value value, Value bound) {
    if (bound)
      result =
          d.both(result, arith::CmpIOp::create(b, predicate, value, bound));
  };
  require(CmpIPredicate::sge, row, inside.firstRow);
  require(CmpIPredicate::slt, row, inside.endRow);
  require(CmpIPredicate::sge, piece.column, inside.firstColumn);
  require(CmpIPredicate::slt, piece.column, inside.endColumn);
  return result;
}

/// The bytes of a piece that are inside, from its first: i32, null if all.
Value OperandCopy::insideBytes(const Piece &piece, const Inside &inside,
                               int64_t elements) {
  Value isIn = isInside(piece, inside);
  if (!isIn)
    return Value();
  int64_t bytes = elements * place.tile.elementBytes();
  Value size = i32(bytes);
  if (inside.endColumn && elements > 1) {
    Value rest = arith::SubIOp::create(b, inside.endColumn, piece.column);
    rest = arith::MulIOp::create(b, rest, i32(place.tile.elementBytes()));
    size = arith::MinSIOp::create(b, rest, size);
  }
  return arith::SelectOp::create(b, isIn, size, i32(0));
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value OperandCopy::firstElement(ValueRange starts) {
  Value sum = d.index(0);
  for (auto [start, stride] : llvm::zip_equal(starts, strides))
    sum = b.createOrFold<arith::AddIOp>(
        b.createOrFold<arith::MulIOp>(start, stride), sum);
  return sum;
}

Value OperandCopy::source(const Piece &piece, Value first) {
  auto asIndex = [&](Value value) {
    return b.createOrFold<arith::IndexCastUIOp>(b.getIndexType(), value);
  };
  Value row =
      b.createOrFold<arith::AddIOp>(asIndex(piece.row), d.index(piece.rowStep));
  Value offset = b.createOrFold<arith::AddIOp>(
      b.createOrFold<arith::MulIOp>(row, strides[rowDim]),
      asIndex(piece.column));
  offset = b.createOrFold<arith::AddIOp>(first, offset);
  return LLVM::GEPOp::create(
      b, base.getType(), getMemoryType(place.element), base,
      ArrayRef<LLVM::GEPArg>{
          arith::IndexCastOp::create(b, b.getI64Type(), offset).getResult()});
}

Value OperandCopy::destination(const Piece &piece, Value slot) {
  const SwizzledTile &tile = place.tile;
  int64_t perChunk = tile.elementsPerChunk();
  Value chunk = b.createOrFold<arith::ShRUIOp>(piece.column,
                                               i32(llvm::Log2_64(perChunk)));
  SharedByte byte = tile.chunk(b, piece.row, piece.rowStep, chunk, i32(0));
  Value rest = b.createOrFold<arith::AndIOp>(piece.column, i32(perChunk - 1));
  rest = b.createOrFold<arith::MulIOp>(rest, i32(tile.elementBytes()));
  byte.dynamic = b.createOrFold<arith::AddIOp>(byte.dynamic, rest);
  byte.dynamic = b.createOrFold<arith::AddIOp>(byte.dynamic, slot);
  return d.sharedAddress(byte);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Whether chunks are aligned; null if always.
Value OperandCopy::isWide(ValueRange starts) {
  int64_t perChunk = place.tile.elementsPerChunk();
  if (isMultiple(op.getStarts().back(), perChunk))
    return areRowsAligned;
  Value rest = arith::AndIOp::create(b, starts.back(), d.index(perChunk - 1));
  return d.both(areRowsAligned,
                arith::CmpIOp::create(b, CmpIPredicate::eq, rest, d.index(0)));
}

void OperandCopy::copyAsync(ValueRange starts, Value slot, int64_t elements) {
  Inside inside = findInside(starts);
  Value first = firstElement(starts);
  int64_t bytes = elements * place.tile.elementBytes();
  auto cache = bytes == SwizzledTile::kChunkBytes
                   ? NVVM::LoadCacheModifierKind::CG
                   : NVVM::LoadCacheModifierKind::CA;
  for (int64_t number = 0; number < piecesOf(elements); ++number) {
    Piece next = piece(number, elements);
    d.guarded(next.exists, [&] {
      Value size = insideBytes(next, inside, elements);
      NVVM::CpAsyncOp::create(b, destination(next, slot), source(next, first),
                              bytes, cache, size);
    });
  }
}

/// The thread's elements, zero where they are outside.
SmallVector<Value> OperandCopy::load(ValueRange starts) {
  Inside inside = findInside(starts);
  Value first = firstElement(starts);
  auto type = VectorType::get(1, getMemoryType(place.element));
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  SmallVector<Value> loaded;
  for (int64_t number = 0; number < piecesOf(1); ++number) {
    Piece next = piece(number, 1);
    Value isIn = d.both(next.exists, isInside(next, inside));
    loaded.push_back(
        loadGlobal(b, source(next, first), isIn, zero, AccessHints()));
  }
  return loaded;
}

SmallVector<Type> OperandCopy::registerTypes() const {
  return SmallVector<Type>(usesRegisters() ? piecesOf(1) : 0,
                           VectorType::get(1, getMemoryType(place.element)));
}

void OperandCopy::finish(ValueRange registers, Value slot) {
  for (size_t number = 0; number < registers.size(); ++number) {
    Piece next = piece(number, 1);
    d.guarded(next.exists, [&] {
      d.storeShared(registers[number], destination(next, slot));
    });
  }
}

SmallVector<Value> OperandCopy::start(ValueRange starts, Value slot) {
  auto copyElements = [&] {
    if (place.tile.elementBytes() >= 4)
      copyAsync(starts, slot, 1);
    else
      finish(load(starts), slot);
  };
  switch (way) {
  case Way::Registers:
    return load(starts);
  case Way::Elements:
    copyElements();
    return {};
  case Way::Chunks:
    copyAsync(starts, slot, place.tile.elementsPerChunk());
    return {};
  case Way::Either:
    break;
  }
  auto branch = scf::IfOp::create(b, TypeRange(), isWide(starts),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  copyAsync(starts, slot, place.tile.elementsPerChunk());
  b.setInsertionPointToStart(branch.elseBlock());
  copyElements();
  return {};
}

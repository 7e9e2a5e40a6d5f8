//===- DistributeDot.cpp - Products of tiles --------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Planned products: DistributeProducts.h.
//
// Other tensor cores: operands go to shared memory, swizzled, and from there to
// fragments (MmaProduct.h). A left side that lies in registers as the
// instruction wants it, as another product's result does, stays there.
//
// Else both operands go to shared memory, row-major. A thread then walks the
// inner extent: for each k it reads the operand elements of its rows and of its
// columns once, and multiplies each with each.
//
//===----------------------------------------------------------------------===//

#include "DistributeProducts.h"
#include "Distributor.h"
#include "MmaProduct.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "phobos/Conversion/CastLowering.h"

using namespace mlir;
using namespace phobos;

/// An operand in shared memory, row-major.
struct Distributor::Operand {
  Type element;
  int64_t byteOffset;
  int64_t pitch; // elements from row to row
  int64_t end;   // the byte after it
};

static constexpr int64_t kAlignment = 16;

/// Where a tile lies that is written from `byteOffset`. Rows are padded by 16
/// bytes, so that a column's elements lie in several banks.
Distributor::Operand Distributor::placeOperand(TileType tile,
                                               int64_t byteOffset) {
  Type element = convert(tile.getElementType());
  int64_t bytes = getElementBytes(element);
  int64_t rows = tile.getShape()[0], columns = tile.getShape()[1];
  int64_t pitch =
      llvm::alignTo(columns * bytes, kAlignment) / bytes + kAlignment / bytes;
  return {element, byteOffset, pitch, byteOffset + rows * pitch * bytes};
}

void Distributor::stageOperand(Value value, TileType tile,
                               const Operand &operand) {
  int64_t bytes = getElementBytes(operand.element), pitch = operand.pitch,
          columns = tile.getShape()[1];
  LayoutAttr attr = tile.getLayout();
  const Layout &layout = attr.getLayout();
  int64_t vectorSize = std::min(
      {layout.contiguousElements(1), kAlignment / bytes, columns & -columns});
  Value vector = toMemory(value);
  guarded(isOwner(attr), [&] {
    for (int64_t e = 0, n = layout.elementsPerThread(); e < n;
         e += vectorSize) {
      if (isNever(attr, tile.getShape(), e))
        continue;
      guarded(isValid(attr, tile.getShape(), e), [&] {
        Coordinates offset = layout.elementOffset(e);
        Value position = b.createOrFold<arith::AddIOp>(
            b.createOrFold<arith::MulIOp>(coordinate(attr, 0, offset[0]),
                                          i32(pitch)),
            coordinate(attr, 1, offset[1]));
        Value byte = arith::AddIOp::create(
            b, arith::MulIOp::create(b, position, i32(bytes)),
            i32(operand.byteOffset));
        Value part =
            vector::ExtractStridedSliceOp::create(b, vector, e, vectorSize, 1);
        storeShared(part, sharedAddress(byte));
      });
    }
  });
}

namespace {
/// The distinct coordinates of a thread's elements along one dim, and which of
/// them each element has.
struct Lines {
  Lines(const Layout &layout, unsigned dim) {
    llvm::MapVector<int64_t, int64_t> index;
    for (int64_t e = 0, n = layout.elementsPerThread(); e < n; ++e) {
      int64_t offset = layout.elementOffset(e)[dim];
      lineOf.push_back(index.try_emplace(offset, index.size()).first->second);
    }
    for (auto [offset, position] : index)
      offsets.push_back(offset);
  }
  SmallVector<int64_t> offsets, lineOf;
};
} // namespace

Value Distributor::distribute(DotOp op) {
  if (products)
    return products->multiply(op);
  DotInstruction instruction = chooseDotInstruction(op, target);
  TileType type = op.getType();
  if (instruction.unit == DotUnit::MmaSync)
    if (auto grid = findWarpGrid(type.getLayout(), type.getShape()))
      return multiplyByWarps(op, instruction, *grid);
  return multiplyByThreads(op);
}

Value Distributor::multiplyByWarps(DotOp op, const DotInstruction &instruction,
                                   const WarpGrid &grid) {
  MmaProduct product(*this, op, instruction, grid);
  CopiedOperand copiedLhs = copied.lookup(op.getLhs().getDefiningOp()),
                copiedRhs = copied.lookup(op.getRhs().getDefiningOp());
  if (copiedLhs.place)
    product.takeLhs(*copiedLhs.place, copiedLhs.slot);
  if (copiedRhs.place)
    product.takeRhs(*copiedRhs.place, copiedRhs.slot);
  bool storesLhs = !copiedLhs.place &&
                   !product.takeLhsFromRegisters(lookup(op.getLhs())),
       storesRhs = !copiedRhs.place;
  if (!storesLhs && !storesRhs)
    return product.multiply(lookup(op.getAccumulator()));

  int64_t lhsBytes = storesLhs ? placeLhs(op, instruction, 0).tile.end() : 0;
  lhsBytes = llvm::alignTo(lhsBytes, kBankBytes);
  int64_t rhsBytes = storesRhs ? placeRhs(op, instruction, 0).tile.end() : 0;
  SharedRange range = takeShared(lhsBytes + rhsBytes);
  int64_t begin = sharedBase + range.begin;
  MmaOperand lhs = placeLhs(op, instruction, begin),
             rhs = placeRhs(op, instruction, begin + lhsBytes);
  publish(range, [&] {
    if (storesLhs)
      product.store(lookup(op.getLhs()), lhs);
    if (storesRhs)
      product.store(lookup(op.getRhs()), rhs);
  });
  if (storesLhs)
    product.takeLhs(lhs, Value());
  if (storesRhs)
    product.takeRhs(rhs, Value());
  return product.multiply(lookup(op.getAccumulator()));
}

Value Distributor::multiplyByThreads(DotOp op) {
  TileType result = op.getType();
  LayoutAttr layout = result.getLayout();
  Type element = convert(result.getElementType());
  int64_t inner = op.getLhs().getType().getShape()[1];

  TileType lhsType = op.getLhs().getType(), rhsType = op.getRhs().getType();
  Operand lhs = placeOperand(lhsType, 0);
  Operand rhs = placeOperand(rhsType, llvm::alignTo(lhs.end, kAlignment));
  SharedRange range = takeShared(rhs.end);
  for (Operand *operand : {&lhs, &rhs})
    operand->byteOffset += range.begin;
  publish(range, [&] {
    stageOperand(lookup(op.getLhs()), lhsType, lhs);
    stageOperand(lookup(op.getRhs()), rhsType, rhs);
  });

  // The byte of the operand element at a line of the result and inner index 0.
  auto lineStart = [&](const Operand &operand, unsigned dim, int64_t offset,
                       int64_t step) {
    Value line = coordinate(layout, dim, offset);
    int64_t extent = result.getShape()[dim];
    // Lines past the tile read the last one; their products are not used.
    if (layout.getLayout().atom()[dim] * layout.getLayout().repetitions()[dim] >
        extent)
      line = arith::MinUIOp::create(b, line, i32(extent - 1));
    Value byte = arith::MulIOp::create(
        b, line, i32(step * getElementBytes(operand.element)));
    return b.createOrFold<arith::AddIOp>(byte, i32(operand.byteOffset));
  };
  bool transposed = op.getTransposed();
  int64_t rhsLineStep = transposed ? rhs.pitch : 1,
          rhsInnerStep = transposed ? 1 : rhs.pitch;
  Lines rows(layout.getLayout(), 0), columns(layout.getLayout(), 1);
  SmallVector<Value> rowStarts, columnStarts;
  for (int64_t offset : rows.offsets)
    rowStarts.push_back(lineStart(lhs, 0, offset, lhs.pitch));
  for (int64_t offset : columns.offsets)
    columnStarts.push_back(lineStart(rhs, 1, offset, rhsLineStep));

  auto loop = scf::ForOp::create(b, index(0), index(inner), index(1),
                                 lookup(op.getAccumulator()));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value k =
        arith::IndexCastOp::create(b, b.getI32Type(), loop.getInductionVar());
    auto loadLines = [&](const Operand &operand, ArrayRef<Value> starts,
                         int64_t innerStep) {
      Value shift = arith::MulIOp::create(
          b, k, i32(innerStep * getElementBytes(operand.element)));
      SmallVector<Value> values;
      for (Value start : starts) {
        Value loaded =
            loadShared(getMemoryType(operand.element),
                       sharedAddress(arith::AddIOp::create(b, start, shift)));
        values.push_back(lowerCast(b, fromMemory(loaded, operand.element),
                                   element, op.getIsUnsigned(),
                                   /*toUnsigned=*/false));
      }
      return vector::FromElementsOp::create(
          b, VectorType::get(values.size(), element), values);
    };
    auto spread = [&](Value lines, ArrayRef<int64_t> lineOf) -> Value {
      return vector::ShuffleOp::create(b, lines, lines, lineOf);
    };
    Value a = spread(loadLines(lhs, rowStarts, 1), rows.lineOf);
    Value c =
        spread(loadLines(rhs, columnStarts, rhsInnerStep), columns.lineOf);
    Value sum = loop.getRegionIterArg(0);
    if (isa<FloatType>(element))
      sum = math::FmaOp::create(b, a, c, sum);
    else
      sum = arith::AddIOp::create(b, arith::MulIOp::create(b, a, c), sum);
    scf::YieldOp::create(b, sum);
  }
  return loop.getResult(0);
}

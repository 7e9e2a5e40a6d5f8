//===- RepackKernel.cpp - Copies a tensor into aligned rows -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/RepackKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Dialect/KernelAttributes.h"

using namespace mlir;
using namespace phobos;

// Long rows: the few bytes before and behind a row's aligned part cost little,
// and a warp's accesses are one stretch of memory.
static constexpr int64_t kTileRows = 4, kTileColumns = 1024;

namespace {

/// Writes the kernel. Its arguments are the two pointers, the extents, and the
/// strides of `source` and of `target` in all dims but the last.
class RepackBuilder {
public:
  RepackBuilder(OpBuilder &builder, Location loc, Type element, unsigned rank)
      : b(loc, builder), element(b.getIntegerType(
                             std::max(8u, element.getIntOrFloatBitWidth()))),
        rank(rank), tile(rank, 1) {
    tile.back() = kTileColumns;
    if (rank > 1)
      tile[rank - 2] = kTileRows;
  }

  KernelOp build(StringRef name) {
    KernelOp kernel = createKernel(name);
    b.setInsertionPointToStart(&kernel.getBody().front());
    auto arguments = ValueRange(kernel.getArguments());
    ValueRange extents = arguments.slice(2, rank);
    Value source =
        createView(arguments[0], extents, arguments.slice(2 + rank, rank - 1));
    Value target =
        createView(arguments[1], extents, arguments.take_back(rank - 1));
    SmallVector<Value> starts = findStarts(extents);
    auto masked = llvm::to_vector(llvm::seq<int64_t>(rank));
    Value values = LoadOp::create(b, TileType::get(tile, element), source,
                                  starts, masked, ArrayRef<int64_t>(),
                                  /*fill=*/TypedAttr());
    StoreOp::create(b, values, target, starts, masked, ArrayRef<int64_t>());
    ReturnOp::create(b);
    return kernel;
  }

private:
  KernelOp createKernel(StringRef name) {
    Type pointer = PtrType::get(element);
    SmallVector<Type> types = {pointer, pointer};
    SmallVector<Attribute> attributes = {describeTensor("source"),
                                         describeTensor("target")};
    auto addIndices = [&](StringRef prefix, unsigned count) {
      for (unsigned dim = 0; dim != count; ++dim) {
        types.push_back(b.getIndexType());
        attributes.push_back(b.getDictionaryAttr(
            b.getNamedAttr(kNameAttr, b.getStringAttr(prefix + Twine(dim)))));
      }
    };
    addIndices("extent", rank);
    addIndices("source_stride", rank - 1);
    addIndices("target_stride", rank - 1);
    auto kernel = KernelOp::create(b, name, b.getFunctionType(types, {}),
                                   AffineMapAttr::get(makeGrid()));
    kernel.setArgAttrsAttr(b.getArrayAttr(attributes));
    kernel->setAttr(kNoAliasAttr, b.getUnitAttr()); // the target is a workspace
    return kernel;
  }

  /// The attributes of a pointer to a tensor called `name`.
  DictionaryAttr describeTensor(StringRef name) {
    SmallVector<Attribute> extents, strides;
    for (unsigned dim = 0; dim != rank; ++dim) {
      extents.push_back(b.getStringAttr("extent" + Twine(dim)));
      strides.push_back(b.getStringAttr(name + "_stride" + Twine(dim)));
    }
    strides.back() = b.getI64IntegerAttr(1);
    return b.getDictionaryAttr(
        {b.getNamedAttr(kNameAttr, b.getStringAttr(name)),
         b.getNamedAttr(kExtentsAttr, b.getArrayAttr(extents)),
         b.getNamedAttr(kStridesAttr, b.getArrayAttr(strides))});
  }

  /// A block for each tile, all along x: the other axes hold too few.
  AffineMap makeGrid() {
    AffineExpr blocks = b.getAffineConstantExpr(1);
    for (auto [dim, length] : llvm::enumerate(tile))
      blocks = blocks * b.getAffineSymbolExpr(dim).ceilDiv(length);
    AffineExpr one = b.getAffineConstantExpr(1);
    return AffineMap::get(0, rank + 2 * (rank - 1), {blocks, one, one},
                          b.getContext());
  }

  Value createView(Value pointer, ValueRange extents, ValueRange strides) {
    SmallVector<int64_t> shape(rank, ShapedType::kDynamic), steps = shape;
    steps.back() = 1;
    return ViewOp::create(b, ViewType::get(shape, element, steps), pointer,
                          extents, strides, /*offset=*/nullptr);
  }

  /// Where the block's tile begins: the last dim's tiles are the nearest.
  SmallVector<Value> findStarts(ValueRange extents) {
    SmallVector<Value> starts(rank);
    Value position = BlockIdOp::create(b, GridDim::x);
    for (unsigned dim = rank - 1; dim != 0; --dim) {
      Value tiles = extents[dim];
      if (tile[dim] != 1) {
        Value rounded =
            arith::AddIOp::create(b, tiles, constant(tile[dim] - 1));
        tiles = arith::DivUIOp::create(b, rounded, constant(tile[dim]));
      }
      starts[dim] = arith::RemUIOp::create(b, position, tiles);
      position = arith::DivUIOp::create(b, position, tiles);
    }
    starts[0] = position;
    for (auto [start, length] : llvm::zip_equal(starts, tile))
      if (length != 1)
        start = arith::MulIOp::create(b, start, constant(length));
    return starts;
  }

  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }

  ImplicitLocOpBuilder b;
  Type element;
  unsigned rank;
  SmallVector<int64_t> tile;
};

} // namespace

KernelOp phobos::buildRepackKernel(OpBuilder &builder, Location loc,
                                   StringRef name, Type element,
                                   unsigned rank) {
  OpBuilder::InsertionGuard guard(builder);
  return RepackBuilder(builder, loc, element, rank).build(name);
}

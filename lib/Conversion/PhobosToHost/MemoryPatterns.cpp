//===- MemoryPatterns.cpp - Views, loads and stores on memrefs --*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace phobos;

/// `lhs * rhs` in index, a number where both are numbers.
static OpFoldResult multiply(ImplicitLocOpBuilder &builder, OpFoldResult lhs,
                             OpFoldResult rhs) {
  Location loc = builder.getLoc();
  return getAsOpFoldResult(builder.createOrFold<arith::MulIOp>(
      getValueOrCreateConstantIndexOp(builder, loc, lhs),
      getValueOrCreateConstantIndexOp(builder, loc, rhs)));
}

namespace {

struct ConvertView : OpConversionPattern<ViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ViewOp view, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(view.getLoc(), rewriter);
    auto type = getTypeConverter()->convertType<MemRefType>(view.getType());
    SmallVector<OpFoldResult> extents = getMixedValues(
        view.getType().getShape(), adaptor.getExtents(), getContext());
    SmallVector<OpFoldResult> strides = getMixedValues(
        view.getType().getStrides(), adaptor.getStrides(), getContext());
    if (view.getType().isDense()) {
      strides.assign(extents.size(), builder.getIndexAttr(1));
      for (int64_t dim = type.getRank() - 1; dim-- > 0;)
        strides[dim] = multiply(builder, strides[dim + 1], extents[dim + 1]);
    }
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        view, type, adaptor.getSource(), builder.getIndexAttr(0), extents,
        strides);
    return success();
  }
};

/// The part of a slice in one dim that is inside: `length` elements, from
/// `view` in the view and from `tile` in the tile.
struct Span {
  Value view, tile, length;
};

/// The loops over the inside of an access.
class InsideLoops {
public:
  InsideLoops(ImplicitLocOpBuilder &builder, MaskedAccessOpInterface access,
              Value view, ValueRange starts)
      : builder(builder), access(access) {
    ArrayRef<int64_t> shape = access.getTileType().getShape();
    for (auto [dim, start] : llvm::enumerate(starts))
      spans.push_back(access.isMasked(dim)
                          ? clamp(start, shape[dim], view, dim)
                          : Span{start, constant(0), constant(shape[dim])});
  }

  /// Whether the tile is inside as a whole, or null where no dim is masked.
  Value isWhole() {
    Value whole;
    ArrayRef<int64_t> shape = access.getTileType().getShape();
    for (int64_t dim : access.getMasked()) {
      Value full =
          arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                spans[dim].length, constant(shape[dim]));
      whole = whole ? arith::AndIOp::create(builder, whole, full) : full;
    }
    return whole;
  }

  /// Calls `copy` in the innermost loop with an element's position in the view
  /// and in the tile.
  void build(function_ref<void(ValueRange, ValueRange)> copy) {
    OpBuilder::InsertionGuard guard(builder);
    Value zero = constant(0), one = constant(1);
    SmallVector<Value> inView, inTile;
    for (const Span &span : spans) {
      auto loop = scf::ForOp::create(builder, zero, span.length, one);
      builder.setInsertionPointToStart(loop.getBody());
      Value step = loop.getInductionVar();
      inView.push_back(arith::AddIOp::create(builder, span.view, step));
      inTile.push_back(arith::AddIOp::create(builder, span.tile, step));
    }
    copy(inView, inTile);
  }

private:
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }

  /// Clamps [start, start + n) to [0, extent). No step wraps: `start` is
  /// brought into [-n, extent] before anything is added to it.
  Span clamp(Value start, int64_t n, Value view, int64_t dim) {
    auto max = [&](Value a, Value b) -> Value {
      return arith::MaxSIOp::create(builder, a, b);
    };
    auto min = [&](Value a, Value b) -> Value {
      return arith::MinSIOp::create(builder, a, b);
    };
    auto subtract = [&](Value a, Value b) -> Value {
      return arith::SubIOp::create(builder, a, b);
    };
    Value zero = constant(0), length = constant(n);
    Value extent = memref::DimOp::create(builder, view, dim);
    Value before = subtract(zero, max(min(start, zero), constant(-n)));
    Value first = min(max(start, zero), extent);
    return {first, before,
            min(subtract(extent, first), subtract(length, before))};
  }

  ImplicitLocOpBuilder &builder;
  MaskedAccessOpInterface access;
  SmallVector<Span> spans;
};

struct ConvertLoad : OpConversionPattern<LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LoadOp load, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type =
        getTypeConverter()->convertType<RankedTensorType>(load.getType());
    if (!type)
      return failure();
    ImplicitLocOpBuilder builder(load.getLoc(), rewriter);
    auto bufferType = MemRefType::get(type.getShape(), type.getElementType());
    Value buffer = memref::AllocOp::create(builder, bufferType);
    InsideLoops loops(builder, load, adaptor.getView(), adaptor.getStarts());
    if (Value whole = loops.isWhole()) {
      // The fill comes first, as a whole: few tiles cross an edge.
      Value yes = arith::ConstantIntOp::create(builder, 1, 1);
      Value partial = arith::XOrIOp::create(builder, whole, yes);
      auto branch = scf::IfOp::create(builder, partial);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      Value fill = arith::ConstantOp::create(builder, load.getFillOrZero());
      linalg::FillOp::create(builder, fill, buffer);
    }
    loops.build([&](ValueRange inView, ValueRange inTile) {
      Value element =
          memref::LoadOp::create(builder, adaptor.getView(), inView);
      memref::StoreOp::create(builder, element, buffer, inTile);
    });
    rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
        load, type, buffer, /*restrict=*/true, /*writable=*/true);
    return success();
  }
};

struct ConvertStore : OpConversionPattern<StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StoreOp store, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(store.getLoc(), rewriter);
    InsideLoops loops(builder, store, adaptor.getView(), adaptor.getStarts());
    loops.build([&](ValueRange inView, ValueRange inTile) {
      // A read that bufferization sees: the tile's buffer is written again only
      // after it.
      Value element =
          tensor::ExtractOp::create(builder, adaptor.getValue(), inTile);
      memref::StoreOp::create(builder, element, adaptor.getView(), inView);
    });
    rewriter.eraseOp(store);
    return success();
  }
};

} // namespace

void phobos::populateMemoryPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertView, ConvertLoad, ConvertStore>(converter,
                                                       patterns.getContext());
}

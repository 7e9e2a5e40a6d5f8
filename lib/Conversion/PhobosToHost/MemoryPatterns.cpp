//===- MemoryPatterns.cpp - Views, loads and stores on memrefs --*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InsideLoops.h"
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

void phobos::createTileLoops(ImplicitLocOpBuilder &builder,
                             ArrayRef<int64_t> shape,
                             function_ref<void(ValueRange)> body) {
  OpBuilder::InsertionGuard guard(builder);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  SmallVector<Value> position;
  for (int64_t extent : shape) {
    Value end = arith::ConstantIndexOp::create(builder, extent);
    auto loop = scf::ForOp::create(builder, zero, end, one);
    builder.setInsertionPointToStart(loop.getBody());
    position.push_back(loop.getInductionVar());
  }
  body(position);
}

/// The slice of an access of the memref `view`.
static InsideLoops::Slice getSlice(MaskedAccessOpInterface access, Value view,
                                   ValueRange starts) {
  return {starts, access.getTileType().getShape(), access.getMasked(), view};
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
    Value offset = adaptor.getOffset();
    if (!offset)
      offset = arith::ConstantIndexOp::create(builder, 0);
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        view, type, adaptor.getSource(), OpFoldResult(offset), extents,
        strides);
    return success();
  }
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
    InsideLoops loops(builder,
                      getSlice(load, adaptor.getView(), adaptor.getStarts()));
    loops.fillOutside(load.getFillOrZero(), buffer);
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
    InsideLoops loops(builder,
                      getSlice(store, adaptor.getView(), adaptor.getStarts()));
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

//===- SlicePatterns.cpp - Parts and shapes of tiles as tensors -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InsideLoops.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace phobos;

namespace {

/// A fresh buffer, as a load: a part of the source's own would keep a layout
/// that loops and branches cannot join with others.
struct ConvertExtractSlice : OpConversionPattern<ExtractSliceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ExtractSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value buffer = memref::AllocOp::create(
        builder, MemRefType::get(type.getShape(), type.getElementType()));
    InsideLoops loops(builder, {adaptor.getStarts(), type.getShape(),
                                op.getMasked(), adaptor.getSource()});
    loops.fillOutside(op.getFillOrZero(), buffer);
    loops.build([&](ValueRange inSource, ValueRange inTile) {
      Value element =
          tensor::ExtractOp::create(builder, adaptor.getSource(), inSource);
      memref::StoreOp::create(builder, element, buffer, inTile);
    });
    rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
        op, type, buffer, /*restrict=*/true, /*writable=*/true);
    return success();
  }
};

/// Bufferization writes to the tile's own buffer where nobody reads it later.
struct ConvertInsertSlice : OpConversionPattern<InsertSliceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(InsertSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    InsideLoops loops(builder,
                      {adaptor.getStarts(), op.getValue().getType().getShape(),
                       op.getMasked(), adaptor.getDest()});
    SmallVector<OpFoldResult> inDest, inTile, lengths;
    for (const InsideLoops::Span &span : loops.getSpans()) {
      inDest.push_back(getAsOpFoldResult(span.source));
      inTile.push_back(getAsOpFoldResult(span.tile));
      lengths.push_back(getAsOpFoldResult(span.length));
    }
    SmallVector<OpFoldResult> ones(lengths.size(), builder.getIndexAttr(1));
    Value inside = tensor::ExtractSliceOp::create(builder, adaptor.getValue(),
                                                  inTile, lengths, ones);
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, inside, adaptor.getDest(), inDest, lengths, ones);
    return success();
  }
};

struct ConvertReshape : OpConversionPattern<ReshapeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    if (!type)
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    auto all = [](int64_t rank) {
      return SmallVector<ReassociationIndices>{
          llvm::to_vector<2>(llvm::seq<int64_t>(0, rank))};
    };
    Value row = adaptor.getSource();
    if (int64_t rank = op.getSource().getType().getRank(); rank != 1)
      row = tensor::CollapseShapeOp::create(builder, row, all(rank));
    if (int64_t rank = type.getRank(); rank != 1)
      row = tensor::ExpandShapeOp::create(builder, type, row, all(rank));
    rewriter.replaceOp(op, row);
    return success();
  }
};

struct ConvertItem : OpConversionPattern<ItemOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ItemOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> first(op.getSource().getType().getRank(),
                             arith::ConstantIndexOp::create(builder, 0));
    rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, adaptor.getSource(),
                                                   first);
    return success();
  }
};

} // namespace

void phobos::populateSlicePatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertExtractSlice, ConvertInsertSlice, ConvertReshape,
               ConvertItem>(converter, patterns.getContext());
}

//===- ReducePatterns.cpp - Reductions and scans -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Conversion/ReduceLowering.h"

using namespace mlir;
using namespace phobos;
using utils::IteratorType;

/// `position` with `index` as its place in `dim`.
static SmallVector<Value> moveTo(ValueRange position, int64_t dim,
                                 Value index) {
  SmallVector<Value> moved(position);
  moved[dim] = index;
  return moved;
}

/// A loop over the elements 1 and on of a line of `extent` elements, which
/// carries `inits`. Leaves the builder in its empty body.
static scf::ForOp createLineLoop(ImplicitLocOpBuilder &builder, int64_t extent,
                                 ValueRange inits) {
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value end = arith::ConstantIndexOp::create(builder, extent);
  auto loop = scf::ForOp::create(builder, one, end, one, inits);
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

namespace {

struct ConvertReduce : OpConversionPattern<ReduceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    if (!type)
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value neutral = arith::ConstantOp::create(
        builder, getNeutral(op.getKind(), type.getElementType()));
    AffineMap read = builder.getMultiDimIdentityMap(type.getRank());
    SmallVector<AffineExpr> writes(read.getResults());
    writes[op.getDim()] = builder.getAffineConstantExpr(0);
    auto write = AffineMap::get(type.getRank(), 0, writes, getContext());
    SmallVector<IteratorType> iterators(type.getRank(), IteratorType::parallel);
    iterators[op.getDim()] = IteratorType::reduction;
    auto body = [&](ImplicitLocOpBuilder &inner, ValueRange arguments) {
      return combine(inner, op.getKind(), arguments[1], arguments[0]);
    };
    rewriter.replaceOp(op, createGeneric(builder, adaptor.getSource(),
                                         createFilled(builder, neutral, type),
                                         {read, write}, iterators, body));
    return success();
  }
};

/// Line by line, each from its start: sums of floats have one order.
struct ConvertScan : OpConversionPattern<ScanOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ScanOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value buffer = memref::AllocOp::create(
        builder, MemRefType::get(type.getShape(), type.getElementType()));
    int64_t dim = op.getDim();
    SmallVector<int64_t> lines(type.getShape());
    lines[dim] = 1;
    createTileLoops(builder, lines, [&](ValueRange start) {
      Value first =
          tensor::ExtractOp::create(builder, adaptor.getSource(), start);
      memref::StoreOp::create(builder, first, buffer, start);
      auto loop = createLineLoop(builder, type.getDimSize(dim), first);
      auto position = moveTo(start, dim, loop.getInductionVar());
      Value element =
          tensor::ExtractOp::create(builder, adaptor.getSource(), position);
      Value sum =
          combine(builder, op.getKind(), loop.getRegionIterArg(0), element);
      memref::StoreOp::create(builder, sum, buffer, position);
      scf::YieldOp::create(builder, sum);
    });
    rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
        op, type, buffer, /*restrict=*/true, /*writable=*/true);
    return success();
  }
};

struct ConvertArgReduce : OpConversionPattern<ArgReduceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ArgReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value buffer = memref::AllocOp::create(
        builder, MemRefType::get(type.getShape(), type.getElementType()));
    int64_t dim = op.getDim();
    int64_t extent = op.getSource().getType().getShape()[dim];
    createTileLoops(builder, type.getShape(), [&](ValueRange start) {
      Value first =
          tensor::ExtractOp::create(builder, adaptor.getSource(), start);
      scf::ForOp loop;
      {
        OpBuilder::InsertionGuard guard(builder);
        loop = createLineLoop(builder, extent, {first, start[dim]});
        Value index = loop.getInductionVar();
        Value element = tensor::ExtractOp::create(builder, adaptor.getSource(),
                                                  moveTo(start, dim, index));
        ValueRange best = loop.getRegionIterArgs();
        Value take = isBetter(builder, op.getKind(), element, best[0]);
        Value yielded[] = {
            arith::SelectOp::create(builder, take, element, best[0]),
            arith::SelectOp::create(builder, take, index, best[1])};
        scf::YieldOp::create(builder, yielded);
      }
      memref::StoreOp::create(builder, loop.getResult(1), buffer, start);
    });
    rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
        op, type, buffer, /*restrict=*/true, /*writable=*/true);
    return success();
  }
};

} // namespace

void phobos::populateReducePatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertReduce, ConvertScan, ConvertArgReduce>(
      converter, patterns.getContext());
}

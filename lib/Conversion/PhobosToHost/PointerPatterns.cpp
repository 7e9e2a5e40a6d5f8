//===- PointerPatterns.cpp - Gather and scatter as loops --------*- C++ -*-===//
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

using namespace mlir;
using namespace phobos;

Value phobos::createAddress(ImplicitLocOpBuilder &builder, Value pointer,
                            Value offset) {
  Type element = cast<MemRefType>(pointer.getType()).getElementType();
  auto type = MemRefType::get(
      {}, element,
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {}));
  return memref::ReinterpretCastOp::create(
      builder, type, pointer, OpFoldResult(offset),
      /*sizes=*/ArrayRef<OpFoldResult>{}, /*strides=*/ArrayRef<OpFoldResult>{});
}

namespace {

struct ConvertGather : OpConversionPattern<GatherOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(GatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value buffer = memref::AllocOp::create(
        builder, MemRefType::get(type.getShape(), type.getElementType()));
    createTileLoops(builder, type.getShape(), [&](ValueRange position) {
      memref::StoreOp::create(builder,
                              createElement(builder, adaptor, type, position),
                              buffer, position);
    });
    rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
        op, type, buffer, /*restrict=*/true, /*writable=*/true);
    return success();
  }

  static Value createElement(ImplicitLocOpBuilder &builder, OpAdaptor adaptor,
                             RankedTensorType type, ValueRange position) {
    Value offset =
        tensor::ExtractOp::create(builder, adaptor.getOffsets(), position);
    auto read = [&]() -> Value {
      Value address = createAddress(builder, adaptor.getPointer(), offset);
      return memref::LoadOp::create(builder, address);
    };
    if (!adaptor.getMask())
      return read();
    Value mask =
        tensor::ExtractOp::create(builder, adaptor.getMask(), position);
    auto branch = scf::IfOp::create(builder, type.getElementType(), mask,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, read());
    builder.setInsertionPointToStart(branch.elseBlock());
    Value other =
        adaptor.getOther()
            ? Value(tensor::ExtractOp::create(builder, adaptor.getOther(),
                                              position))
            : arith::ConstantOp::create(
                  builder, builder.getZeroAttr(type.getElementType()));
    scf::YieldOp::create(builder, other);
    return branch.getResult(0);
  }
};

struct ConvertScatter : OpConversionPattern<ScatterOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ScatterOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    auto write = [&](ValueRange position) {
      Value offset =
          tensor::ExtractOp::create(builder, adaptor.getOffsets(), position);
      Value element =
          tensor::ExtractOp::create(builder, adaptor.getValue(), position);
      Value address = createAddress(builder, adaptor.getPointer(), offset);
      memref::StoreOp::create(builder, element, address);
    };
    createTileLoops(
        builder, op.getValue().getType().getShape(), [&](ValueRange position) {
          if (!adaptor.getMask())
            return write(position);
          Value mask =
              tensor::ExtractOp::create(builder, adaptor.getMask(), position);
          auto branch = scf::IfOp::create(builder, mask);
          OpBuilder::InsertionGuard guard(builder);
          builder.setInsertionPointToStart(branch.thenBlock());
          write(position);
        });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void phobos::populatePointerPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertGather, ConvertScatter>(converter, patterns.getContext());
}

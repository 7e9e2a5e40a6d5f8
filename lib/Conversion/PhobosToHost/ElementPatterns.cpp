//===- ElementPatterns.cpp - Elements of a block's tile ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace phobos;

/// Whether the element at `indices` is inside of a tile of `shape`.
static Value isInside(ImplicitLocOpBuilder &builder, ValueRange indices,
                      ArrayRef<int64_t> shape) {
  Value inside;
  for (auto [index, extent] : llvm::zip_equal(indices, shape)) {
    // A negative index is a large one without a sign.
    Value end = arith::ConstantIndexOp::create(builder, extent);
    Value below =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, index, end);
    inside = inside ? arith::AndIOp::create(builder, inside, below) : below;
  }
  return inside;
}

namespace {

/// Reads some element in any case, so that there is no branch.
struct ConvertLoadElem : OpConversionPattern<LoadElemOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LoadElemOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value inside = isInside(builder, adaptor.getIndices(),
                            op.getSource().getType().getShape());
    Value first = arith::ConstantIndexOp::create(builder, 0);
    SmallVector<Value> place;
    for (Value index : adaptor.getIndices())
      place.push_back(arith::SelectOp::create(builder, inside, index, first));
    Value element =
        tensor::ExtractOp::create(builder, adaptor.getSource(), place);
    Value zero = arith::ConstantOp::create(
        builder, builder.getZeroAttr(element.getType()));
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, inside, element, zero);
    return success();
  }
};

/// Bufferization writes to the tile's own buffer where nobody reads it later.
struct ConvertStoreElem : OpConversionPattern<StoreElemOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StoreElemOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value dest = adaptor.getDest();
    Value inside = isInside(builder, adaptor.getIndices(),
                            op.getDest().getType().getShape());
    auto branch = scf::IfOp::create(builder, TypeRange(dest.getType()), inside,
                                    /*withElseRegion=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value written = tensor::InsertOp::create(builder, adaptor.getValue(), dest,
                                             adaptor.getIndices());
    scf::YieldOp::create(builder, written);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, dest);
    rewriter.replaceOp(op, branch);
    return success();
  }
};

} // namespace

void phobos::populateElementPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertLoadElem, ConvertStoreElem>(converter,
                                                  patterns.getContext());
}

//===- ComputePatterns.cpp - Operations on tiles as linalg ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Conversion/CastLowering.h"
#include "phobos/Dialect/KernelAttributes.h"

using namespace mlir;
using namespace phobos;
using utils::IteratorType;

static Value createEmpty(ImplicitLocOpBuilder &builder, RankedTensorType type) {
  return tensor::EmptyOp::create(builder, type.getShape(),
                                 type.getElementType());
}

Value phobos::createFilled(ImplicitLocOpBuilder &builder, Value value,
                           RankedTensorType type) {
  return linalg::FillOp::create(builder, value, createEmpty(builder, type))
      .getResult(0);
}

using BodyFn = function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;

Value phobos::createGeneric(ImplicitLocOpBuilder &builder, ValueRange inputs,
                            Value init, ArrayRef<AffineMap> maps,
                            ArrayRef<IteratorType> iterators, BodyFn body) {
  auto build = [&](OpBuilder &nested, Location loc, ValueRange arguments) {
    ImplicitLocOpBuilder inner(loc, nested);
    linalg::YieldOp::create(inner, body(inner, arguments));
  };
  return linalg::GenericOp::create(builder, init.getType(), inputs, init, maps,
                                   iterators, build)
      .getResult(0);
}

/// An elementwise `linalg.generic` whose one input, if any, is read by `map`.
static Value createMapped(ImplicitLocOpBuilder &builder, ValueRange inputs,
                          AffineMap map, RankedTensorType type, BodyFn body) {
  SmallVector<AffineMap> maps(inputs.size(), map);
  maps.push_back(builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<IteratorType> iterators(type.getRank(), IteratorType::parallel);
  return createGeneric(builder, inputs, createEmpty(builder, type), maps,
                       iterators, body);
}

static Value forward(ImplicitLocOpBuilder &, ValueRange arguments) {
  return arguments.front();
}

/// The tensor `value` with its elements converted by the rules of
/// `phobos.cast`.
static Value castTensor(ImplicitLocOpBuilder &builder, Value value, Type to,
                        bool fromUnsigned, bool toUnsigned = false) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == to)
    return value;
  return createMapped(
      builder, value, builder.getMultiDimIdentityMap(type.getRank()),
      type.clone(to), [&](ImplicitLocOpBuilder &inner, ValueRange arguments) {
        return lowerCast(inner, arguments.front(), to, fromUnsigned,
                         toUnsigned);
      });
}

namespace {

/// Upstream's elementwise ops stay what they are, on tensors.
struct ConvertElementwise : ConversionPattern {
  ConvertElementwise(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/0,
                          context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op->getDialect()) ||
        !OpTrait::hasElementwiseMappableTraits(op))
      return failure();
    FailureOr<Operation *> converted =
        convertOpResultTypes(op, operands, *getTypeConverter(), rewriter);
    if (failed(converted))
      return failure();
    rewriter.replaceOp(op, *converted);
    return success();
  }
};

struct ConvertConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!type || !elements)
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    if (!elements.isSplat()) {
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(
          op, DenseElementsAttr::getFromRawBuffer(type, elements.getRawData()));
      return success();
    }
    Value scalar = arith::ConstantOp::create(
        builder, cast<TypedAttr>(elements.getSplatValue<Attribute>()));
    rewriter.replaceOp(op, createFilled(builder, scalar, type));
    return success();
  }
};

struct ConvertSplat : OpConversionPattern<SplatOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(SplatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    if (!type)
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(op, createFilled(builder, adaptor.getValue(), type));
    return success();
  }
};

struct ConvertIota : OpConversionPattern<IotaOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(IotaOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, createMapped(builder, {}, {}, type,
                         [&](ImplicitLocOpBuilder &inner, ValueRange) -> Value {
                           return linalg::IndexOp::create(inner, op.getDim());
                         }));
    return success();
  }
};

struct ConvertBroadcast : OpConversionPattern<BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    if (!type)
      return failure();
    SmallVector<AffineExpr> reads;
    for (auto [dim, extent] :
         llvm::enumerate(op.getSource().getType().getShape()))
      reads.push_back(extent == 1 ? rewriter.getAffineConstantExpr(0)
                                  : rewriter.getAffineDimExpr(dim));
    auto map = AffineMap::get(type.getRank(), 0, reads, getContext());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, createMapped(builder, adaptor.getSource(), map, type, forward));
    return success();
  }
};

struct ConvertTranspose : OpConversionPattern<TransposeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(TransposeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    if (!type)
      return failure();
    // Dim d of the result is dim p(d) of the source, so the source is read at
    // the inverse of p.
    AffineMap map = inversePermutation(
        AffineMap::getPermutationMap(op.getPermutation(), getContext()));
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, createMapped(builder, adaptor.getSource(), map, type, forward));
    return success();
  }
};

struct ConvertWhere : OpConversionPattern<WhereOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(WhereOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, adaptor.getCondition(),
                                                 adaptor.getTrueValue(),
                                                 adaptor.getFalseValue());
    return success();
  }
};

struct ConvertCast : OpConversionPattern<CastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type to = getElementTypeOrSelf(op.getType());
    Value source = adaptor.getSource();
    auto cast =
        isa<RankedTensorType>(source.getType()) ? castTensor : lowerCast;
    rewriter.replaceOp(op, cast(builder, source, to, op.getFromUnsigned(),
                                op.getToUnsigned()));
    return success();
  }
};

/// The f32 `value` with 10 bits of mantissa, to nearest, ties away from zero.
static Value roundToTF32(ImplicitLocOpBuilder &builder, Value value) {
  Type i32 = builder.getI32Type();
  auto number = [&](int64_t bits) -> Value {
    return arith::ConstantOp::create(builder,
                                     builder.getIntegerAttr(i32, bits));
  };
  // Half a unit in the last of the 10 places; a carry reaches the exponent.
  Value bits = arith::BitcastOp::create(builder, i32, value);
  bits = arith::AddIOp::create(builder, bits, number(0x1000));
  bits = arith::AndIOp::create(builder, bits, number(~int64_t(0x1fff)));
  Value rounded = arith::BitcastOp::create(builder, value.getType(), bits);
  Value isNaN =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, value, value);
  return arith::SelectOp::create(builder, isNaN, value, rounded);
}

/// The f32 tensor `value` with its elements as a dot of `precision` reads them.
static Value roundOperand(ImplicitLocOpBuilder &builder, Value value,
                          DotPrecision precision) {
  Type f32 = builder.getF32Type();
  if (precision == DotPrecision::bf16) {
    Type bf16 = builder.getBF16Type();
    return castTensor(builder, castTensor(builder, value, bf16, false), f32,
                      false);
  }
  if (precision != DotPrecision::tf32)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  return createMapped(builder, value, builder.getMultiDimIdentityMap(2), type,
                      [](ImplicitLocOpBuilder &inner, ValueRange arguments) {
                        return roundToTF32(inner, arguments.front());
                      });
}

/// The loops go m, k, n: the innermost walks a row of the right side and one of
/// the accumulator. Narrow operands are widened before, once an element.
struct ConvertDot : OpConversionPattern<DotOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type element = op.getType().getElementType();
    bool isUnsigned = op.getIsUnsigned();
    Value lhs = castTensor(builder, adaptor.getLhs(), element, isUnsigned);
    Value rhs = castTensor(builder, adaptor.getRhs(), element, isUnsigned);
    lhs = roundOperand(builder, lhs, op.getPrecision());
    rhs = roundOperand(builder, rhs, op.getPrecision());
    AffineExpr m, k, n;
    bindDims(getContext(), m, k, n);
    if (op.getTransposed()) {
      auto type = cast<RankedTensorType>(rhs.getType());
      int64_t shape[] = {type.getDimSize(1), type.getDimSize(0)};
      AffineMap swap = AffineMap::get(2, 0, {k, m}, getContext());
      rhs = createMapped(builder, rhs, swap, type.clone(shape), forward);
    }
    auto maps = AffineMap::inferFromExprList(
        ArrayRef<ArrayRef<AffineExpr>>{{m, k}, {k, n}, {m, n}}, getContext());
    IteratorType iterators[] = {IteratorType::parallel, IteratorType::reduction,
                                IteratorType::parallel};
    bool isStrict =
        op->getParentOfType<FunctionOpInterface>()->hasAttr(kStrictAttr);
    auto body = [&](ImplicitLocOpBuilder &inner, ValueRange arguments) {
      return multiplyAdd(inner, arguments[0], arguments[1], arguments[2],
                         isStrict);
    };
    rewriter.replaceOp(op, createGeneric(builder, {lhs, rhs},
                                         adaptor.getAccumulator(), maps,
                                         iterators, body));
    return success();
  }

  static Value multiplyAdd(ImplicitLocOpBuilder &builder, Value a, Value b,
                           Value sum, bool isStrict) {
    if (!isa<FloatType>(a.getType()))
      return arith::AddIOp::create(builder, sum,
                                   arith::MulIOp::create(builder, a, b));
    // Unless the kernel is strict, the rounding inside a dot is left open: an
    // fma where there is one.
    auto flags =
        isStrict ? arith::FastMathFlags::none : arith::FastMathFlags::contract;
    Value product = arith::MulFOp::create(builder, a, b, flags);
    return arith::AddFOp::create(builder, sum, product, flags);
  }
};

/// Layouts do not exist on the host.
struct ConvertLayout : OpConversionPattern<ConvertLayoutOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ConvertLayoutOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

/// The host does not use the fact.
struct ConvertAssume : OpConversionPattern<AssumeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AssumeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getValue());
    return success();
  }
};

} // namespace

void phobos::populateComputePatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise, ConvertConstant, ConvertSplat, ConvertIota,
               ConvertBroadcast, ConvertTranspose, ConvertWhere, ConvertCast,
               ConvertDot, ConvertLayout, ConvertAssume>(converter,
                                                         patterns.getContext());
}

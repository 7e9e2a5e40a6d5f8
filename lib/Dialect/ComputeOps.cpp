//===- ComputeOps.cpp - Selecting, casting, products -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// WhereOp
//===----------------------------------------------------------------------===//

OpFoldResult WhereOp::fold(FoldAdaptor adaptor) {
  if (getTrueValue() == getFalseValue())
    return getTrueValue();
  if (auto condition =
          dyn_cast_or_null<SplatElementsAttr>(adaptor.getCondition()))
    return condition.getSplatValue<bool>() ? getTrueValue() : getFalseValue();
  return {};
}

/// `where(!c, a, b)` is `where(c, b, a)`.
static LogicalResult swapNegatedCondition(WhereOp op,
                                          PatternRewriter &rewriter) {
  auto negation = op.getCondition().getDefiningOp<arith::XOrIOp>();
  // Constants are on the right in canonical form.
  SplatElementsAttr mask;
  if (!negation || !matchPattern(negation.getRhs(), m_Constant(&mask)) ||
      !mask.getSplatValue<bool>())
    return failure();
  rewriter.replaceOpWithNewOp<WhereOp>(op, op.getType(), negation.getLhs(),
                                       op.getFalseValue(), op.getTrueValue());
  return success();
}

void WhereOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *) {
  patterns.add(swapNegatedCondition);
}

LogicalResult WhereOp::verify() {
  TileType condition = getCondition().getType();
  if (condition.getShape() != getType().getShape() ||
      condition.getLayout() != getType().getLayout()) // (C1)
    return emitOpError() << "expected a condition of the shape and layout of "
                         << getType() << ", got " << condition;
  return success();
}

//===----------------------------------------------------------------------===//
// CastOp
//===----------------------------------------------------------------------===//

static unsigned bitWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

static APFloat convertFloat(APFloat value, FloatType to) {
  const llvm::fltSemantics &semantics = to.getFloatSemantics();
  if (bitWidth(to) == 8 && !value.isNaN()) {
    // f8 saturates: clamp before the conversion, which would give inf or NaN.
    bool ignored;
    APFloat largest = APFloat::getLargest(semantics, value.isNegative());
    largest.convert(value.getSemantics(), APFloat::rmNearestTiesToEven,
                    &ignored);
    bool beyond = value.isNegative() ? value < largest : value > largest;
    if (beyond)
      value = largest;
  }
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

static TypedAttr castFloat(const APFloat &value, Type to, bool toUnsigned) {
  if (auto type = dyn_cast<FloatType>(to))
    return FloatAttr::get(type, convertFloat(value, type));
  if (to.isInteger(1))
    return IntegerAttr::get(to, value.isZero() ? 0 : 1);
  // APFloat saturates and gives 0 for NaN, as the language does.
  llvm::APSInt result(bitWidth(to), toUnsigned);
  bool exact;
  value.convertToInteger(result, APFloat::rmTowardZero, &exact);
  return IntegerAttr::get(to, result);
}

static TypedAttr castInteger(const APInt &bits, Type to, bool zeroExtend) {
  if (auto type = dyn_cast<FloatType>(to)) {
    // 64 bits are exact in a quad, so that the result rounds once.
    APFloat exact(APFloat::IEEEquad());
    exact.convertFromAPInt(bits, !zeroExtend, APFloat::rmNearestTiesToEven);
    return FloatAttr::get(type, convertFloat(exact, type));
  }
  if (to.isInteger(1))
    return IntegerAttr::get(to, bits.isZero() ? 0 : 1);
  return IntegerAttr::get(to, zeroExtend ? bits.zextOrTrunc(bitWidth(to))
                                         : bits.sextOrTrunc(bitWidth(to)));
}

TypedAttr phobos::castConstant(Attribute value, Type to, bool fromUnsigned,
                               bool toUnsigned) {
  if (isa<PtrType>(to))
    return {};
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return castFloat(number.getValue(), to, toUnsigned);
  // A bool is 0 or 1, whatever the flags say.
  if (auto number = dyn_cast_or_null<IntegerAttr>(value))
    return castInteger(number.getValue(), to,
                       fromUnsigned || number.getType().isInteger(1));
  return {};
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  Type to = getElementTypeOrSelf(getType());
  auto cast = [&](Attribute value) {
    return castConstant(value, to, getFromUnsigned(), getToUnsigned());
  };
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource())) {
    TypedAttr value = cast(splat.getSplatValue<Attribute>());
    return value ? SplatElementsAttr::get(mlir::cast<TileType>(getType()),
                                          Attribute(value))
                 : OpFoldResult();
  }
  return cast(adaptor.getSource());
}

/// Whether every number of element type `from` is one of `to`.
static bool isLossless(Type from, bool fromUnsigned, Type to) {
  auto toFloat = dyn_cast<FloatType>(to);
  if (auto fromFloat = dyn_cast<FloatType>(from))
    return toFloat && APFloat::isRepresentableBy(fromFloat.getFloatSemantics(),
                                                 toFloat.getFloatSemantics());
  if (!toFloat)
    return bitWidth(to) >= bitWidth(from);
  int bits = bitWidth(from) - (fromUnsigned ? 0 : 1);
  const llvm::fltSemantics &semantics = toFloat.getFloatSemantics();
  return bits <= int(APFloat::semanticsPrecision(semantics)) &&
         bits <= APFloat::semanticsMaxExponent(semantics);
}

namespace {
/// The one cast that two casts in a row amount to.
struct MergedCast {
  bool fromUnsigned, toUnsigned;
};
} // namespace

/// How `outer` casts the source of `inner` at once, if the step between loses
/// nothing and both read it alike.
static std::optional<MergedCast> mergeCasts(CastOp inner, CastOp outer) {
  Type from = getElementTypeOrSelf(inner.getSource().getType());
  Type between = getElementTypeOrSelf(inner.getType());
  Type to = getElementTypeOrSelf(outer.getType());
  bool fromUnsigned = inner.getFromUnsigned() || from.isInteger(1);
  if (!isLossless(from, fromUnsigned, between))
    return std::nullopt;
  if (isa<FloatType>(from)) {
    // An infinity of f8E5M2 saturates on its way back, so that is no identity.
    if (from == to && isa<Float8E5M2Type>(from))
      return std::nullopt;
    return MergedCast{false, outer.getToUnsigned()};
  }
  if (isa<FloatType>(between)) // An integer result saturates or wraps.
    return isa<FloatType>(to)
               ? std::optional(MergedCast{inner.getFromUnsigned(), false})
               : std::nullopt;
  if (bitWidth(between) == bitWidth(from)) // The bits pass through.
    return MergedCast{outer.getFromUnsigned(), false};
  bool extends = isa<FloatType>(to) || bitWidth(to) > bitWidth(between);
  if (extends && !fromUnsigned && outer.getFromUnsigned())
    return std::nullopt;
  return MergedCast{inner.getFromUnsigned(), false};
}

static LogicalResult mergeWithInnerCast(CastOp op, PatternRewriter &rewriter) {
  auto inner = op.getSource().getDefiningOp<CastOp>();
  if (!inner)
    return failure();
  std::optional<MergedCast> merged = mergeCasts(inner, op);
  if (!merged)
    return failure();
  rewriter.replaceOpWithNewOp<CastOp>(op, op.getType(), inner.getSource(),
                                      merged->fromUnsigned, merged->toUnsigned);
  return success();
}

void CastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *) {
  patterns.add(mergeWithInnerCast);
}

LogicalResult CastOp::verify() {
  auto source = dyn_cast<TileType>(getSource().getType());
  auto result = dyn_cast<TileType>(getType());
  if (!source != !result ||
      (source && (source.getShape() != result.getShape() ||
                  source.getLayout() != result.getLayout()))) // (C1)
    return emitOpError() << "expected source and result of one shape and "
                            "layout, got "
                         << getSource().getType() << " and " << getType();
  Type from = getElementTypeOrSelf(getSource().getType());
  Type to = getElementTypeOrSelf(getType());
  for (Type type : {from, to})
    if (!isElementType(type) || isa<PtrType>(type)) // (C2)
      return emitOpError() << "expected numbers of a tile's element types, got "
                           << type;
  if (getFromUnsigned() && !from.isIntOrIndex()) // (C3)
    return emitOpError()
           << "expected 'from_unsigned' with an integer source, got " << from;
  if (getToUnsigned() && !to.isIntOrIndex()) // (C4)
    return emitOpError()
           << "expected 'to_unsigned' with an integer result, got " << to;
  return success();
}

//===----------------------------------------------------------------------===//
// DotOp
//===----------------------------------------------------------------------===//

LogicalResult DotOp::verify() {
  TileType lhs = getLhs().getType(), rhs = getRhs().getType(),
           result = getType();
  for (TileType type : {lhs, rhs, result})
    if (type.getRank() != 2) // (C1)
      return emitOpError() << "expected tiles of rank 2, got " << type;
  if (lhs.getElementType() != rhs.getElementType()) // (C2)
    return emitOpError() << "expected operands of one element type, got "
                         << lhs.getElementType() << " and "
                         << rhs.getElementType();
  int64_t rhsK = rhs.getShape()[getTransposed() ? 1 : 0];
  int64_t rhsN = rhs.getShape()[getTransposed() ? 0 : 1];
  if (lhs.getShape()[1] != rhsK) // (C3)
    return emitOpError() << "expected equal inner extents, got "
                         << lhs.getShape()[1] << " and " << rhsK;
  Type accumulator = getDotAccumulatorType(lhs.getElementType());
  if (!accumulator)
    return emitOpError() << "expected operands of f8, f16, bf16, f32, f64, i8, "
                            "i32 or i64, got "
                         << lhs.getElementType();
  int64_t shape[] = {lhs.getShape()[0], rhsN};
  if (result.getShape() != ArrayRef(shape) ||
      result.getElementType() != accumulator) // (C4)
    return emitOpError() << "expected an accumulator of " << shape[0] << 'x'
                         << shape[1] << 'x' << accumulator << ", got "
                         << result;
  if (getIsUnsigned() && !lhs.getElementType().isInteger(8)) // (C5)
    return emitOpError() << "expected 'unsigned' with i8 operands, got "
                         << lhs.getElementType();
  if (getPrecision() != DotPrecision::none &&
      !lhs.getElementType().isF32()) // (C6)
    return emitOpError() << "expected 'precision' with f32 operands, got "
                         << lhs.getElementType();
  return success();
}

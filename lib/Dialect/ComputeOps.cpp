//===- ComputeOps.cpp - Selecting, casting, reducing, products -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
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

LogicalResult WhereOp::verify() {
  if (getCondition().getType().getShape() != getType().getShape())
    return emitOpError() << "expected a condition of the shape of " << getType()
                         << ", got " << getCondition().getType();
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

TypedAttr phobos::castConstant(Attribute value, Type to, bool fromUnsigned,
                               bool toUnsigned) {
  if (isa<PtrType>(to))
    return {};
  if (auto number = dyn_cast_or_null<FloatAttr>(value)) {
    if (auto type = dyn_cast<FloatType>(to))
      return FloatAttr::get(type, convertFloat(number.getValue(), type));
    if (to.isInteger(1))
      return IntegerAttr::get(to, number.getValue().isZero() ? 0 : 1);
    // APFloat saturates and gives 0 for NaN, as the language does.
    llvm::APSInt result(bitWidth(to), toUnsigned);
    bool exact;
    number.getValue().convertToInteger(result, APFloat::rmTowardZero, &exact);
    return IntegerAttr::get(to, result);
  }
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  if (!integer)
    return {};
  APInt bits = integer.getValue();
  // A bool is 0 or 1, whatever the flags say.
  bool zeroExtend = fromUnsigned || integer.getType().isInteger(1);
  if (auto type = dyn_cast<FloatType>(to)) {
    // Through f64, exactly representable or not: the widest type rounds once.
    APFloat result(bitWidth(type) == 8 ? APFloat::IEEEquad()
                                       : type.getFloatSemantics());
    result.convertFromAPInt(bits, !zeroExtend, APFloat::rmNearestTiesToEven);
    return FloatAttr::get(type, convertFloat(result, type));
  }
  if (to.isInteger(1))
    return IntegerAttr::get(to, bits.isZero() ? 0 : 1);
  return IntegerAttr::get(to, zeroExtend ? bits.zextOrTrunc(bitWidth(to))
                                         : bits.sextOrTrunc(bitWidth(to)));
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

LogicalResult CastOp::verify() {
  auto source = dyn_cast<TileType>(getSource().getType());
  auto result = dyn_cast<TileType>(getType());
  if (!source != !result ||
      (source && (source.getShape() != result.getShape() ||
                  source.getLayout() != result.getLayout())))
    return emitOpError() << "expected source and result of one shape, got "
                         << getSource().getType() << " and " << getType();
  Type from = getElementTypeOrSelf(getSource().getType());
  Type to = getElementTypeOrSelf(getType());
  if (isa<PtrType>(from) || isa<PtrType>(to))
    return emitOpError("expected numbers, got pointers");
  if (getFromUnsigned() && !from.isIntOrIndex())
    return emitOpError()
           << "expected 'from_unsigned' with an integer source, got " << from;
  if (getToUnsigned() && !to.isIntOrIndex())
    return emitOpError()
           << "expected 'to_unsigned' with an integer result, got " << to;
  return success();
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

OpFoldResult ReduceOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return {};
}

LogicalResult ReduceOp::verify() {
  TileType source = getSource().getType();
  if (getDim() >= static_cast<uint64_t>(source.getRank()))
    return emitOpError() << "expected a dim below " << source.getRank()
                         << ", got " << static_cast<int64_t>(getDim());
  SmallVector<int64_t> shape(source.getShape());
  shape[getDim()] = 1;
  if (ArrayRef<int64_t>(shape) != getType().getShape() ||
      source.getElementType() != getType().getElementType())
    return emitOpError() << "expected "
                         << TileType::get(shape, source.getElementType())
                         << ", got " << getType();
  Type element = source.getElementType();
  bool isFloat = isa<FloatType>(element);
  switch (getKind()) {
  case ReduceKind::add:
  case ReduceKind::mul:
  case ReduceKind::max:
  case ReduceKind::min:
    if (isFloat || element.isIntOrIndex())
      return success();
    return emitOpError() << "expected numbers, got " << element;
  default:
    if (element.isIntOrIndex())
      return success();
    return emitOpError() << "expected integers for <"
                         << stringifyReduceKind(getKind()) << ">, got "
                         << element;
  }
}

//===----------------------------------------------------------------------===//
// DotOp
//===----------------------------------------------------------------------===//

LogicalResult DotOp::verify() {
  TileType lhs = getLhs().getType(), rhs = getRhs().getType(),
           result = getType();
  for (TileType type : {lhs, rhs, result})
    if (type.getRank() != 2)
      return emitOpError() << "expected tiles of rank 2, got " << type;
  if (lhs.getElementType() != rhs.getElementType())
    return emitOpError() << "expected operands of one element type, got "
                         << lhs.getElementType() << " and "
                         << rhs.getElementType();
  int64_t rhsK = rhs.getShape()[getTransposed() ? 1 : 0];
  int64_t rhsN = rhs.getShape()[getTransposed() ? 0 : 1];
  if (lhs.getShape()[1] != rhsK)
    return emitOpError() << "expected equal inner extents, got "
                         << lhs.getShape()[1] << " and " << rhsK;
  Type accumulator = getDotAccumulatorType(lhs.getElementType());
  if (!accumulator)
    return emitOpError() << "expected operands of f8, f16, bf16, f32, f64, i8, "
                            "i32 or i64, got "
                         << lhs.getElementType();
  auto expected = TileType::get({lhs.getShape()[0], rhsN}, accumulator);
  if (result.withLayout({}) != expected)
    return emitOpError() << "expected an accumulator " << expected << ", got "
                         << result;
  if (getIsUnsigned() && !lhs.getElementType().isInteger(8))
    return emitOpError() << "expected 'unsigned' with i8 operands, got "
                         << lhs.getElementType();
  return success();
}

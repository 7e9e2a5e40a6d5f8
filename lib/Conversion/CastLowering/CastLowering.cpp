//===- CastLowering.cpp - phobos.cast in terms of arith -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Conversion/CastLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace phobos;

namespace {

/// Emits the arithmetic of one cast. All values have the shape of the source.
class CastEmitter {
public:
  CastEmitter(ImplicitLocOpBuilder &b, Value source)
      : b(b), shape(source.getType()) {}

  Value floatToFloat(Value value, FloatType to);
  Value floatToInt(Value value, Type to, bool isUnsigned);
  Value intToFloat(Value value, FloatType to, bool isUnsigned);
  Value intToInt(Value value, Type to, bool isUnsigned);

private:
  static Type elementOf(Value value) {
    return getElementTypeOrSelf(value.getType());
  }
  Type shaped(Type element) {
    if (auto type = dyn_cast<ShapedType>(shape))
      return type.clone(element);
    return element;
  }
  Value constant(TypedAttr value) {
    Type type = shaped(value.getType());
    if (auto shapedType = dyn_cast<ShapedType>(type))
      return arith::ConstantOp::create(
          b, DenseElementsAttr::get(shapedType, Attribute(value)));
    return arith::ConstantOp::create(b, value);
  }
  Value number(FloatType type, const APFloat &value) {
    return constant(FloatAttr::get(type, value));
  }
  Value integer(Type type, const APInt &value) {
    return constant(IntegerAttr::get(type, value));
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  Value compare(arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(b, predicate, lhs, rhs);
  }
  Value clampTo(Value value, FloatType to);
  Value widenToF32(Value value);

  ImplicitLocOpBuilder &b;
  Type shape;
};

} // namespace

/// `value` (f32 or f64) within the finite numbers of `to`; NaN stays.
Value CastEmitter::clampTo(Value value, FloatType to) {
  auto from = cast<FloatType>(elementOf(value));
  for (bool negative : {false, true}) {
    APFloat limit = APFloat::getLargest(to.getFloatSemantics(), negative);
    bool losesInfo;
    limit.convert(from.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    Value bound = number(from, limit);
    value = select(compare(negative ? arith::CmpFPredicate::OLT
                                    : arith::CmpFPredicate::OGT,
                           value, bound),
                   bound, value);
  }
  return value;
}

Value CastEmitter::widenToF32(Value value) {
  if (elementOf(value).getIntOrFloatBitWidth() >= 32)
    return value;
  return arith::ExtFOp::create(b, shaped(b.getF32Type()), value);
}

Value CastEmitter::floatToFloat(Value value, FloatType to) {
  auto from = cast<FloatType>(elementOf(value));
  if (from == to)
    return value;
  bool toF8 = to.getWidth() == 8;
  if (toF8 || (from.getWidth() == to.getWidth())) {
    // f8 and f16 <-> bf16 go through f32, which holds either exactly.
    value = from.isF64() ? roundToOddF32(b, value) : widenToF32(value);
    if (toF8)
      value = clampTo(value, to);
    from = b.getF32Type();
  }
  if (to.getWidth() > from.getWidth())
    return arith::ExtFOp::create(b, shaped(to), value);
  return arith::TruncFOp::create(b, shaped(to), value);
}

Value CastEmitter::floatToInt(Value value, Type to, bool isUnsigned) {
  value = widenToF32(value);
  auto from = cast<FloatType>(elementOf(value));
  if (to.isInteger(1))
    return compare(arith::CmpFPredicate::UNE, value,
                   number(from, APFloat::getZero(from.getFloatSemantics())));
  unsigned width = to.isIndex() ? 64 : to.getIntOrFloatBitWidth();
  Type integerType = b.getIntegerType(width);
  Value result =
      isUnsigned ? Value(arith::FPToUIOp::create(b, shaped(integerType), value))
                 : arith::FPToSIOp::create(b, shaped(integerType), value);
  // The bounds are powers of two, so they are exact: at `upper` and beyond the
  // result saturates, at `lower` and below too.
  auto power = [&](int exponent) {
    APFloat one(from.getFloatSemantics(), 1);
    return llvm::scalbn(one, exponent, APFloat::rmNearestTiesToEven);
  };
  Value upper = number(from, power(isUnsigned ? width : width - 1));
  Value lower = number(from, neg(isUnsigned ? power(0) : power(width - 1)));
  APInt most =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  APInt least =
      isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  result = select(compare(arith::CmpFPredicate::OGE, value, upper),
                  integer(integerType, most), result);
  result = select(compare(arith::CmpFPredicate::OLE, value, lower),
                  integer(integerType, least), result);
  result = select(compare(arith::CmpFPredicate::UNO, value, value),
                  integer(integerType, APInt::getZero(width)), result);
  return to.isIndex() ? intToInt(result, to, isUnsigned) : result;
}

Value CastEmitter::intToFloat(Value value, FloatType to, bool isUnsigned) {
  isUnsigned |= elementOf(value).isInteger(1);
  if (elementOf(value).isIndex())
    value = intToInt(value, b.getI64Type(), isUnsigned);
  auto convert = [&](Type type) -> Value {
    if (isUnsigned)
      return arith::UIToFPOp::create(b, shaped(type), value);
    return arith::SIToFPOp::create(b, shaped(type), value);
  };
  if (to.getWidth() >= 32)
    return convert(to);
  // Through f64, rounding once. It holds integers of up to 32 bits exactly; of
  // wider ones the low 11 bits are replaced by whether any of them was set,
  // which changes no rounding to a narrow type.
  if (elementOf(value).isInteger(64)) {
    Type type = b.getI64Type();
    Value low =
        arith::AndIOp::create(b, value, integer(type, APInt(64, 0x7ff)));
    Value high = arith::SubIOp::create(b, value, low);
    Value isWide = arith::CmpIOp::create(
        b, arith::CmpIPredicate::uge,
        arith::AddIOp::create(
            b, value, integer(type, APInt(64, isUnsigned ? 0 : 1ull << 53))),
        integer(type, APInt(64, isUnsigned ? 1ull << 53 : 1ull << 54)));
    Value hasLow = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, low,
                                         integer(type, APInt::getZero(64)));
    Value sticky = select(hasLow, integer(type, APInt(64, 0x800)),
                          integer(type, APInt::getZero(64)));
    value = select(isWide, arith::OrIOp::create(b, high, sticky), value);
  }
  Value wide = convert(b.getF64Type());
  return floatToFloat(wide, to);
}

Value CastEmitter::intToInt(Value value, Type to, bool isUnsigned) {
  Type from = elementOf(value);
  isUnsigned |= from.isInteger(1);
  auto castIndex = [&](Value operand, Type type) -> Value {
    if (isUnsigned)
      return arith::IndexCastUIOp::create(b, shaped(type), operand);
    return arith::IndexCastOp::create(b, shaped(type), operand);
  };
  if (from == to)
    return value;
  if (to.isInteger(1)) {
    unsigned width = from.isIndex() ? 64 : from.getIntOrFloatBitWidth();
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value,
                                 integer(from, APInt::getZero(width)));
  }
  if (from.isIndex() || to.isIndex())
    return castIndex(value, to);
  unsigned fromWidth = from.getIntOrFloatBitWidth(),
           toWidth = to.getIntOrFloatBitWidth();
  if (toWidth < fromWidth)
    return arith::TruncIOp::create(b, shaped(to), value);
  if (isUnsigned)
    return arith::ExtUIOp::create(b, shaped(to), value);
  return arith::ExtSIOp::create(b, shaped(to), value);
}

Value phobos::roundToOddF32(ImplicitLocOpBuilder &b, Value value) {
  auto shaped = [&](Type element) -> Type {
    auto type = dyn_cast<ShapedType>(value.getType());
    return type ? type.clone(element) : element;
  };
  Type f32 = shaped(b.getF32Type()), i32 = shaped(b.getI32Type());
  Value nearest = arith::TruncFOp::create(b, f32, value);
  Value back = arith::ExtFOp::create(b, value.getType(), nearest);
  // Ordered: a NaN counts as exact.
  Value inexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, value);
  Value tooLarge = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                         math::AbsFOp::create(b, back),
                                         math::AbsFOp::create(b, value));
  Value bits = arith::BitcastOp::create(b, i32, nearest);
  bits =
      arith::SubIOp::create(b, bits, arith::ExtUIOp::create(b, i32, tooLarge));
  bits = arith::OrIOp::create(b, bits, arith::ExtUIOp::create(b, i32, inexact));
  return arith::BitcastOp::create(b, f32, bits);
}

Value phobos::lowerCast(ImplicitLocOpBuilder &builder, Value source,
                        Type element, bool fromUnsigned, bool toUnsigned) {
  CastEmitter emitter(builder, source);
  bool fromFloat = isa<FloatType>(getElementTypeOrSelf(source.getType()));
  if (auto to = dyn_cast<FloatType>(element))
    return fromFloat ? emitter.floatToFloat(source, to)
                     : emitter.intToFloat(source, to, fromUnsigned);
  return fromFloat ? emitter.floatToInt(source, element, toUnsigned)
                   : emitter.intToInt(source, element, fromUnsigned);
}

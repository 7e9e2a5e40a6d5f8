//===- FillSyntax.cpp - The fill: 0.0, -3, inf, -inf, nan -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceSyntax.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

static ParseResult parseFill(OpAsmParser &parser, FillLiteral &fill) {
  fill.loc = parser.getCurrentLocation();
  fill.negative = succeeded(parser.parseOptionalMinus());
  if (succeeded(parser.parseOptionalKeyword("inf"))) {
    fill.number = APFloat::getInf(APFloat::IEEEdouble());
    return success();
  }
  if (succeeded(parser.parseOptionalKeyword("nan"))) {
    fill.number = APFloat::getNaN(APFloat::IEEEdouble());
    if (failed(parser.parseOptionalLParen()))
      return success();
    return failure(parser.parseInteger(fill.nanBits.emplace()) ||
                   parser.parseRParen());
  }
  APInt integer;
  if (OptionalParseResult parsed = parser.parseOptionalInteger(integer);
      parsed.has_value()) {
    fill.integer = integer;
    return *parsed;
  }
  fill.number.emplace(APFloat::IEEEdouble());
  return parser.parseFloat(APFloat::IEEEdouble(), *fill.number);
}

ParseResult phobos::parseOptionalFill(OpAsmParser &parser,
                                      std::optional<FillLiteral> &fill) {
  if (failed(parser.parseOptionalKeyword("fill")))
    return success();
  return parseFill(parser, fill.emplace());
}

/// The fill as a value of `type`, or nothing where the type does not hold it.
static std::optional<APFloat> resolveFloatFill(const FillLiteral &fill,
                                               FloatType type) {
  if (!fill.number)
    return std::nullopt;
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (fill.nanBits) {
    APInt bits = *fill.nanBits;
    if (!bits.isIntN(type.getWidth()))
      return std::nullopt;
    APFloat value(semantics, bits.zextOrTrunc(type.getWidth()));
    return value.isNaN() ? std::optional(value) : std::nullopt;
  }
  if (fill.number->isNaN())
    return APFloat::getNaN(semantics, fill.negative);
  if (fill.number->isInfinity() && !APFloat::semanticsHasInf(semantics))
    return std::nullopt;
  APFloat value = *fill.number;
  if (fill.negative)
    value.changeSign();
  bool losesInfo;
  APFloat::opStatus status =
      value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  if ((status & APFloat::opOverflow) || value.isNaN())
    return std::nullopt;
  return value;
}

static std::optional<APInt> resolveIntegerFill(const FillLiteral &fill,
                                               Type type) {
  if (!fill.integer)
    return std::nullopt;
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  APInt value =
      fill.integer->sext(std::max(fill.integer->getBitWidth(), width) + 1);
  if (fill.negative)
    value.negate();
  if (!value.isSignedIntN(width) && !value.isIntN(width))
    return std::nullopt;
  return value.trunc(width);
}

FailureOr<TypedAttr> phobos::resolveFill(OpAsmParser &parser,
                                         const FillLiteral &fill, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    if (std::optional<APFloat> value = resolveFloatFill(fill, floatType))
      return TypedAttr(FloatAttr::get(type, *value));
  } else if (type.isIntOrIndex()) {
    if (std::optional<APInt> value = resolveIntegerFill(fill, type))
      return TypedAttr(IntegerAttr::get(type, *value));
  }
  parser.emitError(fill.loc) << "expected a fill that " << type << " holds";
  return failure();
}

/// A short decimal text that reads back as `value`, which is finite.
static SmallString<32> shortDecimal(const APFloat &value) {
  for (unsigned digits = 6;; ++digits) {
    SmallString<32> text;
    value.toString(text, digits, /*FormatMaxPadding=*/3);
    if (!StringRef(text).contains('.'))
      text += ".0";
    // Every element type is exact in f64.
    APFloat read(APFloat::IEEEdouble(), text);
    bool losesInfo;
    read.convert(value.getSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    if (read.bitwiseIsEqual(value))
      return text;
  }
}

void phobos::printFill(OpAsmPrinter &printer, TypedAttr fill) {
  printer << " fill ";
  if (auto integer = dyn_cast<IntegerAttr>(fill)) {
    if (integer.getType().isInteger(1))
      printer << integer.getValue().getZExtValue();
    else
      printer << integer.getValue().getSExtValue();
    return;
  }
  APFloat value = cast<FloatAttr>(fill).getValue();
  APFloat nan = APFloat::getNaN(value.getSemantics(), value.isNegative());
  if (value.isNaN() && !value.bitwiseIsEqual(nan)) {
    printer << "nan(0x"
            << llvm::utohexstr(value.bitcastToAPInt().getZExtValue()) << ')';
    return;
  }
  if (value.isNegative())
    printer << '-';
  value.clearSign();
  if (value.isNaN())
    printer << "nan";
  else if (value.isInfinity())
    printer << "inf";
  else
    printer << shortDecimal(value);
}

LogicalResult phobos::verifyFill(Operation *op, TypedAttr fill, Type element) {
  if (!fill || (isa<IntegerAttr, FloatAttr>(fill) && fill.getType() == element))
    return success();
  return op->emitOpError() << "expected a fill of " << element << ", got "
                           << fill;
}

TypedAttr phobos::getFillOrZero(TypedAttr fill, Type element) {
  return fill ? fill : Builder(element.getContext()).getZeroAttr(element);
}

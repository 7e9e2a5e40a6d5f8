//===- MemoryOps.cpp - Views, loads and stores -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// ViewOp
//===----------------------------------------------------------------------===//

/// The `dim`-th of `numbers`, where `?` stands for the next of `values`.
static OpFoldResult pickMixed(MLIRContext *context, ArrayRef<int64_t> numbers,
                              OperandRange values, int64_t dim) {
  if (!ShapedType::isDynamic(numbers[dim]))
    return Builder(context).getIndexAttr(numbers[dim]);
  return values[llvm::count(numbers.take_front(dim), ShapedType::kDynamic)];
}

OpFoldResult ViewOp::getExtent(int64_t dim) {
  return pickMixed(getContext(), getType().getShape(), getExtents(), dim);
}

OpFoldResult ViewOp::getStride(int64_t dim) {
  assert(!getType().isDense() && "expected explicit strides");
  return pickMixed(getContext(), getType().getStrides(), getStrides(), dim);
}

namespace {
/// A list `[%value, 64, …]` as it was read.
struct MixedList {
  SmallVector<OpAsmParser::UnresolvedOperand> values;
  SmallVector<int64_t> numbers; // kDynamic where a value stands
};
} // namespace

/// Parses the attribute dictionary. What the op's own syntax says (`reserved`)
/// may not stand there: it would win silently.
static ParseResult parseAttributes(OpAsmParser &parser, OperationState &result,
                                   ArrayRef<StringRef> reserved) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  for (StringRef name : reserved)
    if (result.attributes.get(name))
      return parser.emitError(loc)
             << "expected '" << name
             << "' in the op's own syntax, not in the dictionary";
  return success();
}

static ParseResult parseMixedList(OpAsmParser &parser, MixedList &list) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        OpAsmParser::UnresolvedOperand value;
        OptionalParseResult parsed = parser.parseOptionalOperand(value);
        if (!parsed.has_value())
          return parser.parseInteger(list.numbers.emplace_back());
        list.values.push_back(value);
        list.numbers.push_back(ShapedType::kDynamic);
        return *parsed;
      });
}

static void printMixedList(OpAsmPrinter &printer, ArrayRef<int64_t> numbers,
                           OperandRange values) {
  printer << '[';
  auto next = values.begin();
  llvm::interleaveComma(numbers, printer, [&](int64_t number) {
    if (ShapedType::isDynamic(number))
      printer << *next++;
    else
      printer << number;
  });
  printer << ']';
}

ParseResult ViewOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand source;
  MixedList extents, strides;
  ViewType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(source) || parseMixedList(parser, extents))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("strides")) &&
      parseMixedList(parser, strides))
    return failure();
  if (parseAttributes(parser, result, {"operandSegmentSizes"}) ||
      parser.parseColonType(type))
    return failure();
  if (extents.numbers != type.getShape() ||
      strides.numbers != type.getStrides())
    return parser.emitError(loc)
           << "expected the extents and strides of " << type;
  Type index = parser.getBuilder().getIndexType();
  if (parser.resolveOperand(source, PtrType::get(type.getElementType()),
                            result.operands) ||
      parser.resolveOperands(extents.values, index, result.operands) ||
      parser.resolveOperands(strides.values, index, result.operands))
    return failure();
  result.addTypes(type);
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, static_cast<int32_t>(extents.values.size()),
      static_cast<int32_t>(strides.values.size())};
  return success();
}

void ViewOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSource();
  printMixedList(printer, getType().getShape(), getExtents());
  if (!getType().isDense()) {
    printer << " strides ";
    printMixedList(printer, getType().getStrides(), getStrides());
  }
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getOperandSegmentSizesAttrName()});
  printer << " : " << getType();
}

LogicalResult ViewOp::verify() {
  if (getSource().getType().getElementType() !=
      getType().getElementType()) // (C1)
    return emitOpError() << "expected a pointer to "
                         << getType().getElementType() << ", got "
                         << getSource().getType();
  if (static_cast<int64_t>(getExtents().size()) !=
      getType().getNumDynamicExtents()) // (C2)
    return emitOpError() << "expected " << getType().getNumDynamicExtents()
                         << " run-time extents, got " << getExtents().size();
  if (static_cast<int64_t>(getStrides().size()) !=
      getType().getNumDynamicStrides()) // (C3)
    return emitOpError() << "expected " << getType().getNumDynamicStrides()
                         << " run-time strides, got " << getStrides().size();
  return success();
}

//===----------------------------------------------------------------------===//
// The slice syntax of loads and stores: %A[%r :+ 64, %k :+ 16] masked [0, 1]
//===----------------------------------------------------------------------===//

namespace {
/// A slice as it was read, before the types are known.
struct Slice {
  OpAsmParser::UnresolvedOperand view;
  SmallVector<OpAsmParser::UnresolvedOperand> starts;
  SmallVector<int64_t> extents;
  SmallVector<int64_t> masked, unchecked;
  SMLoc loc;
};
} // namespace

static ParseResult parseSlice(OpAsmParser &parser, Slice &slice) {
  auto parseDim = [&]() -> ParseResult {
    return failure(parser.parseOperand(slice.starts.emplace_back()) ||
                   parser.parseColon() || parser.parsePlus() ||
                   parser.parseInteger(slice.extents.emplace_back()));
  };
  auto parseDims = [&](StringRef keyword,
                       SmallVector<int64_t> &dims) -> ParseResult {
    if (failed(parser.parseOptionalKeyword(keyword)))
      return success();
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(dims.emplace_back());
    });
  };
  slice.loc = parser.getCurrentLocation();
  return failure(
      parser.parseOperand(slice.view) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim) ||
      parseDims("masked", slice.masked) ||
      parseDims("unchecked", slice.unchecked));
}

/// Resolves the slice's operands once the types are known.
static ParseResult resolveSlice(OpAsmParser &parser, const Slice &slice,
                                ViewType view, TileType tile,
                                SmallVectorImpl<Value> &operands) {
  if (ArrayRef<int64_t>(slice.extents) != tile.getShape())
    return parser.emitError(slice.loc)
           << "expected slice lengths to be the extents of " << tile;
  return failure(parser.resolveOperand(slice.view, view, operands) ||
                 parser.resolveOperands(slice.starts,
                                        parser.getBuilder().getIndexType(),
                                        operands));
}

static void printSlice(OpAsmPrinter &printer, MaskedAccessOpInterface access) {
  printer << access.getView() << '[';
  ArrayRef<int64_t> shape = access.getTileType().getShape();
  llvm::interleaveComma(
      llvm::enumerate(access.getStarts()), printer, [&](auto start) {
        printer << start.value() << " :+ " << shape[start.index()];
      });
  printer << ']';
  auto printDims = [&](StringRef keyword, ArrayRef<int64_t> dims) {
    if (dims.empty())
      return;
    printer << ' ' << keyword << " [";
    llvm::interleaveComma(dims, printer);
    printer << ']';
  };
  printDims("masked", access.getMasked());
  printDims("unchecked", access.getUnchecked());
}

/// The attribute for a list of dims: none for no dims, so that equal accesses
/// are equal ops.
static DenseI64ArrayAttr makeDims(MLIRContext *context,
                                  ArrayRef<int64_t> dims) {
  return dims.empty() ? DenseI64ArrayAttr()
                      : DenseI64ArrayAttr::get(context, dims);
}

static LogicalResult verifyDims(Operation *op, StringRef what,
                                ArrayRef<int64_t> dims, int64_t rank) {
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (dim < 0 || dim >= rank)
      return op->emitOpError() << "expected " << what << " dims below " << rank
                               << ", got " << dim;
    if (index && dims[index - 1] >= dim)
      return op->emitOpError()
             << "expected " << what << " dims in ascending order";
  }
  return success();
}

static LogicalResult verifyAccess(MaskedAccessOpInterface access) {
  Operation *op = access;
  ViewType view = access.getView().getType();
  TileType tile = access.getTileType();
  if (view.getElementType() != tile.getElementType()) // (C1)
    return op->emitOpError() << "expected a tile of " << view.getElementType()
                             << ", got " << tile;
  if (view.getRank() != tile.getRank()) // (C2)
    return op->emitOpError()
           << "expected a tile of rank " << view.getRank() << ", got " << tile;
  if (static_cast<int64_t>(access.getStarts().size()) != view.getRank()) // (C3)
    return op->emitOpError() << "expected " << view.getRank() << " starts, got "
                             << access.getStarts().size();
  // (C4)
  if (failed(verifyDims(op, "masked", access.getMasked(), view.getRank())) ||
      failed(
          verifyDims(op, "unchecked", access.getUnchecked(), view.getRank())))
    return failure();
  for (int64_t dim : access.getMasked())
    if (access.isUnchecked(dim)) // (C5)
      return op->emitOpError()
             << "dim " << dim << " is both masked and unchecked";
  return success();
}

//===----------------------------------------------------------------------===//
// The fill: 0.0, -3, inf, -inf, nan
//===----------------------------------------------------------------------===//

namespace {
/// A fill as it was read, before the element type is known.
struct FillLiteral {
  bool negative = false;
  std::optional<APInt> integer;
  std::optional<APFloat> number;
  std::optional<APInt> nanBits;
  SMLoc loc;
};
} // namespace

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

/// The fill as a constant of `type`; an error where the type does not hold it.
static FailureOr<TypedAttr> resolveFill(OpAsmParser &parser,
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

static void printFill(OpAsmPrinter &printer, TypedAttr fill) {
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

//===----------------------------------------------------------------------===//
// LoadOp
//===----------------------------------------------------------------------===//

ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &result) {
  Slice slice;
  std::optional<FillLiteral> fill;
  ViewType view;
  TileType tile;
  if (parseSlice(parser, slice))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("fill")) &&
      parseFill(parser, fill.emplace()))
    return failure();
  if (parseAttributes(parser, result, {"masked", "unchecked", "fill"}) ||
      parser.parseColonType(view) || parser.parseArrow() ||
      parser.parseType(tile) ||
      resolveSlice(parser, slice, view, tile, result.operands))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.setMasked(makeDims(parser.getContext(), slice.masked));
  properties.setUnchecked(makeDims(parser.getContext(), slice.unchecked));
  if (fill) {
    FailureOr<TypedAttr> value =
        resolveFill(parser, *fill, tile.getElementType());
    if (failed(value))
      return failure();
    properties.setFill(*value);
  }
  result.addTypes(tile);
  return success();
}

void LoadOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printSlice(printer, *this);
  if (getFillAttr())
    printFill(printer, getFillAttr());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getMaskedAttrName(), getUncheckedAttrName(), getFillAttrName()});
  printer << " : " << getView().getType() << " -> " << getType();
}

LogicalResult LoadOp::verify() {
  if (TypedAttr fill = getFillAttr())
    if (!isa<IntegerAttr, FloatAttr>(fill) ||
        fill.getType() != getType().getElementType()) // (C6)
      return emitOpError() << "expected a fill of "
                           << getType().getElementType() << ", got " << fill;
  return verifyAccess(*this);
}

TypedAttr LoadOp::getFillOrZero() {
  if (TypedAttr fill = getFillAttr())
    return fill;
  return Builder(getContext()).getZeroAttr(getType().getElementType());
}

TileType LoadOp::getTileType() { return getType(); }

void LoadOp::setMasked(ArrayRef<int64_t> dims) {
  setMaskedAttr(makeDims(getContext(), dims));
}

void LoadOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
}

//===----------------------------------------------------------------------===//
// StoreOp
//===----------------------------------------------------------------------===//

ParseResult StoreOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  Slice slice;
  ViewType view;
  TileType tile;
  if (parser.parseOperand(value) || parser.parseComma() ||
      parseSlice(parser, slice) ||
      parseAttributes(parser, result, {"masked", "unchecked"}) ||
      parser.parseColonType(tile) || parser.parseComma() ||
      parser.parseType(view) ||
      parser.resolveOperand(value, tile, result.operands) ||
      resolveSlice(parser, slice, view, tile, result.operands))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.setMasked(makeDims(parser.getContext(), slice.masked));
  properties.setUnchecked(makeDims(parser.getContext(), slice.unchecked));
  return success();
}

void StoreOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getValue() << ", ";
  printSlice(printer, *this);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getMaskedAttrName(), getUncheckedAttrName()});
  printer << " : " << getValue().getType() << ", " << getView().getType();
}

LogicalResult StoreOp::verify() { return verifyAccess(*this); }

TileType StoreOp::getTileType() { return getValue().getType(); }

void StoreOp::setMasked(ArrayRef<int64_t> dims) {
  setMaskedAttr(makeDims(getContext(), dims));
}

void StoreOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

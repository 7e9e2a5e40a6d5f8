//===- MemoryOps.cpp - Views, loads and stores -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HintSyntax.h"
#include "SliceSyntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

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
  SmallVector<OpAsmParser::UnresolvedOperand, 1> offset;
  MixedList extents, strides;
  ViewType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(source) || parseMixedList(parser, extents))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("strides")) &&
      parseMixedList(parser, strides))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("offset")) &&
      parser.parseOperand(offset.emplace_back()))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  if (succeeded(parser.parseOptionalKeyword("loose")))
    properties.setLoose(parser.getBuilder().getUnitAttr());
  if (parseAttributes(parser, result, {"operandSegmentSizes", "loose"}) ||
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
      parser.resolveOperands(strides.values, index, result.operands) ||
      parser.resolveOperands(offset, index, result.operands))
    return failure();
  result.addTypes(type);
  properties.operandSegmentSizes = {1,
                                    static_cast<int32_t>(extents.values.size()),
                                    static_cast<int32_t>(strides.values.size()),
                                    static_cast<int32_t>(offset.size())};
  return success();
}

void ViewOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSource();
  printMixedList(printer, getType().getShape(), getExtents());
  if (!getType().isDense()) {
    printer << " strides ";
    printMixedList(printer, getType().getStrides(), getStrides());
  }
  if (getOffset())
    printer << " offset " << getOffset();
  if (getLoose())
    printer << " loose";
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getOperandSegmentSizesAttrName(), getLooseAttrName()});
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
// What loads and stores share
//===----------------------------------------------------------------------===//

static SliceParts getSlice(MaskedAccessOpInterface access) {
  return {access.getView(), access.getStarts(), access.getTileType(),
          access.getMasked(), access.getUnchecked()};
}

LogicalResult phobos::verifyMaskedAccess(Operation *op) {
  auto access = cast<MaskedAccessOpInterface>(op);
  ViewType view = access.getView().getType();
  return verifySlice(op, getSlice(access), view.getElementType(),
                     view.getRank());
}

template <typename Op> static HintAttrs getHints(Op access) {
  return {access.getCacheAttr(), access.getEvictAttr(),
          access.getIsVolatileAttr()};
}

template <typename Properties>
static void setHints(Properties &properties, const HintAttrs &hints) {
  properties.setCache(hints.cache);
  properties.setEvict(hints.evict);
  properties.setIsVolatile(hints.isVolatile);
}

//===----------------------------------------------------------------------===//
// ViewsApartOp
//===----------------------------------------------------------------------===//

LogicalResult ViewsApartOp::verify() {
  if (getOrEqual() && getFirst().getType() != getSecond().getType()) // (C1)
    return emitOpError("expected views of one type, got ")
           << getFirst().getType() << " and " << getSecond().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// LoadOp
//===----------------------------------------------------------------------===//

ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &result) {
  ParsedSlice slice;
  std::optional<FillLiteral> fill;
  HintAttrs hints;
  ViewType view;
  TileType tile;
  if (parseSlice(parser, slice) || parseOptionalFill(parser, fill) ||
      parseHints(parser, hints) ||
      parseAttributes(
          parser, result,
          {"masked", "unchecked", "fill", "cache", "evict", "is_volatile"}) ||
      parser.parseColonType(view) || parser.parseArrow() ||
      parser.parseType(tile) ||
      resolveSlice(parser, slice, view, tile, result.operands))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.setMasked(makeDims(parser.getContext(), slice.masked));
  properties.setUnchecked(makeDims(parser.getContext(), slice.unchecked));
  setHints(properties, hints);
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
  printSlice(printer, getSlice(*this));
  if (getFillAttr())
    printFill(printer, getFillAttr());
  printHints(printer, getHints(*this));
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getMaskedAttrName(), getUncheckedAttrName(),
                                 getFillAttrName(), getCacheAttrName(),
                                 getEvictAttrName(), getIsVolatileAttrName()});
  printer << " : " << getView().getType() << " -> " << getType();
}

LogicalResult LoadOp::verify() {
  if (failed(verifyFill(*this, getFillAttr(),
                        getType().getElementType()))) // (C6)
    return failure();
  return verifyLoadCache(*this, getCache()); // (C7)
}

TypedAttr LoadOp::getFillOrZero() {
  return phobos::getFillOrZero(getFillAttr(), getType().getElementType());
}

void LoadOp::build(OpBuilder &builder, OperationState &state, Type result,
                   Value view, ValueRange starts, ArrayRef<int64_t> masked,
                   ArrayRef<int64_t> unchecked, TypedAttr fill) {
  MLIRContext *context = builder.getContext();
  build(builder, state, result, view, starts, makeDims(context, masked),
        makeDims(context, unchecked), fill, CacheModifierAttr(),
        EvictionPolicyAttr(), UnitAttr());
}

TileType LoadOp::getTileType() { return getType(); }

/// The effect of a volatile one is no write of its slice.
bool LoadOp::mayWrite() { return false; }

void LoadOp::setMasked(ArrayRef<int64_t> dims) {
  setMaskedAttr(makeDims(getContext(), dims));
}

void LoadOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  if (getIsVolatile()) // Neither removed nor merged with another.
    effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// StoreOp
//===----------------------------------------------------------------------===//

ParseResult StoreOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  ParsedSlice slice;
  HintAttrs hints;
  ViewType view;
  TileType tile;
  if (parser.parseOperand(value) || parser.parseComma() ||
      parseSlice(parser, slice) || parseHints(parser, hints) ||
      parseAttributes(
          parser, result,
          {"masked", "unchecked", "cache", "evict", "is_volatile"}) ||
      parser.parseColonType(tile) || parser.parseComma() ||
      parser.parseType(view) ||
      parser.resolveOperand(value, tile, result.operands) ||
      resolveSlice(parser, slice, view, tile, result.operands))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.setMasked(makeDims(parser.getContext(), slice.masked));
  properties.setUnchecked(makeDims(parser.getContext(), slice.unchecked));
  setHints(properties, hints);
  return success();
}

void StoreOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getValue() << ", ";
  printSlice(printer, getSlice(*this));
  printHints(printer, getHints(*this));
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getMaskedAttrName(), getUncheckedAttrName(),
                                 getCacheAttrName(), getEvictAttrName(),
                                 getIsVolatileAttrName()});
  printer << " : " << getValue().getType() << ", " << getView().getType();
}

LogicalResult StoreOp::verify() {
  return verifyStoreCache(*this, getCache()); // (C6)
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value value,
                    Value view, ValueRange starts, ArrayRef<int64_t> masked,
                    ArrayRef<int64_t> unchecked) {
  MLIRContext *context = builder.getContext();
  build(builder, state, value, view, starts, makeDims(context, masked),
        makeDims(context, unchecked), CacheModifierAttr(), EvictionPolicyAttr(),
        UnitAttr());
}

TileType StoreOp::getTileType() { return getValue().getType(); }

void StoreOp::setMasked(ArrayRef<int64_t> dims) {
  setMaskedAttr(makeDims(getContext(), dims));
}

void StoreOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// CheckBoundsOp
//===----------------------------------------------------------------------===//

LogicalResult CheckBoundsOp::verify() {
  if (getLengthAttr().getInt() < 1) // (C1)
    return emitOpError("expected a length of at least 1, got ")
           << getLengthAttr().getInt();
  if (getDimAttr().getInt() < 0) // (C1)
    return emitOpError("expected a dim of at least 0, got ")
           << getDimAttr().getInt();
  return success();
}

LogicalResult CheckBoundsOp::canonicalize(CheckBoundsOp op,
                                          PatternRewriter &rewriter) {
  APInt start, extent;
  if (!matchPattern(op.getStart(), m_ConstantInt(&start)) ||
      !matchPattern(op.getExtent(), m_ConstantInt(&extent)))
    return failure();
  int64_t length = op.getLengthAttr().getInt();
  if (start.isNegative() || extent.getSExtValue() < length ||
      start.getSExtValue() > extent.getSExtValue() - length)
    return failure();
  rewriter.eraseOp(op);
  return success();
}

//===- AtomicOps.cpp - Atomic updates of memory -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceSyntax.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// What both share
//===----------------------------------------------------------------------===//

StringRef phobos::describeWantedElements(AtomicKind kind, Type element) {
  bool isHalf = element.isF16() || element.isBF16();
  bool isWhole = element.isSignlessInteger(32) || element.isSignlessInteger(64);
  bool isWord = isWhole || element.isF32() || element.isF64();
  switch (kind) {
  case AtomicKind::add:
    return isWord || isHalf ? "" : "numbers of 32 or 64 bits, f16 or bf16";
  case AtomicKind::max:
  case AtomicKind::min:
  case AtomicKind::exchange:
  case AtomicKind::cas:
    return isWord ? "" : "numbers of 32 or 64 bits";
  case AtomicKind::maxu:
  case AtomicKind::minu:
  case AtomicKind::and_:
  case AtomicKind::or_:
  case AtomicKind::xor_:
    return isWhole ? "" : "integers of 32 or 64 bits";
  }
  llvm_unreachable("a kind of atomic");
}

template <typename Op> static LogicalResult verifyAtomic(Op op) {
  Type element = op.getValue().getType().getElementType();
  StringRef wanted = describeWantedElements(op.getKind(), element);
  if (!wanted.empty())
    return op.emitOpError()
           << "expected " << wanted << " for <"
           << stringifyAtomicKind(op.getKind()) << ">, got " << element;
  if ((op.getKind() == AtomicKind::cas) == bool(op.getExpected()))
    return success();
  return op.emitOpError()
         << "expected 'expected' with <cas> and no other kind, "
            "got <"
         << stringifyAtomicKind(op.getKind()) << ">";
}

static void
addEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// AtomicOp
//===----------------------------------------------------------------------===//

/// Parses `keyword <…>` where it stands.
template <typename Attr>
static ParseResult parseOptional(OpAsmParser &parser, StringRef keyword,
                                 Attr &attribute) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return parser.parseCustomAttributeWithFallback(attribute, Type());
}

ParseResult AtomicOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  SmallVector<OpAsmParser::UnresolvedOperand, 1> expected;
  ParsedSlice slice;
  AtomicKindAttr kind;
  MemoryOrderAttr order;
  MemoryScopeAttr scope;
  ViewType view;
  TileType tile;
  if (parser.parseCustomAttributeWithFallback(kind, Type()) ||
      parser.parseOperand(value))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("expected")) &&
      parser.parseOperand(expected.emplace_back()))
    return failure();
  if (parser.parseComma() || parseSlice(parser, slice) ||
      parseOptional(parser, "order", order) ||
      parseOptional(parser, "scope", scope) ||
      parseAttributes(parser, result,
                      {"kind", "masked", "unchecked", "order", "scope",
                       "operandSegmentSizes"}) ||
      parser.parseColonType(tile) || parser.parseComma() ||
      parser.parseType(view) ||
      parser.resolveOperand(value, tile, result.operands) ||
      parser.resolveOperands(expected, tile, result.operands) ||
      resolveSlice(parser, slice, view, tile, result.operands))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.setKind(kind);
  properties.setMasked(makeDims(parser.getContext(), slice.masked));
  properties.setUnchecked(makeDims(parser.getContext(), slice.unchecked));
  if (order)
    properties.setOrder(order);
  if (scope)
    properties.setScope(scope);
  properties.operandSegmentSizes = {1, static_cast<int32_t>(expected.size()), 1,
                                    static_cast<int32_t>(slice.starts.size())};
  result.addTypes(tile);
  return success();
}

static SliceParts getSlice(AtomicOp op) {
  return {op.getView(), op.getStarts(), op.getTileType(), op.getMasked(),
          op.getUnchecked()};
}

void AtomicOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printStrippedAttrOrType(getKindAttr());
  printer << ' ' << getValue();
  if (getExpected())
    printer << " expected " << getExpected();
  printer << ", ";
  printSlice(printer, getSlice(*this));
  if (getOrder() != MemoryOrder::acq_rel) {
    printer << " order ";
    printer.printStrippedAttrOrType(getOrderAttr());
  }
  if (getScope() != MemoryScope::gpu) {
    printer << " scope ";
    printer.printStrippedAttrOrType(getScopeAttr());
  }
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getKindAttrName(), getMaskedAttrName(),
                                 getUncheckedAttrName(), getOrderAttrName(),
                                 getScopeAttrName(),
                                 getOperandSegmentSizesAttrName()});
  printer << " : " << getValue().getType() << ", " << getView().getType();
}

LogicalResult AtomicOp::verify() {
  if (getExpected() && getExpected().getType() != getValue().getType())
    return emitOpError() << "expected 'expected' in the type of the value, "
                         << getValue().getType() << ", got "
                         << getExpected().getType();
  return verifyAtomic(*this);
}

TileType AtomicOp::getTileType() { return getValue().getType(); }

void AtomicOp::setMasked(ArrayRef<int64_t> dims) {
  setMaskedAttr(makeDims(getContext(), dims));
}

void AtomicOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(effects);
}

//===----------------------------------------------------------------------===//
// AtomicScatterOp
//===----------------------------------------------------------------------===//

LogicalResult AtomicScatterOp::verify() {
  TileType expected = TileType::get(getOffsets().getType().getShape(),
                                    getPointer().getType().getElementType(),
                                    getOffsets().getType().getLayout());
  if (getValue().getType() != expected)
    return emitOpError() << "expected " << expected << ", got "
                         << getValue().getType();
  return verifyAtomic(*this);
}

void AtomicScatterOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(effects);
}

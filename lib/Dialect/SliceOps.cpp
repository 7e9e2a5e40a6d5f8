//===- SliceOps.cpp - Slices of tiles -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceSyntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace phobos;

static SliceParts getSlice(ExtractSliceOp op) {
  return {op.getSource(), op.getStarts(), op.getType(), op.getMasked(), {}};
}

static SliceParts getSlice(InsertSliceOp op) {
  return {op.getDest(),
          op.getStarts(),
          op.getValue().getType(),
          op.getMasked(),
          {}};
}

/// Whether every dim that is not masked is at least as long in `whole`: a slice
/// that is known to stay inside does.
static LogicalResult verifyLengths(Operation *op, const SliceParts &slice,
                                   TileType whole) {
  for (auto [dim, length, extent] :
       llvm::enumerate(slice.tile.getShape(), whole.getShape()))
    if (length > extent &&
        !llvm::is_contained(slice.masked, static_cast<int64_t>(dim))) // (C5)
      return op->emitOpError()
             << "expected a length of at most " << extent << " in dim " << dim
             << ", which is not masked, got " << length;
  return success();
}

static LogicalResult verifyTileSlice(Operation *op, const SliceParts &slice) {
  auto whole = cast<TileType>(slice.source.getType());
  if (failed(verifySlice(op, slice, whole.getElementType(), whole.getRank())))
    return failure();
  return verifyLengths(op, slice, whole);
}

/// Whether the slice is all of a tile with its shape. An unmasked dim of full
/// length starts at 0, being inside.
static bool isWhole(const SliceParts &slice) {
  auto whole = cast<TileType>(slice.source.getType());
  return slice.tile == whole && llvm::all_of(slice.masked, [&](int64_t dim) {
           return matchPattern(slice.starts[dim], m_Zero());
         });
}

/// The masked dims without those that a constant start keeps inside.
static SmallVector<int64_t> findNeededMasks(const SliceParts &slice) {
  auto whole = cast<TileType>(slice.source.getType());
  return llvm::filter_to_vector(slice.masked, [&](int64_t dim) {
    int64_t room = whole.getShape()[dim] - slice.tile.getShape()[dim];
    APInt start;
    return !matchPattern(slice.starts[dim], m_ConstantInt(&start)) ||
           start.isNegative() || start.sgt(room);
  });
}

template <typename Op>
static LogicalResult dropMasks(Op op, PatternRewriter &rewriter) {
  SmallVector<int64_t> needed = findNeededMasks(getSlice(op));
  if (needed.size() == op.getMasked().size())
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.setMaskedAttr(makeDims(op.getContext(), needed)); });
  return success();
}

//===----------------------------------------------------------------------===//
// ExtractSliceOp
//===----------------------------------------------------------------------===//

ParseResult ExtractSliceOp::parse(OpAsmParser &parser, OperationState &result) {
  ParsedSlice slice;
  std::optional<FillLiteral> fill;
  TileType source, tile;
  if (parseSlice(parser, slice, UncheckedDims::refused) ||
      parseOptionalFill(parser, fill) ||
      parseAttributes(parser, result, {"masked", "fill"}) ||
      parser.parseColonType(source) || parser.parseArrow() ||
      parser.parseType(tile) ||
      resolveSlice(parser, slice, source, tile, result.operands))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.setMasked(makeDims(parser.getContext(), slice.masked));
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

void ExtractSliceOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printSlice(printer, getSlice(*this));
  if (getFillAttr())
    printFill(printer, getFillAttr());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getMaskedAttrName(), getFillAttrName()});
  printer << " : " << getSource().getType() << " -> " << getType();
}

LogicalResult ExtractSliceOp::verify() {
  if (failed(verifyFill(*this, getFillAttr(),
                        getType().getElementType()))) // (C6)
    return failure();
  return verifyTileSlice(*this, getSlice(*this));
}

TypedAttr ExtractSliceOp::getFillOrZero() {
  return phobos::getFillOrZero(getFillAttr(), getType().getElementType());
}

OpFoldResult ExtractSliceOp::fold(FoldAdaptor adaptor) {
  if (isWhole(getSlice(*this)))
    return getSource();
  auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource());
  if (splat && (getMasked().empty() ||
                splat.getSplatValue<Attribute>() == getFillOrZero()))
    return splat.resizeSplat(getType());
  return {};
}

static LogicalResult extractFromSplat(ExtractSliceOp op,
                                      PatternRewriter &rewriter) {
  auto splat = op.getSource().getDefiningOp<SplatOp>();
  if (!splat || !op.getMasked().empty())
    return failure();
  rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getValue());
  return success();
}

void ExtractSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *) {
  patterns.add(dropMasks<ExtractSliceOp>);
  patterns.add(extractFromSplat);
}

//===----------------------------------------------------------------------===//
// InsertSliceOp
//===----------------------------------------------------------------------===//

ParseResult InsertSliceOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  ParsedSlice slice;
  TileType tile, dest;
  if (parser.parseOperand(value) || parser.parseComma() ||
      parseSlice(parser, slice, UncheckedDims::refused) ||
      parseAttributes(parser, result, {"masked"}) ||
      parser.parseColonType(tile) || parser.parseComma() ||
      parser.parseType(dest) ||
      parser.resolveOperand(value, tile, result.operands) ||
      resolveSlice(parser, slice, dest, tile, result.operands))
    return failure();
  result.getOrAddProperties<Properties>().setMasked(
      makeDims(parser.getContext(), slice.masked));
  result.addTypes(dest);
  return success();
}

void InsertSliceOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getValue() << ", ";
  printSlice(printer, getSlice(*this));
  printer.printOptionalAttrDict((*this)->getAttrs(), {getMaskedAttrName()});
  printer << " : " << getValue().getType() << ", " << getType();
}

LogicalResult InsertSliceOp::verify() {
  return verifyTileSlice(*this, getSlice(*this));
}

OpFoldResult InsertSliceOp::fold(FoldAdaptor) {
  return isWhole(getSlice(*this)) ? getValue() : Value();
}

void InsertSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *) {
  patterns.add(dropMasks<InsertSliceOp>);
}

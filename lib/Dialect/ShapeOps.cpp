//===- ShapeOps.cpp - Making and reshaping tiles -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "phobos/Dialect/Phobos.h"

using namespace mlir;
using namespace phobos;

/// The splat constant of `source` in another tile type of the same elements.
static OpFoldResult resplat(Attribute source, TileType type) {
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(source))
    return splat.resizeSplat(type);
  return {};
}

//===----------------------------------------------------------------------===//
// SplatOp
//===----------------------------------------------------------------------===//

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  if (isa_and_nonnull<IntegerAttr, FloatAttr>(adaptor.getValue()))
    return SplatElementsAttr::get(getType(), adaptor.getValue());
  return {};
}

//===----------------------------------------------------------------------===//
// IotaOp
//===----------------------------------------------------------------------===//

OpFoldResult IotaOp::fold(FoldAdaptor) {
  if (getType().getShape()[getDim()] == 1)
    return SplatElementsAttr::get(getType(),
                                  Builder(getContext()).getIndexAttr(0));
  return {};
}

LogicalResult IotaOp::verify() {
  if (getDim() >= static_cast<uint64_t>(getType().getRank())) // (C1)
    return emitOpError() << "expected a dim below " << getType().getRank()
                         << ", got " << static_cast<int64_t>(getDim());
  return success();
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return resplat(adaptor.getSource(), getType());
}

static LogicalResult mergeBroadcasts(BroadcastOp op,
                                     PatternRewriter &rewriter) {
  if (auto inner = op.getSource().getDefiningOp<BroadcastOp>()) {
    rewriter.modifyOpInPlace(
        op, [&] { op.getSourceMutable().assign(inner.getSource()); });
    return success();
  }
  if (auto splat = op.getSource().getDefiningOp<SplatOp>()) {
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getValue());
    return success();
  }
  return failure();
}

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  patterns.add(mergeBroadcasts);
}

LogicalResult BroadcastOp::verify() {
  TileType source = getSource().getType();
  if (source.getElementType() != getType().getElementType()) // (C1)
    return emitOpError() << "expected a tile of " << source.getElementType()
                         << ", got " << getType();
  if (source.getRank() != getType().getRank()) // (C2)
    return emitOpError() << "expected a tile of rank " << source.getRank()
                         << ", got " << getType();
  for (auto [dim, from, to] :
       llvm::enumerate(source.getShape(), getType().getShape()))
    if (from != to && from != 1) // (C3)
      return emitOpError() << "expected extent " << from << " in dim " << dim
                           << ", got " << to;
  return success();
}

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (llvm::equal(getPermutation(),
                  llvm::seq<int64_t>(0, getType().getRank())) &&
      getSource().getType() == getType())
    return getSource();
  return resplat(adaptor.getSource(), getType());
}

static LogicalResult mergeTransposes(TransposeOp op,
                                     PatternRewriter &rewriter) {
  if (auto splat = op.getSource().getDefiningOp<SplatOp>()) {
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getValue());
    return success();
  }
  auto inner = op.getSource().getDefiningOp<TransposeOp>();
  if (!inner)
    return failure();
  SmallVector<int64_t> permutation;
  for (int64_t dim : op.getPermutation())
    permutation.push_back(inner.getPermutation()[dim]);
  rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), inner.getSource(),
                                           permutation);
  return success();
}

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  patterns.add(mergeTransposes);
}

LogicalResult TransposeOp::verify() {
  TileType source = getSource().getType();
  int64_t rank = source.getRank();
  if (source.getElementType() != getType().getElementType()) // (C1)
    return emitOpError() << "expected a tile of " << source.getElementType()
                         << ", got " << getType();
  SmallVector<int64_t> sorted(getPermutation());
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, rank))) // (C2)
    return emitOpError() << "expected a permutation of 0 to " << rank - 1;
  SmallVector<int64_t> shape;
  for (int64_t dim : getPermutation())
    shape.push_back(source.getShape()[dim]);
  if (ArrayRef<int64_t>(shape) != getType().getShape()) // (C3)
    return emitOpError() << "expected "
                         << TileType::get(shape, source.getElementType())
                         << ", got " << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return resplat(adaptor.getSource(), getType());
}

static LogicalResult mergeReshapes(ReshapeOp op, PatternRewriter &rewriter) {
  if (auto splat = op.getSource().getDefiningOp<SplatOp>()) {
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getValue());
    return success();
  }
  auto inner = op.getSource().getDefiningOp<ReshapeOp>();
  if (!inner)
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getSourceMutable().assign(inner.getSource()); });
  return success();
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  patterns.add(mergeReshapes);
}

LogicalResult ReshapeOp::verify() {
  TileType source = getSource().getType();
  if (source.getElementType() != getType().getElementType()) // (C1)
    return emitOpError() << "expected a tile of " << source.getElementType()
                         << ", got " << getType();
  if (source.getNumElements() != getType().getNumElements()) // (C2)
    return emitOpError() << "expected a tile of " << source.getNumElements()
                         << " elements, got " << getType() << " of "
                         << getType().getNumElements();
  return success();
}

//===----------------------------------------------------------------------===//
// ItemOp
//===----------------------------------------------------------------------===//

OpFoldResult ItemOp::fold(FoldAdaptor adaptor) {
  if (auto splat = getSource().getDefiningOp<SplatOp>())
    return splat.getValue();
  if (auto elements = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource()))
    return elements.getSplatValue<Attribute>();
  return {};
}

/// The one element keeps its value through ops that only move elements.
static LogicalResult skipMoves(ItemOp op, PatternRewriter &rewriter) {
  Operation *move = op.getSource().getDefiningOp();
  if (!isa_and_nonnull<BroadcastOp, ConvertLayoutOp, ReshapeOp, TransposeOp>(
          move))
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getSourceMutable().assign(move->getOperand(0)); });
  return success();
}

void ItemOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *) {
  patterns.add(skipMoves);
}

LogicalResult ItemOp::verify() {
  if (getSource().getType().getNumElements() != 1) // (C1)
    return emitOpError() << "expected a tile of one element, got "
                         << getSource().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// ConvertLayoutOp
//===----------------------------------------------------------------------===//

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return resplat(adaptor.getSource(), getType());
}

LogicalResult ConvertLayoutOp::verify() {
  if (getSource().getType().withLayout({}) != getType().withLayout({})) // (C1)
    return emitOpError() << "expected " << getSource().getType().withLayout({})
                         << " in another layout, got " << getType();
  return success();
}

//===- ReduceOps.cpp - Reductions and scans -*- C++ -*-===//
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

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

/// Whether combining an element with itself gives that element.
static bool isIdempotent(ReduceKind kind) {
  return kind != ReduceKind::add && kind != ReduceKind::mul;
}

OpFoldResult ReduceOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource());
      splat && isIdempotent(getKind()))
    return splat.resizeSplat(getType());
  return {};
}

static LogicalResult reduceSplat(ReduceOp op, PatternRewriter &rewriter) {
  auto splat = op.getSource().getDefiningOp<SplatOp>();
  if (!splat || !isIdempotent(op.getKind()))
    return failure();
  rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getValue());
  return success();
}

void ReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *) {
  patterns.add(reduceSplat);
}

static bool isNumber(Type type) {
  return isa<FloatType>(type) || (type.isIntOrIndex() && !type.isInteger(1));
}

static LogicalResult verifyDim(Operation *op, int64_t dim, TileType source) {
  if (dim >= 0 && dim < source.getRank())
    return success();
  return op->emitOpError() << "expected a dim below " << source.getRank()
                           << ", got " << dim;
}

/// Whether `result` is `source` with extent 1 in `dim` and elements `element`.
static LogicalResult verifyReduced(Operation *op, TileType source, int64_t dim,
                                   Type element, TileType result) {
  SmallVector<int64_t> shape(source.getShape());
  shape[dim] = 1;
  if (ArrayRef<int64_t>(shape) == result.getShape() &&
      element == result.getElementType())
    return success();
  return op->emitOpError() << "expected " << TileType::get(shape, element)
                           << ", got " << result;
}

LogicalResult phobos::verifyReduceKind(Operation *op, ReduceKind kind,
                                       Type element) {
  switch (kind) {
  case ReduceKind::add:
  case ReduceKind::mul:
  case ReduceKind::max:
  case ReduceKind::min:
    if (isNumber(element))
      return success();
    return op->emitOpError()
           << "expected numbers for <" << stringifyReduceKind(kind) << ">, got "
           << element;
  case ReduceKind::maxu:
  case ReduceKind::minu:
  case ReduceKind::and_:
  case ReduceKind::or_:
    if (element.isIntOrIndex())
      return success();
    return op->emitOpError()
           << "expected integers for <" << stringifyReduceKind(kind)
           << ">, got " << element;
  }
  llvm_unreachable("every kind of reduction is checked");
}

LogicalResult ReduceOp::verify() {
  TileType source = getSource().getType();
  Type element = source.getElementType();
  return failure(failed(verifyDim(*this, getDim(), source)) || // (C1)
                 failed(verifyReduced(*this, source, getDim(), element,
                                      getType())) ||                   // (C2)
                 failed(verifyReduceKind(*this, getKind(), element))); // (C3)
}

//===----------------------------------------------------------------------===//
// ArgReduceOp
//===----------------------------------------------------------------------===//

OpFoldResult ArgReduceOp::fold(FoldAdaptor adaptor) {
  // The first of equal elements, be they NaNs.
  if (getSource().getType().getShape()[getDim()] == 1 ||
      isa_and_nonnull<SplatElementsAttr>(adaptor.getSource()))
    return SplatElementsAttr::get(getType(),
                                  Builder(getContext()).getIndexAttr(0));
  return {};
}

LogicalResult ArgReduceOp::verify() {
  TileType source = getSource().getType();
  Type index = IndexType::get(getContext());
  if (failed(verifyDim(*this, getDim(), source)) ||                     // (C1)
      failed(verifyReduced(*this, source, getDim(), index, getType()))) // (C2)
    return failure();
  switch (getKind()) { // (C3)
  case ReduceKind::max:
  case ReduceKind::min:
  case ReduceKind::maxu:
  case ReduceKind::minu:
    return verifyReduceKind(*this, getKind(), source.getElementType());
  default:
    return emitOpError() << "expected <max>, <min>, <maxu> or <minu>, got <"
                         << stringifyReduceKind(getKind()) << '>';
  }
}

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

OpFoldResult ScanOp::fold(FoldAdaptor adaptor) {
  if (getType().getShape()[getDim()] == 1)
    return getSource();
  // Each element is combined with itself.
  if (isa_and_nonnull<SplatElementsAttr>(adaptor.getSource()) &&
      isIdempotent(getKind()))
    return getSource();
  return {};
}

LogicalResult ScanOp::verify() {
  return failure(failed(verifyDim(*this, getDim(), getType())) || // (C1)
                 failed(verifyReduceKind(*this, getKind(),
                                         getType().getElementType()))); // (C2)
}

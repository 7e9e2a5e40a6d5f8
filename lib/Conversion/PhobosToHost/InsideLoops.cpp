//===- InsideLoops.cpp - Loops over the inside of a slice -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InsideLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace phobos;

static Value getExtent(ImplicitLocOpBuilder &builder, Value source,
                       int64_t dim) {
  return isa<MemRefType>(source.getType())
             ? builder.createOrFold<memref::DimOp>(source, dim)
             : builder.createOrFold<tensor::DimOp>(source, dim);
}

InsideLoops::InsideLoops(ImplicitLocOpBuilder &builder, const Slice &slice)
    : builder(builder), slice(slice) {
  for (auto [dim, start] : llvm::enumerate(slice.starts)) {
    int64_t length = slice.lengths[dim];
    spans.push_back(
        llvm::is_contained(slice.masked, static_cast<int64_t>(dim))
            ? clamp(start, length, getExtent(builder, slice.source, dim))
            : Span{start, constant(0), constant(length)});
  }
}

void InsideLoops::fillOutside(TypedAttr fill, Value buffer) {
  Value whole;
  for (int64_t dim : slice.masked) {
    Value full =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                              spans[dim].length, constant(slice.lengths[dim]));
    whole = whole ? arith::AndIOp::create(builder, whole, full) : full;
  }
  if (!whole)
    return;
  // The fill comes first, as a whole: few tiles cross an edge.
  Value yes = arith::ConstantIntOp::create(builder, 1, 1);
  Value partial = arith::XOrIOp::create(builder, whole, yes);
  auto branch = scf::IfOp::create(builder, partial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value number = arith::ConstantOp::create(builder, fill);
  linalg::FillOp::create(builder, number, buffer);
}

void InsideLoops::build(function_ref<void(ValueRange, ValueRange)> copy) {
  OpBuilder::InsertionGuard guard(builder);
  Value zero = constant(0), one = constant(1);
  SmallVector<Value> inSource, inTile;
  for (const Span &span : spans) {
    auto loop = scf::ForOp::create(builder, zero, span.length, one);
    builder.setInsertionPointToStart(loop.getBody());
    Value step = loop.getInductionVar();
    inSource.push_back(arith::AddIOp::create(builder, span.source, step));
    inTile.push_back(arith::AddIOp::create(builder, span.tile, step));
  }
  copy(inSource, inTile);
}

Value InsideLoops::constant(int64_t number) {
  return arith::ConstantIndexOp::create(builder, number);
}

/// Clamps [start, start + n) to [0, extent). No step wraps: `start` is
/// brought into [-n, extent] before anything is added to it.
InsideLoops::Span InsideLoops::clamp(Value start, int64_t n, Value extent) {
  auto max = [&](Value a, Value b) -> Value {
    return arith::MaxSIOp::create(builder, a, b);
  };
  auto min = [&](Value a, Value b) -> Value {
    return arith::MinSIOp::create(builder, a, b);
  };
  auto subtract = [&](Value a, Value b) -> Value {
    return arith::SubIOp::create(builder, a, b);
  };
  Value zero = constant(0), length = constant(n);
  Value before = subtract(zero, max(min(start, zero), constant(-n)));
  Value first = min(max(start, zero), extent);
  return {first, before,
          min(subtract(extent, first), subtract(length, before))};
}

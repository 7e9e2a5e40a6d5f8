//===- AtomicPatterns.cpp - Atomics as loops --------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Blocks run one after the other on the host, so an update is a load, an
// operation and a store.
//
//===----------------------------------------------------------------------===//

#include "InsideLoops.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "phobos/Conversion/ReduceLowering.h"

using namespace mlir;
using namespace phobos;

/// Whether `old` has the bits of `expected`.
static Value haveSameBits(ImplicitLocOpBuilder &builder, Value old,
                          Value expected) {
  Type type = builder.getIntegerType(old.getType().getIntOrFloatBitWidth());
  auto toBits = [&](Value value) -> Value {
    return value.getType() == type
               ? value
               : arith::BitcastOp::create(builder, type, value).getResult();
  };
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, toBits(old),
                               toBits(expected));
}

/// What an atomic of `kind` stores in the place of `old`.
static Value combineAtomic(ImplicitLocOpBuilder &builder, AtomicKind kind,
                           Value old, Value value, Value expected) {
  switch (kind) {
  case AtomicKind::add:
    return combine(builder, ReduceKind::add, old, value);
  case AtomicKind::max:
    return combine(builder, ReduceKind::max, old, value);
  case AtomicKind::min:
    return combine(builder, ReduceKind::min, old, value);
  case AtomicKind::maxu:
    return combine(builder, ReduceKind::maxu, old, value);
  case AtomicKind::minu:
    return combine(builder, ReduceKind::minu, old, value);
  case AtomicKind::and_:
    return combine(builder, ReduceKind::and_, old, value);
  case AtomicKind::or_:
    return combine(builder, ReduceKind::or_, old, value);
  case AtomicKind::xor_:
    return arith::XOrIOp::create(builder, old, value);
  case AtomicKind::exchange:
    return value;
  case AtomicKind::cas:
    return arith::SelectOp::create(
        builder, haveSameBits(builder, old, expected), value, old);
  }
  llvm_unreachable("a kind of atomic");
}

/// Updates the element of `memory` at `place` by the one at `position` of the
/// tiles, and writes its old value to `buffer`.
template <typename Adaptor>
static void createUpdate(ImplicitLocOpBuilder &builder, Adaptor adaptor,
                         Value memory, ValueRange place, Value buffer,
                         ValueRange position) {
  auto elementOf = [&](Value tile) -> Value {
    return tile ? tensor::ExtractOp::create(builder, tile, position).getResult()
                : Value();
  };
  Value value = elementOf(adaptor.getValue()),
        expected = elementOf(adaptor.getExpected());
  Value old = memref::LoadOp::create(builder, memory, place);
  memref::StoreOp::create(builder, old, buffer, position);
  memref::StoreOp::create(
      builder, combineAtomic(builder, adaptor.getKind(), old, value, expected),
      memory, place);
}

static Value createBuffer(ImplicitLocOpBuilder &builder,
                          RankedTensorType type) {
  return memref::AllocOp::create(
      builder, MemRefType::get(type.getShape(), type.getElementType()));
}

namespace {

struct ConvertAtomic : OpConversionPattern<AtomicOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value buffer = createBuffer(builder, type);
    Value view = adaptor.getView();
    InsideLoops loops(
        builder, {adaptor.getStarts(), type.getShape(), op.getMasked(), view});
    loops.fillOutside(
        cast<TypedAttr>(builder.getZeroAttr(type.getElementType())), buffer);
    loops.build([&](ValueRange inView, ValueRange inTile) {
      createUpdate(builder, adaptor, view, inView, buffer, inTile);
    });
    rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
        op, type, buffer, /*restrict=*/true, /*writable=*/true);
    return success();
  }
};

struct ConvertAtomicScatter : OpConversionPattern<AtomicScatterOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicScatterOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value buffer = createBuffer(builder, type);
    if (adaptor.getMask()) {
      Value zero = arith::ConstantOp::create(
          builder, builder.getZeroAttr(type.getElementType()));
      linalg::FillOp::create(builder, zero, buffer);
    }
    createTileLoops(builder, type.getShape(), [&](ValueRange position) {
      auto update = [&] {
        Value offset =
            tensor::ExtractOp::create(builder, adaptor.getOffsets(), position);
        Value element = createAddress(builder, adaptor.getPointer(), offset);
        createUpdate(builder, adaptor, element, {}, buffer, position);
      };
      if (!adaptor.getMask())
        return update();
      Value mask =
          tensor::ExtractOp::create(builder, adaptor.getMask(), position);
      auto branch = scf::IfOp::create(builder, mask);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      update();
    });
    rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
        op, type, buffer, /*restrict=*/true, /*writable=*/true);
    return success();
  }
};

} // namespace

void phobos::populateAtomicPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertAtomic, ConvertAtomicScatter>(converter,
                                                    patterns.getContext());
}

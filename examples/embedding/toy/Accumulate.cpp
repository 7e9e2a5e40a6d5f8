//===- Accumulate.cpp - An access op of an embedder's own -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace toy;

#define GET_OP_CLASSES
#include "ToyOps.cpp.inc"

phobos::TileType AccumulateOp::getTileType() { return getValue().getType(); }

void AccumulateOp::setMasked(ArrayRef<int64_t> dims) {
  setMaskedAttr(DenseI64ArrayAttr::get(getContext(), dims));
}

namespace {
struct ExpandAccumulate : PassWrapper<ExpandAccumulate, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandAccumulate)

  StringRef getArgument() const override { return "toy-expand-accumulate"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, phobos::PhobosDialect>();
  }

  void runOnOperation() override {
    getOperation()->walk([](AccumulateOp op) {
      OpBuilder builder(op);
      Location loc = op.getLoc();
      Value old = phobos::LoadOp::create(
          builder, loc, op.getTileType(), op.getView(), op.getStarts(),
          op.getMasked(), op.getUnchecked(), /*fill=*/TypedAttr());
      Value sum = arith::AddFOp::create(builder, loc, old, op.getValue());
      phobos::StoreOp::create(builder, loc, sum, op.getView(), op.getStarts(),
                              op.getMasked(), op.getUnchecked());
      op.erase();
    });
  }
};
} // namespace

std::unique_ptr<Pass> toy::createExpandAccumulate() {
  return std::make_unique<ExpandAccumulate>();
}

//===- ExpandCopies.cpp - Copies of buffers as loops ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"

using namespace mlir;

namespace phobos {
#define GEN_PASS_DEF_EXPANDCOPIES
#include "phobos/Conversion/PhobosToHost/Passes.h.inc"
} // namespace phobos

namespace {
struct ExpandCopies : phobos::impl::ExpandCopiesBase<ExpandCopies> {
  void runOnOperation() override {
    getOperation()->walk([](memref::CopyOp copy) {
      OpBuilder builder(copy);
      linalg::CopyOp::create(builder, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
      copy.erase();
    });
  }
};
} // namespace

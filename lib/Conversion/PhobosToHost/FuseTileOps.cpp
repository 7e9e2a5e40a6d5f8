//===- FuseTileOps.cpp - Fuse where no work repeats -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"

using namespace mlir;

namespace phobos {
#define GEN_PASS_DEF_FUSETILEOPS
#include "phobos/Conversion/PhobosToHost/Passes.h.inc"
} // namespace phobos

/// Whether `consumer` is the only user of `producer`, which may serve it twice
/// (as an input, and as the buffer to write to).
static bool isOnlyUser(Operation *consumer, Operation *producer) {
  return llvm::all_of(producer->getUsers(),
                      [&](Operation *user) { return user == consumer; });
}

static bool repeatsNoWork(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !consumer || !isOnlyUser(consumer, producer))
    return false;
  // One op and the yield: a broadcast or an index.
  if (llvm::hasNItemsOrLess(producer.getBody()->getOperations(), 2))
    return true;
  return consumer.getMatchingIndexingMap(operand).isPermutation();
}

namespace {
struct FuseTileOps : phobos::impl::FuseTileOpsBase<FuseTileOps> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, repeatsNoWork);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

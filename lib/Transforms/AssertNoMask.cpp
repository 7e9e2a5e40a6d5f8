//===- AssertNoMask.cpp - Where no mask may be ------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/AssertNoMask.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Transforms/MissingFact.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_ASSERTNOMASK
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

/// The op around `op`, or itself, that asserts that there is no mask; null
/// where nobody does.
static Operation *findAssertion(Operation *op) {
  while (op && !op->hasAttr(kAssertNoMaskAttr))
    op = op->getParentOp();
  return op;
}

LogicalResult phobos::assertNoMask(Operation *root, MaskReason why) {
  bool holds = true;
  root->walk([&](MaskedAccessOpInterface access) {
    // The masks of bulk copies cost nothing.
    bool isMasked =
        !access.getMasked().empty() && !access->hasAttr(kStagedAttr);
    Operation *assertion = isMasked ? findAssertion(access) : nullptr;
    if (!assertion)
      return;
    holds = false;
    for (int64_t dim : access.getMasked()) {
      InFlightDiagnostic error = access->emitError();
      error
          << "expected an access without masks, got one that is masked in dim "
          << dim << ": " << why(access, dim);
      error.attachNote(assertion->getLoc())
          << "@assert_no_mask says that this "
          << (isa<FunctionOpInterface>(assertion) ? "kernel" : "loop")
          << " has no masks";
    }
  });
  return success(holds);
}

namespace {
struct AssertNoMask : phobos::impl::AssertNoMaskBase<AssertNoMask> {
  void runOnOperation() override {
    FactOps ops(getOperation());
    auto why = [&](MaskedAccessOpInterface access, int64_t dim) {
      return findMissingFact(access, dim, ops).describe();
    };
    if (failed(assertNoMask(getOperation(), why)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

//===- PrintUniformity.cpp - Which values differ between threads -*- C++-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/Uniformity.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_PRINTUNIFORMITY
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

static void print(Value value, const UniformityAnalysis &uniformity) {
  Variation variation = uniformity.of(value);
  if (variation.level == Uniformity::Block)
    return;
  emitRemark(value.getLoc())
      << "differs between "
      << (variation.level == Uniformity::Warp ? "warps" : "threads") << " by "
      << variation.source->getName();
}

namespace {
struct PrintUniformity : phobos::impl::PrintUniformityBase<PrintUniformity> {
  void runOnOperation() override {
    getOperation().walk([](KernelOp kernel) {
      UniformityAnalysis uniformity(kernel);
      kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
        for (Value result : op->getResults())
          print(result, uniformity);
        for (Region &region : op->getRegions())
          for (BlockArgument argument : region.getArguments())
            print(argument, uniformity);
      });
    });
    markAllAnalysesPreserved();
  }
};
} // namespace

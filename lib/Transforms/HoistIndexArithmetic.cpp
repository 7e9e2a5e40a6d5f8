//===- HoistIndexArithmetic.cpp - Index arithmetic before loops -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistIndexArithmetic.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "phobos/Dialect/Phobos.h"

using namespace mlir;
using namespace phobos;

void phobos::hoistIndexArithmetic(scf::ForOp loop) {
  moveLoopInvariantCode(
      &loop.getRegion(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) {
        // An assumption need not hold where the loop runs nothing.
        return isMemoryEffectFree(op) && isSpeculatable(op) &&
               !isa<AssumeOp>(op) &&
               llvm::all_of(op->getResultTypes(),
                            [](Type type) { return type.isIntOrIndex(); });
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

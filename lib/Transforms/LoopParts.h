//===- LoopParts.h - A loop as prologue, steady loop, epilogue --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_LOOPPARTS_H
#define PHOBOS_LIB_TRANSFORMS_LOOPPARTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace phobos {

/// A place on the number line of a loop's counter, computed before the loop.
struct LoopCut {
  /// At most the loop's upper bound.
  mlir::Value at;
  /// Whether `at + step - 1` is known to fit in 64 signed bits.
  bool roundsUp = false;
  /// Whether the part on the far side of the steady loop is known to have at
  /// most one iteration.
  bool leavesOne = false;
};

/// Where the steady loop starts and ends: with its first iteration at or after
/// `lower`, before its first one at or after `upper`; where one is null, as the
/// loop does.
struct LoopCuts {
  std::optional<LoopCut> lower, upper;
  /// What `lower` cuts at, without regard to the loop's upper bound. The steady
  /// loop starts at or after it also where it runs nothing, so that the IR
  /// shows it.
  mlir::Value lowerThreshold;
  /// At most the loop's lower bound, or null. What follows the first part
  /// starts at or after it, which the IR then shows as well: a proof need not
  /// go through all that was computed on the way.
  mlir::Value least;
};

/// What has become of a loop; absent parts are null. The prologue and the
/// epilogue are an `scf.if` where they have at most one iteration.
struct LoopParts {
  mlir::Operation *prologue = nullptr;
  mlir::scf::ForOp steady;
  mlir::Operation *epilogue = nullptr;
};

/// Turns `loop`, over an `index` by signed comparison, into parts that run one
/// after the other, and run the same iterations with the same carried values.
/// No arithmetic overflows whatever the bounds are. `loop` becomes the steady
/// part and keeps its discardable attributes, the others have none.
LoopParts cutLoop(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
                  const LoopCuts &cuts);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_LOOPPARTS_H

//===- LoopCuts.h - Conditions as places to cut a loop ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_LOOPCUTS_H
#define PHOBOS_LIB_TRANSFORMS_LOOPCUTS_H

#include "LoopConditions.h"
#include "LoopParts.h"

namespace phobos {

/// Emits, before `loop`, where to cut it so that all `conditions` hold in the
/// steady part. The numerators of the conditions fit in 64 bits there.
LoopCuts emitCuts(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
                  llvm::ArrayRef<CounterCondition> conditions,
                  const FactOps &facts);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_LOOPCUTS_H

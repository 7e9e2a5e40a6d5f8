//===- FoldIotaMasks.h - Conditions that are known -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_FOLDIOTAMASKS_H
#define PHOBOS_TRANSFORMS_FOLDIOTAMASKS_H

#include "phobos/Analysis/IndexFacts.h"

namespace phobos {

/// Replaces the conditions that `op` takes, i1 or tiles of i1, by what is
/// proved of them there, and folds `op` where that settles it; then `op` is
/// gone. Whether anything changed. `ops` are those of the function.
bool foldIotaMasks(mlir::Operation *op, const FactOps &ops);

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_FOLDIOTAMASKS_H

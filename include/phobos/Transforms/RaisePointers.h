//===- RaisePointers.h - Slices of masked pointer accesses ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_RAISEPOINTERS_H
#define PHOBOS_TRANSFORMS_RAISEPOINTERS_H

#include "phobos/Analysis/IndexFacts.h"

namespace phobos {

/// Replaces `access`, a gather or scatter, by a load or store of a slice where
/// it is one; whether it was. `ops` are those of the function.
bool raisePointer(mlir::Operation *access, const FactOps &ops);

/// All of `function`; then it carries no tiles of offsets any more that only
/// they needed.
void raisePointers(mlir::FunctionOpInterface function);

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_RAISEPOINTERS_H

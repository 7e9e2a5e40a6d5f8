//===- SplitLoops.h - Loops whose steady part needs no mask -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_SPLITLOOPS_H
#define PHOBOS_TRANSFORMS_SPLITLOOPS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace phobos {

/// Splits and versions the loops of `function` as `phobos-split-loops` says.
/// The copies of loop bodies have at most `maxOps` operations together.
void splitLoops(mlir::FunctionOpInterface function, unsigned maxOps);

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_SPLITLOOPS_H

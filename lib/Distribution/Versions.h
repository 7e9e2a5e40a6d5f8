//===- Versions.h - Two versions of what a kernel does ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_VERSIONS_H
#define PHOBOS_LIB_DISTRIBUTION_VERSIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace phobos {

/// Whether `op` is among the first ops of `block`, before all that must happen
/// in order. What versions are chosen by is made of such ops.
bool isEarly(mlir::Operation *op, mlir::Block &block);

/// Moves what follows `branch` in its block, but the terminator, into `home`, a
/// side of it; and copies it to `other` first, if that is not null.
void moveRestInto(mlir::scf::IfOp branch, mlir::Block *home,
                  mlir::Block *other);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_VERSIONS_H

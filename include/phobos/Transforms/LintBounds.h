//===- LintBounds.h - Warnings about bounds and masks -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_LINTBOUNDS_H
#define PHOBOS_TRANSFORMS_LINTBOUNDS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace phobos {

/// What becomes of what `phobos-lint-bounds` finds.
enum class LintLevel { Off, Warn, Error };

/// Reports what `phobos-lint-bounds` finds in `function`, which is not changed;
/// fails where something was found and `level` is `Error`. The IR has to be
/// that of the front end: later passes merge what a line of text stands for.
mlir::LogicalResult lintBounds(mlir::FunctionOpInterface function,
                               LintLevel level);

/// The same of every function of `module`.
mlir::LogicalResult lintBounds(mlir::ModuleOp module, LintLevel level);

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_LINTBOUNDS_H

//===- HoistIndexArithmetic.h - Index arithmetic before loops ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_HOISTINDEXARITHMETIC_H
#define PHOBOS_LIB_TRANSFORMS_HOISTINDEXARITHMETIC_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace phobos {

/// Moves scalar index arithmetic that does not change in `loop` before it.
void hoistIndexArithmetic(mlir::scf::ForOp loop);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_HOISTINDEXARITHMETIC_H

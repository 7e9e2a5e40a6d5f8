//===- SharedDivision.h - Divisions by one number ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SHAREDDIVISION_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SHAREDDIVISION_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace phobos {

/// Makes the divisions of a vector of f32 by a few numbers, as of a row by its
/// sum, share the numbers' reciprocals. Quotients stay those of IEEE 754, bit
/// for bit. Leaves other divisions alone.
void shareReciprocals(mlir::arith::DivFOp division);

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SHAREDDIVISION_H

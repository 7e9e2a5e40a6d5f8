//===- HeldValues.h - Values that are computed where they stand -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM moves arithmetic that is used once to its use, which may be far behind:
// then registers hold its operands, which are often more. And it moves what no
// iteration changes in front of a loop, through which registers hold it. An
// instruction without text that takes a value and gives it back is in the way
// of both.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_HELDVALUES_H
#define PHOBOS_LIB_DISTRIBUTION_HELDVALUES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace phobos {

/// On an op whose one result, a tile, is to be computed where the op stands.
inline constexpr llvm::StringLiteral kHeldAttr = "phobos.held";

/// `value`, an i32 or a vector whose elements are whole bytes and fill whole
/// registers, from an instruction at which it is computed; any other as it is.
mlir::Value holdValue(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_HELDVALUES_H

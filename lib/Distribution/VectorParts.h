//===- VectorParts.h - A thread's vector from its parts ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_VECTORPARTS_H
#define PHOBOS_LIB_DISTRIBUTION_VECTORPARTS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace phobos {

/// The vector `whole` with `parts`, of equal sizes, in the place of its
/// elements from each of `firsts` on. It is built once: vectors that differ in
/// a part each cost LLVM time with the square of their length.
mlir::Value replaceParts(mlir::ImplicitLocOpBuilder &b, mlir::Value whole,
                         llvm::ArrayRef<int64_t> firsts,
                         llvm::ArrayRef<mlir::Value> parts);

/// Puts `parts` into registers in pairs, if they are single elements of 16
/// bits: see joinPair.
void joinNarrowParts(mlir::ImplicitLocOpBuilder &b,
                     llvm::MutableArrayRef<mlir::Value> parts);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_VECTORPARTS_H

//===- Patterns.h - Pieces of the conversion to linalg ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_PATTERNS_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_PATTERNS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Replaces `kernel` by the functions `@k.block` and `@k`, whose types are
/// still phobos types; block ids, promises and returns are gone.
mlir::LogicalResult outlineKernel(KernelOp kernel);

/// Views, loads and stores to memrefs and loops.
void populateMemoryPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

/// Everything on tiles that is not memory to `linalg`, `arith` and `math` on
/// tensors.
void populateComputePatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_PATTERNS_H

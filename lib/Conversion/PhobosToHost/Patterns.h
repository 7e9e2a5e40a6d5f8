//===- Patterns.h - Pieces of the conversion to linalg ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_PATTERNS_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_PATTERNS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Replaces `kernel` by the functions `@k.block` and `@k`, whose types are
/// still phobos types; block ids and numbers, promises and returns are gone.
mlir::LogicalResult outlineKernel(KernelOp kernel);

/// Calls `body` with each position in a tile of `shape`, in row-major order,
/// the builder being in the innermost loop.
void createTileLoops(mlir::ImplicitLocOpBuilder &builder,
                     llvm::ArrayRef<int64_t> shape,
                     llvm::function_ref<void(mlir::ValueRange)> body);

/// A `linalg.generic` that gives `init` its new elements by `body`; `maps` are
/// those of `inputs` and of `init`.
mlir::Value
createGeneric(mlir::ImplicitLocOpBuilder &builder, mlir::ValueRange inputs,
              mlir::Value init, llvm::ArrayRef<mlir::AffineMap> maps,
              llvm::ArrayRef<mlir::utils::IteratorType> iterators,
              llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                             mlir::ValueRange)>
                  body);

/// A tensor whose elements all equal `value`.
mlir::Value createFilled(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                         mlir::RankedTensorType type);

/// The memref of the element at `offset`, of either sign, from `pointer`, which
/// is one itself.
mlir::Value createAddress(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Value pointer, mlir::Value offset);

/// Views, loads and stores to memrefs and loops.
void populateMemoryPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

/// Single elements of tiles to `tensor`.
void populateElementPatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);

/// Items, shapes and slices of tiles to `tensor`.
void populateSlicePatterns(const mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);

/// Gathers and scatters to loops on memrefs.
void populatePointerPatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);

/// Atomics to loops on memrefs.
void populateAtomicPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

/// Reductions to `linalg`, scans and positions of extremes to loops.
void populateReducePatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

/// Everything else on tiles that is not memory to `linalg`, `arith` and `math`
/// on tensors.
void populateComputePatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_PATTERNS_H

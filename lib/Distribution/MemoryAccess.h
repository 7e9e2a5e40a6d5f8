//===- MemoryAccess.h - What ops do to global memory ------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_MEMORYACCESS_H
#define PHOBOS_LIB_DISTRIBUTION_MEMORYACCESS_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Whether `op` accesses global memory.
bool isAccess(mlir::Operation *op);

/// Whether the access only reads. A volatile one keeps its place among all.
bool isRead(mlir::Operation *access);

/// Whether later accesses of all threads must come behind this one.
bool acquires(mlir::Operation *access);

/// Whether it must come behind earlier accesses of all threads.
bool releases(mlir::Operation *access);

/// The view that is accessed; null for a pointer.
ViewOp getViewOp(mlir::Operation *access);

/// Whether no two elements of `view` share an address. It may be null.
bool hasDistinctElements(ViewOp view);

/// The pointer at which, or from which on, memory is accessed.
mlir::Value getPointer(mlir::Operation *access);

/// Whether `value` is an argument of `kernel`.
bool isArgument(KernelOp kernel, mlir::Value value);

/// Whether the kernel says that what the two access does not overlap.
bool areApart(KernelOp kernel, mlir::Operation *first, mlir::Operation *second);

/// Whether code at the kernel's entry can tell if the memory of two views
/// overlaps. Either may be null.
bool canCompareMemory(KernelOp kernel, ViewOp first, ViewOp second);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_MEMORYACCESS_H

//===- RepackKernel.h - Copies a tensor into aligned rows -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_REPACKKERNEL_H
#define PHOBOS_DISTRIBUTION_REPACKKERNEL_H

#include "mlir/IR/Builders.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Creates, where `builder` stands, a kernel `name` that copies a tensor of
/// `rank` dims (1 to 5) from `source` to `target`, parameters of equal extents
/// with strides of their own, 1 in the last dim. Elements are integers of the
/// size of `element`: bits are copied as they are. It is what the `repack` of a
/// tensor map asks for (docs/Contract.md); `phobos.helper_of` puts its code
/// beside that of the kernel which it copies for. Its blocks lie along x.
KernelOp buildRepackKernel(mlir::OpBuilder &builder, mlir::Location loc,
                           llvm::StringRef name, mlir::Type element,
                           unsigned rank);

} // namespace phobos

#endif // PHOBOS_DISTRIBUTION_REPACKKERNEL_H

//===- Distribute.h - From kernels on tiles to code of one thread -*- C++ -*-=//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_DISTRIBUTE_H
#define PHOBOS_DISTRIBUTION_DISTRIBUTE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {
class Target;

/// Replaces `kernel`, whose tiles all have layouts, by a gpu.module that holds
/// the code of one thread. On failure an error was emitted that names what has
/// no lowering, or how much shared memory is missing. With `printsBarriers`,
/// remarks say where barriers stand, and where none is needed, and why.
mlir::FailureOr<mlir::gpu::GPUModuleOp>
distributeKernel(KernelOp kernel, const Target &target,
                 bool printsBarriers = false);

} // namespace phobos

#endif // PHOBOS_DISTRIBUTION_DISTRIBUTE_H

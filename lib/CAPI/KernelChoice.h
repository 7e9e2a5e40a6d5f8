//===- KernelChoice.h - which kernel of a module is meant -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_KERNELCHOICE_H
#define PHOBOS_LIB_CAPI_KERNELCHOICE_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace phobos {

/// The names of the kernels of `module`: of tile IR, and of code of threads in
/// a gpu.module with a launch contract. Those that help another one do not
/// count.
llvm::SmallVector<std::string> findKernels(mlir::ModuleOp module);

/// Those names for a message, each in `quote`s; "none" without.
std::string listKernels(mlir::ModuleOp module, llvm::StringRef quote = "");

/// Leaves `kernel` and what helps it alone in `module`; false, and nothing is
/// changed, where there is none of that name.
bool keepKernel(mlir::ModuleOp module, llvm::StringRef kernel);

} // namespace phobos

#endif // PHOBOS_LIB_CAPI_KERNELCHOICE_H

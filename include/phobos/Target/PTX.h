//===- PTX.h - From llvm and nvvm ops to PTX text ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TARGET_PTX_H
#define PHOBOS_TARGET_PTX_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir {
class DialectRegistry;
class Operation;
} // namespace mlir

namespace phobos {
class Target;

/// On an `llvm.func`: multiplications and additions keep their own rounding.
inline constexpr llvm::StringLiteral strictAttrName = "phobos.strict";

struct PTXOptions {
  const Target &target;
  /// The path of libdevice.10.bc; empty: looked for below CUDA_HOME and in
  /// /usr/local/cuda, and only if a function of it is called.
  std::string libdevice = "";
};

/// The PTX of `op`, a `gpu.module` or a module that holds one (else itself), of
/// llvm and nvvm ops only. Line numbers appear as `.loc` where functions carry
/// debug scopes. `a * b + c` may become an fma, except in functions with
/// `phobos.strict`; no other fast-math. On failure an error was emitted.
mlir::FailureOr<std::string> translateToPTX(mlir::Operation *op,
                                            const PTXOptions &options);

/// The LLVM IR that `translateToPTX` hands to the PTX back end, before
/// libdevice is linked and anything is optimized. Null where an error was
/// emitted.
std::unique_ptr<llvm::Module>
translateToDeviceLLVMIR(mlir::Operation *op, const Target &target,
                        llvm::LLVMContext &context);

/// Makes the dialects that these functions read translatable.
void registerPTXTranslation(mlir::DialectRegistry &registry);

} // namespace phobos

#endif // PHOBOS_TARGET_PTX_H

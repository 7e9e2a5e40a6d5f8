//===- NativeCode.h - Code for the machine that runs Phobos -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_NATIVECODE_NATIVECODE_H
#define PHOBOS_NATIVECODE_NATIVECODE_H

#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace phobos {

/// This machine for a JIT, without the instructions that round differently.
/// The first call readies LLVM's code generation, and the libraries that
/// compiled code calls. Thread-safe.
llvm::Expected<llvm::orc::JITTargetMachineBuilder> describeNativeMachine();

/// What compiled code calls that is not to be looked for by name.
llvm::orc::SymbolMap getNativeSymbols(llvm::orc::MangleAndInterner intern);

/// Optimizes `module` for `machine`, as -O2 does in the main.
void optimizeNativeCode(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace phobos

#endif // PHOBOS_NATIVECODE_NATIVECODE_H

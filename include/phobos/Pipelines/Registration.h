//===- Registration.h - What the tools know by name -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_PIPELINES_REGISTRATION_H
#define PHOBOS_PIPELINES_REGISTRATION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace phobos {

/// Every dialect of every stage, with the interfaces that lowering and
/// translation ask of them.
void registerDialects(mlir::DialectRegistry &registry);

/// Phobos's passes and pipelines.
void registerPhobosPasses();

/// The same, and the upstream passes that go with them.
void registerPasses();

/// Likewise, at the first call alone; any thread may call it.
void registerPassesOnce();

/// Adds to `manager`, which runs on a module, the passes that `text` names in
/// the form of phobos-opt, with `builtin.module(…)` around them or without.
/// Registers the passes as `registerPassesOnce` does. An error says what is
/// wrong with the text.
llvm::Error addPasses(llvm::StringRef text, mlir::OpPassManager &manager);

} // namespace phobos

#endif // PHOBOS_PIPELINES_REGISTRATION_H

//===- Registration.h - What the tools know by name -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_PIPELINES_REGISTRATION_H
#define PHOBOS_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace phobos {

/// Every dialect of every stage, with the interfaces that lowering and
/// translation ask of them.
void registerDialects(mlir::DialectRegistry &registry);

/// Phobos's passes and pipelines.
void registerPhobosPasses();

/// The same, and the upstream passes that go with them.
void registerPasses();

} // namespace phobos

#endif // PHOBOS_PIPELINES_REGISTRATION_H

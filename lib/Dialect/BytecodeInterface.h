//===- BytecodeInterface.h - Versions of the dialect in files ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DIALECT_BYTECODEINTERFACE_H
#define PHOBOS_LIB_DIALECT_BYTECODEINTERFACE_H

#include <memory>

namespace mlir {
class DialectInterface;
} // namespace mlir

namespace phobos {

class PhobosDialect;

/// What reads and writes the dialect's version in files of bytecode.
std::unique_ptr<mlir::DialectInterface>
makeBytecodeInterface(PhobosDialect &dialect);

} // namespace phobos

#endif // PHOBOS_LIB_DIALECT_BYTECODEINTERFACE_H

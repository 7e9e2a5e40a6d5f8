//===- DialectVersion.h - The dialect's version in bytecode -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_DIALECTVERSION_H
#define PHOBOS_DIALECT_DIALECTVERSION_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace phobos {

/// A version of the dialect, as files of bytecode hold it. A change of an op,
/// type or attribute that a file of the version before does not fit makes a new
/// one, and `upgradeFromVersion` (Bytecode.cpp) brings older files up to it;
/// test/Dialect/bytecode has a file of each.
struct PhobosDialectVersion : mlir::DialectVersion {
  static constexpr uint64_t current = 1;
  /// The first one, which is still read.
  static constexpr uint64_t oldest = 1;

  explicit PhobosDialectVersion(uint64_t number) : number(number) {}

  uint64_t number;
};

} // namespace phobos

#endif // PHOBOS_DIALECT_DIALECTVERSION_H

//===- Bytecode.cpp - Versions of the dialect in stored files ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeInterface.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "phobos/Dialect/DialectVersion.h"
#include "phobos/Dialect/Phobos.h"

using namespace mlir;
using namespace phobos;

namespace {
/// What a file of bytecode says of the dialect that it was written with.
/// Types, attributes and properties go by MLIR's own encodings.
struct PhobosBytecodeInterface : BytecodeDialectInterface {
  explicit PhobosBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    auto asked = writer.getDialectVersion<PhobosDialect>();
    writer.writeVarInt(
        succeeded(asked)
            ? static_cast<const PhobosDialectVersion *>(*asked)->number
            : PhobosDialectVersion::current);
  }

  std::unique_ptr<mlir::DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number = 0;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > PhobosDialectVersion::current) {
      reader.emitError() << "expected bytecode of the phobos dialect's version "
                         << PhobosDialectVersion::current
                         << " or older, got version " << number
                         << "; it was written by a newer Phobos";
      return nullptr;
    }
    if (number < PhobosDialectVersion::oldest) {
      reader.emitError() << "expected bytecode of the phobos dialect's version "
                         << PhobosDialectVersion::oldest
                         << " or newer, got version " << number
                         << ", which no Phobos has written";
      return nullptr;
    }
    return std::make_unique<PhobosDialectVersion>(number);
  }

  /// Version 1 is the first one, so that nothing is to be changed yet.
  LogicalResult
  upgradeFromVersion(Operation *topLevelOp,
                     const mlir::DialectVersion &version) const override {
    return success();
  }
};
} // namespace

std::unique_ptr<DialectInterface>
phobos::makeBytecodeInterface(PhobosDialect &dialect) {
  return std::make_unique<PhobosBytecodeInterface>(&dialect);
}

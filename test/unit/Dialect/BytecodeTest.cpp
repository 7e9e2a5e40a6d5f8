//===- BytecodeTest.cpp - The dialect's version in files --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "phobos/Dialect/DialectVersion.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace phobos;

namespace {
/// Bytecode of a kernel that says it is of `version`.
std::string writeVersion(MLIRContext &context, uint64_t version) {
  auto module = parseSourceString<ModuleOp>(
      "phobos.kernel @k(%x: !phobos.ptr<f32>) { phobos.return }", &context);
  BytecodeWriterConfig config;
  config.setDialectVersion<PhobosDialect>(
      std::make_unique<PhobosDialectVersion>(version));
  std::string text;
  llvm::raw_string_ostream stream(text);
  EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, stream, config)));
  return text;
}

/// What reading `bytecode` says, empty where it succeeds.
std::string read(MLIRContext &context, llvm::StringRef bytecode) {
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  Block block;
  bool isRead = succeeded(readBytecodeFile(
      llvm::MemoryBufferRef(bytecode, "file"), &block, ParserConfig(&context)));
  EXPECT_EQ(isRead, message.empty());
  return message;
}

TEST(Bytecode, FilesOfThisVersionAndOfNewerOnes) {
  MLIRContext context;
  context.loadDialect<PhobosDialect>();
  EXPECT_EQ(read(context, writeVersion(context, PhobosDialectVersion::current)),
            "");
  std::string newer = std::to_string(PhobosDialectVersion::current + 1);
  EXPECT_EQ(
      read(context, writeVersion(context, PhobosDialectVersion::current + 1)),
      "expected bytecode of the phobos dialect's version " +
          std::to_string(PhobosDialectVersion::current) +
          " or older, got version " + newer +
          "; it was written by a newer Phobos");
  EXPECT_EQ(read(context, writeVersion(context, 0)),
            "expected bytecode of the phobos dialect's version 1 or newer, got "
            "version 0, which no Phobos has written");
}

TEST(Bytecode, FilesThatEndEarly) {
  MLIRContext context;
  context.loadDialect<PhobosDialect>();
  std::string whole = writeVersion(context, PhobosDialectVersion::current);
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(read(context, whole.substr(0, length)), "") << length;
}
} // namespace

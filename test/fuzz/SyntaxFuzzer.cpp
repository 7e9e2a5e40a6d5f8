//===- SyntaxFuzzer.cpp - any text as types, attributes and ops -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text is read as a type, as an attribute and as a module. What is accepted
// must read back from its own printed form as the same type or attribute.
//
//===----------------------------------------------------------------------===//

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "phobos/Dialect/Phobos.h"
#include <cstdio>
#include <cstdlib>

template <typename Value> static std::string print(Value value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// Upstream's syntax is not what is tested here.
template <typename Value> static bool isOurs(Value value) {
  return value && llvm::isa<phobos::PhobosDialect>(value.getDialect());
}

static void checkReadsBack(bool isSame, llvm::StringRef text) {
  if (isSame)
    return;
  std::fprintf(stderr,
               "phobos-syntax-fuzzer: '%s' does not read back as itself\n",
               text.str().c_str());
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A context of its own: types live as long as it, and would pile up.
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<phobos::PhobosDialect, mlir::arith::ArithDialect,
                      mlir::scf::SCFDialect>();
  mlir::ScopedDiagnosticHandler handler(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  if (mlir::Type type = mlir::parseType(text, &context); isOurs(type))
    checkReadsBack(type == mlir::parseType(print(type), &context), text);
  if (mlir::Attribute attr = mlir::parseAttribute(text, &context); isOurs(attr))
    checkReadsBack(attr == mlir::parseAttribute(print(attr), &context), text);
  (void)mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  return 0;
}

//===- FrontendFuzzer.cpp - any text through the front end -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever the text is, importPhobos either reports an error, with a place in
// the file, or makes a module that the verifier accepts.
//
//===----------------------------------------------------------------------===//

#include "phobos/Frontend/Frontend.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <cstdio>
#include <cstdlib>

[[noreturn]] static void fail(llvm::StringRef what) {
  std::fprintf(stderr, "phobos-frontend-fuzzer: %s\n", what.str().c_str());
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A context of its own: types live as long as it, and would pile up.
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  unsigned errors = 0;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&errors](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
          return mlir::success();
        ++errors;
        if (!llvm::isa<mlir::FileLineColLoc>(diagnostic.getLocation()))
          fail("expected an error with a place, got '" + diagnostic.str() +
               "'");
        return mlir::success();
      });
  llvm::SourceMgr sources;
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "fuzz.ph"), llvm::SMLoc());
  auto module = phobos::importPhobos(sources, &context, {});
  if (bool(module) != (errors == 0))
    fail(module ? "expected no module after an error, got one"
                : "expected an error or a module, got neither");
  if (module && mlir::failed(mlir::verify(*module)))
    fail("expected a module that verifies, got one that does not");
  return 0;
}

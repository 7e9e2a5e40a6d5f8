//===- ReportSource.h - what reports speak of -------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_REPORTSOURCE_H
#define PHOBOS_LIB_CAPI_REPORTSOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "phobos/Frontend/SourceTexts.h"
#include "llvm/Support/SourceMgr.h"

namespace phobos {

enum class ReportFormat { Text, JSON };

/// Lowers `module`, tile IR that was read from `sources`, as far as it needs
/// for `target`, and says something of it. Fails after an error, which was
/// reported.
using ReportFunction = mlir::FailureOr<std::string> (*)(
    mlir::ModuleOp module, const llvm::SourceMgr &sources,
    llvm::StringRef target, ReportFormat format);

/// The file that a module was read from.
struct ReportSource {
  ReportSource(const llvm::SourceMgr &sources, mlir::MLIRContext *context)
      : fileName(sources.getMemoryBuffer(sources.getMainFileID())
                     ->getBufferIdentifier()) {
    if (fileName.ends_with(".mlir"))
      return;
    texts.emplace(sources, context);
    fileName = texts->getFileName();
  }

  llvm::StringRef fileName;
  /// None for IR, whose text says less than the forms of the prover.
  std::optional<SourceTexts> texts;
};

} // namespace phobos

#endif // PHOBOS_LIB_CAPI_REPORTSOURCE_H

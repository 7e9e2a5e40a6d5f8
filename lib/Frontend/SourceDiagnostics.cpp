//===- SourceDiagnostics.cpp - errors at places in a source -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/SourceDiagnostics.h"

#include "llvm/Support/SourceMgr.h"

using namespace phobos;

SourceDiagnostics::SourceDiagnostics(const llvm::SourceMgr &sources,
                                     mlir::MLIRContext *context)
    : sources(sources), context(context),
      fileName(sources.getMemoryBuffer(sources.getMainFileID())
                   ->getBufferIdentifier()),
      origins(sources.getMemoryBuffer(sources.getMainFileID())->getBuffer()) {}

SourcePlace SourceDiagnostics::findPlace(llvm::SMLoc loc) const {
  if (!loc.isValid())
    return {fileName, 1, 1};
  auto [line, column] = sources.getLineAndColumn(loc, sources.getMainFileID());
  return origins.find(fileName, line, column);
}

mlir::Location SourceDiagnostics::locate(llvm::SMLoc loc) const {
  SourcePlace place = findPlace(loc);
  return mlir::FileLineColLoc::get(context, place.file, place.line,
                                   place.column);
}

mlir::InFlightDiagnostic SourceDiagnostics::error(llvm::SMLoc loc) {
  ++errors;
  return mlir::emitError(locate(loc));
}

mlir::InFlightDiagnostic SourceDiagnostics::warning(llvm::SMLoc loc) {
  return mlir::emitWarning(locate(loc));
}

SourceDiagnostics::Muted::Muted(SourceDiagnostics &diagnostics)
    : diagnostics(diagnostics), errors(diagnostics.errors),
      handler(diagnostics.context,
              [](mlir::Diagnostic &) { return mlir::success(); }) {}

std::string phobos::nearMissHint(llvm::StringRef name,
                                 llvm::ArrayRef<llvm::StringRef> candidates) {
  // One slip in a short name, two in a longer one.
  unsigned best = name.size() <= 4 ? 2 : 3;
  llvm::StringRef nearest;
  for (llvm::StringRef candidate : candidates) {
    unsigned distance = name.edit_distance(candidate, true, best);
    if (name.equals_insensitive(candidate))
      distance = 0;
    if (distance < best && distance < name.size()) {
      best = distance;
      nearest = candidate;
    }
  }
  if (nearest.empty())
    return "";
  return ("; did you mean '" + nearest + "'?").str();
}

//===- SourceDiagnostics.h - errors at places in a source -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_FRONTEND_SOURCEDIAGNOSTICS_H
#define PHOBOS_FRONTEND_SOURCEDIAGNOSTICS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "phobos/Frontend/SourceOrigins.h"
#include "llvm/Support/SMLoc.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace phobos {

/// Turns pointers into the main buffer of a SourceMgr into MLIR locations, and
/// reports errors there through the context's diagnostic engine.
class SourceDiagnostics {
public:
  /// After this many errors the front end stops looking for more.
  static constexpr unsigned errorLimit = 20;

  SourceDiagnostics(const llvm::SourceMgr &sources, mlir::MLIRContext *context);

  /// The place of `loc`, or what the text there comes from.
  SourcePlace findPlace(llvm::SMLoc loc) const;
  /// Likewise as a FileLineColLoc.
  mlir::Location locate(llvm::SMLoc loc) const;

  /// Starts an error at `loc`; it is reported when the result goes away.
  mlir::InFlightDiagnostic error(llvm::SMLoc loc);

  /// Likewise a warning.
  mlir::InFlightDiagnostic warning(llvm::SMLoc loc);

  /// While it lives nothing is reported, and errors do not count.
  class Muted {
  public:
    explicit Muted(SourceDiagnostics &diagnostics);
    ~Muted() { diagnostics.errors = errors; }

  private:
    SourceDiagnostics &diagnostics;
    unsigned errors;
    mlir::ScopedDiagnosticHandler handler;
  };

  unsigned errorCount() const { return errors; }
  bool atLimit() const { return errors >= errorLimit; }

private:
  const llvm::SourceMgr &sources;
  mlir::MLIRContext *context;
  llvm::StringRef fileName;
  SourceOrigins origins;
  unsigned errors = 0;
};

/// "; did you mean 'x'?" for the candidate nearest to `name` where one is near
/// enough to be a slip of the pen, else nothing.
std::string nearMissHint(llvm::StringRef name,
                         llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace phobos

#endif // PHOBOS_FRONTEND_SOURCEDIAGNOSTICS_H

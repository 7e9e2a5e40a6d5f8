//===- Session.h - one source in a context of its own -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_SESSION_H
#define PHOBOS_LIB_CAPI_SESSION_H

#include "ReportSource.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "phobos/Frontend/Frontend.h"
#include "phobos/Transforms/LintBounds.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace phobos {
class Target;
struct NVVMPipelineOptions;

/// The options of a compilation, as phobos-c/Phobos.h describes them.
struct CompileOptions {
  std::string target = "host";
  std::string kernel; ///< empty: the only one
  std::string passes; ///< run on the tile IR first
  bool debugBounds = false;
  LintLevel lint = LintLevel::Warn;
  llvm::StringMap<int64_t> settings;
  std::optional<std::array<int64_t, 3>> grid; ///< in place of the kernel's own
};

/// The options in `json`, which may be null; an error that names the field
/// where they are malformed or unknown.
llvm::Expected<CompileOptions> parseOptions(const char *json);

/// The GPU that `options` name, or sm_90a where they name none.
llvm::Expected<const Target *> findGPU(const CompileOptions &options);

/// `ir` as text.
std::string printIR(mlir::Operation *ir);

/// A source text, and an MLIR context in which it is compiled. Diagnostics
/// become text: of an error that a function returns, or, where they are
/// warnings, of takeDiagnostics. For one thread at a time; shares nothing with
/// other sessions.
class Session {
public:
  Session(llvm::StringRef source, llvm::StringRef fileName);

  /// The source as tile IR, linted, as the passes of `options` leave it;
  /// without a kernel in `options`, all of its kernels.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  read(const CompileOptions &options);

  /// The source's tree as JSON; the source is .ph text.
  llvm::Expected<std::string> dumpAST();

  /// What `report` says of the source on the target of `options`, or on sm_90a
  /// where that is no GPU.
  llvm::Expected<std::string> explain(const CompileOptions &options,
                                      ReportFunction report,
                                      ReportFormat format);

  /// Runs the passes that `build` adds on `module`.
  llvm::Error run(mlir::ModuleOp module,
                  llvm::function_ref<llvm::Error(mlir::OpPassManager &)> build);

  /// Runs the passes that `pipeline` names on `module`; `what` names that text
  /// in an error.
  llvm::Error run(mlir::ModuleOp module, llvm::StringRef pipeline,
                  llvm::StringRef what);

  /// Runs a part of the lowering for a GPU on `module`.
  llvm::Error lower(mlir::ModuleOp module, const Target &target,
                    const CompileOptions &options,
                    void (*build)(mlir::OpPassManager &,
                                  const NVVMPipelineOptions &));

  /// The combinations of `@autotune`'s choices that `options` leave open.
  llvm::Expected<std::vector<KernelConfigurations>>
  listConfigurations(const CompileOptions &options);

  /// Where the first error was, and what it said; nothing before one.
  struct FirstError {
    std::string message;
    unsigned line = 0, column = 0; ///< 0 where it has no place
  };
  const std::optional<FirstError> &getFirstError() const { return firstError; }

  /// An error with all diagnostics since the last call.
  llvm::Error takeError();
  std::string takeDiagnostics();

private:
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  readSource(const CompileOptions &options);

  void noteFirstError(mlir::Diagnostic &diagnostic);

  std::shared_ptr<llvm::SourceMgr> sources;
  std::string diagnostics;
  std::optional<FirstError> firstError;
  llvm::raw_string_ostream stream{diagnostics};
  mlir::MLIRContext context;
  mlir::SourceMgrDiagnosticHandler handler;
};

} // namespace phobos

#endif // PHOBOS_LIB_CAPI_SESSION_H

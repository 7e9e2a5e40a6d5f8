//===- Frontend.h - .ph text to tile IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_FRONTEND_FRONTEND_H
#define PHOBOS_FRONTEND_FRONTEND_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace phobos {

struct ImportOptions {
  /// Values for the names of `@autotune`, the first choice where absent, and of
  /// `@specialize`, an error where absent.
  llvm::StringMap<int64_t> settings;
  /// The one kernel to import; all of them where empty.
  std::string kernel;
  /// The numbers of blocks, in place of those that kernels derive or give by
  /// `@grid`.
  std::optional<std::array<int64_t, 3>> grid;
};

/// Parses the main buffer of `sources` and turns its kernels into a module of
/// `phobos.kernel` ops, each op with its FileLineColLoc. Errors, several per
/// run, go to the context's diagnostic engine; then the result is null.
mlir::OwningOpRef<mlir::ModuleOp> importPhobos(llvm::SourceMgr &sources,
                                               mlir::MLIRContext *context,
                                               const ImportOptions &options);

/// A value for each name of `@autotune`, in the order of the names.
using Configuration = std::vector<std::pair<std::string, int64_t>>;

struct KernelConfigurations {
  std::string kernel;
  /// Every combination of choices, the last name's choices changing fastest.
  std::vector<Configuration> configurations;
};

/// The combinations of choices of the kernels that `options` ask for; a name
/// with a setting has that value alone. Nothing but attributes is looked at.
/// Errors, such as more than `most` combinations of a kernel, go to the
/// context's diagnostic engine; then there is no result.
std::optional<std::vector<KernelConfigurations>>
listConfigurations(llvm::SourceMgr &sources, mlir::MLIRContext *context,
                   const ImportOptions &options, size_t most = 4096);

} // namespace phobos

#endif // PHOBOS_FRONTEND_FRONTEND_H

//===- ASTJson.h - an AST as JSON -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_FRONTEND_ASTJSON_H
#define PHOBOS_FRONTEND_ASTJSON_H

#include "llvm/Support/JSON.h"
#include <optional>

namespace llvm {
class SourceMgr;
} // namespace llvm
namespace mlir {
class MLIRContext;
} // namespace mlir

namespace phobos {

/// The tree of the main buffer of `sources`, as docs/AST.md describes it.
/// Nothing is resolved or typed. Syntax errors go to the diagnostic engine of
/// `context`; then there is none.
std::optional<llvm::json::Value> dumpASTAsJSON(llvm::SourceMgr &sources,
                                               mlir::MLIRContext *context);

} // namespace phobos

#endif // PHOBOS_FRONTEND_ASTJSON_H

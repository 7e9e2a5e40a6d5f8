//===- Parser.h - .ph text to an AST -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_FRONTEND_PARSER_H
#define PHOBOS_FRONTEND_PARSER_H

#include "phobos/Frontend/AST.h"

namespace phobos {

/// Parses a whole file. After an error the parser goes on behind the statement
/// that holds it, so one run reports several; what it returns is whole only
/// where `diagnostics` counts no error.
ast::Program parseProgram(llvm::StringRef text, ast::Arena &arena,
                          SourceDiagnostics &diagnostics);

} // namespace phobos

#endif // PHOBOS_FRONTEND_PARSER_H

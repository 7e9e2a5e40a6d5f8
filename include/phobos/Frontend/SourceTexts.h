//===- SourceTexts.h - what the text says at a location -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_FRONTEND_SOURCETEXTS_H
#define PHOBOS_FRONTEND_SOURCETEXTS_H

#include "phobos/Frontend/Lexer.h"
#include "phobos/Frontend/SourceDiagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace phobos {

/// A piece of a source's text: blanks and comments between its tokens are one
/// blank each.
struct SourceText {
  unsigned line = 0, column = 0;
  std::string text;
};

/// Finds the text of subscripts and conditions at the locations of the ops that
/// the front end makes of them.
class SourceTexts {
public:
  /// `sources` must hold text that parses.
  SourceTexts(const llvm::SourceMgr &sources, mlir::MLIRContext *context);

  /// The file that the text comes from, itself or, as its beginning says,
  /// another one.
  llvm::StringRef getFileName() const;

  /// The subscripts, one a dim, of the load or store at this place; nothing
  /// where the text has none there, as of a block pointer.
  std::optional<std::vector<SourceText>> findSubscripts(unsigned line,
                                                        unsigned column) const;
  /// The condition of the `where` at this place.
  std::optional<SourceText> findCondition(unsigned line, unsigned column) const;
  /// The first argument of the call of what stands at this place.
  std::optional<SourceText> findFirstArgument(unsigned line,
                                              unsigned column) const;

private:
  std::optional<size_t> findToken(unsigned line, unsigned column) const;
  SourceText join(size_t first, size_t end) const;
  /// The pieces between the bracket or parenthesis at `open` and its end.
  std::vector<SourceText> split(size_t open) const;
  size_t findOpening(size_t close) const;

  SourceDiagnostics diagnostics;
  std::vector<Token> tokens;
};

} // namespace phobos

#endif // PHOBOS_FRONTEND_SOURCETEXTS_H

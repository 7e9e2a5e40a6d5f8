//===- SourceTexts.cpp - what the text says at a location -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/SourceTexts.h"

#include "llvm/Support/SourceMgr.h"

using namespace phobos;

SourceTexts::SourceTexts(const llvm::SourceMgr &sources,
                         mlir::MLIRContext *context)
    : diagnostics(sources, context) {
  SourceDiagnostics::Muted muted(diagnostics);
  Lexer lexer(sources.getMemoryBuffer(sources.getMainFileID())->getBuffer(),
              diagnostics);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next())
    tokens.push_back(token);
}

llvm::StringRef SourceTexts::getFileName() const {
  llvm::SMLoc start = tokens.empty() ? llvm::SMLoc() : tokens.front().loc();
  return diagnostics.findPlace(start).file;
}

std::optional<size_t> SourceTexts::findToken(unsigned line,
                                             unsigned column) const {
  for (auto [index, token] : llvm::enumerate(tokens)) {
    SourcePlace place = diagnostics.findPlace(token.loc());
    if (place.line == line && place.column == column)
      return index;
  }
  return std::nullopt;
}

/// The tokens from `first` to before `end`, as they stand in the text.
SourceText SourceTexts::join(size_t first, size_t end) const {
  SourceText piece;
  SourcePlace place = diagnostics.findPlace(tokens[first].loc());
  piece.line = place.line;
  piece.column = place.column;
  for (size_t index = first; index != end; ++index) {
    const Token &token = tokens[index];
    if (index != first &&
        token.loc().getPointer() != tokens[index - 1].end().getPointer())
      piece.text += ' ';
    piece.text += token.spelling;
  }
  return piece;
}

static int depthChange(const Token &token) {
  if (token.is(TokenKind::LeftParen) || token.is(TokenKind::LeftBracket))
    return 1;
  if (token.is(TokenKind::RightParen) || token.is(TokenKind::RightBracket))
    return -1;
  return 0;
}

std::vector<SourceText> SourceTexts::split(size_t open) const {
  std::vector<SourceText> pieces;
  int depth = 0;
  size_t first = open + 1;
  for (size_t index = open; index != tokens.size(); ++index) {
    depth += depthChange(tokens[index]);
    bool isEnd = depth == 0;
    if (!isEnd && !(depth == 1 && tokens[index].is(TokenKind::Comma)))
      continue;
    if (first < index)
      pieces.push_back(join(first, index));
    first = index + 1;
    if (isEnd)
      break;
  }
  return pieces;
}

/// Where the bracket begins that ends at `close`.
size_t SourceTexts::findOpening(size_t close) const {
  int depth = 0;
  size_t index = close + 1;
  do
    depth += depthChange(tokens[--index]);
  while (depth != 0 && index != 0);
  return index;
}

std::optional<std::vector<SourceText>>
SourceTexts::findSubscripts(unsigned line, unsigned column) const {
  std::optional<size_t> found = findToken(line, column);
  if (!found)
    return std::nullopt;
  // A store stands at its assignment's operator, behind the subscripts.
  TokenKind kind = tokens[*found].kind;
  if (kind >= TokenKind::Assign && kind <= TokenKind::ShiftRightAssign &&
      *found != 0 && tokens[*found - 1].is(TokenKind::RightBracket))
    return split(findOpening(*found - 1));
  // A load at the tensor's name, or at the function that names a fill.
  size_t index = *found;
  if (tokens[index].spelling == "load" && index + 1 < tokens.size() &&
      tokens[index + 1].is(TokenKind::LeftParen))
    index += 2;
  if (index + 1 < tokens.size() && tokens[index].is(TokenKind::Identifier) &&
      tokens[index + 1].is(TokenKind::LeftBracket))
    return split(index + 1);
  return std::nullopt;
}

std::optional<SourceText> SourceTexts::findCondition(unsigned line,
                                                     unsigned column) const {
  std::optional<size_t> found = findToken(line, column);
  if (!found || tokens[*found].spelling != "where")
    return std::nullopt;
  return findFirstArgument(line, column);
}

std::optional<SourceText>
SourceTexts::findFirstArgument(unsigned line, unsigned column) const {
  std::optional<size_t> found = findToken(line, column);
  if (!found || *found + 1 >= tokens.size() ||
      !tokens[*found + 1].is(TokenKind::LeftParen))
    return std::nullopt;
  std::vector<SourceText> pieces = split(*found + 1);
  if (pieces.empty())
    return std::nullopt;
  return pieces.front();
}

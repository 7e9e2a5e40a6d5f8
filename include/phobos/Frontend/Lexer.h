//===- Lexer.h - .ph text to tokens -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_FRONTEND_LEXER_H
#define PHOBOS_FRONTEND_LEXER_H

#include "phobos/Frontend/SourceDiagnostics.h"
#include "llvm/ADT/StringRef.h"

namespace phobos {

enum class TokenKind {
  End,
  Error, // already reported
  Identifier,
  Integer,
  Float,
  // Keywords.
  Break,
  Const,
  Continue,
  Else,
  False,
  Fn,
  For,
  If,
  In,
  Kernel,
  Let,
  Return,
  True,
  Var,
  While,
  // Punctuation.
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Semicolon,
  Colon,
  Dot,
  At,
  Arrow,
  // Assignments.
  Assign,
  PlusAssign,
  MinusAssign,
  StarAssign,
  SlashAssign,
  AndAssign,
  OrAssign,
  XorAssign,
  ShiftLeftAssign,
  ShiftRightAssign,
  // Operators.
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  And,
  Or,
  Xor,
  Tilde,
  Not,
  AndAnd,
  OrOr,
  ShiftLeft,
  ShiftRight,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
};

struct Token {
  TokenKind kind = TokenKind::End;
  llvm::StringRef spelling;
  /// No other token stands before it on its line.
  bool startsLine = false;

  bool is(TokenKind other) const { return kind == other; }
  llvm::SMLoc loc() const {
    return llvm::SMLoc::getFromPointer(spelling.data());
  }
  llvm::SMLoc end() const {
    return llvm::SMLoc::getFromPointer(spelling.data() + spelling.size());
  }
};

/// How an error names `kind`: "')'" or "an identifier".
llvm::StringRef describe(TokenKind kind);

/// Splits a text into tokens. Every lexical error is reported once and yields
/// one Error token; lexing goes on behind it.
class Lexer {
public:
  /// `text` must stay alive as long as the tokens.
  Lexer(llvm::StringRef text, SourceDiagnostics &diagnostics);

  /// The next token; End for ever once the text is used up.
  Token next();

private:
  bool checkEncoding();
  void skipSpaceAndComments();
  Token lexNumber(const char *start);
  Token lexUnknown(const char *start);
  Token make(TokenKind kind, const char *start);
  Token fail(const char *start, const llvm::Twine &message);
  bool skipDigits(bool (*isDigit)(char));
  char peek(size_t ahead = 0) const {
    return size_t(end - cursor) > ahead ? cursor[ahead] : '\0';
  }

  SourceDiagnostics &diagnostics;
  const char *cursor;
  const char *end;
  bool startsLine = true;
};

} // namespace phobos

#endif // PHOBOS_FRONTEND_LEXER_H

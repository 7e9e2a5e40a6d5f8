//===- Lexer.cpp - .ph text to tokens -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/Lexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/ErrorHandling.h"

using namespace phobos;

namespace {
struct Spelling {
  llvm::StringLiteral text;
  TokenKind kind;
};
} // namespace

/// Longer spellings stand before their prefixes, so that the first match is
/// the longest.
static constexpr Spelling punctuation[] = {
    {"<<=", TokenKind::ShiftLeftAssign},
    {">>=", TokenKind::ShiftRightAssign},
    {"->", TokenKind::Arrow},
    {"+=", TokenKind::PlusAssign},
    {"-=", TokenKind::MinusAssign},
    {"*=", TokenKind::StarAssign},
    {"/=", TokenKind::SlashAssign},
    {"&=", TokenKind::AndAssign},
    {"|=", TokenKind::OrAssign},
    {"^=", TokenKind::XorAssign},
    {"&&", TokenKind::AndAnd},
    {"||", TokenKind::OrOr},
    {"<<", TokenKind::ShiftLeft},
    {">>", TokenKind::ShiftRight},
    {"==", TokenKind::Equal},
    {"!=", TokenKind::NotEqual},
    {"<=", TokenKind::LessEqual},
    {">=", TokenKind::GreaterEqual},
    {"(", TokenKind::LeftParen},
    {")", TokenKind::RightParen},
    {"[", TokenKind::LeftBracket},
    {"]", TokenKind::RightBracket},
    {"{", TokenKind::LeftBrace},
    {"}", TokenKind::RightBrace},
    {",", TokenKind::Comma},
    {";", TokenKind::Semicolon},
    {":", TokenKind::Colon},
    {".", TokenKind::Dot},
    {"@", TokenKind::At},
    {"=", TokenKind::Assign},
    {"+", TokenKind::Plus},
    {"-", TokenKind::Minus},
    {"*", TokenKind::Star},
    {"/", TokenKind::Slash},
    {"%", TokenKind::Percent},
    {"&", TokenKind::And},
    {"|", TokenKind::Or},
    {"^", TokenKind::Xor},
    {"~", TokenKind::Tilde},
    {"!", TokenKind::Not},
    {"<", TokenKind::Less},
    {">", TokenKind::Greater},
};

static constexpr Spelling keywords[] = {
    {"break", TokenKind::Break},
    {"const", TokenKind::Const},
    {"continue", TokenKind::Continue},
    {"else", TokenKind::Else},
    {"false", TokenKind::False},
    {"fn", TokenKind::Fn},
    {"for", TokenKind::For},
    {"if", TokenKind::If},
    {"in", TokenKind::In},
    {"kernel", TokenKind::Kernel},
    {"let", TokenKind::Let},
    {"return", TokenKind::Return},
    {"true", TokenKind::True},
    {"var", TokenKind::Var},
    {"while", TokenKind::While},
};

llvm::StringRef phobos::describe(TokenKind kind) {
  switch (kind) {
  case TokenKind::End:
    return "the end of the file";
  case TokenKind::Error:
    return "an unreadable token";
  case TokenKind::Identifier:
    return "a name";
  case TokenKind::Integer:
    return "an integer";
  case TokenKind::Float:
    return "a number";
  default:
    break;
  }
  for (const Spelling &spelling : punctuation)
    if (spelling.kind == kind)
      return spelling.text;
  for (const Spelling &spelling : keywords)
    if (spelling.kind == kind)
      return spelling.text;
  llvm_unreachable("every token kind has a spelling");
}

static bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool isNamePart(char c) { return llvm::isAlnum(c) || c == '_'; }

Lexer::Lexer(llvm::StringRef text, SourceDiagnostics &diagnostics)
    : diagnostics(diagnostics), cursor(text.begin()), end(text.end()) {
  if (!checkEncoding()) {
    cursor = end;
    return;
  }
  if (llvm::StringRef(cursor, end - cursor).starts_with("\xEF\xBB\xBF"))
    cursor += 3;
}

/// Reports the first byte that is not text, if there is one.
bool Lexer::checkEncoding() {
  const char *nul = std::find(cursor, end, '\0');
  const auto *position = reinterpret_cast<const llvm::UTF8 *>(cursor);
  const auto *last = reinterpret_cast<const llvm::UTF8 *>(end);
  bool legal = llvm::isLegalUTF8String(&position, last);
  const char *bad = reinterpret_cast<const char *>(position);
  if (nul == end && legal) {
    // What follows would be of the same line, or of a comment on it.
    const char *lone = std::adjacent_find(
        cursor, end, [](char a, char b) { return a == '\r' && b != '\n'; });
    if (lone == end)
      return true;
    fail(lone, "a line ends with CR alone, expected LF or CR and LF");
    return false;
  }
  if (nul != end && (legal || nul < bad))
    fail(nul, "the file holds a NUL byte, expected text in UTF-8");
  else
    fail(bad, "byte 0x" + llvm::utohexstr(uint8_t(*bad)) +
                  " is not UTF-8, expected text in UTF-8");
  return false;
}

Token Lexer::make(TokenKind kind, const char *start) {
  Token token{kind, llvm::StringRef(start, cursor - start), startsLine};
  startsLine = false;
  return token;
}

Token Lexer::fail(const char *start, const llvm::Twine &message) {
  diagnostics.error(llvm::SMLoc::getFromPointer(start)) << message;
  return make(TokenKind::Error, start);
}

void Lexer::skipSpaceAndComments() {
  while (cursor != end) {
    if (*cursor == '\n')
      startsLine = true;
    if (llvm::isSpace(*cursor)) {
      ++cursor;
    } else if (*cursor == '/' && peek(1) == '/') {
      cursor = std::find(cursor, end, '\n');
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skipSpaceAndComments();
  const char *start = cursor;
  if (cursor == end)
    return make(TokenKind::End, start);
  if (isNameStart(*cursor)) {
    while (isNamePart(peek()))
      ++cursor;
    llvm::StringRef name(start, cursor - start);
    for (const Spelling &keyword : keywords)
      if (keyword.text == name)
        return make(keyword.kind, start);
    return make(TokenKind::Identifier, start);
  }
  if (llvm::isDigit(*cursor))
    return lexNumber(start);
  llvm::StringRef rest(cursor, end - cursor);
  if (rest.starts_with("/*")) {
    cursor += 2;
    return fail(start, "expected '//', comments are '// …' up to the end of "
                       "the line");
  }
  for (const Spelling &spelling : punctuation) {
    if (rest.starts_with(spelling.text)) {
      cursor += spelling.text.size();
      return make(spelling.kind, start);
    }
  }
  return lexUnknown(start);
}

/// Consumes digits and the underscores between them; false if there is none.
bool Lexer::skipDigits(bool (*isDigit)(char)) {
  if (!isDigit(peek()))
    return false;
  while (isDigit(peek()) || (peek() == '_' && isDigit(peek(1))))
    ++cursor;
  return true;
}

Token Lexer::lexNumber(const char *start) {
  TokenKind kind = TokenKind::Integer;
  bool complete = true;
  char radix = *cursor == '0' ? llvm::toLower(peek(1)) : '\0';
  if (radix == 'x' || radix == 'b') {
    cursor += 2;
    complete =
        skipDigits(radix == 'x' ? +[](char c) { return llvm::isHexDigit(c); }
                                : +[](char c) { return c == '0' || c == '1'; });
  } else {
    auto isDecimal = +[](char c) { return llvm::isDigit(c); };
    skipDigits(isDecimal);
    if (peek() == '.') {
      kind = TokenKind::Float;
      ++cursor;
      complete = skipDigits(isDecimal);
    }
    if (complete && llvm::toLower(peek()) == 'e') {
      kind = TokenKind::Float;
      ++cursor;
      if (peek() == '+' || peek() == '-')
        ++cursor;
      complete = skipDigits(isDecimal);
    }
  }
  const char *behind = cursor;
  while (isNamePart(peek()))
    ++cursor;
  llvm::StringRef number(start, cursor - start);
  constexpr size_t limit = 1024;
  if (number.size() > limit)
    return fail(start, "number of " + llvm::Twine(number.size()) +
                           " characters is too long, the limit is " +
                           llvm::Twine(limit));
  if (!complete)
    return fail(start, "number '" + number +
                           "' is not complete, expected a "
                           "digit");
  if (cursor != behind)
    return fail(behind,
                "unexpected '" + llvm::StringRef(behind, cursor - behind) +
                    "' at the end of a number; literals have no suffix, "
                    "they adapt");
  return make(kind, start);
}

Token Lexer::lexUnknown(const char *start) {
  // The encoding was checked, so a whole code point is there.
  cursor += llvm::getNumBytesForUTF8(uint8_t(*cursor));
  llvm::StringRef character(start, cursor - start);
  // What stands in a string or such a comment is no text of ours.
  llvm::StringRef line(cursor, std::find(cursor, end, '\n') - cursor);
  if (character == "#")
    cursor = line.end();
  if (character == "\"" || character == "'") {
    size_t closing = line.find(character);
    if (closing != llvm::StringRef::npos)
      cursor += closing + 1;
    return fail(start, "unexpected quote, the language has no strings");
  }
  llvm::StringRef hint =
      character == "?"   ? "; write 'where(condition, a, b)' to select"
      : character == "#" ? "; comments are '// …' up to the end of the line"
                         : "";
  if (llvm::isPrint(character[0]) || character.size() > 1)
    return fail(start, "unexpected character '" + character + "'" + hint);
  return fail(start, "unexpected character 0x" +
                         llvm::utohexstr(uint8_t(character[0])));
}

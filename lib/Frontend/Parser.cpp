//===- Parser.cpp - tokens, declarations, whole files -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/Parser.h"
#include "Hints.h"
#include "ParserState.h"

using namespace phobos;
using namespace phobos::ast;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

void Parser::advance() {
  token = ahead;
  ahead = lexer.next();
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind))
    return false;
  advance();
  return true;
}

static std::string quote(const Token &token) {
  if (token.is(TokenKind::End))
    return "the end of the file";
  return ("'" + token.spelling + "'").str();
}

/// Whether nothing has reported this token: not the lexer as unreadable, nor
/// another block or list that it leaves open.
bool Parser::isFirstErrorHere() {
  bool isFirst = !at(TokenKind::Error) && token.loc() != reported;
  reported = token.loc();
  return isFirst;
}

void Parser::unexpected(const llvm::Twine &expected, const llvm::Twine &hint) {
  if (isFirstErrorHere())
    diagnostics.error(token.loc())
        << "expected " << expected << ", got " << quote(token) << hint;
}

bool Parser::expect(TokenKind kind, llvm::StringRef where) {
  if (accept(kind))
    return true;
  unexpected("'" + describe(kind) + "' " + where);
  return false;
}

std::optional<Name> Parser::expectName(llvm::StringRef what) {
  if (!at(TokenKind::Identifier)) {
    unexpected(what);
    return std::nullopt;
  }
  Name name{token.spelling, token.loc()};
  advance();
  return name;
}

bool Parser::close(TokenKind kind, llvm::SMLoc opened) {
  if (accept(kind))
    return true;
  if (!isFirstErrorHere())
    return false;
  diagnostics.error(token.loc())
          .append("expected '", describe(kind), "', got ", quote(token))
          .attachNote(diagnostics.locate(opened))
      << "to close this one";
  return false;
}

std::optional<llvm::ArrayRef<const Expr *>>
Parser::parseExprs(TokenKind closing, llvm::SMLoc opened) {
  return parseSequence<const Expr *>(
      closing, opened, [this]() -> std::optional<const Expr *> {
        const Expr *expr = parseExpr();
        return expr ? std::optional(expr) : std::nullopt;
      });
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

const TypeExpr *Parser::parseType() {
  TypeExpr type;
  type.loc = token.loc();
  std::optional<Name> head = expectName("a type");
  if (!head)
    return nullptr;
  bool isTile = head->text == "tile", isTensor = head->text == "tensor";
  if (!isTile && !isTensor && head->text != "ptr") {
    type.element = *head;
    if (at(TokenKind::Less)) {
      diagnostics.error(head->loc)
          << "expected 'tile', 'tensor' or 'ptr' before '<', got '"
          << head->text << "'"
          << nearMissHint(head->text, {"tile", "tensor", "ptr"});
      return nullptr;
    }
    return arena.make(type);
  }
  type.kind = isTile     ? TypeExpr::Kind::Tile
              : isTensor ? TypeExpr::Kind::Tensor
                         : TypeExpr::Kind::Pointer;
  if (!expect(TokenKind::Less, "and an element type"))
    return nullptr;
  std::optional<Name> element = expectName("an element type");
  if (!element || !expect(TokenKind::Greater, "after the element type"))
    return nullptr;
  type.element = *element;
  if (type.kind == TypeExpr::Kind::Pointer)
    return arena.make(type);

  auto parseDims = [this]() -> std::optional<llvm::ArrayRef<const Expr *>> {
    llvm::SMLoc opened = token.loc();
    if (!expect(TokenKind::LeftBracket, "and the extents"))
      return std::nullopt;
    return parseExprs(TokenKind::RightBracket, opened);
  };
  auto dims = parseDims();
  if (!dims)
    return nullptr;
  type.dims = *dims;
  if (isTensor && at(TokenKind::Identifier) && token.spelling == "strides") {
    advance();
    auto strides = parseDims();
    if (!strides)
      return nullptr;
    type.hasStrides = true;
    type.strides = *strides;
  }
  return arena.make(type);
}

std::optional<llvm::ArrayRef<Attribute>> Parser::parseAttributes() {
  llvm::SmallVector<Attribute> attributes;
  while (at(TokenKind::At)) {
    std::optional<Attribute> attribute = parseAttribute();
    if (!attribute)
      return std::nullopt;
    attributes.push_back(*attribute);
  }
  return arena.copy(llvm::ArrayRef<Attribute>(attributes));
}

std::optional<Attribute> Parser::parseAttribute() {
  advance();
  std::optional<Name> name = expectName("an attribute's name after '@'");
  if (!name)
    return std::nullopt;
  Attribute attribute{*name, {}};
  llvm::SMLoc opened = token.loc();
  if (accept(TokenKind::LeftParen)) {
    auto arguments = parseSequence<Argument>(
        TokenKind::RightParen, opened, [this] { return parseArgument(true); });
    if (!arguments)
      return std::nullopt;
    attribute.arguments = *arguments;
  }
  return attribute;
}

std::optional<Param> Parser::parseParam(bool isKernel) {
  std::optional<Name> name = expectName("a parameter's name");
  if (!name)
    return std::nullopt;
  Param param{*name, nullptr};
  if (accept(TokenKind::Colon)) {
    param.type = parseType();
    if (!param.type)
      return std::nullopt;
  } else if (isKernel) {
    unexpected("':' and the parameter's type");
    return std::nullopt;
  }
  return param;
}

const Function *Parser::parseFunction() {
  Function function;
  auto attributes = parseAttributes();
  if (!attributes)
    return nullptr;
  function.attributes = *attributes;
  function.isKernel = at(TokenKind::Kernel);
  if (!accept(TokenKind::Kernel) && !accept(TokenKind::Fn)) {
    unexpected("'kernel', 'fn' or 'const'",
               hintForStart(token.spelling, ahead.spelling));
    return nullptr;
  }
  std::optional<Name> name = expectName("a name");
  if (!name)
    return nullptr;
  function.name = *name;
  if (!function.isKernel && !attributes->empty())
    diagnostics.error(attributes->front().name.loc)
        << "expected attributes before a kernel or a for, '" << name->text
        << "' is an fn";
  llvm::SMLoc opened = token.loc();
  if (!expect(TokenKind::LeftParen, "and the parameters"))
    return nullptr;
  auto params = parseSequence<Param>(TokenKind::RightParen, opened, [&, this] {
    return parseParam(function.isKernel);
  });
  if (!params)
    return nullptr;
  function.params = *params;
  if (!function.isKernel && accept(TokenKind::Arrow)) {
    function.result = parseType();
    if (!function.result)
      return nullptr;
  }
  std::optional<Block> body = parseBlock();
  if (!body)
    return nullptr;
  function.body = *body;
  return arena.make(function);
}

/// After an error in the declaration at `start`: skips to what looks like the
/// start of the next one.
void Parser::skipToDeclaration(llvm::SMLoc start) {
  for (; !at(TokenKind::End); advance())
    if (token.loc() != start && token.startsLine &&
        (at(TokenKind::Kernel) || at(TokenKind::Fn) || at(TokenKind::At)))
      return;
}

Program Parser::parseProgram() {
  llvm::SmallVector<const BindStmt *> constants;
  llvm::SmallVector<const Function *> functions;
  while (!at(TokenKind::End) && !diagnostics.atLimit()) {
    if (accept(TokenKind::Semicolon))
      continue;
    llvm::SMLoc start = token.loc();
    if (at(TokenKind::Const)) {
      const BindStmt *constant = parseBind();
      if (constant && expectStatementEnd())
        constants.push_back(constant);
      else
        skipStatement(start);
    } else if (const Function *function = parseFunction()) {
      functions.push_back(function);
    } else {
      skipToDeclaration(start);
    }
  }
  return {arena.copy(llvm::ArrayRef<const BindStmt *>(constants)),
          arena.copy(llvm::ArrayRef<const Function *>(functions))};
}

Program phobos::parseProgram(llvm::StringRef text, Arena &arena,
                             SourceDiagnostics &diagnostics) {
  return Parser(text, arena, diagnostics).parseProgram();
}

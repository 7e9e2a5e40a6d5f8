//===- ParserState.h - the parser's state and productions -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_LIB_FRONTEND_PARSERSTATE_H
#define PHOBOS_LIB_FRONTEND_PARSERSTATE_H

#include "phobos/Frontend/AST.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SaveAndRestore.h"

namespace phobos {

/// Recursive descent, by precedence for operators. A parse function that fails
/// has reported why and returns nothing; the nearest list of statements or
/// declarations then skips to where the next one starts.
class Parser {
public:
  Parser(llvm::StringRef text, ast::Arena &arena,
         SourceDiagnostics &diagnostics)
      : arena(arena), diagnostics(diagnostics), lexer(text, diagnostics) {
    token = lexer.next();
    ahead = lexer.next();
  }

  ast::Program parseProgram();

private:
  // Declarations.
  const ast::Function *parseFunction();
  std::optional<llvm::ArrayRef<ast::Attribute>> parseAttributes();
  std::optional<ast::Attribute> parseAttribute();
  std::optional<ast::Param> parseParam(bool isKernel);
  const ast::TypeExpr *parseType();
  void skipToDeclaration(llvm::SMLoc start);

  // Statements.
  std::optional<ast::Block> parseBlock();
  const ast::Stmt *parseStmt();
  const ast::Stmt *parseNested(const ast::Stmt *(Parser::*parse)());
  const ast::BindStmt *parseBind();
  const ast::Stmt *parseFor();
  const ast::Stmt *parseWhile();
  const ast::Stmt *parseIf();
  const ast::Stmt *parseReturn();
  const ast::Stmt *parseAssignOrCall();
  bool expectStatementEnd();
  void skipStatement(llvm::SMLoc start);

  // Expressions.
  const ast::Expr *parseExpr() { return parseBinary(1); }
  const ast::Expr *parseBinary(unsigned minPrecedence);
  const ast::Expr *parseUnary();
  bool refuseForeignOperator();
  const ast::Expr *parsePostfix();
  const ast::Expr *parsePrimary();
  const ast::Expr *parseInteger();
  const ast::Expr *parseFloat();
  const ast::Expr *parseList();
  const ast::Expr *parseCall(const ast::Expr *callee);
  const ast::Expr *parseSubscript(const ast::Expr *base);
  const ast::Expr *parseMember(const ast::Expr *base);
  std::optional<ast::Argument> parseArgument(bool allowChoice);
  std::optional<ast::Range> parseRange();

  // Tokens.
  void advance();
  bool at(TokenKind kind) const { return token.is(kind); }
  bool accept(TokenKind kind);
  bool expect(TokenKind kind, llvm::StringRef where);
  std::optional<ast::Name> expectName(llvm::StringRef what);
  bool close(TokenKind kind, llvm::SMLoc opened);
  bool isFirstErrorHere();
  /// Reports the token; `hint` says what to write instead.
  void unexpected(const llvm::Twine &expected, const llvm::Twine &hint = "");
  /// The tokens at hand are `kind` twice, without a space.
  bool atDoubled(TokenKind kind) const {
    return at(kind) && ahead.is(kind) && token.end() == ahead.loc();
  }
  /// The token belongs to the same statement as the one before it.
  bool continuesLine() const { return grouping > 0 || !token.startsLine; }

  /// Parses `element, …` up to `closing`, which is consumed. A trailing comma
  /// is allowed.
  template <typename Element, typename Parse>
  std::optional<llvm::ArrayRef<Element>>
  parseSequence(TokenKind closing, llvm::SMLoc opened, Parse parse);

  std::optional<llvm::ArrayRef<const ast::Expr *>>
  parseExprs(TokenKind closing, llvm::SMLoc opened);

  template <typename Node> const Node *make(Node node, unsigned childDepth);

  ast::Arena &arena;
  SourceDiagnostics &diagnostics;
  Lexer lexer;
  Token token;
  Token ahead;
  /// The last token that was reported as unexpected.
  llvm::SMLoc reported;
  /// How many ( and [ are open: newlines mean nothing inside them.
  unsigned grouping = 0;
  /// How deep the parse functions have called one another.
  unsigned nesting = 0;
};

template <typename Element, typename Parse>
std::optional<llvm::ArrayRef<Element>>
Parser::parseSequence(TokenKind closing, llvm::SMLoc opened, Parse parse) {
  llvm::SaveAndRestore grouped(grouping, grouping + 1);
  llvm::SmallVector<Element> elements;
  while (!at(closing)) {
    auto element = parse();
    if (!element)
      return std::nullopt;
    elements.push_back(*element);
    if (!accept(TokenKind::Comma))
      break;
  }
  if (!close(closing, opened))
    return std::nullopt;
  return arena.copy(llvm::ArrayRef<Element>(elements));
}

template <typename Node>
const Node *Parser::make(Node node, unsigned childDepth) {
  node.depth = childDepth + 1;
  if (node.depth > ast::depthLimit) {
    diagnostics.error(node.loc) << "expression is nested too deeply, the limit "
                                   "is "
                                << ast::depthLimit << "; split it with let";
    return nullptr;
  }
  return arena.make(node);
}

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_PARSERSTATE_H

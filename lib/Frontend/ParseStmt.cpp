//===- ParseStmt.cpp - parses statements -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Hints.h"
#include "ParserState.h"

using namespace phobos;
using namespace phobos::ast;

/// After an error in the statement at `start`: skips to its end. A block in it
/// goes too, so that its closing brace is not taken for another's, and so does
/// a semicolon in parentheses.
void Parser::skipStatement(llvm::SMLoc start) {
  unsigned braces = 0, parens = 0;
  for (; !at(TokenKind::End); advance()) {
    if (braces == 0 && token.loc() != start &&
        (token.startsLine || (parens == 0 && at(TokenKind::Semicolon))))
      return;
    if (at(TokenKind::LeftParen))
      ++parens;
    else if (at(TokenKind::RightParen) && parens != 0)
      --parens;
    if (braces == 0 && at(TokenKind::RightBrace))
      return;
    if (at(TokenKind::LeftBrace))
      ++braces;
    else if (at(TokenKind::RightBrace))
      --braces;
  }
}

bool Parser::expectStatementEnd() {
  if (at(TokenKind::End) || at(TokenKind::RightBrace) || token.startsLine ||
      accept(TokenKind::Semicolon))
    return true;
  unexpected("the end of the statement");
  return false;
}

/// Whether nothing that follows `stmt` in its block is ever reached.
static bool isExit(const Stmt *stmt) {
  return llvm::isa<ReturnStmt, BreakStmt, ContinueStmt>(stmt);
}

std::optional<Block> Parser::parseBlock() {
  llvm::SMLoc opened = token.loc();
  if (!accept(TokenKind::LeftBrace)) {
    unexpected("'{' at the start of a block",
               at(TokenKind::Assign) ? "; '==' compares" : "");
    return std::nullopt;
  }
  // A declaration on a line of its own shows that a brace is missing.
  auto atDeclaration = [this] {
    return token.startsLine && (at(TokenKind::Kernel) || at(TokenKind::Fn));
  };
  llvm::SmallVector<const Stmt *> statements;
  bool warned = false;
  while (!at(TokenKind::RightBrace) && !at(TokenKind::End) &&
         !atDeclaration() && !diagnostics.atLimit()) {
    if (accept(TokenKind::Semicolon))
      continue;
    llvm::SMLoc start = token.loc();
    if (!statements.empty() && isExit(statements.back()) && !warned) {
      diagnostics.warning(start) << "this is never reached";
      warned = true;
    }
    const Stmt *statement = parseStmt();
    if (statement && expectStatementEnd())
      statements.push_back(statement);
    else
      skipStatement(start);
  }
  if (diagnostics.atLimit() || !close(TokenKind::RightBrace, opened))
    return std::nullopt;
  return arena.copy(llvm::ArrayRef<const Stmt *>(statements));
}

const Stmt *Parser::parseStmt() {
  switch (token.kind) {
  case TokenKind::Let:
  case TokenKind::Var:
  case TokenKind::Const:
    return parseBind();
  case TokenKind::At:
  case TokenKind::For:
    return parseNested(&Parser::parseFor);
  case TokenKind::While:
    return parseNested(&Parser::parseWhile);
  case TokenKind::If:
    return parseNested(&Parser::parseIf);
  case TokenKind::Return:
    return parseReturn();
  case TokenKind::Break: {
    BreakStmt stmt(token.loc());
    advance();
    return arena.make(stmt);
  }
  case TokenKind::Continue: {
    ContinueStmt stmt(token.loc());
    advance();
    return arena.make(stmt);
  }
  default:
    return parseAssignOrCall();
  }
}

const Stmt *Parser::parseNested(const Stmt *(Parser::*parse)()) {
  llvm::SaveAndRestore deeper(nesting, nesting + 1);
  // At the limit itself there would be no depth left for a condition.
  if (nesting >= depthLimit) {
    diagnostics.error(token.loc())
        << "statements are nested too deeply, the limit is " << depthLimit;
    return nullptr;
  }
  return (this->*parse)();
}

const BindStmt *Parser::parseBind() {
  BindStmt bind(token.loc());
  bind.mode = at(TokenKind::Let)   ? BindStmt::Mode::Let
              : at(TokenKind::Var) ? BindStmt::Mode::Var
                                   : BindStmt::Mode::Const;
  std::string where = ("a name after '" + token.spelling + "'").str();
  advance();
  std::optional<Name> name = expectName(where);
  if (!name)
    return nullptr;
  bind.name = *name;
  if (accept(TokenKind::Colon)) {
    bind.type = parseType();
    if (!bind.type)
      return nullptr;
  }
  if (!expect(TokenKind::Assign, "and a value"))
    return nullptr;
  bind.value = parseExpr();
  return bind.value ? arena.make(bind) : nullptr;
}

const Stmt *Parser::parseFor() {
  auto attributes = parseAttributes();
  if (!attributes)
    return nullptr;
  ForStmt loop(token.loc());
  loop.attributes = *attributes;
  if (!accept(TokenKind::For)) {
    unexpected("'for' after an attribute");
    return nullptr;
  }
  if (at(TokenKind::LeftParen)) {
    unexpected("the loop variable's name",
               "; write 'for i in range(start, end) { … }'");
    return nullptr;
  }
  std::optional<Name> variable = expectName("the loop variable's name");
  if (!variable || !expect(TokenKind::In, "after the loop variable"))
    return nullptr;
  loop.variable = *variable;
  if (!at(TokenKind::Identifier) || token.spelling != "range") {
    unexpected("'range(start, end[, step])'");
    return nullptr;
  }
  llvm::SMLoc range = token.loc();
  advance();
  llvm::SMLoc opened = token.loc();
  if (!expect(TokenKind::LeftParen, "after 'range'"))
    return nullptr;
  auto bounds = parseExprs(TokenKind::RightParen, opened);
  if (!bounds)
    return nullptr;
  if (bounds->empty() || bounds->size() > 3) {
    diagnostics.error(range) << "expected 1 to 3 bounds in range(start, end[, "
                                "step]), got "
                             << bounds->size();
    return nullptr;
  }
  loop.bounds = *bounds;
  std::optional<Block> body = parseBlock();
  if (!body)
    return nullptr;
  loop.body = *body;
  return arena.make(loop);
}

const Stmt *Parser::parseWhile() {
  WhileStmt loop(token.loc());
  advance();
  loop.condition = parseExpr();
  if (!loop.condition)
    return nullptr;
  std::optional<Block> body = parseBlock();
  if (!body)
    return nullptr;
  loop.body = *body;
  return arena.make(loop);
}

const Stmt *Parser::parseIf() {
  IfStmt branch(token.loc());
  advance();
  branch.condition = parseExpr();
  if (!branch.condition)
    return nullptr;
  std::optional<Block> thenBody = parseBlock();
  if (!thenBody)
    return nullptr;
  branch.thenBody = *thenBody;
  if (at(TokenKind::Identifier) && token.spelling == "elif") {
    unexpected("'else if'");
    advance();
    return nullptr;
  }
  if (!accept(TokenKind::Else))
    return arena.make(branch);
  if (at(TokenKind::If)) {
    const Stmt *nested = parseNested(&Parser::parseIf);
    if (!nested)
      return nullptr;
    branch.elseBody = arena.copy(llvm::ArrayRef<const Stmt *>(nested));
    return arena.make(branch);
  }
  std::optional<Block> elseBody = parseBlock();
  if (!elseBody)
    return nullptr;
  branch.elseBody = *elseBody;
  return arena.make(branch);
}

const Stmt *Parser::parseReturn() {
  ReturnStmt stmt(token.loc());
  advance();
  if (at(TokenKind::End) || at(TokenKind::RightBrace) ||
      at(TokenKind::Semicolon) || token.startsLine)
    return arena.make(stmt);
  stmt.value = parseExpr();
  return stmt.value ? arena.make(stmt) : nullptr;
}

/// The operator before the `=`, or nothing for what is no compound assignment.
static std::optional<TokenKind> compoundOperator(TokenKind kind) {
  switch (kind) {
  case TokenKind::PlusAssign:
    return TokenKind::Plus;
  case TokenKind::MinusAssign:
    return TokenKind::Minus;
  case TokenKind::StarAssign:
    return TokenKind::Star;
  case TokenKind::SlashAssign:
    return TokenKind::Slash;
  case TokenKind::AndAssign:
    return TokenKind::And;
  case TokenKind::OrAssign:
    return TokenKind::Or;
  case TokenKind::XorAssign:
    return TokenKind::Xor;
  case TokenKind::ShiftLeftAssign:
    return TokenKind::ShiftLeft;
  case TokenKind::ShiftRightAssign:
    return TokenKind::ShiftRight;
  default:
    return std::nullopt;
  }
}

const Stmt *Parser::parseAssignOrCall() {
  const Expr *target = parseExpr();
  if (!target)
    return nullptr;
  std::optional<TokenKind> op = compoundOperator(token.kind);
  if (op || at(TokenKind::Assign)) {
    AssignStmt assign(token.loc());
    advance();
    assign.target = target;
    assign.op = op;
    assign.value = parseExpr();
    return assign.value ? arena.make(assign) : nullptr;
  }
  if (!llvm::isa<CallExpr>(target)) {
    if (at(TokenKind::Error))
      return nullptr;
    auto *word = llvm::dyn_cast<NameExpr>(target);
    if (word && at(TokenKind::Identifier) && continuesLine())
      diagnostics.error(target->loc)
          << "expected a statement, got '" << word->name << " "
          << token.spelling << "'" << hintForStart(word->name, token.spelling);
    else
      diagnostics.error(target->loc)
          << "expected an assignment or a call, this value is not used";
    return nullptr;
  }
  EvalStmt eval(target->loc);
  eval.value = target;
  return arena.make(eval);
}

//===- ParseExpr.cpp - parses expressions -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ParserState.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Error.h"

using namespace phobos;
using namespace phobos::ast;

/// Higher binds tighter; 0 for what is no binary operator. The bit operators
/// bind tighter than comparisons, so that `a & b == c` compares `a & b`.
static unsigned precedence(TokenKind kind) {
  switch (kind) {
  case TokenKind::OrOr:
    return 1;
  case TokenKind::AndAnd:
    return 2;
  case TokenKind::Equal:
  case TokenKind::NotEqual:
  case TokenKind::Less:
  case TokenKind::LessEqual:
  case TokenKind::Greater:
  case TokenKind::GreaterEqual:
    return 3;
  case TokenKind::Or:
    return 4;
  case TokenKind::Xor:
    return 5;
  case TokenKind::And:
    return 6;
  case TokenKind::ShiftLeft:
  case TokenKind::ShiftRight:
    return 7;
  case TokenKind::Plus:
  case TokenKind::Minus:
    return 8;
  case TokenKind::Star:
  case TokenKind::Slash:
  case TokenKind::Percent:
    return 9;
  default:
    return 0;
  }
}

constexpr unsigned comparisonPrecedence = 3;

/// Reports an operator of another language behind an operand.
bool Parser::refuseForeignOperator() {
  if (!continuesLine())
    return false;
  if (atDoubled(TokenKind::Star)) {
    diagnostics.error(token.loc())
        << "expected an operator, got '**'; write 'pow(x, y)'";
  } else if (atDoubled(TokenKind::Plus)) {
    diagnostics.error(token.loc())
        << "expected an operator, got '++'; write 'x += 1'";
  } else if (at(TokenKind::At)) {
    unexpected("an operator", "; write 'dot(a, b)' for a product of matrices");
  } else if (at(TokenKind::Identifier) && token.spelling == "and") {
    unexpected("'&&'");
  } else if (at(TokenKind::Identifier) && token.spelling == "or") {
    unexpected("'||'");
  } else if (at(TokenKind::If)) {
    unexpected("an operator", "; write 'where(condition, a, b)' to select");
  } else {
    return false;
  }
  return true;
}

const Expr *Parser::parseBinary(unsigned minPrecedence) {
  const Expr *lhs = parseUnary();
  while (lhs) {
    if (refuseForeignOperator())
      return nullptr;
    unsigned binding = precedence(token.kind);
    if (binding == 0 || binding < minPrecedence || !continuesLine())
      return lhs;
    BinaryExpr binary(token.loc());
    binary.op = token.kind;
    advance();
    binary.lhs = lhs;
    binary.rhs = parseBinary(binding + 1);
    if (!binary.rhs)
      return nullptr;
    if (binding == comparisonPrecedence &&
        precedence(token.kind) == comparisonPrecedence && continuesLine()) {
      diagnostics.error(token.loc())
          << "comparisons do not chain, write 'a < b && b < c'";
      return nullptr;
    }
    lhs = make(binary, std::max(lhs->depth, binary.rhs->depth));
  }
  return nullptr;
}

const Expr *Parser::parseUnary() {
  llvm::SaveAndRestore deeper(nesting, nesting + 1);
  if (nesting > depthLimit) {
    diagnostics.error(token.loc())
        << "expression is nested too deeply, the limit is " << depthLimit
        << "; split it with let";
    return nullptr;
  }
  if (!at(TokenKind::Minus) && !at(TokenKind::Not) && !at(TokenKind::Tilde)) {
    if (at(TokenKind::Plus)) {
      unexpected("an expression (there is no unary plus)");
      return nullptr;
    }
    return parsePostfix();
  }
  UnaryExpr unary(token.loc());
  unary.op = token.kind;
  advance();
  unary.operand = parseUnary();
  return unary.operand ? make(unary, unary.operand->depth) : nullptr;
}

const Expr *Parser::parsePostfix() {
  const Expr *expr = parsePrimary();
  while (expr && continuesLine()) {
    if (at(TokenKind::LeftParen))
      expr = parseCall(expr);
    else if (at(TokenKind::LeftBracket))
      expr = parseSubscript(expr);
    else if (at(TokenKind::Dot))
      expr = parseMember(expr);
    else
      return expr;
  }
  return expr;
}

const Expr *Parser::parsePrimary() {
  llvm::SMLoc loc = token.loc();
  switch (token.kind) {
  case TokenKind::Integer:
    return parseInteger();
  case TokenKind::Float:
    return parseFloat();
  case TokenKind::True:
  case TokenKind::False: {
    BoolExpr boolean(loc);
    boolean.value = at(TokenKind::True);
    advance();
    return make(boolean, 0);
  }
  case TokenKind::Identifier: {
    NameExpr name(loc);
    name.name = token.spelling;
    if (name.name == "not" && ahead.is(TokenKind::Identifier) &&
        !ahead.startsLine) {
      unexpected("'!'");
      return nullptr;
    }
    advance();
    return make(name, 0);
  }
  case TokenKind::LeftBracket:
    return parseList();
  case TokenKind::LeftParen: {
    llvm::SaveAndRestore grouped(grouping, grouping + 1);
    advance();
    const Expr *inner = parseExpr();
    return inner && close(TokenKind::RightParen, loc) ? inner : nullptr;
  }
  default:
    unexpected("an expression");
    return nullptr;
  }
}

const Expr *Parser::parseInteger() {
  IntegerExpr integer(token.loc());
  std::string digits = token.spelling.str();
  llvm::erase(digits, '_');
  llvm::StringRef text = digits;
  unsigned radix = 10;
  if (text.consume_front_insensitive("0x"))
    radix = 16;
  else if (text.consume_front_insensitive("0b"))
    radix = 2;
  if (text.getAsInteger(radix, integer.value)) {
    diagnostics.error(integer.loc)
        << "integer '" << token.spelling << "' does not fit in 64 bits";
    return nullptr;
  }
  advance();
  return make(integer, 0);
}

const Expr *Parser::parseFloat() {
  FloatExpr number(token.loc());
  std::string digits = token.spelling.str();
  llvm::erase(digits, '_');
  llvm::APFloat value(llvm::APFloat::IEEEdouble());
  auto status =
      value.convertFromString(digits, llvm::APFloat::rmNearestTiesToEven);
  if (!status || value.isInfinity()) {
    llvm::consumeError(status.takeError());
    diagnostics.error(number.loc)
        << "number '" << token.spelling << "' is too large for f64";
    return nullptr;
  }
  number.value = value.convertToDouble();
  advance();
  return make(number, 0);
}

/// The depth of the deepest of `exprs`; absent ones count nothing.
static unsigned deepest(llvm::ArrayRef<const Expr *> exprs) {
  unsigned depth = 0;
  for (const Expr *expr : exprs)
    depth = std::max(depth, expr ? expr->depth : 0);
  return depth;
}

const Expr *Parser::parseList() {
  ListExpr list(token.loc());
  advance();
  auto elements = parseExprs(TokenKind::RightBracket, list.loc);
  if (!elements)
    return nullptr;
  list.elements = *elements;
  return make(list, deepest(list.elements));
}

std::optional<Argument> Parser::parseArgument(bool allowChoice) {
  Argument argument;
  if (at(TokenKind::Identifier) &&
      (ahead.is(TokenKind::Assign) || ahead.is(TokenKind::In))) {
    argument.name = Name{token.spelling, token.loc()};
    advance();
    argument.isChoice = at(TokenKind::In);
    if (argument.isChoice && !allowChoice) {
      unexpected("'='");
      return std::nullopt;
    }
    advance();
    if (argument.isChoice && !at(TokenKind::LeftBracket)) {
      unexpected("a list of choices '[a, b]'");
      return std::nullopt;
    }
  }
  argument.value = parseExpr();
  if (!argument.value)
    return std::nullopt;
  return argument;
}

const Expr *Parser::parseCall(const Expr *callee) {
  CallExpr call(callee->loc);
  call.callee = callee;
  llvm::SMLoc opened = token.loc();
  advance();
  auto arguments = parseSequence<Argument>(
      TokenKind::RightParen, opened, [this] { return parseArgument(false); });
  if (!arguments)
    return nullptr;
  call.arguments = *arguments;
  unsigned depth = callee->depth;
  for (const Argument &argument : call.arguments)
    depth = std::max(depth, argument.value->depth);
  return make(call, depth);
}

std::optional<Range> Parser::parseRange() {
  Range range;
  range.loc = token.loc();
  if (!at(TokenKind::Colon)) {
    range.start = parseExpr();
    if (!range.start)
      return std::nullopt;
  }
  if (!accept(TokenKind::Colon)) {
    range.form = Range::Form::Point;
    return range;
  }
  if (at(TokenKind::Comma) || at(TokenKind::RightBracket)) {
    range.form = range.start ? Range::Form::From : Range::Form::Full;
    return range;
  }
  bool isLength = accept(TokenKind::Plus);
  if (isLength && !range.start) {
    diagnostics.error(range.loc)
        << "expected a start before ':+', write '0 :+ n'";
    return std::nullopt;
  }
  range.end = parseExpr();
  if (!range.end)
    return std::nullopt;
  range.form = isLength      ? Range::Form::StartLength
               : range.start ? Range::Form::StartEnd
                             : Range::Form::Until;
  return range;
}

const Expr *Parser::parseSubscript(const Expr *base) {
  SubscriptExpr subscript(base->loc);
  subscript.base = base;
  llvm::SMLoc opened = token.loc();
  advance();
  auto ranges = parseSequence<Range>(TokenKind::RightBracket, opened,
                                     [this] { return parseRange(); });
  if (!ranges)
    return nullptr;
  if (ranges->empty()) {
    diagnostics.error(opened) << "expected an index or a slice in '[]'";
    return nullptr;
  }
  subscript.ranges = *ranges;
  unsigned depth = base->depth;
  for (const Range &range : subscript.ranges)
    depth = std::max(depth, deepest({range.start, range.end}));
  return make(subscript, depth);
}

const Expr *Parser::parseMember(const Expr *base) {
  MemberExpr member(base->loc);
  member.base = base;
  advance();
  std::optional<Name> name = expectName("a member's name after '.'");
  if (!name)
    return nullptr;
  member.member = *name;
  return make(member, base->depth);
}

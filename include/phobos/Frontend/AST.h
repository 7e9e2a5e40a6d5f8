//===- AST.h - what a .ph file says -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tree mirrors the text: names are not resolved, nothing is typed. Nodes
// live in an arena and hold no resources, so that they are never destroyed one
// by one.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_FRONTEND_AST_H
#define PHOBOS_FRONTEND_AST_H

#include "phobos/Frontend/Lexer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/SMLoc.h"
#include <algorithm>
#include <optional>

namespace phobos::ast {

/// Deeper trees than this are refused, so that walking one by recursion cannot
/// exhaust the stack.
constexpr unsigned depthLimit = 200;

/// Owns the nodes of a tree.
class Arena {
public:
  template <typename Node> Node *make(Node node) {
    return new (allocator.Allocate<Node>()) Node(std::move(node));
  }
  template <typename Element>
  llvm::ArrayRef<Element> copy(llvm::ArrayRef<Element> elements) {
    return elements.copy(allocator);
  }

private:
  llvm::BumpPtrAllocator allocator;
};

/// A name and where it stands.
struct Name {
  llvm::StringRef text;
  llvm::SMLoc loc;
};

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

struct Expr {
  enum class Kind {
    Integer,
    Float,
    Bool,
    Name,
    List,
    Unary,
    Binary,
    Call,
    Subscript,
    Member
  };
  Kind kind;
  /// Where a caret points: the operator of a binary, the start of the others.
  llvm::SMLoc loc;
  /// The height of the tree, at most `depthLimit`.
  unsigned depth = 1;

protected:
  Expr(Kind kind, llvm::SMLoc loc) : kind(kind), loc(loc) {}
};

template <Expr::Kind K> struct ExprOf : Expr {
  explicit ExprOf(llvm::SMLoc loc) : Expr(K, loc) {}
  static bool classof(const Expr *expr) { return expr->kind == K; }
};

struct IntegerExpr : ExprOf<Expr::Kind::Integer> {
  using ExprOf::ExprOf;
  uint64_t value = 0;
};

struct FloatExpr : ExprOf<Expr::Kind::Float> {
  using ExprOf::ExprOf;
  double value = 0;
};

struct BoolExpr : ExprOf<Expr::Kind::Bool> {
  using ExprOf::ExprOf;
  bool value = false;
};

struct NameExpr : ExprOf<Expr::Kind::Name> {
  using ExprOf::ExprOf;
  llvm::StringRef name;
};

/// `[a, b]`
struct ListExpr : ExprOf<Expr::Kind::List> {
  using ExprOf::ExprOf;
  llvm::ArrayRef<const Expr *> elements;
};

/// `-x`, `!x`, `~x`
struct UnaryExpr : ExprOf<Expr::Kind::Unary> {
  using ExprOf::ExprOf;
  TokenKind op = TokenKind::Minus;
  const Expr *operand = nullptr;
};

struct BinaryExpr : ExprOf<Expr::Kind::Binary> {
  using ExprOf::ExprOf;
  TokenKind op = TokenKind::Plus;
  const Expr *lhs = nullptr;
  const Expr *rhs = nullptr;
};

/// `x` or `name = x` in a call or an attribute; in an attribute also
/// `name in [a, b]`, where `isChoice` is set and `value` is the list.
struct Argument {
  std::optional<Name> name;
  const Expr *value = nullptr;
  bool isChoice = false;
};

/// `callee(arguments)`
struct CallExpr : ExprOf<Expr::Kind::Call> {
  using ExprOf::ExprOf;
  const Expr *callee = nullptr;
  llvm::ArrayRef<Argument> arguments;
};

/// One dimension of a subscript.
struct Range {
  enum class Form {
    Point,       // start
    StartEnd,    // start : end
    StartLength, // start :+ length
    Full,        // :
    From,        // start :
    Until        // : end
  };
  Form form = Form::Point;
  llvm::SMLoc loc;
  const Expr *start = nullptr;
  /// The end, or the length in StartLength.
  const Expr *end = nullptr;
};

/// `base[ranges]`
struct SubscriptExpr : ExprOf<Expr::Kind::Subscript> {
  using ExprOf::ExprOf;
  const Expr *base = nullptr;
  llvm::ArrayRef<Range> ranges;
};

/// `base.member`
struct MemberExpr : ExprOf<Expr::Kind::Member> {
  using ExprOf::ExprOf;
  const Expr *base = nullptr;
  Name member;
};

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// `f32`, `tile<f32>[…]`, `tensor<f32>[…] strides […]` or `ptr<f32>`.
struct TypeExpr {
  enum class Kind { Scalar, Tile, Tensor, Pointer };
  Kind kind = Kind::Scalar;
  llvm::SMLoc loc;
  Name element;
  llvm::ArrayRef<const Expr *> dims;
  llvm::ArrayRef<const Expr *> strides;
  bool hasStrides = false;
};

/// `@name` or `@name(arguments)`
struct Attribute {
  Name name;
  llvm::ArrayRef<Argument> arguments;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

struct Stmt {
  enum class Kind {
    Bind,
    Assign,
    Eval,
    For,
    While,
    If,
    Return,
    Break,
    Continue
  };
  Kind kind;
  llvm::SMLoc loc;

protected:
  Stmt(Kind kind, llvm::SMLoc loc) : kind(kind), loc(loc) {}
};

template <Stmt::Kind K> struct StmtOf : Stmt {
  explicit StmtOf(llvm::SMLoc loc) : Stmt(K, loc) {}
  static bool classof(const Stmt *stmt) { return stmt->kind == K; }
};

using Block = llvm::ArrayRef<const Stmt *>;

/// `let`, `var` or `const`, with an optional type.
struct BindStmt : StmtOf<Stmt::Kind::Bind> {
  using StmtOf::StmtOf;
  enum class Mode { Let, Var, Const };
  Mode mode = Mode::Let;
  Name name;
  const TypeExpr *type = nullptr;
  const Expr *value = nullptr;
};

/// `target = value`, `target += value`, …
struct AssignStmt : StmtOf<Stmt::Kind::Assign> {
  using StmtOf::StmtOf;
  const Expr *target = nullptr;
  /// The operator before the `=`, none in a plain assignment.
  std::optional<TokenKind> op;
  const Expr *value = nullptr;
};

/// A call for its effect.
struct EvalStmt : StmtOf<Stmt::Kind::Eval> {
  using StmtOf::StmtOf;
  const Expr *value = nullptr;
};

/// `for variable in range(bounds) { body }`, with one to three bounds.
struct ForStmt : StmtOf<Stmt::Kind::For> {
  using StmtOf::StmtOf;
  llvm::ArrayRef<Attribute> attributes;
  Name variable;
  llvm::ArrayRef<const Expr *> bounds;
  Block body;
};

struct WhileStmt : StmtOf<Stmt::Kind::While> {
  using StmtOf::StmtOf;
  const Expr *condition = nullptr;
  Block body;
};

/// An `else if` is an `else` block of one IfStmt.
struct IfStmt : StmtOf<Stmt::Kind::If> {
  using StmtOf::StmtOf;
  const Expr *condition = nullptr;
  Block thenBody;
  Block elseBody;
};

struct ReturnStmt : StmtOf<Stmt::Kind::Return> {
  using StmtOf::StmtOf;
  /// Null in a bare `return`.
  const Expr *value = nullptr;
};

struct BreakStmt : StmtOf<Stmt::Kind::Break> {
  using StmtOf::StmtOf;
};

struct ContinueStmt : StmtOf<Stmt::Kind::Continue> {
  using StmtOf::StmtOf;
};

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

struct Param {
  Name name;
  /// Null only in an `fn`, whose parameters may take any type.
  const TypeExpr *type = nullptr;
};

/// A `kernel` or an `fn`.
struct Function {
  bool isKernel = false;
  Name name;
  llvm::ArrayRef<Attribute> attributes;
  llvm::ArrayRef<Param> params;
  /// Null in a kernel, and where an `fn` does not declare it.
  const TypeExpr *result = nullptr;
  Block body;
};

/// A file: constants, functions and kernels, each in the order of the text.
struct Program {
  llvm::ArrayRef<const BindStmt *> constants;
  llvm::ArrayRef<const Function *> functions;
};

} // namespace phobos::ast

#endif // PHOBOS_FRONTEND_AST_H

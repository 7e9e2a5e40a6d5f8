//===- ASTJson.cpp - an AST as JSON -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/ASTJson.h"

#include "phobos/Frontend/Parser.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"
#include <cmath>

using namespace phobos;
using namespace phobos::ast;
namespace json = llvm::json;

namespace {

/// Writes one tree. The switches name every kind, so that a new one does not
/// compile until it is written.
class Writer {
public:
  explicit Writer(const llvm::SourceMgr &sources) : sources(sources) {}

  json::Value write(const Program &program) {
    return json::Object{{"version", 1},
                        {"constants", list(program.constants)},
                        {"functions", list(program.functions)}};
  }

private:
  json::Object node(llvm::StringRef kind, llvm::SMLoc loc) {
    json::Object object = place(loc);
    object["kind"] = kind;
    return object;
  }

  json::Object place(llvm::SMLoc loc) {
    auto [line, column] =
        sources.getLineAndColumn(loc, sources.getMainFileID());
    return json::Object{{"line", line}, {"col", column}};
  }

  template <typename Node> json::Value orNull(const Node *node) {
    return node ? write(*node) : json::Value(nullptr);
  }

  template <typename Node> json::Array list(llvm::ArrayRef<Node> nodes) {
    json::Array array;
    for (const Node &element : nodes)
      if constexpr (std::is_pointer_v<Node>)
        array.push_back(write(*element));
      else
        array.push_back(write(element));
    return array;
  }

  json::Value write(const Name &name) {
    json::Object object = place(name.loc);
    object["text"] = name.text;
    return object;
  }

  json::Value write(const Argument &argument);
  json::Value write(const Range &range);
  json::Value write(const Attribute &attribute);
  json::Value write(const Param &param);
  json::Value write(const TypeExpr &type);
  json::Value write(const Expr &expr);
  void add(json::Object &object, const UnaryExpr &unary);
  void add(json::Object &object, const BinaryExpr &binary);
  json::Value write(const Stmt &stmt);
  json::Value write(const BindStmt &bind);
  json::Value write(const AssignStmt &assign);
  json::Value write(const ForStmt &loop);
  json::Value write(const IfStmt &branch);
  json::Value write(const Function &function);

  const llvm::SourceMgr &sources;
};

} // namespace

json::Value Writer::write(const Argument &argument) {
  json::Object object =
      argument.value ? place(argument.value->loc) : json::Object();
  object["name"] = argument.name ? write(*argument.name) : json::Value(nullptr);
  object["choice"] = argument.isChoice;
  object["value"] = orNull(argument.value);
  return object;
}

static llvm::StringRef spell(Range::Form form) {
  switch (form) {
  case Range::Form::Point:
    return "point";
  case Range::Form::StartEnd:
    return "start-end";
  case Range::Form::StartLength:
    return "start-length";
  case Range::Form::Full:
    return "full";
  case Range::Form::From:
    return "from";
  case Range::Form::Until:
    return "until";
  }
  llvm_unreachable("every form has a name");
}

json::Value Writer::write(const Range &range) {
  json::Object object = node(spell(range.form), range.loc);
  object["start"] = orNull(range.start);
  object["end"] = orNull(range.end);
  return object;
}

static llvm::StringRef spell(Expr::Kind kind) {
  switch (kind) {
  case Expr::Kind::Integer:
    return "integer";
  case Expr::Kind::Float:
    return "float";
  case Expr::Kind::Bool:
    return "bool";
  case Expr::Kind::Name:
    return "name";
  case Expr::Kind::List:
    return "list";
  case Expr::Kind::Unary:
    return "unary";
  case Expr::Kind::Binary:
    return "binary";
  case Expr::Kind::Call:
    return "call";
  case Expr::Kind::Subscript:
    return "subscript";
  case Expr::Kind::Member:
    return "member";
  }
  llvm_unreachable("every kind of expression has a name");
}

/// JSON has no numbers for infinities and NaN: they are strings.
static json::Value writeFloat(double value) {
  if (std::isfinite(value))
    return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

json::Value Writer::write(const Expr &expr) {
  json::Object object = node(spell(expr.kind), expr.loc);
  switch (expr.kind) {
  case Expr::Kind::Integer:
    object["value"] = llvm::cast<IntegerExpr>(expr).value;
    break;
  case Expr::Kind::Float:
    object["value"] = writeFloat(llvm::cast<FloatExpr>(expr).value);
    break;
  case Expr::Kind::Bool:
    object["value"] = llvm::cast<BoolExpr>(expr).value;
    break;
  case Expr::Kind::Name:
    object["name"] = llvm::cast<NameExpr>(expr).name;
    break;
  case Expr::Kind::List:
    object["elements"] = list(llvm::cast<ListExpr>(expr).elements);
    break;
  case Expr::Kind::Unary:
    add(object, llvm::cast<UnaryExpr>(expr));
    break;
  case Expr::Kind::Binary:
    add(object, llvm::cast<BinaryExpr>(expr));
    break;
  case Expr::Kind::Call:
    object["callee"] = orNull(llvm::cast<CallExpr>(expr).callee);
    object["arguments"] = list(llvm::cast<CallExpr>(expr).arguments);
    break;
  case Expr::Kind::Subscript:
    object["base"] = orNull(llvm::cast<SubscriptExpr>(expr).base);
    object["ranges"] = list(llvm::cast<SubscriptExpr>(expr).ranges);
    break;
  case Expr::Kind::Member:
    object["base"] = orNull(llvm::cast<MemberExpr>(expr).base);
    object["member"] = write(llvm::cast<MemberExpr>(expr).member);
    break;
  }
  return object;
}

void Writer::add(json::Object &object, const UnaryExpr &unary) {
  object["op"] = describe(unary.op);
  object["operand"] = orNull(unary.operand);
}

void Writer::add(json::Object &object, const BinaryExpr &binary) {
  object["op"] = describe(binary.op);
  object["lhs"] = orNull(binary.lhs);
  object["rhs"] = orNull(binary.rhs);
}

static llvm::StringRef spell(TypeExpr::Kind kind) {
  switch (kind) {
  case TypeExpr::Kind::Scalar:
    return "scalar";
  case TypeExpr::Kind::Tile:
    return "tile";
  case TypeExpr::Kind::Tensor:
    return "tensor";
  case TypeExpr::Kind::Pointer:
    return "pointer";
  }
  llvm_unreachable("every kind of type has a name");
}

json::Value Writer::write(const TypeExpr &type) {
  json::Object object = node(spell(type.kind), type.loc);
  object["element"] = write(type.element);
  object["dims"] = list(type.dims);
  object["strides"] =
      type.hasStrides ? json::Value(list(type.strides)) : json::Value(nullptr);
  return object;
}

static llvm::StringRef spell(BindStmt::Mode mode) {
  switch (mode) {
  case BindStmt::Mode::Let:
    return "let";
  case BindStmt::Mode::Var:
    return "var";
  case BindStmt::Mode::Const:
    return "const";
  }
  llvm_unreachable("every mode has a name");
}

json::Value Writer::write(const Stmt &stmt) {
  switch (stmt.kind) {
  case Stmt::Kind::Bind:
    return write(llvm::cast<BindStmt>(stmt));
  case Stmt::Kind::Assign:
    return write(llvm::cast<AssignStmt>(stmt));
  case Stmt::Kind::Eval: {
    json::Object object = node("eval", stmt.loc);
    object["value"] = orNull(llvm::cast<EvalStmt>(stmt).value);
    return object;
  }
  case Stmt::Kind::For:
    return write(llvm::cast<ForStmt>(stmt));
  case Stmt::Kind::While: {
    json::Object object = node("while", stmt.loc);
    object["condition"] = orNull(llvm::cast<WhileStmt>(stmt).condition);
    object["body"] = list(llvm::cast<WhileStmt>(stmt).body);
    return object;
  }
  case Stmt::Kind::If:
    return write(llvm::cast<IfStmt>(stmt));
  case Stmt::Kind::Return: {
    json::Object object = node("return", stmt.loc);
    object["value"] = orNull(llvm::cast<ReturnStmt>(stmt).value);
    return object;
  }
  case Stmt::Kind::Break:
    return node("break", stmt.loc);
  case Stmt::Kind::Continue:
    return node("continue", stmt.loc);
  }
  llvm_unreachable("every kind of statement is written");
}

json::Value Writer::write(const BindStmt &bind) {
  json::Object object = node(spell(bind.mode), bind.loc);
  object["name"] = write(bind.name);
  object["type"] = orNull(bind.type);
  object["value"] = orNull(bind.value);
  return object;
}

json::Value Writer::write(const AssignStmt &assign) {
  json::Object object = node("assign", assign.loc);
  object["target"] = orNull(assign.target);
  object["op"] =
      assign.op ? json::Value(describe(*assign.op)) : json::Value(nullptr);
  object["value"] = orNull(assign.value);
  return object;
}

json::Value Writer::write(const ForStmt &loop) {
  json::Object object = node("for", loop.loc);
  object["attributes"] = list(loop.attributes);
  object["variable"] = write(loop.variable);
  object["bounds"] = list(loop.bounds);
  object["body"] = list(loop.body);
  return object;
}

json::Value Writer::write(const IfStmt &branch) {
  json::Object object = node("if", branch.loc);
  object["condition"] = orNull(branch.condition);
  object["then"] = list(branch.thenBody);
  object["else"] = list(branch.elseBody);
  return object;
}

json::Value Writer::write(const Attribute &attribute) {
  json::Object object = place(attribute.name.loc);
  object["name"] = attribute.name.text;
  object["arguments"] = list(attribute.arguments);
  return object;
}

json::Value Writer::write(const Param &param) {
  json::Object object = place(param.name.loc);
  object["name"] = param.name.text;
  object["type"] = orNull(param.type);
  return object;
}

json::Value Writer::write(const Function &function) {
  json::Object object =
      node(function.isKernel ? "kernel" : "fn", function.name.loc);
  object["name"] = function.name.text;
  object["attributes"] = list(function.attributes);
  object["params"] = list(function.params);
  object["result"] = orNull(function.result);
  object["body"] = list(function.body);
  return object;
}

std::optional<json::Value> phobos::dumpASTAsJSON(llvm::SourceMgr &sources,
                                                 mlir::MLIRContext *context) {
  SourceDiagnostics diagnostics(sources, context);
  Arena arena;
  Program program = parseProgram(
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer(), arena,
      diagnostics);
  if (diagnostics.errorCount() != 0)
    return std::nullopt;
  return Writer(sources).write(program);
}

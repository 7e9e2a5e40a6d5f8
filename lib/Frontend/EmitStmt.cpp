//===- EmitStmt.cpp - statements as IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace phobos;

bool KernelEmitter::emitBlock(ast::Block block) {
  scopes.push();
  bool completes = emitStatements(block);
  scopes.pop();
  return completes;
}

/// Whether an atomic found `value` in memory, which need not be used.
static bool isOldValue(const RValue &value) {
  mlir::Operation *op = value.ir ? value.ir.getDefiningOp() : nullptr;
  if (auto item = llvm::dyn_cast_or_null<ItemOp>(op))
    op = item.getSource().getDefiningOp();
  return llvm::isa_and_nonnull<AtomicOp, AtomicScatterOp>(op);
}

bool KernelEmitter::emitStmt(const ast::Stmt *stmt) {
  llvm::SaveAndRestore deeper(nesting, nesting + 1);
  switch (stmt->kind) {
  case ast::Stmt::Kind::Bind:
    emitBind(llvm::cast<ast::BindStmt>(stmt));
    return true;
  case ast::Stmt::Kind::Assign:
    emitAssign(llvm::cast<ast::AssignStmt>(stmt));
    return true;
  case ast::Stmt::Kind::Eval: {
    RValue value = eval(llvm::cast<ast::EvalStmt>(stmt)->value);
    if (!value.isError() && value.kind != RValue::Kind::Void &&
        !isOldValue(value))
      error(stmt->loc) << "the value of this call is not used";
    return true;
  }
  case ast::Stmt::Kind::For:
    emitFor(llvm::cast<ast::ForStmt>(stmt));
    return true;
  case ast::Stmt::Kind::While:
    return emitWhile(llvm::cast<ast::WhileStmt>(stmt));
  case ast::Stmt::Kind::If:
    return emitIf(llvm::cast<ast::IfStmt>(stmt));
  case ast::Stmt::Kind::Return:
    emitReturn(llvm::cast<ast::ReturnStmt>(stmt));
    return false;
  case ast::Stmt::Kind::Break:
  case ast::Stmt::Kind::Continue:
    return emitLoopExit(stmt);
  }
  llvm_unreachable("every kind of statement is handled");
}

//===----------------------------------------------------------------------===//
// Bindings and assignments
//===----------------------------------------------------------------------===//

/// Gives the location of a computed number its name, for explanations.
static void nameNumber(const RValue &value, llvm::StringRef name) {
  mlir::Operation *op = value.isScalar() ? value.ir.getDefiningOp() : nullptr;
  if (op && llvm::isa<mlir::arith::ArithDialect>(op->getDialect()) &&
      !op->hasTrait<mlir::OpTrait::ConstantLike>() &&
      !llvm::isa<mlir::NameLoc>(op->getLoc()))
    op->setLoc(mlir::NameLoc::get(mlir::StringAttr::get(op->getContext(), name),
                                  op->getLoc()));
}

void KernelEmitter::emitBind(const ast::BindStmt *bind) {
  if (bind->mode == ast::BindStmt::Mode::Const) {
    std::optional<Constant> constant = evalConstant(bind->value);
    RValue value = constant ? RValue::of(*constant) : RValue::error();
    if (constant && bind->type)
      value = declareConstant(*constant, *bind->type, bind->value->loc);
    bindName(bind->name, Binding::Mode::Constant, value);
    return;
  }
  bool isVar = bind->mode == ast::BindStmt::Mode::Var;
  Binding::Mode mode = isVar ? Binding::Mode::Var : Binding::Mode::Let;
  llvm::SMLoc loc = bind->value->loc;
  RValue value = eval(bind->value);
  if (bind->type) {
    value = convertToDeclared(value, *bind->type, loc);
  } else if (value.kind == RValue::Kind::Void) {
    error(loc) << "expected a value, this call has none";
    value = RValue::error();
  }
  if (isVar)
    value = startVariable(std::move(value), loc);
  else
    nameNumber(value, bind->name.text);
  bindName(bind->name, mode, std::move(value));
}

/// The first value of a variable. What is assigned later must have its type, so
/// a literal takes its default type here, and all extents are known.
RValue KernelEmitter::startVariable(RValue value, llvm::SMLoc loc) {
  if (value.isBlockPointer())
    return value;
  if (value.isPointer())
    return startPointer(value, loc);
  if (!checkNumeric(value, loc))
    return RValue::error();
  value = concrete(std::move(value), loc);
  if (value.isError())
    return value;
  return convertTo(value, value.elementOrDefault(), value.shape, loc);
}

/// `value` as the variable takes it that holds `current`.
RValue KernelEmitter::nextOfVariable(const RValue &current, const RValue &value,
                                     llvm::SMLoc loc) {
  if (current.isPointer() || current.isBlockPointer())
    return nextPointer(current, value, loc);
  return convertTo(value, current.element, current.shape, loc);
}

void KernelEmitter::emitAssign(const ast::AssignStmt *assign) {
  if (auto *name = llvm::dyn_cast<ast::NameExpr>(assign->target))
    return assignName(assign, name);
  if (auto *target = llvm::dyn_cast<ast::SubscriptExpr>(assign->target))
    return emitStore(assign, target);
  error(assign->target->loc) << "expected a var or a slice as the target of "
                                "an assignment";
}

void KernelEmitter::assignName(const ast::AssignStmt *assign,
                               const ast::NameExpr *target) {
  if (target->name == "ctx") {
    error(target->loc) << "expected a var, 'ctx' cannot be assigned";
    return;
  }
  Binding *binding = scopes.find(target->name);
  if (!binding) {
    ast::Name name{target->name, target->loc};
    (void)eval(assign->value);
    unknownName(name, "; declare it with let, or with var to assign it later");
    // Its uses are no further errors.
    return scopes.bind(name, Binding::Mode::Var, RValue::error());
  }
  if (binding->mode != Binding::Mode::Var) {
    mlir::InFlightDiagnostic diagnostic = error(target->loc);
    bool isTensor = binding->value.kind == RValue::Kind::Tensor;
    diagnostic << "expected a var, '" << target->name << "' cannot be assigned"
               << (isTensor ? "; store to a slice of it, as in 'A[r :+ 64] = t'"
                            : "");
    if (binding->mode == Binding::Mode::Let)
      diagnostic.attachNote(at(binding->loc)) << "declare it with var here";
    return;
  }
  llvm::SMLoc loc = assign->value->loc;
  RValue value;
  std::optional<Call> dot =
      assign->op == TokenKind::Plus ? matchDot(assign->value) : std::nullopt;
  if (dot)
    value = emitDot(*dot, &binding->value);
  else
    value = eval(assign->value);
  if (assign->op && !dot)
    value = emitBinary(*assign->op, binding->value, value, assign->loc);
  if (binding->value.isError() || value.isError())
    return;
  if (dot && value.element.width() > binding->value.element.width()) {
    mlir::InFlightDiagnostic diagnostic = error(target->loc);
    diagnostic << "expected an accumulator of " << value.element.name()
               << " or wider, as the product is, got "
               << binding->value.describe();
    diagnostic.attachNote(at(binding->loc)) << "declared here";
    return;
  }
  value = nextOfVariable(binding->value, value, loc);
  if (!value.isError())
    binding->value = value;
}

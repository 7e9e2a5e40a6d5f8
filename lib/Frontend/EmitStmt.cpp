//===- EmitStmt.cpp - statements as IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace phobos;
namespace scf = mlir::scf;

void KernelEmitter::emitBlock(ast::Block block) {
  scopes.push();
  for (const ast::Stmt *stmt : block) {
    if (diagnostics.atLimit())
      break;
    emitStmt(stmt);
  }
  scopes.pop();
}

void KernelEmitter::emitStmt(const ast::Stmt *stmt) {
  llvm::SaveAndRestore deeper(nesting, nesting + 1);
  switch (stmt->kind) {
  case ast::Stmt::Kind::Bind:
    return emitBind(llvm::cast<ast::BindStmt>(stmt));
  case ast::Stmt::Kind::Assign:
    return emitAssign(llvm::cast<ast::AssignStmt>(stmt));
  case ast::Stmt::Kind::Eval: {
    RValue value = eval(llvm::cast<ast::EvalStmt>(stmt)->value);
    if (!value.isError() && value.kind != RValue::Kind::Void)
      error(stmt->loc) << "the value of this call is not used";
    return;
  }
  case ast::Stmt::Kind::For:
    return emitFor(llvm::cast<ast::ForStmt>(stmt));
  case ast::Stmt::Kind::While:
    return emitWhile(llvm::cast<ast::WhileStmt>(stmt));
  case ast::Stmt::Kind::If:
    return emitIf(llvm::cast<ast::IfStmt>(stmt));
  case ast::Stmt::Kind::Return:
    unsupported(stmt->loc, "return before the end of a kernel or fn");
    return;
  case ast::Stmt::Kind::Break:
    unsupported(stmt->loc, "break");
    return;
  case ast::Stmt::Kind::Continue:
    unsupported(stmt->loc, "continue");
    return;
  }
}

//===----------------------------------------------------------------------===//
// Bindings and assignments
//===----------------------------------------------------------------------===//

void KernelEmitter::emitBind(const ast::BindStmt *bind) {
  if (bind->mode == ast::BindStmt::Mode::Const) {
    std::optional<Constant> constant = evalConstant(bind->value);
    if (bind->type)
      unsupported(bind->type->loc, "a type on a const");
    bindName(bind->name, Binding::Mode::Constant,
             constant ? RValue::of(*constant) : RValue::error());
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
  } else if (isVar && !value.isError()) {
    // A literal takes its default type here, since what is assigned later must
    // have one type.
    value = checkNumeric(value, loc) ? concrete(value, loc) : RValue::error();
    if (!value.isError())
      value = convertTo(value, value.elementOrDefault(), value.shape, loc);
  }
  bindName(bind->name, mode, std::move(value));
}

void KernelEmitter::emitAssign(const ast::AssignStmt *assign) {
  if (auto *name = llvm::dyn_cast<ast::NameExpr>(assign->target))
    return assignName(assign, name);
  if (auto *target = llvm::dyn_cast<ast::SubscriptExpr>(assign->target))
    return emitStore(assign, target);
  error(assign->target->loc) << "expected a var or a slice of a tensor as the "
                                "target of an assignment";
}

void KernelEmitter::assignName(const ast::AssignStmt *assign,
                               const ast::NameExpr *target) {
  Binding *binding = scopes.find(target->name);
  if (!binding)
    return unknownName({target->name, target->loc});
  if (binding->mode != Binding::Mode::Var) {
    mlir::InFlightDiagnostic diagnostic = error(target->loc);
    diagnostic << "expected a var, '" << target->name << "' cannot be assigned";
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
  value = convertTo(value, binding->value.element, binding->value.shape, loc);
  if (!value.isError())
    binding->value = value;
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

namespace {
/// Collects the variables that blocks assign and do not declare themselves.
class AssignedNames {
public:
  explicit AssignedNames(Scopes &scopes) : scopes(scopes) {}

  void visit(ast::Block block) {
    size_t outer = locals.size();
    for (const ast::Stmt *stmt : block)
      visit(stmt);
    locals.resize(outer);
  }

  llvm::SetVector<Binding *> result;

private:
  void visit(const ast::Stmt *stmt) {
    if (auto *bind = llvm::dyn_cast<ast::BindStmt>(stmt))
      locals.push_back(bind->name.text);
    else if (auto *assign = llvm::dyn_cast<ast::AssignStmt>(stmt))
      visitTarget(assign->target);
    else if (auto *loop = llvm::dyn_cast<ast::WhileStmt>(stmt))
      visit(loop->body);
    else if (auto *branch = llvm::dyn_cast<ast::IfStmt>(stmt)) {
      visit(branch->thenBody);
      visit(branch->elseBody);
    } else if (auto *loop = llvm::dyn_cast<ast::ForStmt>(stmt)) {
      locals.push_back(loop->variable.text);
      visit(loop->body);
      locals.pop_back();
    }
  }

  void visitTarget(const ast::Expr *target) {
    while (auto *subscript = llvm::dyn_cast<ast::SubscriptExpr>(target))
      target = subscript->base;
    auto *name = llvm::dyn_cast<ast::NameExpr>(target);
    if (!name || llvm::is_contained(locals, name->name))
      return;
    Binding *binding = scopes.find(name->name);
    if (binding && binding->mode == Binding::Mode::Var &&
        !binding->value.isError())
      result.insert(binding);
  }

  Scopes &scopes;
  llvm::SmallVector<llvm::StringRef> locals;
};
} // namespace

llvm::SmallVector<Binding *>
KernelEmitter::assignedIn(llvm::ArrayRef<ast::Block> blocks) {
  AssignedNames names(scopes);
  for (ast::Block block : blocks)
    names.visit(block);
  return names.result.takeVector();
}

static llvm::SmallVector<mlir::Value>
valuesOf(llvm::ArrayRef<Binding *> bindings) {
  return llvm::map_to_vector(
      bindings, [](Binding *binding) { return binding->value.ir; });
}

static void rebind(llvm::ArrayRef<Binding *> bindings,
                   mlir::ValueRange values) {
  for (auto [binding, value] : llvm::zip_equal(bindings, values))
    binding->value.ir = value;
}

void KernelEmitter::emitRegion(mlir::Block *into, ast::Block block,
                               llvm::ArrayRef<Binding *> carried) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(into);
  emitBlock(block);
  scf::YieldOp::create(builder, into->getParentOp()->getLoc(),
                       valuesOf(carried));
}

void KernelEmitter::emitFor(const ast::ForStmt *loop) {
  llvm::ArrayRef<const ast::Expr *> bounds = loop->bounds;
  mlir::Value lower, step;
  if (bounds.size() == 1)
    lower = mlir::arith::ConstantIndexOp::create(builder, at(loop->loc), 0);
  else
    lower = evalIndex(bounds[0]);
  mlir::Value upper = evalIndex(bounds[bounds.size() == 1 ? 0 : 1]);
  if (bounds.size() < 3)
    step = mlir::arith::ConstantIndexOp::create(builder, at(loop->loc), 1);
  else
    step = evalIndex(bounds[2]);
  if (step)
    if (std::optional<int64_t> number = forms.of(step).getConstant();
        number && *number <= 0) {
      error(bounds[2]->loc) << "expected a step of at least 1, got " << *number;
      step = {};
    }
  // After an error the body is still worth checking: as a loop over nothing.
  if (!lower || !upper || !step)
    lower = upper = step =
        mlir::arith::ConstantIndexOp::create(builder, at(loop->loc), 1);

  llvm::SmallVector<Binding *> carried = assignedIn(loop->body);
  auto op = scf::ForOp::create(builder, at(loop->loc), lower, upper, step,
                               valuesOf(carried));
  // Without values to carry the builder has made the yield already.
  if (carried.empty())
    op.getBody()->getTerminator()->erase();
  rebind(carried, op.getRegionIterArgs());
  scopes.push();
  bindName(loop->variable, Binding::Mode::Loop,
           RValue::scalar(op.getInductionVar(), ScalarType::Index));
  emitRegion(op.getBody(), loop->body, carried);
  scopes.pop();
  rebind(carried, op.getResults());
}

RValue KernelEmitter::evalCondition(const ast::Expr *expr) {
  RValue value = eval(expr);
  if (value.isError())
    return value;
  bool isBool = value.isConstant() ? value.constant->isBool()
                                   : value.isScalar() && value.element.isBool();
  if (isBool)
    return value;
  bool isMany = value.isTile() || value.isPending();
  error(expr->loc) << "expected a bool, got " << value.describe()
                   << (isMany ? "; where(condition, a, b) selects element by "
                                "element"
                              : "; compare it, as in 'x != 0'");
  return RValue::error();
}

void KernelEmitter::emitWhile(const ast::WhileStmt *loop) {
  mlir::Location loc = at(loop->loc);
  llvm::SmallVector<Binding *> carried = assignedIn(loop->body);
  llvm::SmallVector<mlir::Value> initial = valuesOf(carried);
  llvm::SmallVector<mlir::Type> types =
      llvm::to_vector(mlir::ValueRange(initial).getTypes());
  llvm::SmallVector<mlir::Location> locs(types.size(), loc);
  auto op = scf::WhileOp::create(builder, loc, types, initial);
  mlir::Block *before = builder.createBlock(&op.getBefore(), {}, types, locs);
  mlir::Block *after = builder.createBlock(&op.getAfter(), {}, types, locs);

  rebind(carried, before->getArguments());
  builder.setInsertionPointToEnd(before);
  RValue truth = evalCondition(loop->condition);
  if (truth.isError())
    truth = RValue::of(Constant::boolean(false));
  mlir::Value condition =
      conform(truth, ScalarType::Bool, {}, loop->condition->loc);
  scf::ConditionOp::create(builder, loc, condition, before->getArguments());

  rebind(carried, after->getArguments());
  emitRegion(after, loop->body, carried);
  builder.setInsertionPointAfter(op);
  rebind(carried, op.getResults());
}

void KernelEmitter::emitIf(const ast::IfStmt *branch) {
  mlir::Location loc = at(branch->loc);
  RValue truth = evalCondition(branch->condition);
  // A compile-time condition takes its branch; the other is not looked at, so
  // it may hold what makes no sense for these constants.
  if (truth.isConstant())
    return emitBlock(truth.constant->getBool() ? branch->thenBody
                                               : branch->elseBody);
  if (truth.isError())
    truth = RValue::of(Constant::boolean(true));
  mlir::Value condition =
      conform(truth, ScalarType::Bool, {}, branch->condition->loc);
  llvm::SmallVector<Binding *> carried =
      assignedIn({branch->thenBody, branch->elseBody});
  llvm::SmallVector<mlir::Value> before = valuesOf(carried);
  bool hasElse = !branch->elseBody.empty() || !carried.empty();
  auto op = scf::IfOp::create(builder, loc, mlir::ValueRange(before).getTypes(),
                              condition, /*addThenBlock=*/true,
                              /*addElseBlock=*/hasElse);
  emitRegion(op.thenBlock(), branch->thenBody, carried);
  rebind(carried, before);
  if (hasElse)
    emitRegion(op.elseBlock(), branch->elseBody, carried);
  rebind(carried, op.getResults());
}

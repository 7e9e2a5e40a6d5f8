//===- EmitFlow.cpp - branches and early exits as IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The IR's control flow is structured, so `break`, `continue` and an early
// `return` set a flag: a variable that no text names, carried as others are.
// What follows in the block is guarded by the flag, and a loop that may be left
// asks it before each iteration (EmitLoop.cpp).
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace phobos;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

//===----------------------------------------------------------------------===//
// What blocks assign and where they exit
//===----------------------------------------------------------------------===//

namespace {
/// Collects the variables that blocks assign and do not declare themselves, the
/// flags of exits among them.
class AssignedNames {
public:
  /// The flags are what a break and a continue outside of an inner loop set, or
  /// null, and what a return sets.
  AssignedNames(Scopes &scopes, Binding *breakFlag, Binding *continueFlag,
                llvm::ArrayRef<Binding *> returnFlags)
      : scopes(scopes), breakFlag(breakFlag), continueFlag(continueFlag),
        returnFlags(returnFlags) {}

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
    else if (auto *call = llvm::dyn_cast<ast::EvalStmt>(stmt)) {
      if (const ast::Expr *target = findStoreElemTarget(call->value))
        visitTarget(target);
    } else if (auto *loop = llvm::dyn_cast<ast::WhileStmt>(stmt))
      visitLoop(loop->body);
    else if (auto *branch = llvm::dyn_cast<ast::IfStmt>(stmt)) {
      visit(branch->thenBody);
      visit(branch->elseBody);
    } else if (auto *loop = llvm::dyn_cast<ast::ForStmt>(stmt)) {
      locals.push_back(loop->variable.text);
      visitLoop(loop->body);
      locals.pop_back();
    } else if (llvm::isa<ast::ReturnStmt>(stmt))
      result.insert(returnFlags.begin(), returnFlags.end());
    else if (llvm::isa<ast::BreakStmt>(stmt))
      insertFlag(breakFlag);
    else if (llvm::isa<ast::ContinueStmt>(stmt))
      insertFlag(continueFlag);
  }

  /// The exits of an inner loop are its own.
  void visitLoop(ast::Block body) {
    llvm::SaveAndRestore innerBreak(breakFlag, static_cast<Binding *>(nullptr));
    llvm::SaveAndRestore innerContinue(continueFlag,
                                       static_cast<Binding *>(nullptr));
    visit(body);
  }

  void insertFlag(Binding *flag) {
    if (flag)
      result.insert(flag);
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
  Binding *breakFlag;
  Binding *continueFlag;
  llvm::ArrayRef<Binding *> returnFlags;
  llvm::SmallVector<llvm::StringRef> locals;
};
} // namespace

llvm::SmallVector<Binding *>
KernelEmitter::assignedIn(llvm::ArrayRef<ast::Block> blocks, bool isLoopBody) {
  llvm::SmallVector<Binding *, 2> returnFlags = {&frame->returned};
  if (!frame->result.value.isError())
    returnFlags.push_back(&frame->result);
  Loop *loop = isLoopBody ? nullptr : frame->loop;
  AssignedNames names(scopes, loop ? &loop->broken : nullptr,
                      loop ? &loop->continued : nullptr, returnFlags);
  for (ast::Block block : blocks)
    names.visit(block);
  return names.result.takeVector();
}

llvm::SmallVector<mlir::Value>
KernelEmitter::valuesOf(llvm::ArrayRef<Binding *> bindings) {
  llvm::SmallVector<mlir::Value> values;
  for (const Binding *binding : bindings)
    llvm::append_range(values, binding->value.carried());
  return values;
}

void KernelEmitter::rebind(llvm::ArrayRef<Binding *> bindings,
                           mlir::ValueRange values) {
  for (Binding *binding : bindings)
    binding->value.takeCarried(values);
  assert(values.empty() && "expected a value for each that is carried");
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

mlir::Value KernelEmitter::emitBool(bool value, llvm::SMLoc loc) {
  return arith::ConstantOp::create(builder, at(loc),
                                   builder.getBoolAttr(value));
}

/// A flag that nothing has set.
Binding KernelEmitter::makeFlag(llvm::SMLoc loc) {
  return {Binding::Mode::Var, loc,
          RValue::scalar(emitBool(false, loc), ScalarType::Bool)};
}

bool KernelEmitter::emitLoopExit(const ast::Stmt *stmt) {
  bool isBreak = llvm::isa<ast::BreakStmt>(stmt);
  if (!frame->loop) {
    error(stmt->loc) << "expected " << (isBreak ? "break" : "continue")
                     << " in a loop";
    return true;
  }
  Binding &flag = isBreak ? frame->loop->broken : frame->loop->continued;
  flag.value.ir = emitBool(true, stmt->loc);
  frame->loop->isLeft |= isBreak;
  return false;
}

bool KernelEmitter::emitStatements(ast::Block block) {
  for (size_t next = 0; next != block.size() && !diagnostics.atLimit();) {
    llvm::SmallVector<Binding *> flags = {&frame->returned};
    if (frame->loop)
      llvm::append_values(flags, &frame->loop->broken, &frame->loop->continued);
    llvm::SmallVector<mlir::Value> before = valuesOf(flags);
    if (!emitStmt(block[next++]))
      return false;
    mlir::Value left;
    for (auto [flag, value] : llvm::zip_equal(flags, before)) {
      mlir::Value now = flag->value.ir;
      if (now != value)
        left = left
                   ? builder.createOrFold<arith::OrIOp>(now.getLoc(), left, now)
                   : now;
    }
    if (left && next != block.size())
      return emitGuarded(left, block.drop_front(next));
  }
  return true;
}

bool KernelEmitter::emitGuarded(mlir::Value left, ast::Block rest) {
  llvm::SaveAndRestore deeper(nesting, nesting + 1);
  llvm::SMLoc start = rest.front()->loc;
  if (nesting > nestingLimit) {
    error(start) << "statements and early exits are nested too deeply, the "
                    "limit is "
                 << nestingLimit;
    return true;
  }
  mlir::Location loc = at(start);
  mlir::Value stays =
      arith::XOrIOp::create(builder, loc, left, emitBool(true, start));
  llvm::SmallVector<Binding *> carried = assignedIn(rest);
  llvm::SmallVector<mlir::Value> before = valuesOf(carried);
  auto op = scf::IfOp::create(builder, loc, mlir::ValueRange(before).getTypes(),
                              stays, /*addThenBlock=*/true,
                              /*addElseBlock=*/!carried.empty());
  // The names that `rest` binds stay in sight to the end of the block.
  bool completes =
      emitRegion(op.thenBlock(), carried, [&] { return emitStatements(rest); });
  if (!carried.empty()) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(op.elseBlock());
    scf::YieldOp::create(builder, loc, before);
  }
  rebind(carried, op.getResults());
  return completes;
}

bool KernelEmitter::emitRegion(mlir::Block *into,
                               llvm::ArrayRef<Binding *> carried,
                               llvm::function_ref<bool()> emitBody) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(into);
  bool completes = emitBody();
  scf::YieldOp::create(builder, into->getParentOp()->getLoc(),
                       valuesOf(carried));
  return completes;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

RValue KernelEmitter::evalCondition(const ast::Expr *expr) {
  RValue value = eval(expr);
  if (value.isError())
    return value;
  bool isBool = value.isConstant() ? value.constant->isBool()
                                   : value.isScalar() && value.element.isBool();
  if (isBool)
    return value.constant ? RValue::of(*value.constant) : value;
  bool isMany = value.isTile() || value.isPending();
  error(expr->loc) << "expected a bool, got " << value.describe()
                   << (isMany ? "; where(condition, a, b) selects element by "
                                "element"
                              : "; compare it, as in 'x != 0'");
  return RValue::error();
}

bool KernelEmitter::emitIf(const ast::IfStmt *branch) {
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
  bool completes = emitRegion(op.thenBlock(), carried,
                              [&] { return emitBlock(branch->thenBody); });
  rebind(carried, before);
  if (hasElse)
    completes |= emitRegion(op.elseBlock(), carried,
                            [&] { return emitBlock(branch->elseBody); });
  rebind(carried, op.getResults());
  return completes || !hasElse;
}

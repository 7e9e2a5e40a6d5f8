//===- EmitLoop.cpp - loops as IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace phobos;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

/// Whether control may leave a loop with this body before its condition ends
/// it; the break of a loop in the body does not do that.
static bool mayLeaveLoop(ast::Block body, bool isInner = false) {
  return llvm::any_of(body, [&](const ast::Stmt *stmt) {
    if (auto *loop = llvm::dyn_cast<ast::ForStmt>(stmt))
      return mayLeaveLoop(loop->body, true);
    if (auto *loop = llvm::dyn_cast<ast::WhileStmt>(stmt))
      return mayLeaveLoop(loop->body, true);
    if (auto *branch = llvm::dyn_cast<ast::IfStmt>(stmt))
      return mayLeaveLoop(branch->thenBody, isInner) ||
             mayLeaveLoop(branch->elseBody, isInner);
    return llvm::isa<ast::ReturnStmt>(stmt) ||
           (!isInner && llvm::isa<ast::BreakStmt>(stmt));
  });
}

/// The bounds of a loop over nothing, after an error: its body is still worth
/// checking.
KernelEmitter::LoopBounds KernelEmitter::emptyBounds(llvm::SMLoc loc) {
  mlir::Value one = arith::ConstantIndexOp::create(builder, at(loc), 1);
  return {one, one, one};
}

KernelEmitter::LoopBounds KernelEmitter::evalBounds(const ast::ForStmt *loop) {
  llvm::ArrayRef<const ast::Expr *> bounds = loop->bounds;
  mlir::Location loc = at(loop->loc);
  mlir::Value lower, step;
  if (bounds.size() == 1)
    lower = arith::ConstantIndexOp::create(builder, loc, 0);
  else
    lower = evalIndex(bounds[0]);
  mlir::Value upper = evalIndex(bounds[bounds.size() == 1 ? 0 : 1]);
  if (bounds.size() < 3)
    step = arith::ConstantIndexOp::create(builder, loc, 1);
  else
    step = evalIndex(bounds[2]);
  if (!lower || !upper || !step)
    return emptyBounds(loop->loc);
  std::optional<int64_t> number = forms.of(step).getConstant();
  if (number && *number <= 0) {
    error(bounds[2]->loc) << "expected a step of at least 1, got " << *number;
    return emptyBounds(loop->loc);
  }
  if (number)
    return {lower, upper, step};
  // A step below 1 that only the run shows runs nothing.
  mlir::Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  mlir::Value advances =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, step, one);
  upper = arith::SelectOp::create(builder, loc, advances, upper, lower);
  step = arith::MaxSIOp::create(builder, loc, step, one);
  return {lower, upper, step};
}

void KernelEmitter::emitLoopBody(ast::Block body, Loop &loop) {
  loop.broken = makeFlag(loop.loc);
  loop.continued = makeFlag(loop.loc);
  llvm::SaveAndRestore inner(frame->loop, &loop);
  emitBlock(body);
}

/// Lets what is printed of `value` call it as the source does.
static void nameValue(mlir::Value value, const ast::Name &name) {
  auto text = mlir::StringAttr::get(value.getContext(), name.text);
  value.setLoc(mlir::NameLoc::get(text, value.getLoc()));
}

void KernelEmitter::emitFor(const ast::ForStmt *loop) {
  LoopBounds bounds = evalBounds(loop);
  llvm::SmallVector<Binding *> carried =
      assignedIn(loop->body, /*isLoopBody=*/true);
  if (mayLeaveLoop(loop->body))
    return emitLeavableFor(loop, bounds, carried);
  auto op = scf::ForOp::create(builder, at(loop->loc), bounds.lower,
                               bounds.upper, bounds.step, valuesOf(carried));
  setLoopAttributes(loop, op);
  // Without values to carry the builder has made the yield already.
  if (carried.empty())
    op.getBody()->getTerminator()->erase();
  rebind(carried, op.getRegionIterArgs());
  nameValue(op.getInductionVar(), loop->variable);
  scopes.push();
  bindName(loop->variable, Binding::Mode::Loop,
           RValue::scalar(op.getInductionVar(), ScalarType::Index));
  emitRegion(op.getBody(), carried, [&] {
    Loop context(loop->loc);
    emitLoopBody(loop->body, context);
    return true;
  });
  scopes.pop();
  rebind(carried, op.getResults());
}

/// A loop in the IR that carries `values` and runs as long as the value is true
/// that `emitCondition` makes of them; the builder is left in its body.
static scf::WhileOp
createWhile(mlir::OpBuilder &builder, mlir::Location loc,
            mlir::ValueRange values,
            llvm::function_ref<mlir::Value(mlir::ValueRange)> emitCondition) {
  llvm::SmallVector<mlir::Location> locs(values.size(), loc);
  auto op = scf::WhileOp::create(builder, loc, values.getTypes(), values);
  mlir::Block *before =
      builder.createBlock(&op.getBefore(), {}, values.getTypes(), locs);
  mlir::Value condition = emitCondition(before->getArguments());
  scf::ConditionOp::create(builder, loc, condition, before->getArguments());
  builder.createBlock(&op.getAfter(), {}, values.getTypes(), locs);
  return op;
}

/// Whether the loop goes on after an iteration, as far as exits say.
mlir::Value KernelEmitter::emitStays(const Loop &loop,
                                     llvm::ArrayRef<Binding *> carried) {
  mlir::Location loc = at(loop.loc);
  mlir::Value left = loop.broken.value.ir;
  // The flag of a loop without returns is that of the text before it.
  if (llvm::is_contained(carried, &frame->returned))
    left = arith::OrIOp::create(builder, loc, left, frame->returned.value.ir);
  return arith::XOrIOp::create(builder, loc, left, emitBool(true, loop.loc));
}

/// A `for` that may be left: carries its position, and whether there is another
/// iteration, which is found without adding beyond the upper bound.
void KernelEmitter::emitLeavableFor(const ast::ForStmt *loop,
                                    const LoopBounds &bounds,
                                    llvm::ArrayRef<Binding *> carried) {
  mlir::Location loc = at(loop->loc);
  llvm::SmallVector<mlir::Value> initial = {
      bounds.lower,
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                            bounds.lower, bounds.upper)};
  llvm::append_range(initial, valuesOf(carried));
  mlir::OpBuilder::InsertionGuard guard(builder);
  auto op = createWhile(builder, loc, initial,
                        [](mlir::ValueRange values) { return values[1]; });
  setLoopAttributes(loop, op);
  mlir::Value position = op.getAfterArguments()[0];
  nameValue(op.getBeforeArguments()[0], loop->variable);
  rebind(carried, op.getAfterArguments().drop_front(2));
  Loop context(loop->loc);
  scopes.push();
  bindName(loop->variable, Binding::Mode::Loop,
           RValue::scalar(position, ScalarType::Index));
  emitLoopBody(loop->body, context);
  scopes.pop();
  mlir::Value left =
      arith::SubIOp::create(builder, loc, bounds.upper, position);
  mlir::Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ugt, left, bounds.step);
  llvm::SmallVector<mlir::Value> next = {
      arith::AddIOp::create(builder, loc, position, bounds.step),
      arith::AndIOp::create(builder, loc, isInside,
                            emitStays(context, carried))};
  llvm::append_range(next, valuesOf(carried));
  scf::YieldOp::create(builder, loc, next);
  rebind(carried, op.getResults().drop_front(2));
}

mlir::Value KernelEmitter::emitCondition(const ast::WhileStmt *loop,
                                         bool &isEndless) {
  RValue truth = evalCondition(loop->condition);
  if (truth.isError())
    truth = RValue::of(Constant::boolean(false));
  isEndless = truth.isConstant() && truth.constant->getBool();
  return conform(truth, ScalarType::Bool, {}, loop->condition->loc);
}

bool KernelEmitter::emitWhile(const ast::WhileStmt *loop) {
  mlir::Location loc = at(loop->loc);
  llvm::SmallVector<Binding *> carried =
      assignedIn(loop->body, /*isLoopBody=*/true);
  if (mayLeaveLoop(loop->body))
    return emitLeavableWhile(loop, carried);
  mlir::OpBuilder::InsertionGuard guard(builder);
  bool isEndless = false;
  auto op = createWhile(builder, loc, valuesOf(carried),
                        [&](mlir::ValueRange values) {
                          rebind(carried, values);
                          return emitCondition(loop, isEndless);
                        });
  rebind(carried, op.getAfterArguments());
  Loop context(loop->loc);
  emitLoopBody(loop->body, context);
  scf::YieldOp::create(builder, loc, valuesOf(carried));
  rebind(carried, op.getResults());
  return true;
}

/// A `while` that may be left: carries whether it stays, and does not look at
/// its condition where it does not.
bool KernelEmitter::emitLeavableWhile(const ast::WhileStmt *loop,
                                      llvm::ArrayRef<Binding *> carried) {
  mlir::Location loc = at(loop->loc);
  llvm::SmallVector<mlir::Value> initial = {emitBool(true, loop->loc)};
  llvm::append_range(initial, valuesOf(carried));
  mlir::OpBuilder::InsertionGuard guard(builder);
  bool isEndless = false;
  auto op = createWhile(builder, loc, initial, [&](mlir::ValueRange values) {
    rebind(carried, values.drop_front());
    auto stays = scf::IfOp::create(builder, loc, builder.getI1Type(), values[0],
                                   /*addThenBlock=*/true,
                                   /*addElseBlock=*/true);
    mlir::OpBuilder::InsertionGuard inner(builder);
    builder.setInsertionPointToEnd(stays.thenBlock());
    scf::YieldOp::create(builder, loc, emitCondition(loop, isEndless));
    builder.setInsertionPointToEnd(stays.elseBlock());
    scf::YieldOp::create(builder, loc, values[0]);
    return stays.getResult(0);
  });
  rebind(carried, op.getAfterArguments().drop_front());
  Loop context(loop->loc);
  emitLoopBody(loop->body, context);
  llvm::SmallVector<mlir::Value> next = {emitStays(context, carried)};
  llvm::append_range(next, valuesOf(carried));
  scf::YieldOp::create(builder, loc, next);
  rebind(carried, op.getResults().drop_front());
  return !isEndless || context.isLeft;
}

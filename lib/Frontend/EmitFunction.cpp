//===- EmitFunction.cpp - calls of fns, inlined -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A return that is not under a run-time condition is the value of its call, of
// whatever kind. Others set a variable, which must have a type before the first
// of them is emitted: the declared one, or what a trial run of the body shows.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace phobos;

/// Functions that call one another twice would double the IR again and again.
static constexpr unsigned callLimit = 4096;

void KernelEmitter::reportCallLimit(llvm::SMLoc loc) {
  error(loc) << "too many calls to inline, the limit is " << callLimit
             << " in a kernel";
}

void KernelEmitter::bindArguments(const ast::Function &function,
                                  const ast::CallExpr *call) {
  llvm::SmallVector<RValue> values(function.params.size());
  llvm::SmallVector<llvm::SMLoc> locs(function.params.size(), call->loc);
  if (call->arguments.size() != function.params.size())
    error(call->loc) << "expected " << function.params.size()
                     << " arguments of '" << function.name.text << "', got "
                     << call->arguments.size();
  size_t position = 0;
  for (const ast::Argument &argument : call->arguments) {
    RValue value = eval(argument.value);
    size_t index = position++;
    if (argument.name)
      index = llvm::find_if(function.params,
                            [&](const ast::Param &param) {
                              return param.name.text == argument.name->text;
                            }) -
              function.params.begin();
    if (index < values.size()) {
      values[index] = value;
      locs[index] = argument.value->loc;
    } else if (argument.name) {
      error(argument.name->loc)
          << "'" << function.name.text << "' has no parameter '"
          << argument.name->text << "'";
    }
  }
  // The body sees the file's constants and its parameters, nothing of the
  // caller.
  Scopes callerScopes = std::move(scopes);
  scopes = Scopes();
  for (const ast::BindStmt *constant : program.constants)
    scopes.bind(constant->name, Binding::Mode::Constant,
                callerScopes.findOutermost(constant->name.text)->value);
  scopes.push();
  for (auto [param, value, loc] :
       llvm::zip_equal(function.params, values, locs)) {
    if (param.type)
      value = convertToDeclared(value, *param.type, loc);
    bindName(param.name, Binding::Mode::Param, value);
  }
  outerScopes.push_back(std::move(callerScopes));
}

RValue KernelEmitter::inlineCall(const ast::Function &function,
                                 const ast::CallExpr *call) {
  if (function.isKernel) {
    error(call->loc) << "expected an fn, '" << function.name.text
                     << "' is a kernel";
    return RValue::error();
  }
  for (const auto &[active, loc] : calls)
    if (active == &function) {
      error(call->loc) << "'" << function.name.text
                       << "' calls itself, but functions are inlined";
      return RValue::error();
    }
  if (nesting > nestingLimit) {
    error(call->loc) << "calls, blocks and expressions are nested too deeply, "
                        "the limit is "
                     << nestingLimit;
    return RValue::error();
  }
  if (++inlined > callLimit) {
    if (inlined == callLimit + 1)
      reportCallLimit(call->loc);
    return RValue::error();
  }
  bindArguments(function, call);
  calls.push_back({&function, call->loc});
  RValue result = emitFunctionBody(function);
  calls.pop_back();
  scopes = outerScopes.pop_back_val();
  return result;
}

//===----------------------------------------------------------------------===//
// Bodies and what they return
//===----------------------------------------------------------------------===//

bool KernelEmitter::emitFrame(Frame &own, ast::Block body) {
  own.returned = makeFlag(own.function.name.loc);
  own.top = builder.getInsertionBlock();
  llvm::SaveAndRestore inner(frame, &own);
  return emitStatements(body);
}

RValue KernelEmitter::emitFunctionBody(const ast::Function &function) {
  Frame own(function);
  own.result.value = initialResult(function);
  bool completes = emitFrame(own, function.body);
  if (own.returns.empty() && !function.result)
    return RValue::nothing();
  if (own.returns.empty() || own.returns.front().isDirect) {
    // Of the declared type, also in errors where there is no return.
    Frame::Return last{RValue::nothing(), function.name.loc};
    if (!own.returns.empty())
      last = own.returns.front();
    if (!function.result)
      return last.value;
    return convertToDeclared(last.value, *function.result, last.loc);
  }
  const Frame::Return &first = own.returns.front();
  if (first.value.kind == RValue::Kind::Void)
    return function.result ? RValue::error() : RValue::nothing();
  if (completes) {
    mlir::InFlightDiagnostic diagnostic = error(function.name.loc);
    diagnostic << "expected every path of '" << function.name.text
               << "' to return a value, one ends without";
    diagnostic.attachNote(at(first.loc)) << "a value is returned here";
    return RValue::error();
  }
  return own.result.value;
}

void KernelEmitter::emitReturn(const ast::ReturnStmt *stmt) {
  if (frame->function.isKernel && stmt->value) {
    error(stmt->loc) << "expected no value, a kernel returns nothing";
    return;
  }
  Frame::Return entry;
  entry.loc = stmt->value ? stmt->value->loc : stmt->loc;
  entry.value = stmt->value ? eval(stmt->value) : RValue::nothing();
  entry.isDirect = builder.getInsertionBlock() == frame->top;
  bool agrees =
      frame->returns.empty() || checkReturn(frame->returns.front(), entry);
  frame->returns.push_back(entry);
  if (entry.isDirect)
    return;
  frame->returned.value.ir = emitBool(true, stmt->loc);
  if (agrees && !frame->result.value.isError())
    setResult(entry);
}

/// Whether both returns have a value, or both have none; an error if not.
bool KernelEmitter::checkReturn(const Frame::Return &first,
                                const Frame::Return &other) {
  bool hasValue = first.value.kind != RValue::Kind::Void;
  if (hasValue == (other.value.kind != RValue::Kind::Void))
    return true;
  mlir::InFlightDiagnostic diagnostic = error(other.loc);
  diagnostic << "expected " << (hasValue ? "a value" : "no value")
             << ", as in the other return of '" << frame->function.name.text
             << "'";
  diagnostic.attachNote(at(first.loc)) << "the other return";
  return false;
}

void KernelEmitter::setResult(const Frame::Return &entry) {
  RValue &result = frame->result.value;
  RValue value =
      convertTo(entry.value, result.element, result.shape, entry.loc);
  if (!value.isError())
    result.ir = value.ir;
}

static bool hasReturn(ast::Block block) {
  return llvm::any_of(block, [](const ast::Stmt *stmt) {
    if (auto *loop = llvm::dyn_cast<ast::ForStmt>(stmt))
      return hasReturn(loop->body);
    if (auto *loop = llvm::dyn_cast<ast::WhileStmt>(stmt))
      return hasReturn(loop->body);
    if (auto *branch = llvm::dyn_cast<ast::IfStmt>(stmt))
      return hasReturn(branch->thenBody) || hasReturn(branch->elseBody);
    return llvm::isa<ast::ReturnStmt>(stmt);
  });
}

RValue KernelEmitter::initialResult(const ast::Function &function) {
  ast::Block body = function.body;
  if (!body.empty() && llvm::isa<ast::ReturnStmt>(body.back()))
    body = body.drop_back();
  if (!hasReturn(body))
    return RValue::error();
  const ast::TypeExpr *type = function.result;
  if (!type)
    return tryBody(function);
  bool isTile = type->kind == ast::TypeExpr::Kind::Tile;
  if (!isTile && type->kind != ast::TypeExpr::Kind::Scalar)
    return RValue::error();
  std::optional<ScalarType> element = resolveScalar(type->element);
  std::optional<Shape> shape = Shape();
  if (isTile)
    shape = evalShape(type->dims, type->loc);
  return element && shape ? zeroOf(*element, *shape, type->loc)
                          : RValue::error();
}

RValue KernelEmitter::zeroOf(ScalarType element, llvm::ArrayRef<int64_t> shape,
                             llvm::SMLoc loc) {
  Constant zero =
      element.isBool() ? Constant::boolean(false) : Constant::natural(0);
  return convertTo(RValue::of(zero), element, shape, loc);
}

/// The type in which the returns of a body meet, which a run of it shows whose
/// IR and errors count for nothing.
RValue KernelEmitter::tryBody(const ast::Function &function) {
  Frame trial(function);
  bool wasWithin = inlined <= callLimit;
  {
    SourceDiagnostics::Muted muted(diagnostics);
    mlir::OpBuilder::InsertionGuard guard(builder);
    trials.push_back(std::make_unique<mlir::Block>());
    builder.setInsertionPointToEnd(trials.back().get());
    scopes.push();
    emitFrame(trial, function.body);
    scopes.pop();
  }
  if (wasWithin && inlined > callLimit) {
    reportCallLimit(calls.back().second);
    return RValue::error();
  }
  return joinReturns(trial.returns);
}

RValue KernelEmitter::joinReturns(llvm::ArrayRef<Frame::Return> returns) {
  llvm::SmallVector<RValue> values;
  for (const Frame::Return &entry : returns) {
    if (entry.isDirect)
      return RValue::error();
    if (entry.value.kind == RValue::Kind::Void || entry.value.isError())
      continue;
    if (!entry.value.isNumeric()) {
      error(entry.loc) << "expected a number or a tile from a return under a "
                          "run-time condition, got "
                       << entry.value.describe();
      return RValue::error();
    }
    values.push_back(entry.value);
  }
  if (values.empty())
    return RValue::error();
  llvm::SMLoc loc = returns.back().loc;
  std::optional<ScalarType> element = unify(values, loc);
  std::optional<JoinedShape> joined = joinShapes(values, loc);
  if (!element || !joined)
    return RValue::error();
  bool isKnown = !joined->isOpen || joined->extents.empty();
  for (int64_t &extent : joined->extents)
    if (extent == RValue::unknownExtent)
      extent = 1;
  if (!isKnown) {
    error(loc) << "the extents of this value are not known here; write "
                  "broadcast(x, [m, n])";
    return RValue::error();
  }
  return zeroOf(*element, joined->extents, loc);
}

void KernelEmitter::dropTrials() {
  for (const std::unique_ptr<mlir::Block> &trial : trials)
    trial->dropAllReferences();
  trials.clear();
}

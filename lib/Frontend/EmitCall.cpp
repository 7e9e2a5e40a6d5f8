//===- EmitCall.cpp - calls: which function, which arguments -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Hints.h"
#include "KernelEmitter.h"

#include "llvm/ADT/StringExtras.h"

using namespace phobos;

llvm::ArrayRef<KernelEmitter::Builtin> KernelEmitter::builtins() {
  using E = KernelEmitter;
  static const Builtin table[] = {
      {"abs", {"x"}, 1, &E::emitAbs},
      {"advance", {"pointer", "offset"}, 2, &E::emitAdvance},
      {"all", {"t", "axis"}, 2, &E::emitReduce},
      {"any", {"t", "axis"}, 2, &E::emitReduce},
      {"arange", {"n"}, 1, &E::emitArange},
      {"argmax", {"t", "axis"}, 2, &E::emitArgReduce},
      {"argmin", {"t", "axis"}, 2, &E::emitArgReduce},
      {"atomic_add",
       {"to", "value", "mask", "order", "scope"},
       2,
       &E::emitAtomic,
       2},
      {"atomic_and",
       {"to", "value", "mask", "order", "scope"},
       2,
       &E::emitAtomic,
       2},
      {"atomic_cas",
       {"to", "expected", "value", "mask", "order", "scope"},
       3,
       &E::emitAtomic,
       3},
      {"atomic_max",
       {"to", "value", "mask", "order", "scope"},
       2,
       &E::emitAtomic,
       2},
      {"atomic_min",
       {"to", "value", "mask", "order", "scope"},
       2,
       &E::emitAtomic,
       2},
      {"atomic_or",
       {"to", "value", "mask", "order", "scope"},
       2,
       &E::emitAtomic,
       2},
      {"atomic_xchg",
       {"to", "value", "mask", "order", "scope"},
       2,
       &E::emitAtomic,
       2},
      {"atomic_xor",
       {"to", "value", "mask", "order", "scope"},
       2,
       &E::emitAtomic,
       2},
      {"block_ptr",
       {"pointer", "shape", "strides", "offset", "tile"},
       5,
       &E::emitBlockPtr},
      {"broadcast", {"t", "shape"}, 2, &E::emitBroadcast},
      {"ceil", {"x"}, 1, &E::emitMath},
      {"ceildiv", {"a", "b"}, 2, &E::emitCeilDiv},
      {"clamp", {"x", "lo", "hi"}, 3, &E::emitClamp},
      {"cos", {"x"}, 1, &E::emitMath},
      {"cumsum", {"t", "axis"}, 2, &E::emitCumsum},
      {"dot", {"a", "b", "precision"}, 2, &E::emitDotCall},
      {"dot_t", {"a", "b", "precision"}, 2, &E::emitDotCall},
      {"erf", {"x"}, 1, &E::emitMath},
      {"exp", {"x"}, 1, &E::emitMath},
      {"exp2", {"x"}, 1, &E::emitMath},
      {"floor", {"x"}, 1, &E::emitMath},
      {"floordiv", {"a", "b"}, 2, &E::emitFloored},
      {"fma", {"a", "b", "c"}, 3, &E::emitFma},
      {"full", {"shape", "value", "dtype"}, 2, &E::emitFull},
      {"iota", {"axis"}, 1, &E::emitIota},
      {"load",
       {"from", "fill", "mask", "other", "cache", "evict", "volatile",
        "boundary", "padding"},
       1,
       &E::emitLoadCall,
       1},
      {"log", {"x"}, 1, &E::emitMath},
      {"log2", {"x"}, 1, &E::emitMath},
      {"mod", {"a", "b"}, 2, &E::emitFloored},
      {"next_pow2", {"n"}, 1, &E::emitNextPow2},
      {"pow", {"x", "y"}, 2, &E::emitMath},
      {"prod", {"t", "axis"}, 2, &E::emitReduce},
      {"reshape", {"t", "shape"}, 2, &E::emitReshape},
      {"round", {"x"}, 1, &E::emitMath},
      {"rowmax", {"t"}, 1, &E::emitReduce},
      {"rowmin", {"t"}, 1, &E::emitReduce},
      {"rowsum", {"t"}, 1, &E::emitReduce},
      {"rsqrt", {"x"}, 1, &E::emitMath},
      {"sin", {"x"}, 1, &E::emitMath},
      {"sqrt", {"x"}, 1, &E::emitMath},
      {"store",
       {"to", "value", "mask", "cache", "evict", "volatile", "boundary"},
       2,
       &E::emitStoreCall,
       2},
      {"sum", {"t", "axis"}, 2, &E::emitReduce},
      {"tanh", {"x"}, 1, &E::emitMath},
      {"transpose", {"t"}, 1, &E::emitTranspose},
      {"truediv", {"a", "b"}, 2, &E::emitTrueDiv},
      {"where", {"condition", "a", "b"}, 3, &E::emitWhere},
      {"zeros", {"shape", "dtype"}, 1, &E::emitFull},
  };
  return table;
}

llvm::SmallVector<RValue>
KernelEmitter::evalAll(llvm::ArrayRef<const ast::Expr *> exprs) {
  llvm::SmallVector<RValue> values;
  for (const ast::Expr *expr : exprs)
    values.push_back(expr ? eval(expr) : RValue::nothing());
  return values;
}

std::optional<KernelEmitter::Call>
KernelEmitter::matchArguments(const Builtin &builtin,
                              const ast::CallExpr *call) {
  Call result{builtin.name, call->loc, builtin.parameters, {}};
  result.arguments.resize(builtin.parameters.size());
  std::string signature =
      (builtin.name + "(" + llvm::join(builtin.parameters, ", ") + ")").str();
  size_t position = 0;
  for (const ast::Argument &argument : call->arguments) {
    size_t index = position;
    if (argument.name) {
      index = llvm::find(builtin.parameters, argument.name->text) -
              builtin.parameters.begin();
      if (index == builtin.parameters.size()) {
        error(argument.name->loc)
            << "unknown argument '" << argument.name->text << "' of "
            << signature
            << nearMissHint(argument.name->text, builtin.parameters);
        return std::nullopt;
      }
    } else if (position++ >= builtin.named) {
      error(argument.value->loc)
          << "expected 'name = ' before this argument, the options of "
          << signature << " are given by name";
      return std::nullopt;
    }
    if (index >= builtin.parameters.size() || result.arguments[index]) {
      error(argument.value->loc)
          << "too many arguments, expected " << signature;
      return std::nullopt;
    }
    result.arguments[index] = argument.value;
  }
  for (unsigned index = 0; index != builtin.required; ++index) {
    if (!result.arguments[index]) {
      error(call->loc) << "missing argument '" << builtin.parameters[index]
                       << "', expected " << signature;
      return std::nullopt;
    }
  }
  return result;
}

RValue KernelEmitter::evalCall(const ast::CallExpr *call) {
  auto *callee = llvm::dyn_cast<ast::NameExpr>(call->callee);
  if (!callee) {
    if (llvm::isa<ast::MemberExpr>(call->callee))
      return evalThreadCall(call);
    error(call->loc) << "expected a function's name before '('";
    return RValue::error();
  }
  llvm::StringRef name = callee->name;
  if (Binding *binding = scopes.find(name)) {
    mlir::InFlightDiagnostic diagnostic = error(call->loc);
    diagnostic << "expected a function, '" << name << "' is a value";
    diagnostic.attachNote(at(binding->loc)) << "bound here";
    return RValue::error();
  }
  for (const ast::Function *function : program.functions)
    if (function->name.text == name)
      return inlineCall(*function, call);
  if (std::optional<ScalarType> type = ScalarType::fromName(name))
    return emitCastCall(*type, call);
  if (name == "max" || name == "min")
    return emitExtreme(call, name);
  llvm::SmallVector<llvm::StringRef> candidates = {"max", "min"};
  for (const Builtin &builtin : builtins()) {
    candidates.push_back(builtin.name);
    if (builtin.name != name)
      continue;
    std::optional<Call> matched = matchArguments(builtin, call);
    return matched ? (this->*builtin.emit)(*matched) : RValue::error();
  }
  for (const ast::Function *function : program.functions)
    candidates.push_back(function->name.text);
  llvm::append_range(candidates, ScalarType::names());
  std::string hint = hintForFunction(name);
  error(call->loc) << "unknown function '" << name << "'"
                   << (hint.empty() ? nearMissHint(name, candidates) : hint);
  return RValue::error();
}

std::optional<KernelEmitter::Call>
KernelEmitter::matchDot(const ast::Expr *expr) {
  auto *call = llvm::dyn_cast<ast::CallExpr>(expr);
  auto *callee = call ? llvm::dyn_cast<ast::NameExpr>(call->callee) : nullptr;
  if (!callee || scopes.find(callee->name))
    return std::nullopt;
  for (const ast::Function *function : program.functions)
    if (function->name.text == callee->name)
      return std::nullopt;
  for (const Builtin &builtin : builtins())
    if (builtin.name == callee->name &&
        builtin.emit == &KernelEmitter::emitDotCall)
      return matchArguments(builtin, call);
  return std::nullopt;
}

RValue KernelEmitter::emitCastCall(ScalarType to, const ast::CallExpr *call) {
  if (call->arguments.size() != 1 || call->arguments[0].name) {
    error(call->loc) << "expected one value to cast, as in '" << to.name()
                     << "(x)'";
    return RValue::error();
  }
  RValue operand = eval(call->arguments[0].value);
  if (!checkNumeric(operand, call->loc))
    return RValue::error();
  llvm::SMLoc loc = call->loc;
  ScalarType from = operand.elementOrDefault();
  // The widest type holds the literal first, so that the cast sees its value.
  if (operand.isConstant() && operand.constant->isFloat())
    from = ScalarType::F64;
  auto combine = [this, from, to, loc](llvm::ArrayRef<mlir::Value> values) {
    return arith(loc).cast(values[0], from, to);
  };
  return elementwise(operand, {{from}, to, combine, loc});
}

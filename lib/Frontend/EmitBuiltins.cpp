//===- EmitBuiltins.cpp - functions of elements -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace phobos;

std::optional<RValue> KernelEmitter::foldConstantCall(
    llvm::StringRef name, llvm::ArrayRef<RValue> operands, llvm::SMLoc loc) {
  llvm::SmallVector<Constant> constants;
  for (const RValue &operand : operands) {
    if (!operand.isConstant())
      return std::nullopt;
    constants.push_back(*operand.constant);
  }
  std::optional<llvm::Expected<Constant>> folded = foldCall(name, constants);
  if (!folded)
    return std::nullopt;
  std::optional<Constant> result = checked(std::move(*folded), loc);
  return result ? RValue::of(*result) : RValue::error();
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

RValue KernelEmitter::emitWhere(const Call &call) {
  llvm::SmallVector<RValue> operands = evalAll(call.arguments);
  llvm::SMLoc loc = call.loc;
  if (!checkNumeric(operands, loc))
    return RValue::error();
  const RValue &condition = operands[0];
  if (!condition.elementOrDefault().isBool()) {
    error(call.arguments[0]->loc)
        << "expected a condition of bools, got " << condition.describe();
    return RValue::error();
  }
  auto type = unify(llvm::ArrayRef<RValue>(operands).drop_front(), loc);
  if (!type)
    return RValue::error();
  auto combine = [this, loc](llvm::ArrayRef<mlir::Value> values) {
    return arith(loc).select(values[0], values[1], values[2]);
  };
  return elementwise(operands,
                     {{ScalarType::Bool, *type, *type}, *type, combine, loc});
}

/// max(a, b, …) element by element, or max(t, axis = n), a reduction.
RValue KernelEmitter::emitExtreme(const ast::CallExpr *call,
                                  llvm::StringRef name) {
  bool isMax = name == "max";
  llvm::SMLoc loc = call->loc;
  static const Builtin reduction = {
      "max", {"t", "axis"}, 2, &KernelEmitter::emitReduce};
  bool isReduction = llvm::any_of(call->arguments, [](auto &argument) {
    return argument.name && argument.name->text == "axis";
  });
  if (isReduction) {
    std::optional<Call> matched = matchArguments(reduction, call);
    if (!matched)
      return RValue::error();
    matched->name = name;
    return emitReduce(*matched);
  }
  llvm::SmallVector<RValue> operands;
  for (const ast::Argument &argument : call->arguments)
    operands.push_back(eval(argument.value));
  if (operands.size() < 2) {
    error(loc) << "expected " << name << "(a, b, …) or " << name
               << "(t, axis = n)";
    return RValue::error();
  }
  if (!checkNumeric(operands, loc))
    return RValue::error();
  if (operands.size() == 2 && operands[0].isTile() &&
      operands[1].isConstant() && operands[1].constant->isInteger()) {
    std::string number = operands[1].constant->str();
    error(loc) << "'" << name << "' of a tile and " << number
               << " may mean two things; write " << name
               << "(t, axis = " << number << ") to reduce, or " << name << "("
               << number << ", t) to compare with each element";
    return RValue::error();
  }
  if (auto folded = foldConstantCall(name, operands, loc))
    return *folded;
  std::optional<ScalarType> type = unify(operands, loc);
  if (!type)
    return RValue::error();
  auto combine = [this, isMax, type, loc](llvm::ArrayRef<mlir::Value> values) {
    mlir::Value result = values[0];
    for (mlir::Value value : values.drop_front())
      result = arith(loc).extreme(isMax, *type, result, value);
    return result;
  };
  Elementwise op{{}, *type, combine, loc};
  op.types.assign(operands.size(), *type);
  return elementwise(operands, op);
}

RValue KernelEmitter::emitClamp(const Call &call) {
  llvm::SmallVector<RValue> operands = evalAll(call.arguments);
  llvm::SMLoc loc = call.loc;
  if (!checkNumeric(operands, loc))
    return RValue::error();
  std::optional<ScalarType> type = unify(operands, loc);
  if (!type)
    return RValue::error();
  auto combine = [this, type, loc](llvm::ArrayRef<mlir::Value> values) {
    mlir::Value raised =
        arith(loc).extreme(/*isMax=*/true, *type, values[0], values[1]);
    return arith(loc).extreme(/*isMax=*/false, *type, raised, values[2]);
  };
  return elementwise(operands, {{*type, *type, *type}, *type, combine, loc});
}

RValue KernelEmitter::emitAbs(const Call &call) {
  RValue operand = eval(call.arguments[0]);
  llvm::SMLoc loc = call.loc;
  if (!checkNumeric(operand, loc))
    return RValue::error();
  if (auto folded = foldConstantCall(call.name, operand, loc))
    return *folded;
  ScalarType type = operand.element;
  if (type.isBool()) {
    error(loc) << "expected a number, got " << operand.describe();
    return RValue::error();
  }
  if (type.isUnsigned())
    return operand;
  ScalarType inner = type.isF8() ? ScalarType(ScalarType::F32) : type;
  auto combine = [this, type, inner, loc](llvm::ArrayRef<mlir::Value> values) {
    if (!type.isFloat())
      return builder.createOrFold<mlir::math::AbsIOp>(at(loc), values[0]);
    mlir::Value wide = arith(loc).cast(values[0], type, inner);
    return arith(loc).cast(
        builder.createOrFold<mlir::math::AbsFOp>(at(loc), wide), inner, type);
  };
  return elementwise(operand, {{type}, type, combine, loc});
}

RValue KernelEmitter::emitCeilDiv(const Call &call) {
  llvm::SmallVector<RValue> operands = evalAll(call.arguments);
  llvm::SMLoc loc = call.loc;
  if (!checkNumeric(operands, loc))
    return RValue::error();
  if (auto folded = foldConstantCall(call.name, operands, loc))
    return *folded;
  std::optional<ScalarType> type = unify(operands, loc);
  if (!type)
    return RValue::error();
  if (!type->isInteger()) {
    error(loc) << "expected integers, got " << operands[0].describe() << " and "
               << operands[1].describe();
    return RValue::error();
  }
  auto combine = [this, type, loc](llvm::ArrayRef<mlir::Value> values) {
    return arith(loc).ceilDiv(*type, values[0], values[1]);
  };
  return elementwise(operands, {{*type, *type}, *type, combine, loc});
}

RValue KernelEmitter::emitNextPow2(const Call &call) {
  RValue operand = eval(call.arguments[0]);
  if (operand.isError())
    return operand;
  if (auto folded = foldConstantCall(call.name, operand, call.loc))
    return *folded;
  error(call.loc) << "expected a compile-time value, got "
                  << operand.describe();
  return RValue::error();
}

//===----------------------------------------------------------------------===//
// Functions of floats
//===----------------------------------------------------------------------===//

/// The function `name` of upstream's math dialect.
static mlir::Value emitMathOp(mlir::OpBuilder &b, mlir::Location loc,
                              llvm::StringRef name,
                              llvm::ArrayRef<mlir::Value> x) {
  namespace math = mlir::math;
  using Emit = mlir::Value (*)(mlir::OpBuilder &, mlir::Location,
                               llvm::ArrayRef<mlir::Value>);
#define PHOBOS_UNARY(Op)                                                       \
  [](mlir::OpBuilder &b, mlir::Location loc, llvm::ArrayRef<mlir::Value> x) {  \
    return b.createOrFold<math::Op>(loc, x[0]);                                \
  }
  static const std::pair<llvm::StringRef, Emit> table[] = {
      {"ceil", PHOBOS_UNARY(CeilOp)},       {"cos", PHOBOS_UNARY(CosOp)},
      {"erf", PHOBOS_UNARY(ErfOp)},         {"exp", PHOBOS_UNARY(ExpOp)},
      {"exp2", PHOBOS_UNARY(Exp2Op)},       {"floor", PHOBOS_UNARY(FloorOp)},
      {"log", PHOBOS_UNARY(LogOp)},         {"log2", PHOBOS_UNARY(Log2Op)},
      {"round", PHOBOS_UNARY(RoundEvenOp)}, {"rsqrt", PHOBOS_UNARY(RsqrtOp)},
      {"sin", PHOBOS_UNARY(SinOp)},         {"sqrt", PHOBOS_UNARY(SqrtOp)},
      {"tanh", PHOBOS_UNARY(TanhOp)},
  };
#undef PHOBOS_UNARY
  for (const auto &[known, emit] : table)
    if (known == name)
      return emit(b, loc, x);
  return b.createOrFold<math::PowFOp>(loc, x[0], x[1]);
}

/// A function of one float type. Narrower ones compute in f32 and round once,
/// except where the result is exact anyway.
RValue KernelEmitter::emitMath(const Call &call) {
  llvm::SmallVector<RValue> operands = evalAll(call.arguments);
  llvm::SMLoc loc = call.loc;
  if (!checkNumeric(operands, loc))
    return RValue::error();
  if (auto folded = foldConstantCall(call.name, operands, loc))
    return *folded;
  std::optional<ScalarType> type = unify(operands, loc);
  if (!type)
    return RValue::error();
  if (!type->isFloat()) {
    error(loc) << "expected a float, got " << operands[0].describe()
               << "; cast it, as in 'f32(x)'";
    return RValue::error();
  }
  bool isExact =
      call.name == "floor" || call.name == "ceil" || call.name == "round";
  bool widens = type->isF8() || (!isExact && type->width() < 32);
  ScalarType inner = widens ? ScalarType(ScalarType::F32) : *type;
  auto combine = [this, name = call.name, type, inner,
                  loc](llvm::ArrayRef<mlir::Value> values) {
    llvm::SmallVector<mlir::Value> wide;
    for (mlir::Value value : values)
      wide.push_back(arith(loc).cast(value, *type, inner));
    mlir::Value result = emitMathOp(builder, at(loc), name, wide);
    return arith(loc).cast(result, inner, *type);
  };
  Elementwise op{{}, *type, combine, loc};
  op.types.assign(operands.size(), *type);
  return elementwise(operands, op);
}

RValue KernelEmitter::emitFma(const Call &call) {
  llvm::SmallVector<RValue> operands = evalAll(call.arguments);
  llvm::SMLoc loc = call.loc;
  if (!checkNumeric(operands, loc))
    return RValue::error();
  std::optional<ScalarType> type = unify(operands, loc);
  if (!type)
    return RValue::error();
  if (!type->isFloat()) {
    error(loc) << "expected floats, got " << operands[0].describe();
    return RValue::error();
  }
  ScalarType inner = type->isF8() ? ScalarType(ScalarType::F32) : *type;
  auto combine = [this, type, inner, loc](llvm::ArrayRef<mlir::Value> values) {
    llvm::SmallVector<mlir::Value> wide;
    for (mlir::Value value : values)
      wide.push_back(arith(loc).cast(value, *type, inner));
    mlir::Value result = builder.createOrFold<mlir::math::FmaOp>(
        at(loc), wide[0], wide[1], wide[2]);
    return arith(loc).cast(result, inner, *type);
  };
  return elementwise(operands, {{*type, *type, *type}, *type, combine, loc});
}

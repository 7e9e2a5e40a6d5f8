//===- EmitBuiltins.cpp - the functions of the language -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"

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
// Making tiles
//===----------------------------------------------------------------------===//

/// zeros(shape, dtype) and full(shape, value, dtype); f32, or the value's type,
/// where no dtype is given.
RValue KernelEmitter::emitFull(const Call &call) {
  bool isZeros = call.name == "zeros";
  const ast::Expr *dtype = call.arguments[isZeros ? 1 : 2];
  auto *dims = llvm::dyn_cast<ast::ListExpr>(call.arguments[0]);
  if (!dims) {
    error(call.arguments[0]->loc) << "expected a shape '[m, n]'";
    return RValue::error();
  }
  std::optional<Shape> shape = evalShape(dims->elements, dims->loc);
  RValue value =
      isZeros ? RValue::of(Constant::integer(0)) : eval(call.arguments[1]);
  std::optional<ScalarType> element = ScalarType(ScalarType::F32);
  if (dtype) {
    auto *name = llvm::dyn_cast<ast::NameExpr>(dtype);
    if (!name)
      error(dtype->loc) << "expected a type, as in 'dtype = f16'";
    element = name ? resolveScalar({name->name, name->loc}) : std::nullopt;
  } else if (!isZeros) {
    element = value.elementOrDefault();
  }
  if (!shape || !element)
    return RValue::error();
  return convertTo(value, *element, *shape, call.loc);
}

RValue KernelEmitter::emitIota(const Call &call) {
  std::optional<Constant> constant = evalConstant(call.arguments[0]);
  if (!constant)
    return RValue::error();
  std::optional<int64_t> axis = constant->getInt64();
  if (!axis || *axis < 0 || *axis > 4) {
    error(call.arguments[0]->loc)
        << "expected an axis from 0 to 4, got " << constant->str();
    return RValue::error();
  }
  llvm::SMLoc loc = call.loc;
  PendingTile pending;
  pending.make = [this, axis, loc](llvm::ArrayRef<int64_t> target) {
    Shape shape(target.size(), 1);
    shape[*axis] = target[*axis];
    mlir::Value tile = IotaOp::create(builder, at(loc),
                                      irType(ScalarType::Index, shape), *axis);
    return RValue::tile(tile, ScalarType::Index, shape);
  };
  RValue value;
  value.kind = RValue::Kind::Pending;
  value.element = ScalarType::Index;
  value.shape.assign(*axis + 1, 1);
  value.shape[*axis] = RValue::unknownExtent;
  value.pending = std::make_shared<const PendingTile>(std::move(pending));
  return value;
}

/// arange(n) = 0 … n-1
RValue KernelEmitter::emitArange(const Call &call) {
  std::optional<Shape> shape = evalShape(call.arguments, call.loc);
  if (!shape)
    return RValue::error();
  mlir::Value tile = IotaOp::create(builder, at(call.loc),
                                    irType(ScalarType::Index, *shape), 0);
  return RValue::tile(tile, ScalarType::Index, *shape);
}

RValue KernelEmitter::emitBroadcast(const Call &call) {
  RValue operand = eval(call.arguments[0]);
  auto *dims = llvm::dyn_cast<ast::ListExpr>(call.arguments[1]);
  if (!dims) {
    error(call.arguments[1]->loc) << "expected a shape '[m, n]'";
    return RValue::error();
  }
  std::optional<Shape> shape = evalShape(dims->elements, dims->loc);
  if (!shape)
    return RValue::error();
  return convertTo(operand, operand.elementOrDefault(), *shape, call.loc);
}

/// Exchanges the last two axes.
RValue KernelEmitter::emitTranspose(const Call &call) {
  RValue operand = concreteTile(eval(call.arguments[0]), call.loc);
  if (operand.isError())
    return operand;
  size_t rank = operand.shape.size();
  if (rank < 2) {
    error(call.loc) << "expected a tile of at least 2 axes, got "
                    << operand.describe();
    return RValue::error();
  }
  llvm::SmallVector<int64_t> permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(permutation[rank - 2], permutation[rank - 1]);
  Shape shape = operand.shape;
  std::swap(shape[rank - 2], shape[rank - 1]);
  mlir::Value tile =
      TransposeOp::create(builder, at(call.loc), irType(operand.element, shape),
                          operand.ir, permutation);
  return RValue::tile(tile, operand.element, shape);
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
  auto combine = [this, type, loc](llvm::ArrayRef<mlir::Value> values) {
    if (type.isFloat())
      return builder.createOrFold<mlir::math::AbsFOp>(at(loc), values[0]);
    return builder.createOrFold<mlir::math::AbsIOp>(at(loc), values[0]);
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

//===----------------------------------------------------------------------===//
// Reductions and products
//===----------------------------------------------------------------------===//

RValue KernelEmitter::emitReduce(const Call &call) {
  RValue operand = concreteTile(eval(call.arguments[0]), call.loc);
  if (operand.isError())
    return operand;
  int64_t rank = operand.shape.size();
  llvm::StringRef name = call.name;
  int64_t axis = rank - 1;
  if (!name.consume_front("row")) {
    std::optional<Constant> constant = evalConstant(call.arguments[1]);
    if (!constant)
      return RValue::error();
    std::optional<int64_t> number = constant->getInt64();
    if (!number || *number < 0 || *number >= rank) {
      error(call.arguments[1]->loc) << "expected an axis from 0 to " << rank - 1
                                    << ", got " << constant->str();
      return RValue::error();
    }
    axis = *number;
  }
  auto kind = llvm::StringSwitch<Reduction>(name)
                  .Case("sum", Reduction::Sum)
                  .Case("prod", Reduction::Prod)
                  .Case("max", Reduction::Max)
                  .Case("min", Reduction::Min)
                  .Case("any", Reduction::Any)
                  .Default(Reduction::All);
  bool isLogic = kind == Reduction::Any || kind == Reduction::All;
  bool isExtreme = kind == Reduction::Max || kind == Reduction::Min;
  if ((isLogic && !operand.element.isBool()) ||
      (isExtreme && operand.element.isBool())) {
    error(call.loc) << "expected a tile of " << (isLogic ? "bools" : "numbers")
                    << ", got " << operand.describe();
    return RValue::error();
  }
  return reduce(kind, operand, axis, call.loc);
}

RValue KernelEmitter::reduce(Reduction kind, const RValue &operand,
                             int64_t axis, llvm::SMLoc loc) {
  ScalarType element = operand.element, inner = element, result = element;
  bool isUnsigned = element.isUnsigned();
  ReduceKind irKind = ReduceKind::add;
  switch (kind) {
  case Reduction::Sum:
  case Reduction::Prod:
    irKind = kind == Reduction::Sum ? ReduceKind::add : ReduceKind::mul;
    inner = result = sumType(element);
    break;
  case Reduction::Max:
    irKind = isUnsigned ? ReduceKind::maxu : ReduceKind::max;
    break;
  case Reduction::Min:
    irKind = isUnsigned ? ReduceKind::minu : ReduceKind::min;
    break;
  case Reduction::Any:
    irKind = ReduceKind::or_;
    break;
  case Reduction::All:
    irKind = ReduceKind::and_;
    break;
  }
  if (element.isF8())
    inner = ScalarType::F32;
  Shape shape = operand.shape;
  shape[axis] = 1;
  mlir::Value source = arith(loc).cast(operand.ir, element, inner);
  mlir::Value tile = builder.createOrFold<ReduceOp>(
      at(loc), irType(inner, shape), irKind, source, uint64_t(axis));
  return RValue::tile(arith(loc).cast(tile, inner, result), result, shape);
}

RValue KernelEmitter::emitDotCall(const Call &call) {
  return emitDot(call, nullptr);
}

/// The element type of a dot's result, or none where there is no such dot.
static std::optional<ScalarType> dotType(ScalarType operand,
                                         mlir::MLIRContext *context) {
  if (operand.isIndex() || !getDotAccumulatorType(operand.ir(context)))
    return std::nullopt;
  if (operand.isFloat())
    return operand.width() < 32 ? ScalarType(ScalarType::F32) : operand;
  return operand.width() < 32 ? ScalarType(ScalarType::I32) : operand;
}

RValue KernelEmitter::emitDot(const Call &call, const RValue *accumulator) {
  llvm::SMLoc loc = call.loc;
  bool isTransposed = call.name == "dot_t";
  RValue lhs = concreteTile(eval(call.arguments[0]), call.arguments[0]->loc);
  RValue rhs = concreteTile(eval(call.arguments[1]), call.arguments[1]->loc);
  if (const ast::Expr *precision = call.arguments[2])
    return unsupported(precision->loc, "precision of dot");
  if (lhs.isError() || rhs.isError())
    return RValue::error();
  std::optional<ScalarType> type = unify({lhs, rhs}, loc);
  if (!type)
    return RValue::error();
  std::optional<ScalarType> result = dotType(*type, context);
  if (!result) {
    error(loc) << "expected tiles of floats, i8, u8, i32, u32, i64 or u64, got "
               << lhs.describe() << " and " << rhs.describe();
    return RValue::error();
  }
  int64_t inner = isTransposed ? 1 : 0;
  if (lhs.shape.size() != 2 || rhs.shape.size() != 2 ||
      lhs.shape[1] != rhs.shape[inner]) {
    error(loc) << "expected " << call.name
               << (isTransposed ? " of [m, k] and [n, k]"
                                : " of [m, k] and [k, n]")
               << ", got " << lhs.describe() << " and " << rhs.describe();
    return RValue::error();
  }
  Shape shape = {lhs.shape[0], rhs.shape[1 - inner]};
  if (!checkSize(shape, loc))
    return RValue::error();
  RValue start = RValue::of(Constant::integer(0));
  bool accumulates = accumulator && accumulator->isTile() &&
                     accumulator->element == *result &&
                     accumulator->shape == shape;
  if (accumulates)
    start = *accumulator;
  mlir::Value tile = DotOp::create(
      builder, at(loc), conform(lhs, *type, lhs.shape, loc),
      conform(rhs, *type, rhs.shape, loc), conform(start, *result, shape, loc),
      isTransposed, *type == ScalarType(ScalarType::U8));
  RValue product = RValue::tile(tile, *result, shape);
  if (!accumulator || accumulates)
    return product;
  return emitBinary(TokenKind::Plus, *accumulator, product, loc);
}

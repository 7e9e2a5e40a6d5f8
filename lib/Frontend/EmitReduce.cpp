//===- EmitReduce.cpp - reductions, scans and products -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace phobos;

/// An axis of `tile`.
std::optional<int64_t> KernelEmitter::evalAxis(const ast::Expr *expr,
                                               const RValue &tile) {
  std::optional<Constant> constant = evalConstant(expr);
  if (!constant)
    return std::nullopt;
  int64_t rank = tile.shape.size();
  std::optional<int64_t> axis = constant->getInt64();
  if (axis && *axis >= 0 && *axis < rank)
    return axis;
  error(expr->loc) << "expected an axis from 0 to " << rank - 1 << ", got "
                   << constant->str();
  return std::nullopt;
}

RValue KernelEmitter::emitReduce(const Call &call) {
  RValue operand = concreteTile(eval(call.arguments[0]), call.loc);
  if (operand.isError())
    return operand;
  llvm::StringRef name = call.name;
  std::optional<int64_t> axis = operand.shape.size() - 1;
  if (!name.consume_front("row"))
    axis = evalAxis(call.arguments[1], operand);
  if (!axis)
    return RValue::error();
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
  return reduce(kind, operand, *axis, call.loc);
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

/// argmax(t, axis = n) and argmin.
RValue KernelEmitter::emitArgReduce(const Call &call) {
  llvm::SMLoc loc = call.loc;
  RValue operand = concreteTile(eval(call.arguments[0]), loc);
  if (operand.isError())
    return operand;
  std::optional<int64_t> axis = evalAxis(call.arguments[1], operand);
  ScalarType element = operand.element;
  if (axis && element.isBool())
    error(loc) << "expected a tile of numbers, got " << operand.describe();
  if (!axis || element.isBool())
    return RValue::error();
  bool isMax = call.name == "argmax";
  ReduceKind kind = isMax ? ReduceKind::max : ReduceKind::min;
  if (element.isUnsigned())
    kind = isMax ? ReduceKind::maxu : ReduceKind::minu;
  ScalarType inner = element.isF8() ? ScalarType(ScalarType::F32) : element;
  Shape shape = operand.shape;
  shape[*axis] = 1;
  mlir::Value tile = builder.createOrFold<ArgReduceOp>(
      at(loc), irType(ScalarType::Index, shape), kind,
      arith(loc).cast(operand.ir, element, inner), uint64_t(*axis));
  return RValue::tile(tile, ScalarType::Index, shape);
}

/// cumsum(t, axis = n), of the type in which sums accumulate.
RValue KernelEmitter::emitCumsum(const Call &call) {
  llvm::SMLoc loc = call.loc;
  RValue operand = concreteTile(eval(call.arguments[0]), loc);
  if (operand.isError())
    return operand;
  std::optional<int64_t> axis = evalAxis(call.arguments[1], operand);
  if (!axis)
    return RValue::error();
  ScalarType result = sumType(operand.element);
  mlir::Value source = arith(loc).cast(operand.ir, operand.element, result);
  mlir::Value tile = builder.createOrFold<ScanOp>(
      at(loc), source.getType(), ReduceKind::add, source, uint64_t(*axis));
  return RValue::tile(tile, result, operand.shape);
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

/// What `precision` says, or none after an error.
std::optional<DotPrecision> KernelEmitter::evalPrecision(const Call &call) {
  const ast::Expr *expr = call.argument("precision");
  if (!expr)
    return DotPrecision::none;
  std::optional<llvm::StringRef> name =
      evalChoice(expr, {"tf32", "tf32x3", "bf16"});
  return name ? symbolizeDotPrecision(*name) : std::nullopt;
}

RValue KernelEmitter::emitDot(const Call &call, const RValue *accumulator) {
  llvm::SMLoc loc = call.loc;
  bool isTransposed = call.name == "dot_t";
  RValue lhs = concreteTile(eval(call.arguments[0]), call.arguments[0]->loc);
  RValue rhs = concreteTile(eval(call.arguments[1]), call.arguments[1]->loc);
  std::optional<DotPrecision> precision = evalPrecision(call);
  if (lhs.isError() || rhs.isError() || !precision)
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
  if (*precision != DotPrecision::none &&
      *type != ScalarType(ScalarType::F32)) {
    error(call.argument("precision")->loc)
        << "expected tiles of f32 with a precision, got " << lhs.describe()
        << " and " << rhs.describe();
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
      isTransposed, *type == ScalarType(ScalarType::U8), *precision);
  RValue product = RValue::tile(tile, *result, shape);
  if (!accumulator || accumulates)
    return product;
  return emitBinary(TokenKind::Plus, *accumulator, product, loc);
}

//===- EmitShape.cpp - tiles of a shape, and their reshaping -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

using namespace phobos;

/// The shape that a list `[m, n]` is.
std::optional<Shape> KernelEmitter::evalShapeList(const ast::Expr *expr) {
  if (auto *dims = llvm::dyn_cast<ast::ListExpr>(expr))
    return evalShape(dims->elements, dims->loc);
  error(expr->loc) << "expected a shape '[m, n]'";
  return std::nullopt;
}

/// zeros(shape, dtype) and full(shape, value, dtype); f32, or the value's type,
/// where no dtype is given.
RValue KernelEmitter::emitFull(const Call &call) {
  bool isZeros = call.name == "zeros";
  const ast::Expr *dtype = call.arguments[isZeros ? 1 : 2];
  std::optional<Shape> shape = evalShapeList(call.arguments[0]);
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
  std::optional<Shape> shape = evalShapeList(call.arguments[1]);
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

/// reshape(t, [m, n]), in row-major order.
RValue KernelEmitter::emitReshape(const Call &call) {
  RValue operand = concreteTile(eval(call.arguments[0]), call.loc);
  std::optional<Shape> shape = evalShapeList(call.arguments[1]);
  if (operand.isError() || !shape)
    return RValue::error();
  int64_t before = llvm::product_of(operand.shape);
  int64_t after = llvm::product_of(*shape);
  if (before != after) {
    error(call.arguments[1]->loc)
        << "expected a shape of " << before << " elements, as "
        << operand.describe() << " has, got " << after;
    return RValue::error();
  }
  mlir::Value tile = builder.createOrFold<ReshapeOp>(
      at(call.loc), irType(operand.element, *shape), operand.ir);
  return RValue::tile(tile, operand.element, *shape);
}

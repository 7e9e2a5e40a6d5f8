//===- EmitConstants.cpp - names, types, compile-time values -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Hints.h"
#include "KernelEmitter.h"

#include "mlir/IR/Matchers.h"
#include <limits>

using namespace phobos;

void KernelEmitter::bindName(const ast::Name &name, Binding::Mode mode,
                             RValue value) {
  if (Binding *other = scopes.findInBlock(name.text)) {
    mlir::InFlightDiagnostic diagnostic = error(name.loc);
    diagnostic << "'" << name.text << "' is already bound in this block";
    diagnostic.attachNote(at(other->loc)) << "here";
    return;
  }
  scopes.bind(name, mode, std::move(value));
}

void KernelEmitter::unknownName(const ast::Name &name,
                                llvm::StringRef fallback) {
  // Only while a kernel's facts are emitted, before its tensors are bound.
  if (argumentNumbers.contains(name.text)) {
    error(name.loc) << "expected a scalar, an extent or a constant, got the "
                       "tensor '"
                    << name.text << "'";
    return;
  }
  llvm::SmallVector<llvm::StringRef> candidates = scopes.names();
  candidates.push_back("ctx");
  std::string hint = hintForName(name.text);
  if (hint.empty())
    hint = nearMissHint(name.text, candidates);
  error(name.loc) << "unknown name '" << name.text << "'"
                  << (hint.empty() ? fallback : hint);
}

std::optional<ScalarType> KernelEmitter::resolveScalar(const ast::Name &name) {
  std::optional<ScalarType> type = ScalarType::fromName(name.text);
  if (type)
    return type;
  std::string hint = hintForType(name.text);
  error(name.loc) << "unknown type '" << name.text << "'"
                  << (hint.empty()
                          ? nearMissHint(name.text, ScalarType::names())
                          : hint);
  return type;
}

std::optional<Constant> KernelEmitter::checked(llvm::Expected<Constant> folded,
                                               llvm::SMLoc loc) {
  if (folded)
    return *folded;
  error(loc) << llvm::toString(folded.takeError());
  return std::nullopt;
}

/// The value of `inf` and `nan`.
static std::optional<Constant> namedConstant(llvm::StringRef name) {
  if (name == "inf")
    return Constant::number(std::numeric_limits<double>::infinity());
  if (name == "nan")
    return Constant::number(std::numeric_limits<double>::quiet_NaN());
  return std::nullopt;
}

std::optional<Constant> KernelEmitter::constantOf(const RValue &value) {
  if (value.constant)
    return value.constant;
  llvm::APInt integer;
  if (value.isScalar() && value.element.isInteger() &&
      mlir::matchPattern(value.ir, mlir::m_ConstantInt(&integer)))
    return value.element.isUnsigned()
               ? Constant::natural(integer.getZExtValue())
               : Constant::integer(integer.getSExtValue());
  return std::nullopt;
}

/// `constant` as a `const` of that type: held by it, and rounded to it.
RValue KernelEmitter::declareConstant(const Constant &constant,
                                      const ast::TypeExpr &type,
                                      llvm::SMLoc loc) {
  if (type.kind != ast::TypeExpr::Kind::Scalar) {
    error(type.loc) << "expected a scalar type of a const";
    return RValue::error();
  }
  std::optional<ScalarType> element = resolveScalar(type.element);
  if (!element)
    return RValue::error();
  llvm::Expected<mlir::TypedAttr> held = constant.in(*element, context);
  if (!held) {
    error(loc) << llvm::toString(held.takeError());
    return RValue::error();
  }
  RValue value = RValue::of(constant);
  if (auto number = llvm::dyn_cast<mlir::FloatAttr>(*held))
    value = RValue::of(Constant::number(number.getValueAsDouble()));
  else if (element->isInteger() && !constant.isInteger())
    value = RValue::of(Constant::integer(static_cast<int64_t>(
        constant.isBool() ? constant.getBool() : constant.getDouble())));
  // A bool has one type anyway, and stays a condition at compile time.
  if (!element->isBool())
    value.declared = element;
  return value;
}

RValue KernelEmitter::evalName(const ast::NameExpr *name) {
  if (Binding *binding = scopes.find(name->name)) {
    RValue value = binding->value;
    if (!value.isConstant() || !value.declared)
      return value;
    RValue typed = RValue::scalar(
        conform(value, *value.declared, {}, name->loc), *value.declared);
    typed.constant = value.constant;
    return typed;
  }
  if (std::optional<Constant> constant = namedConstant(name->name))
    return RValue::of(*constant);
  if (name->name == "ctx")
    error(name->loc) << "expected a member of ctx, such as ctx.block.x";
  else if (ScalarType::fromName(name->name))
    error(name->loc) << "expected a value, got the type '" << name->name << "'";
  else
    unknownName({name->name, name->loc});
  return RValue::error();
}

/// Evaluates without emitting IR, so it works where there is no kernel yet.
std::optional<Constant> KernelEmitter::evalConstant(const ast::Expr *expr) {
  switch (expr->kind) {
  case ast::Expr::Kind::Integer:
    return Constant::natural(llvm::cast<ast::IntegerExpr>(expr)->value);
  case ast::Expr::Kind::Float:
    return Constant::number(llvm::cast<ast::FloatExpr>(expr)->value);
  case ast::Expr::Kind::Bool:
    return Constant::boolean(llvm::cast<ast::BoolExpr>(expr)->value);
  case ast::Expr::Kind::Name: {
    auto *name = llvm::cast<ast::NameExpr>(expr);
    if (Binding *binding = scopes.find(name->name))
      if (binding->value.isConstant())
        return binding->value.constant;
    RValue value = evalName(name);
    if (value.isError())
      return std::nullopt;
    if (std::optional<Constant> constant = constantOf(value))
      return constant;
    error(expr->loc) << "expected a compile-time value, got '" << name->name
                     << "', which is known only at run time";
    return std::nullopt;
  }
  case ast::Expr::Kind::Unary: {
    auto *unary = llvm::cast<ast::UnaryExpr>(expr);
    std::optional<Constant> operand = evalConstant(unary->operand);
    if (!operand)
      return std::nullopt;
    return checked(foldUnary(unary->op, *operand), expr->loc);
  }
  case ast::Expr::Kind::Binary: {
    auto *binary = llvm::cast<ast::BinaryExpr>(expr);
    std::optional<Constant> lhs = evalConstant(binary->lhs);
    std::optional<Constant> rhs = evalConstant(binary->rhs);
    if (!lhs || !rhs)
      return std::nullopt;
    return checked(foldBinary(binary->op, *lhs, *rhs), expr->loc);
  }
  case ast::Expr::Kind::Call: {
    auto *call = llvm::cast<ast::CallExpr>(expr);
    auto *callee = llvm::dyn_cast<ast::NameExpr>(call->callee);
    llvm::SmallVector<Constant> arguments;
    for (const ast::Argument &argument : call->arguments) {
      std::optional<Constant> value = evalConstant(argument.value);
      if (!value)
        return std::nullopt;
      arguments.push_back(*value);
    }
    if (callee)
      if (auto folded = foldCall(callee->name, arguments))
        return checked(std::move(*folded), expr->loc);
    break;
  }
  case ast::Expr::Kind::Member: {
    auto *member = llvm::cast<ast::MemberExpr>(expr);
    if (std::optional<Constant> constant = positionConstant(member))
      return constant;
    break;
  }
  default:
    break;
  }
  error(expr->loc) << "expected a compile-time value: literals, constants and "
                      "@autotune names with operators, min, max, ceildiv, "
                      "next_pow2";
  return std::nullopt;
}

std::optional<int64_t> KernelEmitter::evalExtent(const ast::Expr *expr,
                                                 llvm::StringRef what) {
  std::optional<Constant> constant = evalConstant(expr);
  if (!constant)
    return std::nullopt;
  std::optional<int64_t> extent = constant->getInt64();
  if (extent && *extent >= 1)
    return extent;
  error(expr->loc) << "expected " << what << " of at least 1, got "
                   << constant->str();
  return std::nullopt;
}

std::optional<Shape>
KernelEmitter::evalShape(llvm::ArrayRef<const ast::Expr *> dims,
                         llvm::SMLoc loc) {
  if (dims.empty() || dims.size() > 5) {
    error(loc) << "expected a tile of 1 to 5 extents, got " << dims.size();
    return std::nullopt;
  }
  Shape shape;
  for (const ast::Expr *dim : dims) {
    std::optional<int64_t> extent = evalExtent(dim, "an extent");
    if (!extent)
      return std::nullopt;
    shape.push_back(*extent);
  }
  if (!checkSize(shape, loc))
    return std::nullopt;
  return shape;
}

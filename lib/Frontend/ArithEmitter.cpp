//===- ArithEmitter.cpp - operators and casts as IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArithEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/Phobos.h"

using namespace phobos;
namespace arith = mlir::arith;

static bool isComparison(TokenKind op) {
  switch (op) {
  case TokenKind::Equal:
  case TokenKind::NotEqual:
  case TokenKind::Less:
  case TokenKind::LessEqual:
  case TokenKind::Greater:
  case TokenKind::GreaterEqual:
    return true;
  default:
    return false;
  }
}

mlir::Value ArithEmitter::constant(mlir::Type type, mlir::TypedAttr value) {
  if (auto tile = llvm::dyn_cast<TileType>(type))
    value = mlir::SplatElementsAttr::get(tile, mlir::Attribute(value));
  return arith::ConstantOp::create(builder, loc, value);
}

mlir::Value ArithEmitter::integerLike(mlir::Value like, int64_t value) {
  return constant(like.getType(),
                  builder.getIntegerAttr(
                      mlir::getElementTypeOrSelf(like.getType()), value));
}

mlir::Value ArithEmitter::equals(mlir::Value value, int64_t number) {
  return make<arith::CmpIOp>(arith::CmpIPredicate::eq, value,
                             integerLike(value, number));
}

mlir::Value ArithEmitter::select(mlir::Value condition, mlir::Value lhs,
                                 mlir::Value rhs) {
  if (llvm::isa<TileType>(lhs.getType()))
    return make<WhereOp>(lhs.getType(), condition, lhs, rhs);
  return make<arith::SelectOp>(condition, lhs, rhs);
}

mlir::Value ArithEmitter::cast(mlir::Value value, ScalarType from,
                               ScalarType to) {
  mlir::Type type = to.ir(builder.getContext());
  bool isTile = false;
  if (auto tile = llvm::dyn_cast<TileType>(value.getType())) {
    type = TileType::get(tile.getShape(), type);
    isTile = true;
  }
  if (type == value.getType())
    return value;
  // Index arithmetic is what upstream's bounds analyses understand.
  bool throughIndex = from.isIndex() || to.isIndex();
  if (!isTile && throughIndex && !from.isFloat() && !to.isFloat() &&
      !to.isBool()) {
    if (from.isUnsigned() || from.isBool())
      return make<arith::IndexCastUIOp>(type, value);
    return make<arith::IndexCastOp>(type, value);
  }
  return make<CastOp>(type, value, /*from_unsigned=*/from.isUnsigned(),
                      /*to_unsigned=*/from.isFloat() && to.isUnsigned());
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

mlir::Value ArithEmitter::binary(TokenKind op, ScalarType element,
                                 mlir::Value lhs, mlir::Value rhs) {
  // Rounding the exact f32 result of two f8 values rounds once, since f32 has
  // more than twice their digits.
  if (element.isF8()) {
    mlir::Value result =
        binary(op, ScalarType::F32, cast(lhs, element, ScalarType::F32),
               cast(rhs, element, ScalarType::F32));
    return isComparison(op) ? result : cast(result, ScalarType::F32, element);
  }
  if (isComparison(op))
    return compare(op, element, lhs, rhs);
  if (element.isFloat())
    return floatBinary(op, lhs, rhs);
  switch (op) {
  case TokenKind::Plus:
    return make<arith::AddIOp>(lhs, rhs);
  case TokenKind::Minus:
    return make<arith::SubIOp>(lhs, rhs);
  case TokenKind::Star:
    return make<arith::MulIOp>(lhs, rhs);
  case TokenKind::Slash:
    return guardedDivide(Division::Truncate, element, lhs, rhs);
  case TokenKind::Percent:
    return guardedDivide(Division::Remainder, element, lhs, rhs);
  case TokenKind::And:
  case TokenKind::AndAnd:
    return make<arith::AndIOp>(lhs, rhs);
  case TokenKind::Or:
  case TokenKind::OrOr:
    return make<arith::OrIOp>(lhs, rhs);
  case TokenKind::Xor:
    return make<arith::XOrIOp>(lhs, rhs);
  case TokenKind::ShiftLeft:
  case TokenKind::ShiftRight:
    return shift(op, element, lhs, rhs);
  default:
    llvm_unreachable("not a binary operator");
  }
}

mlir::Value ArithEmitter::floatBinary(TokenKind op, mlir::Value lhs,
                                      mlir::Value rhs) {
  switch (op) {
  case TokenKind::Plus:
    return make<arith::AddFOp>(lhs, rhs);
  case TokenKind::Minus:
    return make<arith::SubFOp>(lhs, rhs);
  case TokenKind::Star:
    return make<arith::MulFOp>(lhs, rhs);
  case TokenKind::Slash:
    return make<arith::DivFOp>(lhs, rhs);
  case TokenKind::Percent:
    return make<arith::RemFOp>(lhs, rhs);
  default:
    llvm_unreachable("not an operator on floats");
  }
}

static arith::CmpFPredicate floatPredicate(TokenKind op) {
  switch (op) {
  case TokenKind::Equal:
    return arith::CmpFPredicate::OEQ;
  case TokenKind::NotEqual:
    return arith::CmpFPredicate::UNE;
  case TokenKind::Less:
    return arith::CmpFPredicate::OLT;
  case TokenKind::LessEqual:
    return arith::CmpFPredicate::OLE;
  case TokenKind::Greater:
    return arith::CmpFPredicate::OGT;
  default:
    return arith::CmpFPredicate::OGE;
  }
}

static arith::CmpIPredicate integerPredicate(TokenKind op, bool isUnsigned) {
  switch (op) {
  case TokenKind::Equal:
    return arith::CmpIPredicate::eq;
  case TokenKind::NotEqual:
    return arith::CmpIPredicate::ne;
  case TokenKind::Less:
    return isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  case TokenKind::LessEqual:
    return isUnsigned ? arith::CmpIPredicate::ule : arith::CmpIPredicate::sle;
  case TokenKind::Greater:
    return isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
  default:
    return isUnsigned ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
  }
}

mlir::Value ArithEmitter::compare(TokenKind op, ScalarType element,
                                  mlir::Value lhs, mlir::Value rhs) {
  if (element.isFloat())
    return make<arith::CmpFOp>(floatPredicate(op), lhs, rhs);
  return make<arith::CmpIOp>(integerPredicate(op, element.isUnsigned()), lhs,
                             rhs);
}

mlir::Value ArithEmitter::unary(TokenKind op, ScalarType element,
                                mlir::Value operand) {
  if (element.isF8())
    return cast(
        unary(op, ScalarType::F32, cast(operand, element, ScalarType::F32)),
        ScalarType::F32, element);
  if (op == TokenKind::Minus && element.isFloat())
    return make<arith::NegFOp>(operand);
  if (op == TokenKind::Minus)
    return make<arith::SubIOp>(integerLike(operand, 0), operand);
  // All bits.
  return make<arith::XOrIOp>(operand,
                             integerLike(operand, element.isBool() ? 1 : -1));
}

mlir::Value ArithEmitter::extreme(bool isMax, ScalarType element,
                                  mlir::Value lhs, mlir::Value rhs) {
  if (element.isF8())
    return cast(extreme(isMax, ScalarType::F32,
                        cast(lhs, element, ScalarType::F32),
                        cast(rhs, element, ScalarType::F32)),
                ScalarType::F32, element);
  if (element.isFloat())
    return isMax ? make<arith::MaximumFOp>(lhs, rhs)
                 : make<arith::MinimumFOp>(lhs, rhs);
  if (element.isUnsigned())
    return isMax ? make<arith::MaxUIOp>(lhs, rhs)
                 : make<arith::MinUIOp>(lhs, rhs);
  return isMax ? make<arith::MaxSIOp>(lhs, rhs)
               : make<arith::MinSIOp>(lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Guarded integer operators
//===----------------------------------------------------------------------===//

mlir::Value ArithEmitter::divide(Division kind, ScalarType element,
                                 mlir::Value lhs, mlir::Value rhs) {
  switch (kind) {
  case Division::Truncate:
    return element.isUnsigned() ? make<arith::DivUIOp>(lhs, rhs)
                                : make<arith::DivSIOp>(lhs, rhs);
  case Division::RoundUp:
    return element.isUnsigned() ? make<arith::CeilDivUIOp>(lhs, rhs)
                                : make<arith::CeilDivSIOp>(lhs, rhs);
  case Division::Remainder:
    return element.isUnsigned() ? make<arith::RemUIOp>(lhs, rhs)
                                : make<arith::RemSIOp>(lhs, rhs);
  }
  llvm_unreachable("every kind of division is handled");
}

/// The value of a constant scalar, or of all elements of a constant tile.
static std::optional<llvm::APInt> constantInteger(mlir::Value value) {
  llvm::APInt result;
  if (mlir::matchPattern(value, mlir::m_ConstantInt(&result)))
    return result;
  mlir::SplatElementsAttr splat;
  if (mlir::matchPattern(value, mlir::m_Constant(&splat)))
    return splat.getSplatValue<llvm::APInt>();
  return std::nullopt;
}

mlir::Value ArithEmitter::ceilDiv(ScalarType element, mlir::Value lhs,
                                  mlir::Value rhs) {
  return guardedDivide(Division::RoundUp, element, lhs, rhs);
}

/// Divides by 1 instead of 0 and, where signed, -1, and then puts in what these
/// give: 0 and -lhs as quotient, lhs and 0 as remainder.
mlir::Value ArithEmitter::guardedDivide(Division kind, ScalarType element,
                                        mlir::Value lhs, mlir::Value rhs) {
  bool isSigned = !element.isUnsigned();
  if (std::optional<llvm::APInt> divisor = constantInteger(rhs))
    if (!divisor->isZero() && !(isSigned && divisor->isAllOnes()))
      return divide(kind, element, lhs, rhs);
  mlir::Value isZero = equals(rhs, 0);
  mlir::Value isMinusOne = isSigned ? equals(rhs, -1) : mlir::Value();
  mlir::Value isSpecial =
      isSigned ? make<arith::OrIOp>(isZero, isMinusOne) : isZero;
  mlir::Value safe = select(isSpecial, integerLike(rhs, 1), rhs);
  mlir::Value result = divide(kind, element, lhs, safe);
  if (kind == Division::Remainder)
    return select(isZero, lhs, result);
  mlir::Value zero = integerLike(lhs, 0);
  if (isSigned)
    result = select(isMinusOne, make<arith::SubIOp>(zero, lhs), result);
  return select(isZero, zero, result);
}

mlir::Value ArithEmitter::signsDiffer(ScalarType element, mlir::Value rest,
                                      mlir::Value divisor) {
  mlir::Value zero =
      element.isFloat()
          ? constant(rest.getType(), builder.getFloatAttr(
                                         mlir::getElementTypeOrSelf(rest), 0.0))
          : integerLike(rest, 0);
  mlir::Value isNegative = compare(TokenKind::Less, element, rest, zero),
              isPositive = compare(TokenKind::Greater, element, rest, zero),
              isBelow = compare(TokenKind::Less, element, divisor, zero),
              isAbove = compare(TokenKind::Greater, element, divisor, zero);
  return make<arith::OrIOp>(make<arith::AndIOp>(isNegative, isAbove),
                            make<arith::AndIOp>(isPositive, isBelow));
}

mlir::Value ArithEmitter::floored(bool isModulo, ScalarType element,
                                  mlir::Value lhs, mlir::Value rhs) {
  if (element.isF8())
    return cast(floored(isModulo, ScalarType::F32,
                        cast(lhs, element, ScalarType::F32),
                        cast(rhs, element, ScalarType::F32)),
                ScalarType::F32, element);
  TokenKind op = isModulo ? TokenKind::Percent : TokenKind::Slash;
  mlir::Value result = binary(op, element, lhs, rhs);
  if (element.isUnsigned())
    return result;
  if (element.isFloat() && !isModulo)
    return make<mlir::math::FloorOp>(result);
  mlir::Value rest =
      isModulo ? result : binary(TokenKind::Percent, element, lhs, rhs);
  mlir::Value other = isModulo
                          ? binary(TokenKind::Plus, element, rest, rhs)
                          : make<arith::SubIOp>(result, integerLike(result, 1));
  return select(signsDiffer(element, rest, rhs), other, result);
}

/// Shifts by at most width - 1, which for a signed right shift gives the sign
/// already, and puts in 0 for the others. A negative count is a huge one.
mlir::Value ArithEmitter::shift(TokenKind op, ScalarType element,
                                mlir::Value lhs, mlir::Value rhs) {
  int64_t width = element.width();
  std::optional<llvm::APInt> count = constantInteger(rhs);
  bool isInRange = count && count->ult(width);
  mlir::Value safe =
      isInRange ? rhs : make<arith::MinUIOp>(rhs, integerLike(rhs, width - 1));
  mlir::Value result;
  if (op == TokenKind::ShiftLeft)
    result = make<arith::ShLIOp>(lhs, safe);
  else if (element.isUnsigned())
    result = make<arith::ShRUIOp>(lhs, safe);
  else
    return make<arith::ShRSIOp>(lhs, safe);
  if (isInRange)
    return result;
  mlir::Value fits = make<arith::CmpIOp>(arith::CmpIPredicate::ult, rhs,
                                         integerLike(rhs, width));
  return select(fits, result, integerLike(lhs, 0));
}

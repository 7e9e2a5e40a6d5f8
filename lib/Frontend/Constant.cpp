//===- Constant.cpp - untyped compile-time values -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Constant.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace phobos;
using llvm::APFloat;
using llvm::APInt;

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

std::optional<int64_t> Constant::getInt64() const {
  const auto *integer = std::get_if<APInt>(&value);
  if (!integer || !integer->isSignedIntN(64))
    return std::nullopt;
  return integer->getSExtValue();
}

double Constant::getDouble() const {
  if (const auto *number = std::get_if<double>(&value))
    return *number;
  // APInt::signedRoundToDouble is wrong for small negative wide integers.
  APFloat number(APFloat::IEEEdouble());
  number.convertFromAPInt(std::get<APInt>(value), /*IsSigned=*/true,
                          APFloat::rmNearestTiesToEven);
  return number.convertToDouble();
}

ScalarType Constant::defaultType() const {
  if (isBool())
    return ScalarType::Bool;
  if (isFloat())
    return ScalarType::F32;
  const APInt &integer = std::get<APInt>(value);
  if (integer.isSignedIntN(32))
    return ScalarType::I32;
  return integer.isSignedIntN(64) ? ScalarType::I64 : ScalarType::U64;
}

ScalarType Constant::typeBeside(ScalarType other) const {
  if (isFloat() && !other.isFloat())
    return ScalarType::F32;
  if (isInteger() && other.isBool())
    return ScalarType::I32;
  return other;
}

std::string Constant::str() const {
  if (isBool())
    return getBool() ? "true" : "false";
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (const auto *integer = std::get_if<APInt>(&value))
    integer->print(stream, /*isSigned=*/true);
  else
    stream << llvm::format("%g", std::get<double>(value));
  // A float shows that it is one.
  if (!std::holds_alternative<APInt>(value) &&
      text.find_first_not_of("-0123456789") == std::string::npos)
    text += ".0";
  return text;
}

/// `number` in the float type `type`.
static llvm::Expected<mlir::TypedAttr> floatIn(double number, ScalarType type,
                                               mlir::MLIRContext *context) {
  auto irType = llvm::cast<mlir::FloatType>(type.ir(context));
  const llvm::fltSemantics &semantics = irType.getFloatSemantics();
  APFloat result(number);
  bool losesInfo;
  result.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  bool isFinite = std::isfinite(number);
  if (isFinite ? !result.isFinite()
               : std::isinf(number) && !result.isInfinity()) {
    double largest = APFloat::getLargest(semantics).convertToDouble();
    return fail("expected a constant that " + type.name() +
                " holds (its largest is " + Constant::number(largest).str() +
                "), got " + Constant::number(number).str());
  }
  return mlir::TypedAttr(mlir::FloatAttr::get(irType, result));
}

llvm::Expected<mlir::TypedAttr> Constant::in(ScalarType type,
                                             mlir::MLIRContext *context) const {
  if (type.isFloat() && !isBool())
    return floatIn(getDouble(), type, context);
  mlir::Type irType = type.ir(context);
  if (isBool()) {
    if (type.isFloat())
      return mlir::TypedAttr(mlir::FloatAttr::get(irType, getBool()));
    return mlir::TypedAttr(mlir::IntegerAttr::get(irType, getBool()));
  }
  auto refuse = [&] {
    return fail("expected a constant that " + type.name() + " holds, got " +
                str());
  };
  if (type.isBool())
    return refuse();
  APInt integer(integerWidth, 0);
  if (const auto *number = std::get_if<double>(&value)) {
    llvm::APSInt exact(integerWidth, /*isUnsigned=*/false);
    bool isExact;
    APFloat(*number).convertToInteger(exact, APFloat::rmTowardZero, &isExact);
    if (!isExact)
      return refuse();
    integer = exact;
  } else {
    integer = std::get<APInt>(value);
  }
  bool fits = type.isUnsigned()
                  ? !integer.isNegative() && integer.isIntN(type.width())
                  : integer.isSignedIntN(type.width());
  if (!fits)
    return refuse();
  return mlir::TypedAttr(
      mlir::IntegerAttr::get(irType, integer.trunc(type.width())));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

llvm::Expected<Constant> phobos::foldUnary(TokenKind op,
                                           const Constant &operand) {
  if (op == TokenKind::Not) {
    if (operand.isBool())
      return Constant::boolean(!operand.getBool());
    return fail("expected a bool after '!', got " + operand.str());
  }
  if (operand.isBool())
    return fail("expected a number after '" + describe(op) + "', got a bool");
  if (op == TokenKind::Minus) {
    if (operand.isFloat())
      return Constant::number(-operand.getDouble());
    const APInt &integer = std::get<APInt>(operand.value);
    if (integer.isMinSignedValue())
      return fail("the constant does not fit in 128 bits");
    return Constant(-integer);
  }
  if (operand.isFloat())
    return fail("expected an integer after '~', got a float");
  return Constant(~std::get<APInt>(operand.value));
}

/// The comparison `op` of two values that are ordered so.
template <typename T>
static std::optional<bool> compare(TokenKind op, const T &lhs, const T &rhs) {
  switch (op) {
  case TokenKind::Equal:
    return lhs == rhs;
  case TokenKind::NotEqual:
    return lhs != rhs;
  case TokenKind::Less:
    return lhs < rhs;
  case TokenKind::LessEqual:
    return lhs <= rhs;
  case TokenKind::Greater:
    return lhs > rhs;
  case TokenKind::GreaterEqual:
    return lhs >= rhs;
  default:
    return std::nullopt;
  }
}

static llvm::Expected<Constant> foldBools(TokenKind op, bool lhs, bool rhs) {
  switch (op) {
  case TokenKind::AndAnd:
  case TokenKind::And:
    return Constant::boolean(lhs && rhs);
  case TokenKind::OrOr:
  case TokenKind::Or:
    return Constant::boolean(lhs || rhs);
  case TokenKind::Xor:
  case TokenKind::NotEqual:
    return Constant::boolean(lhs != rhs);
  case TokenKind::Equal:
    return Constant::boolean(lhs == rhs);
  default:
    return fail("expected numbers beside '" + describe(op) + "', got bools");
  }
}

static llvm::Expected<Constant> foldFloats(TokenKind op, double lhs,
                                           double rhs) {
  if (std::optional<bool> truth = compare(op, lhs, rhs))
    return Constant::boolean(*truth);
  switch (op) {
  case TokenKind::Plus:
    return Constant::number(lhs + rhs);
  case TokenKind::Minus:
    return Constant::number(lhs - rhs);
  case TokenKind::Star:
    return Constant::number(lhs * rhs);
  case TokenKind::Slash:
    return Constant::number(lhs / rhs);
  case TokenKind::Percent:
    return Constant::number(std::fmod(lhs, rhs));
  default:
    return fail("expected integers beside '" + describe(op) + "', got floats");
  }
}

namespace {
/// An integer in signed order, for `compare`.
struct Signed {
  const APInt &value;
  bool operator==(Signed other) const { return value == other.value; }
  bool operator!=(Signed other) const { return value != other.value; }
  bool operator<(Signed other) const { return value.slt(other.value); }
  bool operator<=(Signed other) const { return value.sle(other.value); }
  bool operator>(Signed other) const { return value.sgt(other.value); }
  bool operator>=(Signed other) const { return value.sge(other.value); }
};
} // namespace

/// Arithmetic on integers, or none for what is no integer operator.
static std::optional<APInt> foldIntegers(TokenKind op, const APInt &lhs,
                                         const APInt &rhs, bool &overflow) {
  switch (op) {
  case TokenKind::Plus:
    return lhs.sadd_ov(rhs, overflow);
  case TokenKind::Minus:
    return lhs.ssub_ov(rhs, overflow);
  case TokenKind::Star:
    return lhs.smul_ov(rhs, overflow);
  case TokenKind::Slash:
    return rhs.isZero() ? rhs : lhs.sdiv_ov(rhs, overflow);
  case TokenKind::Percent:
    return rhs.isZero() ? lhs : lhs.srem(rhs);
  case TokenKind::And:
    return lhs & rhs;
  case TokenKind::Or:
    return lhs | rhs;
  case TokenKind::Xor:
    return lhs ^ rhs;
  case TokenKind::ShiftLeft:
    // A negative count is a huge one.
    return lhs.isZero() ? lhs : lhs.sshl_ov(rhs, overflow);
  case TokenKind::ShiftRight:
    return lhs.ashr(rhs);
  default:
    return std::nullopt;
  }
}

llvm::Expected<Constant> phobos::foldBinary(TokenKind op, const Constant &lhs,
                                            const Constant &rhs) {
  if (lhs.isBool() && rhs.isBool())
    return foldBools(op, lhs.getBool(), rhs.getBool());
  if (lhs.isBool() || rhs.isBool())
    return fail("expected operands of one kind beside '" + describe(op) +
                "', got " + lhs.str() + " and " + rhs.str());
  if (lhs.isFloat() || rhs.isFloat())
    return foldFloats(op, lhs.getDouble(), rhs.getDouble());
  const APInt &left = std::get<APInt>(lhs.value);
  const APInt &right = std::get<APInt>(rhs.value);
  if (std::optional<bool> truth = compare(op, Signed{left}, Signed{right}))
    return Constant::boolean(*truth);
  bool overflow = false;
  std::optional<APInt> result = foldIntegers(op, left, right, overflow);
  if (!result)
    return fail("expected bools beside '" + describe(op) + "', got " +
                lhs.str() + " and " + rhs.str());
  if (overflow)
    return fail("the constant does not fit in " +
                llvm::Twine(Constant::integerWidth) + " bits");
  return Constant(*result);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static llvm::Expected<Constant> foldExtreme(bool isMax, const Constant &lhs,
                                            const Constant &rhs) {
  for (const Constant &operand : {lhs, rhs})
    if (operand.isFloat() && std::isnan(operand.getDouble()))
      return operand;
  llvm::Expected<Constant> isLess = foldBinary(TokenKind::Less, lhs, rhs);
  if (!isLess)
    return isLess.takeError();
  return isLess->getBool() == isMax ? rhs : lhs;
}

static llvm::Expected<Constant> foldCeilDiv(const Constant &lhs,
                                            const Constant &rhs) {
  std::optional<int64_t> dividend = lhs.getInt64(), divisor = rhs.getInt64();
  if (!dividend || !divisor || *divisor <= 0)
    return fail("expected ceildiv of an integer by a positive integer, got " +
                lhs.str() + " and " + rhs.str());
  int64_t quotient = *dividend / *divisor;
  return Constant::integer(quotient + (*dividend % *divisor > 0 ? 1 : 0));
}

static llvm::Expected<Constant> foldNextPow2(const Constant &operand) {
  std::optional<int64_t> value = operand.getInt64();
  if (!value || *value > (int64_t(1) << 62))
    return fail("expected an integer up to 2^62, got " + operand.str());
  int64_t power = 1;
  while (power < *value)
    power *= 2;
  return Constant::integer(power);
}

/// The function `name` of floats, or null.
static double (*findMath(llvm::StringRef name))(double) {
  using Function = double (*)(double);
  static const std::pair<llvm::StringRef, Function> table[] = {
      {"ceil", std::ceil},
      {"cos", std::cos},
      {"erf", std::erf},
      {"exp", std::exp},
      {"exp2", std::exp2},
      {"floor", std::floor},
      {"log", std::log},
      {"log2", std::log2},
      {"round", std::nearbyint}, // to even, in the default rounding mode
      {"rsqrt", [](double x) { return 1.0 / std::sqrt(x); }},
      {"sin", std::sin},
      {"sqrt", std::sqrt},
      {"tanh", std::tanh}};
  for (const auto &[known, function] : table)
    if (known == name)
      return function;
  return nullptr;
}

/// Folds by what `/` and `%` of constants give: the quotient is one less, and
/// the remainder one divisor more, where the remainder has the other sign.
static llvm::Expected<Constant> foldFloored(bool isModulo, const Constant &lhs,
                                            const Constant &rhs) {
  llvm::Expected<Constant> rest = foldBinary(TokenKind::Percent, lhs, rhs);
  if (!rest)
    return rest;
  double sign = rest->getDouble(), divisor = rhs.getDouble();
  bool isOff = (sign < 0 && divisor > 0) || (sign > 0 && divisor < 0);
  if (isModulo)
    return isOff ? foldBinary(TokenKind::Plus, *rest, rhs) : std::move(rest);
  llvm::Expected<Constant> quotient = foldBinary(TokenKind::Slash, lhs, rhs);
  if (!quotient)
    return quotient;
  if (quotient->isFloat())
    return Constant::number(std::floor(quotient->getDouble()));
  return isOff ? foldBinary(TokenKind::Minus, *quotient, Constant::integer(1))
               : std::move(quotient);
}

static llvm::Expected<Constant> foldTrueDiv(const Constant &lhs,
                                            const Constant &rhs) {
  if (lhs.isBool() || rhs.isBool())
    return fail("expected numbers, got a bool");
  return Constant::number(lhs.getDouble() / rhs.getDouble());
}

std::optional<llvm::Expected<Constant>>
phobos::foldCall(llvm::StringRef name, llvm::ArrayRef<Constant> arguments) {
  if (double (*function)(double) = findMath(name);
      function && arguments.size() == 1) {
    if (arguments[0].isBool())
      return fail("expected a number, got a bool");
    return Constant::number(function(arguments[0].getDouble()));
  }
  if (name == "pow" && arguments.size() == 2) {
    if (arguments[0].isBool() || arguments[1].isBool())
      return fail("expected numbers, got a bool");
    return Constant::number(
        std::pow(arguments[0].getDouble(), arguments[1].getDouble()));
  }
  bool isMax = name == "max";
  if ((isMax || name == "min") && arguments.size() >= 2) {
    Constant result = arguments[0];
    for (const Constant &argument : arguments.drop_front()) {
      llvm::Expected<Constant> next = foldExtreme(isMax, result, argument);
      if (!next)
        return next;
      result = *next;
    }
    return result;
  }
  if (name == "ceildiv" && arguments.size() == 2)
    return foldCeilDiv(arguments[0], arguments[1]);
  if ((name == "floordiv" || name == "mod") && arguments.size() == 2)
    return foldFloored(name == "mod", arguments[0], arguments[1]);
  if (name == "truediv" && arguments.size() == 2)
    return foldTrueDiv(arguments[0], arguments[1]);
  if (name == "next_pow2" && arguments.size() == 1)
    return foldNextPow2(arguments[0]);
  if (name == "abs" && arguments.size() == 1) {
    if (arguments[0].isBool())
      return fail("expected a number, got a bool");
    bool isNegative = arguments[0].getDouble() < 0;
    return isNegative ? foldUnary(TokenKind::Minus, arguments[0])
                      : llvm::Expected<Constant>(arguments[0]);
  }
  return std::nullopt;
}

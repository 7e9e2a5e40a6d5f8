//===- Constant.h - untyped compile-time values -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_LIB_FRONTEND_CONSTANT_H
#define PHOBOS_LIB_FRONTEND_CONSTANT_H

#include "ScalarType.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "phobos/Frontend/Lexer.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/Error.h"
#include <variant>

namespace phobos {

/// What a literal, a `const` or an expression over them is: a bool, an integer
/// or a float that has no type until it meets a typed value, and then takes
/// that one's.
class Constant {
public:
  /// Integers are exact as long as they fit in this many bits.
  static constexpr unsigned integerWidth = 128;

  static Constant boolean(bool value) { return Constant(value); }
  static Constant integer(int64_t value) {
    return Constant(llvm::APInt(integerWidth, value, /*isSigned=*/true));
  }
  static Constant natural(uint64_t value) {
    return Constant(llvm::APInt(integerWidth, value));
  }
  static Constant number(double value) { return Constant(value); }

  bool isBool() const { return std::holds_alternative<bool>(value); }
  bool isInteger() const { return std::holds_alternative<llvm::APInt>(value); }
  bool isFloat() const { return std::holds_alternative<double>(value); }

  bool getBool() const { return std::get<bool>(value); }
  /// The value of an integer that fits in 64 bits.
  std::optional<int64_t> getInt64() const;
  /// The value of an integer or a float as a float.
  double getDouble() const;

  /// The type that it takes where nothing else says: bool, i32 (i64, then u64
  /// where it is larger) or f32.
  ScalarType defaultType() const;
  /// The type in which it meets a value of `other`: `other`, but f32 for a
  /// float with an integer or bool, i32 for an integer with a bool.
  ScalarType typeBeside(ScalarType other) const;

  /// Its value in `type`, or an error where `type` does not hold it. Floats
  /// round to nearest even.
  llvm::Expected<mlir::TypedAttr> in(ScalarType type,
                                     mlir::MLIRContext *context) const;

  /// As it is written: "3", "-inf", "true".
  std::string str() const;

private:
  friend llvm::Expected<Constant> foldUnary(TokenKind, const Constant &);
  friend llvm::Expected<Constant> foldBinary(TokenKind, const Constant &,
                                             const Constant &);
  template <typename T> explicit Constant(T value) : value(std::move(value)) {}

  std::variant<bool, llvm::APInt, double> value;
};

/// `op operand`, by the rules of the language.
llvm::Expected<Constant> foldUnary(TokenKind op, const Constant &operand);
/// `lhs op rhs`, by the rules of the language: `/` and `%` of integers truncate
/// and are defined for a divisor of zero.
llvm::Expected<Constant> foldBinary(TokenKind op, const Constant &lhs,
                                    const Constant &rhs);
/// A function of constants: min, max, ceildiv, next_pow2, abs, and those of
/// floats, in f64. None if `name` is no function of that many constants.
std::optional<llvm::Expected<Constant>>
foldCall(llvm::StringRef name, llvm::ArrayRef<Constant> arguments);

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_CONSTANT_H

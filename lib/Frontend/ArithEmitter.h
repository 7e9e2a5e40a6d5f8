//===- ArithEmitter.h - operators and casts as IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_LIB_FRONTEND_ARITHEMITTER_H
#define PHOBOS_LIB_FRONTEND_ARITHEMITTER_H

#include "ScalarType.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "phobos/Frontend/Lexer.h"

namespace phobos {

/// Emits the language's operators at one location. The operands of an operator
/// have one IR type, a scalar or a tile, of the language's type `element`.
class ArithEmitter {
public:
  ArithEmitter(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// `lhs op rhs`. Division by zero, INT_MIN / -1 and over-wide shifts give
  /// what the language says.
  mlir::Value binary(TokenKind op, ScalarType element, mlir::Value lhs,
                     mlir::Value rhs);
  /// `op operand` for `-`, `!` and `~`.
  mlir::Value unary(TokenKind op, ScalarType element, mlir::Value operand);
  /// The larger or smaller; NaN where an operand is NaN.
  mlir::Value extreme(bool isMax, ScalarType element, mlir::Value lhs,
                      mlir::Value rhs);
  /// The quotient rounded up; as `/` for a divisor of zero.
  mlir::Value ceilDiv(ScalarType element, mlir::Value lhs, mlir::Value rhs);
  /// The quotient rounded down, or the remainder that is left then, of the
  /// divisor's sign; as `/` and `%` for a divisor of zero.
  mlir::Value floored(bool isModulo, ScalarType element, mlir::Value lhs,
                      mlir::Value rhs);
  /// `condition ? lhs : rhs`, element by element.
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  /// The explicit cast of a scalar or a tile.
  mlir::Value cast(mlir::Value value, ScalarType from, ScalarType to);
  /// `value` as a scalar, or in every element of a tile of `type`.
  mlir::Value constant(mlir::Type type, mlir::TypedAttr value);

private:
  mlir::Value floatBinary(TokenKind op, mlir::Value lhs, mlir::Value rhs);
  mlir::Value compare(TokenKind op, ScalarType element, mlir::Value lhs,
                      mlir::Value rhs);
  /// Division by a divisor that is neither 0 nor, where signed, -1.
  enum class Division { Truncate, RoundUp, Remainder };
  mlir::Value divide(Division kind, ScalarType element, mlir::Value lhs,
                     mlir::Value rhs);
  mlir::Value guardedDivide(Division kind, ScalarType element, mlir::Value lhs,
                            mlir::Value rhs);
  mlir::Value shift(TokenKind op, ScalarType element, mlir::Value lhs,
                    mlir::Value rhs);
  /// The integer `value` in the type of `like`.
  mlir::Value integerLike(mlir::Value like, int64_t value);
  mlir::Value equals(mlir::Value value, int64_t number);
  /// Whether a remainder, which is not 0, has another sign than its divisor.
  mlir::Value signsDiffer(ScalarType element, mlir::Value rest,
                          mlir::Value divisor);

  template <typename Op, typename... Args> mlir::Value make(Args &&...args) {
    return builder.createOrFold<Op>(loc, std::forward<Args>(args)...);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_ARITHEMITTER_H

//===- ScalarExpr.h - Formulas that emit arith and math ops -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SCALAREXPR_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SCALAREXPR_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include <cmath>

namespace phobos {

/// A value with operators that emit ops, so that a formula reads as one. The
/// value is a scalar or a vector; numbers take its shape. `Float` is f32, `Int`
/// i32, `Bool` i1. Comparisons with NaN are false, except `!=`.
struct Expr {
  mlir::ImplicitLocOpBuilder *builder;
  mlir::Value value;

  /// `element`, in the shape of this value.
  mlir::Type like(mlir::Type element) const {
    if (auto shaped = llvm::dyn_cast<mlir::VectorType>(value.getType()))
      return shaped.clone(element);
    return element;
  }
  mlir::Value constant(mlir::TypedAttr element) const {
    mlir::Type type = like(element.getType());
    if (auto shaped = llvm::dyn_cast<mlir::VectorType>(type))
      element = mlir::DenseElementsAttr::get(shaped, mlir::Attribute(element));
    return mlir::arith::ConstantOp::create(*builder, type, element);
  }
};

struct Bool : Expr {};
struct Float : Expr {
  Float number(float c) const {
    return {{builder, constant(builder->getF32FloatAttr(c))}};
  }
};
struct Int : Expr {
  Int number(uint32_t c) const {
    return {{builder, constant(builder->getI32IntegerAttr(int32_t(c)))}};
  }
};

template <typename Op, typename Result, typename First, typename... Rest>
Result emit(First first, Rest... rest) {
  return {
      {first.builder, Op::create(*first.builder, first.value, rest.value...)}};
}

#define PHOBOS_BINARY(type, symbol, op)                                        \
  inline type operator symbol(type a, type b) {                                \
    return emit<mlir::arith::op, type>(a, b);                                  \
  }                                                                            \
  template <typename Number>                                                   \
  std::enable_if_t<std::is_arithmetic_v<Number>, type> operator symbol(        \
      type a, Number b) {                                                      \
    return a symbol a.number(b);                                               \
  }
PHOBOS_BINARY(Float, +, AddFOp)
PHOBOS_BINARY(Float, -, SubFOp)
PHOBOS_BINARY(Float, *, MulFOp)
PHOBOS_BINARY(Float, /, DivFOp)
PHOBOS_BINARY(Int, +, AddIOp)
PHOBOS_BINARY(Int, -, SubIOp)
PHOBOS_BINARY(Int, &, AndIOp)
PHOBOS_BINARY(Int, |, OrIOp)
PHOBOS_BINARY(Int, ^, XOrIOp)
PHOBOS_BINARY(Int, <<, ShLIOp)
PHOBOS_BINARY(Int, >>, ShRUIOp)
#undef PHOBOS_BINARY

inline Bool operator&(Bool a, Bool b) {
  return emit<mlir::arith::AndIOp, Bool>(a, b);
}
inline Bool operator|(Bool a, Bool b) {
  return emit<mlir::arith::OrIOp, Bool>(a, b);
}

inline Bool compare(mlir::arith::CmpFPredicate predicate, Float a, Float b) {
  return {{a.builder, mlir::arith::CmpFOp::create(*a.builder, predicate,
                                                  a.value, b.value)}};
}
inline Bool operator<(Float a, Float b) {
  return compare(mlir::arith::CmpFPredicate::OLT, a, b);
}
inline Bool operator<(Float a, float b) { return a < a.number(b); }
inline Bool operator<=(Float a, float b) {
  return compare(mlir::arith::CmpFPredicate::OLE, a, a.number(b));
}
inline Bool operator==(Float a, Float b) {
  return compare(mlir::arith::CmpFPredicate::OEQ, a, b);
}
inline Bool operator==(Float a, float b) { return a == a.number(b); }
inline Bool operator!=(Float a, Float b) {
  return compare(mlir::arith::CmpFPredicate::UNE, a, b);
}
inline Bool operator==(Int a, uint32_t b) {
  return {{a.builder, mlir::arith::CmpIOp::create(
                          *a.builder, mlir::arith::CmpIPredicate::eq, a.value,
                          a.number(b).value)}};
}

/// As unsigned integers.
inline Bool operator<(Int a, uint32_t b) {
  return {{a.builder, mlir::arith::CmpIOp::create(
                          *a.builder, mlir::arith::CmpIPredicate::ult, a.value,
                          a.number(b).value)}};
}

inline Float operator-(Float a) { return emit<mlir::arith::NegFOp, Float>(a); }
inline Float abs(Float a) { return emit<mlir::math::AbsFOp, Float>(a); }
inline Float floor(Float a) { return emit<mlir::math::FloorOp, Float>(a); }
inline Float copySign(Float a, Float sign) {
  return emit<mlir::math::CopySignOp, Float>(a, sign);
}
/// Both are NaN if an operand is.
inline Float max(Float a, float b) {
  return emit<mlir::arith::MaximumFOp, Float>(a, a.number(b));
}
inline Float min(Float a, float b) {
  return emit<mlir::arith::MinimumFOp, Float>(a, a.number(b));
}
/// a * b + c, rounded once.
inline Float fma(Float a, Float b, Float c) {
  return emit<mlir::math::FmaOp, Float>(a, b, c);
}
inline Float fma(Float a, float b, Float c) { return fma(a, a.number(b), c); }
inline Float fma(Float a, Float b, float c) { return fma(a, b, a.number(c)); }
inline Float fma(Float a, float b, float c) {
  return fma(a, a.number(b), a.number(c));
}
/// a * b, rounded on its own: an addition to it is never contracted.
inline Float rounded(Float a, Float b) { return fma(a, b, -0.0f); }
/// 2^a by the hardware: within 2^-22 of it, relatively.
inline Float exp2Approx(Float a) { return emit<mlir::math::Exp2Op, Float>(a); }

inline Float select(Bool condition, Float a, Float b) {
  return emit<mlir::arith::SelectOp, Float>(condition, a, b);
}
inline Float select(Bool condition, Float a, float b) {
  return select(condition, a, a.number(b));
}
inline Float select(Bool condition, float a, Float b) {
  return select(condition, b.number(a), b);
}
inline Int select(Bool condition, Int a, Int b) {
  return emit<mlir::arith::SelectOp, Int>(condition, a, b);
}
inline Int bits(Float a) {
  return {
      {a.builder, mlir::arith::BitcastOp::create(
                      *a.builder, a.like(a.builder->getI32Type()), a.value)}};
}
inline Float fromBits(Int a) {
  return {
      {a.builder, mlir::arith::BitcastOp::create(
                      *a.builder, a.like(a.builder->getF32Type()), a.value)}};
}
inline Float toFloat(Int a) {
  return {
      {a.builder, mlir::arith::SIToFPOp::create(
                      *a.builder, a.like(a.builder->getF32Type()), a.value)}};
}
/// c[0] + c[1] * x + c[2] * x^2 + …
inline Float polynomial(Float x, llvm::ArrayRef<float> c) {
  Float sum = x.number(c.back());
  for (float coefficient : llvm::reverse(c.drop_back()))
    sum = fma(sum, x, coefficient);
  return sum;
}

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SCALAREXPR_H

//===- ConstantDivision.cpp - Divisions by a known number -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxas makes a division of f32 a branch to a call for rare numbers. What lives
// across the call stays in registers that it does not touch, so that a kernel
// that keeps a row in registers takes some more: layernorm of 16380 columns 77
// and not 64, one block on a multiprocessor and not two. That matters where a
// block has many threads. Where it has few, the call is better left: without it
// ptxas takes few registers, and loads single elements just before their use
// (layernorm of 4095 columns: 48 registers and not 114, 2.6 TB/s and not 4.0).
//
// With a constant divisor c and its reciprocal r, both in f64, no number is
// rare:
//
//   q0 = x * r, rest = x - c * q0, q1 = q0 + rest * r, the quotient is f32(q1)
//
// q0 is within 2 units in the last place of x / c, so that the rest is exact
// (26 bits), and q1 is x / c but for 2^-105 of it before it is rounded. The
// quotient of two numbers of 24 bits is no midpoint of numbers of 53 bits, nor
// within 2^-78 of one, so q1 is x / c rounded to f64. Nor is it within 2^-49 of
// a midpoint of f32 numbers, unless it is one, as subnormal quotients may be:
// then q1 is that midpoint, so rounding twice is as good as once. Where the
// rest is 0 or NaN, q0 stands: zeros have its sign, and of infinity it is the
// quotient.
//
//===----------------------------------------------------------------------===//

#include "ConstantDivision.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

/// For more quotients, reciprocals in f32 that one branch guards are faster
/// (SharedDivision.cpp).
static constexpr int64_t kMaxQuotients = 3;

/// From so many threads a block on, registers decide whether two blocks fit.
static constexpr int64_t kManyThreads = 512;

static bool isOfManyThreads(Operation *op) {
  auto func = op->getParentOfType<gpu::GPUFuncOp>();
  std::optional<ArrayRef<int32_t>> sizes =
      func ? func.getKnownBlockSize() : std::nullopt;
  return sizes && llvm::product_of(*sizes) >= kManyThreads;
}

/// The divisor, where it is one finite number and not 0, whose reciprocal is
/// rounded.
static std::optional<double> findDivisor(Value divisors) {
  APFloat number(0.0f);
  if (!matchPattern(divisors, m_ConstantFloat(&number)) ||
      !number.isFiniteNonZero() || number.getExactInverse(nullptr))
    return std::nullopt;
  return number.convertToFloat();
}

void phobos::divideByConstant(arith::DivFOp division) {
  Value x = division.getLhs();
  auto vector = dyn_cast<VectorType>(x.getType());
  if (!getElementTypeOrSelf(x.getType()).isF32() ||
      (vector && vector.getNumElements() > kMaxQuotients) ||
      !isOfManyThreads(division))
    return;
  std::optional<double> divisor = findDivisor(division.getRhs());
  if (!divisor)
    return;
  ImplicitLocOpBuilder b(division.getLoc(), division);
  Type wide = b.getF64Type();
  if (vector)
    wide = vector.clone(wide);
  auto constant = [&](double value) -> Value {
    Attribute number = b.getF64FloatAttr(value);
    if (vector)
      number = DenseElementsAttr::get(cast<ShapedType>(wide), number);
    return arith::ConstantOp::create(b, cast<TypedAttr>(number));
  };
  Value dividend = arith::ExtFOp::create(b, wide, x);
  Value reciprocal = constant(1 / *divisor);
  Value first = arith::MulFOp::create(b, dividend, reciprocal);
  Value rest = math::FmaOp::create(b, constant(-*divisor), first, dividend);
  Value second = math::FmaOp::create(b, rest, reciprocal, first);
  Value isRest =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, rest, constant(0));
  Value quotient = arith::SelectOp::create(b, isRest, second, first);
  division.replaceAllUsesWith(
      arith::TruncFOp::create(b, x.getType(), quotient).getResult());
  division.erase();
}

//===- LintBoundsOverflow.cpp - Indices computed in 32 bits -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products and shifts in a type narrower than an index, on their way to one.
// Sums are left alone: they overflow only next to the type's end, and a warning
// at each `i + 1` would drown the rest.
//
//===----------------------------------------------------------------------===//

#include "LintBoundsRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Analysis/SourceNames.h"

using namespace mlir;
using namespace phobos;

namespace {
/// Both ends included; of values of up to 32 bits, so that products fit.
struct Interval {
  int64_t min, max;
};
} // namespace

static unsigned getWidth(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  return type.isInteger() ? type.getIntOrFloatBitWidth() : 64;
}

static Interval getFullRange(unsigned width, bool isUnsigned) {
  if (isUnsigned)
    return {0, (int64_t(1) << width) - 1};
  return {-(int64_t(1) << (width - 1)), (int64_t(1) << (width - 1)) - 1};
}

/// What the integer `value` of at most 32 bits can be, from constants, casts of
/// narrower types, and remainders, masks and bounds by constants.
static Interval getRange(Value value, bool isUnsigned) {
  Interval full = getFullRange(getWidth(value), isUnsigned);
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number))) {
    int64_t exact = isUnsigned ? number.getZExtValue() : number.getSExtValue();
    return {exact, exact};
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return full;
  if (auto cast = dyn_cast<CastOp>(op);
      cast && getWidth(cast.getSource()) < getWidth(value) &&
      getElementTypeOrSelf(cast.getSource()).isInteger())
    return getRange(cast.getSource(), cast.getFromUnsigned());
  if (isa<arith::ExtSIOp>(op))
    return getRange(op->getOperand(0), /*isUnsigned=*/false);
  if (isa<arith::ExtUIOp>(op))
    return getRange(op->getOperand(0), /*isUnsigned=*/true);
  if (isa<SplatOp, BroadcastOp, ReshapeOp>(op))
    return getRange(op->getOperand(0), isUnsigned);
  if (op->getNumOperands() != 2 ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&number)))
    return full;
  int64_t bound = number.getSExtValue();
  if (isa<arith::AndIOp>(op) && bound >= 0)
    return {0, bound};
  if (isa<arith::RemUIOp>(op) && bound > 0)
    return {0, bound - 1};
  if (isa<arith::RemSIOp>(op) && bound > 0)
    return {1 - bound, bound - 1};
  Interval inner = getRange(op->getOperand(0), isUnsigned);
  if (isa<arith::MinSIOp>(op))
    return {std::min(inner.min, bound), std::min(inner.max, bound)};
  if (isa<arith::MaxSIOp>(op))
    return {std::max(inner.min, bound), std::max(inner.max, bound)};
  return full;
}

static bool canOverflow(Operation *op, bool isUnsigned) {
  Interval full = getFullRange(getWidth(op->getResult(0)), isUnsigned);
  Interval lhs = getRange(op->getOperand(0), isUnsigned);
  Interval rhs = getRange(op->getOperand(1), isUnsigned);
  if (isa<arith::ShLIOp>(op)) {
    if (rhs.min < 0 || rhs.max > 31)
      return true;
    rhs = {int64_t(1) << rhs.min, int64_t(1) << rhs.max};
  }
  // Of 32 bits each; the product of two unsigned ones may pass 63 bits.
  for (int64_t a : {lhs.min, lhs.max})
    for (int64_t b : {rhs.min, rhs.max}) {
      int64_t product;
      if (__builtin_mul_overflow(a, b, &product) || product < full.min ||
          product > full.max)
        return true;
    }
  return false;
}

static std::string nameOr(Value value, StringRef fallback) {
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getValue();
  std::string name = getSourceName(value);
  APInt number;
  if (name.empty() && matchPattern(value, m_ConstantInt(&number)))
    return llvm::toString(number, 10, /*Signed=*/true);
  return name.empty() ? fallback.str() : name;
}

static void reportProduct(Operation *op, bool isUnsigned, Linter &linter) {
  std::string lhs = nameOr(op->getOperand(0), "a");
  std::string rhs = nameOr(op->getOperand(1), "b");
  std::string type =
      (isUnsigned ? "u" : "i") + std::to_string(getWidth(op->getResult(0)));
  bool isShift = isa<arith::ShLIOp>(op);
  linter.report("index-overflow", op->getLoc(),
                "this " + Twine(isShift ? "shift" : "product") + " of " + type +
                    " can overflow before it becomes an index; write "
                    "'index(" +
                    lhs + ") " + (isShift ? "<<" : "*") + " " + rhs + "'");
}

/// Follows the narrow integer `value`, which becomes an index, to products.
static void follow(Value value, bool isUnsigned, llvm::DenseSet<Value> &seen,
                   Linter &linter) {
  Operation *op = value.getDefiningOp();
  if (!op || getWidth(value) > 32 || !seen.insert(value).second)
    return;
  if (auto cast = dyn_cast<CastOp>(op))
    isUnsigned = cast.getFromUnsigned();
  if (isa<arith::MulIOp, arith::ShLIOp>(op) && canOverflow(op, isUnsigned))
    return reportProduct(op, isUnsigned, linter);
  if (!isa<arith::ArithDialect>(op->getDialect()) &&
      !isa<CastOp, SplatOp, BroadcastOp, ReshapeOp>(op))
    return;
  for (Value operand : op->getOperands())
    if (getElementTypeOrSelf(operand.getType()).isInteger())
      follow(operand, isUnsigned, seen, linter);
}

void phobos::lintOverflow(Linter &linter) {
  llvm::DenseSet<Value> seen;
  linter.getFunction().walk([&](Operation *op) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, CastOp>(op) ||
        !getElementTypeOrSelf(op->getResult(0).getType()).isIndex())
      return;
    auto cast = dyn_cast<CastOp>(op);
    bool isUnsigned =
        cast ? cast.getFromUnsigned() : isa<arith::IndexCastUIOp>(op);
    follow(op->getOperand(0), isUnsigned, seen, linter);
  });
}

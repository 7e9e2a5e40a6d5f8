//===- Divisibility.cpp - What index values are multiples of -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/Divisibility.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

/// Deeper chains of arithmetic are not looked through.
static constexpr unsigned kMaxDepth = 16;

/// The number of trailing zero bits that `value` is known to have, at most 63.
static unsigned trailingZeros(Value value, unsigned depth) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return std::min(constant.countr_zero(), 63u);
  if (depth == kMaxDepth)
    return 0;
  auto of = [&](Value operand) { return trailingZeros(operand, depth + 1); };

  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar())
      return 0;
    return std::min(of(loop.getLowerBound()), of(loop.getStep()));
  }
  return TypeSwitch<Operation *, unsigned>(value.getDefiningOp())
      .Case<arith::AddIOp, arith::SubIOp, arith::MaxSIOp, arith::MinSIOp,
            arith::MaxUIOp, arith::MinUIOp>(
          [&](auto op) { return std::min(of(op.getLhs()), of(op.getRhs())); })
      .Case<arith::MulIOp>([&](auto op) {
        return std::min(of(op.getLhs()) + of(op.getRhs()), 63u);
      })
      .Case<arith::SelectOp>([&](auto op) {
        return std::min(of(op.getTrueValue()), of(op.getFalseValue()));
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>(
          [&](auto op) { return of(op.getIn()); })
      .Case<AssumeOp, PromiseOp>([&](auto op) {
        unsigned known = of(op.getValue());
        if (auto divisible = dyn_cast<DivisibleAttr>(op.getPredicate()))
          known = std::max<unsigned>(
              known, llvm::countr_zero<uint64_t>(divisible.getDivisor()));
        if (op.getOther())
          known = std::max(known, of(op.getOther()));
        return known;
      })
      .Default([](Operation *) { return 0u; });
}

int64_t phobos::getKnownPowerOfTwoDivisor(Value value) {
  return int64_t(1) << std::min(trailingZeros(value, /*depth=*/0), 62u);
}

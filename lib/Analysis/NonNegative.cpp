//===- NonNegative.cpp - Which index values are never negative --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/NonNegative.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

/// Deeper chains of arithmetic are not looked through.
static constexpr unsigned kMaxDepth = 16;

/// The bits of a value beside its sign. An index has 64.
static unsigned bitsOf(Type type) {
  return (type.isIndex() ? 64 : type.getIntOrFloatBitWidth()) - 1;
}

/// A number of bits, if `value` is known to be at least 0 and below the power
/// of two with that exponent.
static std::optional<unsigned> boundBits(Value value, unsigned depth) {
  using Bits = std::optional<unsigned>;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.isNegative() ? Bits() : Bits(constant.getActiveBits());
  if (depth == kMaxDepth)
    return std::nullopt;
  auto of = [&](Value operand) { return boundBits(operand, depth + 1); };
  // Null where the bits may not fit: the number would wrap.
  auto fitting = [&](unsigned bits) {
    return bits <= bitsOf(value.getType()) ? Bits(bits) : Bits();
  };

  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    bool isCounter =
        loop && argument == loop.getInductionVar() && !loop.getUnsignedCmp();
    return isCounter && of(loop.getLowerBound())
               ? fitting(bitsOf(value.getType()))
               : Bits();
  }
  return TypeSwitch<Operation *, Bits>(value.getDefiningOp())
      .Case<BlockIdOp, NumBlocksOp>([&](auto) { return fitting(31); })
      .Case<arith::AddIOp, arith::MulIOp>([&](auto op) {
        Bits a = of(op.getLhs()), b = of(op.getRhs());
        if (!a || !b)
          return Bits();
        return fitting(isa<arith::MulIOp>(op) ? *a + *b : std::max(*a, *b) + 1);
      })
      .Case<arith::MaxSIOp>([&](arith::MaxSIOp op) {
        return of(op.getLhs()) || of(op.getRhs())
                   ? fitting(bitsOf(value.getType()))
                   : Bits();
      })
      .Case<arith::MinSIOp>([&](arith::MinSIOp op) {
        Bits a = of(op.getLhs()), b = of(op.getRhs());
        return a && b ? Bits(std::min(*a, *b)) : Bits();
      })
      .Case<arith::DivSIOp>([&](arith::DivSIOp op) {
        return of(op.getRhs()) ? of(op.getLhs()) : Bits();
      })
      // What is not negative only gets smaller, whatever it is divided by.
      .Case<arith::DivUIOp, arith::RemUIOp, arith::RemSIOp>(
          [&](auto op) { return of(op.getLhs()); })
      .Case<arith::SelectOp>([&](arith::SelectOp op) {
        Bits a = of(op.getTrueValue()), b = of(op.getFalseValue());
        return a && b ? Bits(std::max(*a, *b)) : Bits();
      })
      .Case<arith::IndexCastOp>([&](arith::IndexCastOp op) {
        Bits bits = of(op.getIn());
        return bits ? fitting(*bits) : Bits();
      })
      .Case<arith::IndexCastUIOp>([&](arith::IndexCastUIOp op) {
        unsigned bits = bitsOf(op.getIn().getType()) + 1;
        return bits <= bitsOf(value.getType()) ? Bits(bits) : of(op.getIn());
      })
      .Case<AssumeOp, PromiseOp>([&](auto op) {
        auto bounded = dyn_cast<BoundedAttr>(op.getPredicate());
        bool isBounded = bounded && bounded.getMin() >= 0;
        return isBounded ? fitting(bitsOf(value.getType())) : of(op.getValue());
      })
      .Default([](Operation *) { return Bits(); });
}

bool phobos::isKnownNonNegative(Value value) {
  return boundBits(value, /*depth=*/0).has_value();
}

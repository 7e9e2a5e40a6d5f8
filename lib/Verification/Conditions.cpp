//===- Conditions.cpp - Conditions as formulas ------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsAt.h"
#include "Widths.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace phobos;
using namespace phobos::verification;

/// Deeper conditions, and parts beyond this number, are unknown flags: a
/// formula repeats what a condition uses twice.
static constexpr unsigned kMaxDepth = 64;
static constexpr unsigned kMaxParts = 500;

Formula FactsAt::isTrue(Value condition, bool side) {
  if (auto found = entered.find(condition); found != entered.end())
    return side ? found->second.yes : found->second.no;
  if (depth > kMaxDepth || size > kMaxParts)
    return makeFlag(condition, side);
  ++size;
  llvm::SaveAndRestore deeper(depth, depth + 1);
  return makeTrue(condition, side);
}

/// That an `i1` of which nothing is known is `side`; the same one each time.
Formula FactsAt::makeFlag(Value condition, bool side) {
  auto [found, isNew] = flags.try_emplace(condition);
  if (isNew)
    found->second = makeInRange(Integer(0), Integer(1));
  return areEqual(found->second, side ? 1 : 0);
}

/// That the one is `lhsSide` and the other `rhsSide`.
Formula FactsAt::makeBoth(Value lhs, bool lhsSide, Value rhs, bool rhsSide) {
  return allOf({isTrue(lhs, lhsSide), isTrue(rhs, rhsSide)});
}

/// The value that `argument`, of the body of a loop, was handed by the loop's
/// condition; null where it is no such argument.
static Value findHandedOn(Value condition) {
  auto argument = dyn_cast<BlockArgument>(condition);
  if (!argument)
    return {};
  auto loop = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp());
  if (!loop || argument.getOwner() != loop.getAfterBody())
    return {};
  return loop.getConditionOp().getArgs()[argument.getArgNumber()];
}

Formula FactsAt::makeTrue(Value condition, bool side) {
  APInt constant;
  if (matchPattern(condition, m_ConstantInt(&constant)))
    return constant.isZero() == side ? anyOf({}) : allOf({});
  if (Value handed = findHandedOn(condition))
    return isTrue(handed, side);
  Operation *op = condition.getDefiningOp();
  if (auto compared = dyn_cast_or_null<arith::CmpIOp>(op)) {
    arith::CmpIPredicate predicate = compared.getPredicate();
    if (compared.getLhs().getType().isInteger(1))
      return makeFlag(condition, side);
    return compare(side ? predicate : arith::invertPredicate(predicate),
                   compared.getLhs(), compared.getRhs());
  }
  if (isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op)) {
    Formula lhs = isTrue(op->getOperand(0), side);
    Formula rhs = isTrue(op->getOperand(1), side);
    return isa<arith::AndIOp>(op) == side ? allOf({lhs, rhs})
                                          : anyOf({lhs, rhs});
  }
  if (auto differ = dyn_cast_or_null<arith::XOrIOp>(op))
    return anyOf({makeBoth(differ.getLhs(), true, differ.getRhs(), !side),
                  makeBoth(differ.getLhs(), false, differ.getRhs(), side)});
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
    return anyOf(
        {makeBoth(select.getCondition(), true, select.getTrueValue(), side),
         makeBoth(select.getCondition(), false, select.getFalseValue(), side)});
  if (auto branch = dyn_cast_or_null<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(condition).getResultNumber();
    return anyOf({makeBoth(branch.getCondition(), true,
                           branch.thenYield().getOperand(number), side),
                  makeBoth(branch.getCondition(), false,
                           branch.elseYield().getOperand(number), side)});
  }
  return makeFlag(condition, side);
}

Formula FactsAt::compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  LinearSum a = valueOf(lhs), b = valueOf(rhs);
  unsigned width = widthOf(lhs.getType());
  switch (predicate) {
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ule:
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::uge:
    a = asUnsigned(a, width);
    b = asUnsigned(b, width);
    break;
  default:
    break;
  }
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return areEqual(a, b);
  case arith::CmpIPredicate::ne:
    return anyOf({isBelow(a, b), isBelow(b, a)});
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return isBelow(a, b);
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return isAtMost(a, b);
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return isBelow(b, a);
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return isAtMost(b, a);
  }
  llvm_unreachable("not a predicate");
}

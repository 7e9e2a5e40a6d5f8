//===- FactOps.cpp - Facts about values -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Dialect/Phobos.h"

using namespace mlir;
using namespace phobos;

static LogicalResult verifyOperands(Operation *op, Attribute predicate,
                                    Value other) {
  bool isSame = isa<SameAttr>(predicate);
  if (isSame && !other) // (C1)
    return op->emitOpError("expected a second operand with #phobos.same");
  if (!isSame && other)
    return op->emitOpError() << "expected no second operand with " << predicate;
  return success();
}

LogicalResult AssumeOp::verify() {
  return verifyOperands(*this, getPredicate(), getOther());
}

LogicalResult PromiseOp::verify() {
  if (getMessage() && getMessage()->empty()) // (C2)
    return emitOpError("expected a message that is not empty");
  return verifyOperands(*this, getPredicate(), getOther());
}

/// Whether the predicate holds of the constants `value` and `other` (null where
/// they are unknown).
static bool holdsOfConstants(Attribute predicate, Attribute value,
                             Attribute other) {
  auto constant = dyn_cast_or_null<IntegerAttr>(value);
  if (!constant)
    return false;
  int64_t number = constant.getInt();
  if (auto divisible = dyn_cast<DivisibleAttr>(predicate))
    return number % divisible.getDivisor() == 0;
  if (auto bounded = dyn_cast<BoundedAttr>(predicate))
    return bounded.getMin() <= number && number <= bounded.getMax();
  return value == other;
}

/// A fact about a constant says nothing new; a false one stays to be seen.
template <typename Op>
static OpFoldResult foldFact(Op op, typename Op::FoldAdaptor adaptor) {
  if (op.getValue() == op.getOther() ||
      holdsOfConstants(op.getPredicate(), adaptor.getValue(),
                       adaptor.getOther()))
    return op.getValue();
  return {};
}

OpFoldResult AssumeOp::fold(FoldAdaptor adaptor) {
  return foldFact(*this, adaptor);
}

OpFoldResult PromiseOp::fold(FoldAdaptor adaptor) {
  return foldFact(*this, adaptor);
}

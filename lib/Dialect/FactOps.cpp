//===- FactOps.cpp - Facts about values -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Dialect/Phobos.h"

using namespace mlir;
using namespace phobos;

/// A `same` has a second operand, the others have none.
static LogicalResult verifyOperands(Operation *op, Attribute predicate,
                                    Value other) {
  bool isSame = isa<SameAttr>(predicate);
  if (isSame && !other)
    return op->emitOpError("expected a second operand with #phobos.same");
  if (!isSame && other)
    return op->emitOpError() << "expected no second operand with " << predicate;
  return success();
}

LogicalResult AssumeOp::verify() {
  return verifyOperands(*this, getPredicate(), getOther());
}

LogicalResult PromiseOp::verify() {
  return verifyOperands(*this, getPredicate(), getOther());
}

OpFoldResult AssumeOp::fold(FoldAdaptor adaptor) {
  // A constant needs no fact; a false one must stay to be seen.
  auto constant = dyn_cast_or_null<IntegerAttr>(adaptor.getValue());
  if (!constant)
    return {};
  int64_t value = constant.getInt();
  bool holds = false;
  if (auto divisible = dyn_cast<DivisibleAttr>(getPredicate()))
    holds = value % divisible.getDivisor() == 0;
  else if (auto bounded = dyn_cast<BoundedAttr>(getPredicate()))
    holds = bounded.getMin() <= value && value <= bounded.getMax();
  return holds ? OpFoldResult(constant) : OpFoldResult();
}

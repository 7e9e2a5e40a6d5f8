//===- ReduceLowering.cpp - Kinds of reduction in terms of arith -*- C++-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Conversion/ReduceLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace phobos;

Value phobos::combine(ImplicitLocOpBuilder &builder, ReduceKind kind, Value a,
                      Value b) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(a.getType()));
  switch (kind) {
  case ReduceKind::add:
    return isFloat ? Value(arith::AddFOp::create(builder, a, b))
                   : arith::AddIOp::create(builder, a, b);
  case ReduceKind::mul:
    return isFloat ? Value(arith::MulFOp::create(builder, a, b))
                   : arith::MulIOp::create(builder, a, b);
  case ReduceKind::max:
    return isFloat ? Value(arith::MaximumFOp::create(builder, a, b))
                   : arith::MaxSIOp::create(builder, a, b);
  case ReduceKind::min:
    return isFloat ? Value(arith::MinimumFOp::create(builder, a, b))
                   : arith::MinSIOp::create(builder, a, b);
  case ReduceKind::maxu:
    return arith::MaxUIOp::create(builder, a, b);
  case ReduceKind::minu:
    return arith::MinUIOp::create(builder, a, b);
  case ReduceKind::and_:
    return arith::AndIOp::create(builder, a, b);
  case ReduceKind::or_:
    return arith::OrIOp::create(builder, a, b);
  }
  llvm_unreachable("a kind of reduction");
}

static APFloat getNeutralFloat(ReduceKind kind,
                               const llvm::fltSemantics &semantics) {
  // Adding +0.0 would change a sum of negative zeros.
  if (kind == ReduceKind::add)
    return APFloat::getZero(semantics, /*Negative=*/true);
  if (kind == ReduceKind::mul)
    return APFloat::getOne(semantics);
  bool negative = kind == ReduceKind::max;
  return APFloat::semanticsHasInf(semantics)
             ? APFloat::getInf(semantics, negative)
             : APFloat::getLargest(semantics, negative);
}

static APInt getNeutralInteger(ReduceKind kind, unsigned width) {
  switch (kind) {
  case ReduceKind::add:
  case ReduceKind::or_:
  case ReduceKind::maxu:
    return APInt::getZero(width);
  case ReduceKind::mul:
    return APInt(width, 1);
  case ReduceKind::max:
    return APInt::getSignedMinValue(width);
  case ReduceKind::min:
    return APInt::getSignedMaxValue(width);
  case ReduceKind::and_:
  case ReduceKind::minu:
    return APInt::getAllOnes(width);
  }
  llvm_unreachable("a kind of reduction");
}

TypedAttr phobos::getNeutral(ReduceKind kind, Type element) {
  if (auto type = dyn_cast<FloatType>(element))
    return FloatAttr::get(type,
                          getNeutralFloat(kind, type.getFloatSemantics()));
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return IntegerAttr::get(element, getNeutralInteger(kind, width));
}

Value phobos::isBetter(ImplicitLocOpBuilder &builder, ReduceKind kind,
                       Value value, Value best) {
  bool isMax = kind == ReduceKind::max || kind == ReduceKind::maxu;
  if (isa<FloatType>(value.getType())) {
    auto how = isMax ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT;
    Value isMore = arith::CmpFOp::create(builder, how, value, best);
    Value isNumber =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::ORD, best, best);
    return arith::AndIOp::create(builder, isMore, isNumber);
  }
  bool isUnsigned = kind == ReduceKind::maxu || kind == ReduceKind::minu;
  auto how = isMax ? (isUnsigned ? arith::CmpIPredicate::ugt
                                 : arith::CmpIPredicate::sgt)
                   : (isUnsigned ? arith::CmpIPredicate::ult
                                 : arith::CmpIPredicate::slt);
  return arith::CmpIOp::create(builder, how, value, best);
}

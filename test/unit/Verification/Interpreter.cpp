//===- Interpreter.cpp - Runs scalar code -----------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;
using llvm::APInt;

static constexpr unsigned kMaxSteps = 400;

static unsigned widthOf(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

void Interpreter::run(func::FuncOp function, ArrayRef<APInt> arguments) {
  values.clear();
  steps = 0;
  for (auto [argument, value] :
       llvm::zip_equal(function.getArguments(), arguments))
    values[argument] = value;
  run(function.getBody().front());
}

void Interpreter::set(ValueRange to, ValueRange from) {
  // All at once: a yield may swap.
  SmallVector<APInt> read;
  for (Value value : from)
    read.push_back(values[value]);
  for (auto [value, number] : llvm::zip_equal(to, read))
    values[value] = number;
}

/// Whether the end of the block was reached.
bool Interpreter::run(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return run(op); });
}

bool Interpreter::run(Operation &op) {
  if (++steps > kMaxSteps)
    return false;
  if (op.hasTrait<OpTrait::IsTerminator>())
    return true;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runLoop(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return runLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Region &region = values[branch.getCondition()].isOne()
                         ? branch.getThenRegion()
                         : branch.getElseRegion();
    if (region.empty())
      return true;
    if (!run(region.front()))
      return false;
    set(branch.getResults(), region.front().getTerminator()->getOperands());
    return true;
  }
  if (!op.isRegistered()) {
    visit(&op);
    return true;
  }
  if (isa<PromiseOp, AssumeOp>(op)) {
    set(op.getResults(), op.getOperands().take_front());
    return holds(op);
  }
  std::optional<APInt> result = compute(op);
  if (result)
    values[op.getResult(0)] = *result;
  return result.has_value();
}

/// As scf.for is lowered: with a comparison, and an addition that wraps.
bool Interpreter::runLoop(scf::ForOp loop) {
  set(loop.getRegionIterArgs(), loop.getInits());
  APInt position = values[loop.getLowerBound()];
  APInt upper = values[loop.getUpperBound()], step = values[loop.getStep()];
  if (step.sle(0))
    return false;
  while (position.slt(upper)) {
    values[loop.getInductionVar()] = position;
    if (!run(*loop.getBody()))
      return false;
    set(loop.getRegionIterArgs(), loop.getYieldedValues());
    position += step;
  }
  set(loop.getResults(), loop.getRegionIterArgs());
  return true;
}

bool Interpreter::runLoop(scf::WhileOp loop) {
  set(loop.getBeforeArguments(), loop.getInits());
  while (true) {
    if (!run(*loop.getBeforeBody()))
      return false;
    scf::ConditionOp condition = loop.getConditionOp();
    if (!values[condition.getCondition()].isOne()) {
      set(loop.getResults(), condition.getArgs());
      return true;
    }
    set(loop.getAfterArguments(), condition.getArgs());
    if (!run(*loop.getAfterBody()))
      return false;
    set(loop.getBeforeArguments(), loop.getYieldOp().getOperands());
  }
}

bool Interpreter::holds(Operation &promise) {
  Attribute predicate = promise.getAttr("predicate");
  int64_t number = values[promise.getOperand(0)].getSExtValue();
  if (auto divisible = dyn_cast<DivisibleAttr>(predicate))
    return number % divisible.getDivisor() == 0;
  if (auto bounded = dyn_cast<BoundedAttr>(predicate))
    return bounded.getMin() <= number && number <= bounded.getMax();
  return values[promise.getOperand(0)] == values[promise.getOperand(1)];
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static bool compare(arith::CmpIPredicate predicate, const APInt &a,
                    const APInt &b) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a.slt(b);
  case arith::CmpIPredicate::sle:
    return a.sle(b);
  case arith::CmpIPredicate::sgt:
    return a.sgt(b);
  case arith::CmpIPredicate::sge:
    return a.sge(b);
  case arith::CmpIPredicate::ult:
    return a.ult(b);
  case arith::CmpIPredicate::ule:
    return a.ule(b);
  case arith::CmpIPredicate::ugt:
    return a.ugt(b);
  case arith::CmpIPredicate::uge:
    return a.uge(b);
  }
  llvm_unreachable("not a predicate");
}

/// The quotient or remainder; none where it is undefined.
std::optional<APInt> Interpreter::divide(Operation &op) {
  APInt a = values[op.getOperand(0)], b = values[op.getOperand(1)];
  if (b.isZero())
    return std::nullopt;
  if (isa<arith::DivUIOp>(op))
    return a.udiv(b);
  if (isa<arith::RemUIOp>(op))
    return a.urem(b);
  if (isa<arith::CeilDivUIOp>(op))
    return llvm::APIntOps::RoundingUDiv(a, b, APInt::Rounding::UP);
  if (a.isMinSignedValue() && b.isAllOnes())
    return std::nullopt;
  if (isa<arith::DivSIOp>(op))
    return a.sdiv(b);
  if (isa<arith::RemSIOp>(op))
    return a.srem(b);
  return llvm::APIntOps::RoundingSDiv(a, b,
                                      isa<arith::CeilDivSIOp>(op)
                                          ? APInt::Rounding::UP
                                          : APInt::Rounding::DOWN);
}

std::optional<APInt> Interpreter::compute(Operation &op) {
  auto of = [&](Value value) -> APInt { return values[value]; };
  unsigned width = widthOf(op.getResult(0).getType());
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return cast<IntegerAttr>(constant.getValue()).getValue();
  if (auto compared = dyn_cast<arith::CmpIOp>(op))
    return APInt(1, compare(compared.getPredicate(), of(compared.getLhs()),
                            of(compared.getRhs())));
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return of(select.getCondition()).isOne() ? of(select.getTrueValue())
                                             : of(select.getFalseValue());
  if (auto cast = dyn_cast<CastOp>(op)) {
    bool zeros =
        cast.getFromUnsigned() || cast.getSource().getType().isInteger(1);
    return zeros ? of(cast.getSource()).zextOrTrunc(width)
                 : of(cast.getSource()).sextOrTrunc(width);
  }
  if (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op))
    return of(op.getOperand(0)).zextOrTrunc(width);
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op))
    return of(op.getOperand(0)).sextOrTrunc(width);
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp,
          arith::RemUIOp>(op))
    return divide(op);
  APInt a = of(op.getOperand(0)), b = of(op.getOperand(1));
  return llvm::TypeSwitch<Operation *, std::optional<APInt>>(&op)
      .Case<arith::AddIOp>([&](auto) { return a + b; })
      .Case<arith::SubIOp>([&](auto) { return a - b; })
      .Case<arith::MulIOp>([&](auto) { return a * b; })
      .Case<arith::AndIOp>([&](auto) { return a & b; })
      .Case<arith::OrIOp>([&](auto) { return a | b; })
      .Case<arith::XOrIOp>([&](auto) { return a ^ b; })
      .Case<arith::MinSIOp>([&](auto) { return llvm::APIntOps::smin(a, b); })
      .Case<arith::MaxSIOp>([&](auto) { return llvm::APIntOps::smax(a, b); })
      .Case<arith::MinUIOp>([&](auto) { return llvm::APIntOps::umin(a, b); })
      .Case<arith::MaxUIOp>([&](auto) { return llvm::APIntOps::umax(a, b); })
      .Case<arith::ShLIOp>([&](auto) { return a.shl(b); })
      .Case<arith::ShRSIOp>([&](auto) { return a.ashr(b); })
      .Case<arith::ShRUIOp>([&](auto) { return a.lshr(b); });
}

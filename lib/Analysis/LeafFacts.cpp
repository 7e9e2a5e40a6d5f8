//===- LeafFacts.cpp - What holds of a leaf by itself -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexFactsImpl.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;
using Int = LinearForm::Int;

const Facts &IndexFacts::Impl::factsAbout(const Leaf &leaf) {
  auto [entry, isNew] = leafFacts.try_emplace(leaf);
  // Those that were collected within other questions may be too few.
  if (!isNew && getDepth() >= entry->second->depth)
    return entry->second->facts;
  // What is asked while they are collected knows none of them, or the old ones.
  if (isNew)
    entry->second = std::make_unique<LeafFacts>();
  LeafFacts &kept = *entry->second;
  kept.depth = getDepth();
  Facts facts;
  switch (leaf.getKind()) {
  case Leaf::Kind::Value:
    addValueFacts(leaf.getValue(), facts);
    break;
  case Leaf::Kind::Position:
    facts.push_back(Fact::nonNegative(FactKind::Type, leaf, at->getLoc()));
    facts.push_back(Fact::nonNegative(
        FactKind::Type, LinearForm(leaf.getExtent() - 1) - leaf, at->getLoc()));
    break;
  case Leaf::Kind::Blocks:
    addGridFacts(leaf, facts);
    break;
  case Leaf::Kind::Iteration:
    addIterationFacts(leaf.getLoop(), facts);
    break;
  case Leaf::Kind::Auxiliary:
    facts = definitions.lookup(leaf);
    break;
  }
  learned += facts.size() != kept.facts.size();
  return kept.facts = std::move(facts);
}

void IndexFacts::Impl::addValueFacts(Value value, Facts &facts) {
  LinearForm leaf = Leaf::ofValue(value);
  // What was a leaf while its own form was looked for.
  if (LinearForm form = formOf(value); form != leaf)
    facts.push_back(
        Fact::zero(FactKind::Definition, form - leaf, value.getLoc()));
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument == loop.getInductionVar())
      return addCounterFacts(loop, facts);
    addArgumentFacts(argument, facts);
  }
  Operation *op = value.getDefiningOp();
  FactKind kind = isExtent(value)                  ? FactKind::Extent
                  : isa_and_nonnull<BlockIdOp>(op) ? FactKind::Grid
                  : op                             ? FactKind::Definition
                                                   : FactKind::Type;
  unsigned bits = getBits(value.getType());
  ConstantIntRanges range = rangeOf(value);
  // The ends of 64 bits are added where they matter.
  if (bits < 64 || !range.smin().isMinSignedValue())
    facts.push_back(Fact::nonNegative(
        kind, leaf - LinearForm(Int(range.smin())), value.getLoc()));
  if (bits < 64 || !range.smax().isMaxSignedValue())
    facts.push_back(Fact::nonNegative(
        kind, LinearForm(Int(range.smax())) - leaf, value.getLoc()));
  if (op)
    addOpFacts(op, facts);
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

void IndexFacts::Impl::addGridFacts(const Leaf &blocks, Facts &facts) {
  // The block that asks is one of them.
  facts.push_back(Fact::nonNegative(
      FactKind::Grid, LinearForm(blocks) - LinearForm(1), at->getLoc()));
  if (!kernel || !kernel.getGrid())
    return;
  if (std::optional<LinearForm> form =
          formOf(kernel.getGrid()->getResult(blocks.getAxis())))
    facts.push_back(Fact::zero(FactKind::Grid, *form - LinearForm(blocks),
                               kernel.getLoc()));
}

void IndexFacts::Impl::addAtLeastOne(AffineExpr expr, Facts &facts) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::CeilDiv &&
      isa<AffineConstantExpr>(binary.getRHS()))
    return addAtLeastOne(binary.getLHS(), facts);
  if (binary && binary.getKind() == AffineExprKind::Mul &&
      !isa<AffineConstantExpr>(binary.getRHS())) {
    // A positive product of factors that are not negative.
    AffineExpr factors[] = {binary.getLHS(), binary.getRHS()};
    for (AffineExpr factor : factors)
      if (Interval range = intervalOf(factor); !range.min || *range.min < 0)
        return;
    for (AffineExpr factor : factors)
      addAtLeastOne(factor, facts);
    return;
  }
  std::optional<LinearForm> form = formOf(expr);
  if (form && !form->isConstant())
    facts.push_back(Fact::nonNegative(FactKind::Grid, *form - LinearForm(1),
                                      kernel.getLoc()));
}

void IndexFacts::Impl::addProductQuotient(Operation *op,
                                          const LinearForm &divisor,
                                          Facts &facts) {
  auto id = stripFacts(op->getOperand(0)).getDefiningOp<BlockIdOp>();
  if (!id || !kernel || !kernel.getGrid())
    return;
  auto product = dyn_cast<AffineBinaryOpExpr>(
      kernel.getGrid()->getResult(static_cast<unsigned>(id.getDim())));
  if (!product || product.getKind() != AffineExprKind::Mul)
    return;
  std::optional<LinearForm> factors[] = {formOf(product.getLHS()),
                                         formOf(product.getRHS())};
  for (unsigned side : {0, 1}) {
    const auto &by = factors[side], &other = factors[1 - side];
    if (!by || !other || !proves(*by - divisor) || !proves(divisor - *by))
      continue;
    // A position below `by * other`, divided by `by`.
    facts.push_back(Fact::nonNegative(
        FactKind::Grid,
        *other - LinearForm(Leaf::ofValue(op->getResult(0))) - LinearForm(1),
        op->getLoc()));
    return;
  }
}

std::optional<LinearForm> IndexFacts::Impl::formOf(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return LinearForm(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    BlockArgument argument = kernel.getGridSymbols()[symbol.getPosition()];
    if (kernel.getArgAttr(argument.getArgNumber(), kUnsignedAttr))
      return std::nullopt;
    return formOf(Value(argument));
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<LinearForm> lhs = formOf(binary.getLHS());
  std::optional<LinearForm> rhs = formOf(binary.getRHS());
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return *lhs + *rhs;
  if (binary.getKind() == AffineExprKind::Mul) {
    if (lhs->isConstant())
      std::swap(lhs, rhs);
    return rhs->isConstant() ? std::optional(*lhs * rhs->getConstant())
                             : std::nullopt;
  }
  if (!rhs->isConstant() || rhs->getConstant() < 1)
    return std::nullopt;
  // Exact integers, so the quotients are as they stand.
  const Int &divisor = rhs->getConstant();
  LinearForm quotient = defineQuotient(
      Leaf::auxiliary(expr.getAsOpaquePointer(), 0),
      {*lhs, divisor, binary.getKind() == AffineExprKind::CeilDiv});
  return binary.getKind() == AffineExprKind::Mod ? *lhs - quotient * divisor
                                                 : quotient;
}

LinearForm IndexFacts::Impl::defineQuotient(const Leaf &leaf,
                                            const Quotient &quotient) {
  LinearForm rest = quotient.dividend - LinearForm(leaf) * quotient.divisor;
  LinearForm most = LinearForm(quotient.divisor - Int(1));
  if (quotient.isCeil)
    rest = rest + most;
  quotients.try_emplace(leaf, quotient);
  definitions[leaf] = {
      Fact::nonNegative(FactKind::Grid, rest, kernel.getLoc()),
      Fact::nonNegative(FactKind::Grid, most - rest, kernel.getLoc())};
  return leaf;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void IndexFacts::Impl::addCounterFacts(scf::ForOp loop, Facts &facts) {
  if (loop.getUnsignedCmp())
    return;
  LinearForm counter = Leaf::ofValue(loop.getInductionVar());
  LinearForm lower = formOf(loop.getLowerBound());
  auto add = [&](LinearForm form) {
    facts.push_back(
        Fact::nonNegative(FactKind::Loop, std::move(form), loop.getLoc()));
  };
  LinearForm upper = formOf(loop.getUpperBound());
  add(upper - counter - LinearForm(1));
  if (!isExact(loop))
    return;
  add(counter - lower);
  LinearForm step = formOf(loop.getStep());
  if (step.isConstant() && step.getConstant() > 1)
    facts.push_back(Fact::zero(
        FactKind::Loop,
        lower + LinearForm(Leaf::iteration(loop)) * step.getConstant() -
            counter,
        loop.getLoc()));
}

void IndexFacts::Impl::addIterationFacts(Operation *op, Facts &facts) {
  LinearForm iteration = Leaf::iteration(op);
  facts.push_back(Fact::nonNegative(FactKind::Loop, iteration, op->getLoc()));
  if (auto loop = dyn_cast<scf::ForOp>(op))
    addCounterFacts(loop, facts);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    if (auto position = WhilePosition::read(loop))
      addPositionFacts(*position, facts);
}

//===----------------------------------------------------------------------===//
// What ops compute
//===----------------------------------------------------------------------===//

bool IndexFacts::Impl::isNonNegative(ValueRange values) {
  return llvm::all_of(values,
                      [&](Value value) { return proves(formOf(value)); });
}

void IndexFacts::Impl::addOpFacts(Operation *op, Facts &facts) {
  Location loc = op->getLoc();
  auto add = [&](FactKind kind, LinearForm form) {
    facts.push_back(Fact::nonNegative(kind, std::move(form), loc));
  };
  if (auto id = dyn_cast<BlockIdOp>(op))
    return add(FactKind::Grid,
               LinearForm(Leaf::blocks(static_cast<int64_t>(id.getDim()))) -
                   LinearForm(Leaf::ofValue(id)) - LinearForm(1));
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      isa<TileType>(op->getResult(0).getType()))
    return;
  LinearForm result = Leaf::ofValue(op->getResult(0));
  bool isUnsigned = isa<arith::MinUIOp, arith::MaxUIOp>(op);
  if (isUnsigned && !isNonNegative(op->getOperands()))
    return;
  for (Value operand : op->getOperands()) {
    if (isa<arith::MinSIOp, arith::MinUIOp>(op))
      add(FactKind::Definition, formOf(operand) - result);
    if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
      add(FactKind::Definition, result - formOf(operand));
  }
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp,
          arith::RemUIOp, arith::ShRSIOp, arith::ShRUIOp, arith::AndIOp>(op))
    addQuotientFacts(op, facts);
}

namespace {
/// `dividend / divisor`, or what is left of it.
struct Division {
  enum Rounding { Down, Up, ToZero } rounding = Down;
  bool isRest = false;
  /// Exact only of a dividend that is not negative.
  bool isUnsigned = false;
  LinearForm divisor;
};
} // namespace

/// The division that `op` is, whose right side is `rhs`.
static std::optional<Division> readDivision(Operation *op,
                                            const LinearForm &rhs) {
  Division division;
  division.divisor = rhs;
  division.isUnsigned =
      isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp, arith::ShRUIOp>(
          op);
  division.isRest = isa<arith::RemSIOp, arith::RemUIOp, arith::AndIOp>(op);
  if (isa<arith::DivSIOp, arith::RemSIOp>(op))
    division.rounding = Division::ToZero;
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    division.rounding = Division::Up;
  if (isa<arith::ShRSIOp, arith::ShRUIOp>(op)) {
    if (!rhs.isConstant() || rhs.getConstant() < 0 || rhs.getConstant() > 62)
      return std::nullopt;
    division.divisor =
        LinearForm(int64_t(1) << static_cast<int64_t>(rhs.getConstant()));
  }
  if (isa<arith::AndIOp>(op)) {
    // `a & (2^k - 1)` is a modulo 2^k, of every a.
    if (!rhs.isConstant() || rhs.getConstant() < 1 ||
        rhs.getConstant() >= (int64_t(1) << 62) ||
        !llvm::isPowerOf2_64(static_cast<int64_t>(rhs.getConstant()) + 1))
      return std::nullopt;
    division.divisor = rhs + LinearForm(1);
  }
  return division;
}

void IndexFacts::Impl::addQuotientFacts(Operation *op, Facts &facts) {
  LinearForm lhs = formOf(op->getOperand(0));
  std::optional<Division> division =
      readDivision(op, formOf(op->getOperand(1)));
  if (!division)
    return;
  LinearForm result = Leaf::ofValue(op->getResult(0));
  auto add = [&](LinearForm form) {
    facts.push_back(
        Fact::nonNegative(FactKind::Definition, std::move(form), op->getLoc()));
  };
  bool isPositive = proves(lhs);
  if (division->isUnsigned && !isPositive)
    return;
  if (!division->divisor.isConstant()) {
    // Of a divisor that is only known as positive.
    if (!isPositive || !proves(division->divisor - LinearForm(1)))
      return;
    add(result);
    add(lhs - result);
    if (division->isRest)
      add(division->divisor - result - LinearForm(1));
    else if (division->rounding != Division::Up)
      addProductQuotient(op, division->divisor, facts);
    return;
  }
  const Int &divisor = division->divisor.getConstant();
  if (divisor < 1)
    return;
  LinearForm quotient = result;
  if (division->isRest) {
    Leaf leaf = Leaf::auxiliary(op, 0);
    quotient = leaf;
    Fact rest = Fact::zero(FactKind::Definition,
                           lhs - quotient * divisor - result, op->getLoc());
    definitions[leaf] = {rest};
    facts.push_back(rest);
  }
  LinearForm rest = lhs - quotient * divisor;
  LinearForm most(divisor - Int(1));
  bool roundsUp = division->rounding == Division::Up;
  bool roundsBoth = division->rounding == Division::ToZero && !isPositive;
  // Down leaves a rest in [0, divisor), up one in (-divisor, 0].
  add(roundsUp || roundsBoth ? rest + most : rest);
  add(roundsUp ? -rest : most - rest);
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

std::optional<Split> IndexFacts::Impl::splitOf(const Leaf &leaf) {
  Operation *op = leaf.isValue() ? leaf.getValue().getDefiningOp() : nullptr;
  if (!op || !leaf.getValue().getType().isIntOrIndex())
    return std::nullopt;
  auto isResult = [&](Value value) {
    return Fact::zero(FactKind::Definition, formOf(value) - LinearForm(leaf),
                      op->getLoc());
  };
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op))
    return Split{{isResult(op->getOperand(0))}, {isResult(op->getOperand(1))}};
  Value condition, taken, otherwise;
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    condition = select.getCondition();
    taken = select.getTrueValue();
    otherwise = select.getFalseValue();
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(leaf.getValue()).getResultNumber();
    condition = branch.getCondition();
    taken = branch.thenYield().getOperand(number);
    otherwise = branch.elseYield().getOperand(number);
  } else {
    return std::nullopt;
  }
  Split split{{isResult(taken)}, {isResult(otherwise)}};
  addCondition(condition, true, FactKind::Definition, split.first);
  addCondition(condition, false, FactKind::Definition, split.second);
  return split;
}

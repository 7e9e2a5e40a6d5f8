//===- IndexForms.cpp - Values as exact sums -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexFactsImpl.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace phobos;
using Int = LinearForm::Int;

/// Deeper chains of arithmetic are not taken apart.
static constexpr unsigned kMaxDepth = 48;

bool IndexFacts::Impl::fits(const LinearForm &form, unsigned bits) {
  Int least = getSignedMin(bits), largest = getSignedMax(bits);
  Interval interval = intervalOf(form);
  bool isAbove = interval.min && *interval.min >= least;
  bool isBelow = interval.max && *interval.max <= largest;
  return (isAbove || proves(form - LinearForm(least))) &&
         (isBelow || proves(LinearForm(largest) - form));
}

LinearForm IndexFacts::Impl::formOf(Value value) {
  value = stripFacts(value);
  if (std::optional<Int> number = getConstantInteger(value))
    return LinearForm(*number);
  LinearForm leaf = Leaf::ofValue(value);
  if (auto found = forms.find(value); found != forms.end())
    return found->second;
  if (formsInProgress.size() >= kMaxDepth ||
      !formsInProgress.insert(value).second)
    return leaf;
  LinearForm form =
      isa<TileType>(value.getType()) ? elementOf(value) : computeForm(value);
  formsInProgress.erase(value);
  // Within a proof a form may need what is still being looked for.
  if (nesting == 0 || form != leaf)
    forms.try_emplace(value, form);
  learned += form != leaf;
  return form;
}

LinearForm IndexFacts::Impl::computeForm(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argumentForm(argument);
  if (auto blocks = dyn_cast<NumBlocksOp>(value.getDefiningOp()))
    return Leaf::blocks(static_cast<int64_t>(blocks.getDim()));
  return combine(value.getDefiningOp(), Leaf::ofValue(value),
                 [&](Value operand) { return formOf(operand); });
}

/// `lhs * rhs` where one of them is a number.
static std::optional<LinearForm> multiply(const LinearForm &lhs,
                                          const LinearForm &rhs) {
  if (rhs.isConstant())
    return lhs * rhs.getConstant();
  if (lhs.isConstant())
    return rhs * lhs.getConstant();
  return std::nullopt;
}

/// 2 to the power `exponent`, where that is a width less than `bits`.
static std::optional<Int> powerOfTwo(const LinearForm &exponent,
                                     unsigned bits) {
  if (!exponent.isConstant() || exponent.getConstant() < 0 ||
      exponent.getConstant() >= bits - 1)
    return std::nullopt;
  return Int(APInt::getOneBitSet(
      65, static_cast<unsigned>(static_cast<int64_t>(exponent.getConstant()))));
}

LinearForm
IndexFacts::Impl::combineCast(Operation *op, LinearForm leaf,
                              llvm::function_ref<LinearForm(Value)> of) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  unsigned bits = getBits(op->getResult(0).getType());
  // An i1 is 0 or -1 when read as signed, and is no number here.
  if (!from.isIntOrIndex() || from.isInteger(1) || bits == 1)
    return leaf;
  bool extendsZeros = isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
  if (auto cast = dyn_cast<CastOp>(op))
    extendsZeros = cast.getFromUnsigned() && getBits(from) < bits;
  LinearForm form = of(op->getOperand(0));
  // A zero extension is exact of what is not negative.
  bool isExact = (!extendsZeros || proves(form)) && fits(form, bits);
  return isExact ? form : leaf;
}

/// Positions divided by a number, and what is left of them: `(16 * k + i) / 16`
/// is k, and `(16 * k + i) % 16` is i, where i is below 16.
LinearForm
IndexFacts::Impl::combineQuotient(Operation *op, LinearForm leaf,
                                  llvm::function_ref<LinearForm(Value)> of) {
  LinearForm dividend = of(op->getOperand(0)), divisor = of(op->getOperand(1));
  if (!dividend.hasPosition() || !divisor.isConstant() ||
      divisor.getConstant() < 1)
    return leaf;
  const Int &number = divisor.getConstant();
  LinearForm quotient(floorDiv(dividend.getConstant(), number));
  for (const auto &[part, factor] : dividend.getTerms())
    if (mod(factor, number) == 0)
      quotient = quotient + LinearForm(part) * (factor / number);
  LinearForm rest = dividend - quotient * number;
  if (!proves(rest) || !proves(divisor - rest - LinearForm(1)))
    return leaf;
  // Below 0 the others round up, or take another dividend.
  if (!isa<arith::FloorDivSIOp>(op) && !proves(dividend))
    return leaf;
  return isa<arith::RemSIOp, arith::RemUIOp>(op) ? rest : quotient;
}

LinearForm IndexFacts::Impl::combine(Operation *op, LinearForm leaf,
                                     llvm::function_ref<LinearForm(Value)> of) {
  if (op->getNumResults() != 1 ||
      !getElementTypeOrSelf(op->getResult(0)).isIntOrIndex())
    return leaf;
  unsigned bits = getBits(op->getResult(0).getType());
  auto ifFits = [&](std::optional<LinearForm> form) {
    return form && fits(*form, bits) ? *form : leaf;
  };
  return llvm::TypeSwitch<Operation *, LinearForm>(op)
      .Case<arith::AddIOp>(
          [&](auto op) { return ifFits(of(op.getLhs()) + of(op.getRhs())); })
      .Case<arith::SubIOp>(
          [&](auto op) { return ifFits(of(op.getLhs()) - of(op.getRhs())); })
      .Case<arith::MulIOp>([&](auto op) {
        return ifFits(multiply(of(op.getLhs()), of(op.getRhs())));
      })
      .Case<arith::ShLIOp>([&](auto op) -> LinearForm {
        std::optional<Int> factor = powerOfTwo(of(op.getRhs()), bits);
        return factor ? ifFits(of(op.getLhs()) * *factor) : leaf;
      })
      .Case<arith::SelectOp>([&](auto op) {
        if (op.getCondition().getType().isInteger(1))
          for (bool side : {true, false})
            if (provesCondition(op.getCondition(), side, nullptr))
              return of(side ? op.getTrueValue() : op.getFalseValue());
        return leaf;
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, arith::TruncIOp, CastOp>(
          [&](Operation *op) { return combineCast(op, leaf, of); })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
            arith::RemUIOp>(
          [&](Operation *op) { return combineQuotient(op, leaf, of); })
      .Default([&](Operation *) { return leaf; });
}

//===----------------------------------------------------------------------===//
// Elements of tiles
//===----------------------------------------------------------------------===//

std::optional<SmallVector<LinearForm>>
phobos::reshapePositions(ArrayRef<int64_t> source, ArrayRef<int64_t> to,
                         ArrayRef<LinearForm> positions) {
  // Extents of 1 come and go.
  SmallVector<int64_t> longSource(source), longTo;
  llvm::erase(longSource, 1);
  SmallVector<LinearForm> moved;
  LinearForm number; // in row-major order
  for (auto [extent, position] : llvm::zip_equal(to, positions)) {
    number = number * extent + position;
    if (extent == 1)
      continue;
    longTo.push_back(extent);
    moved.push_back(position);
  }
  if (longSource != longTo) {
    if (longSource.size() > 1)
      return std::nullopt;
    moved.assign(longSource.size(), number);
  }
  SmallVector<LinearForm> found;
  const auto *next = moved.begin();
  for (int64_t extent : source)
    found.push_back(extent == 1 ? LinearForm() : *next++);
  return found;
}

LinearForm IndexFacts::Impl::elementOf(Value tile) {
  SmallVector<LinearForm> positions;
  for (auto [axis, extent] :
       llvm::enumerate(cast<TileType>(tile.getType()).getShape()))
    positions.push_back(extent == 1 ? LinearForm()
                                    : Leaf::position(axis, extent));
  std::optional<LinearForm> form = elementOf(tile, positions);
  return form ? *form : LinearForm(Leaf::ofValue(tile));
}

std::optional<LinearForm> IndexFacts::Impl::elementOf(Value tile,
                                                      Positions positions) {
  constexpr unsigned deepest = 32;
  if (std::optional<Int> number = getConstantInteger(tile))
    return LinearForm(*number);
  if (elementDepth >= deepest)
    return std::nullopt;
  llvm::SaveAndRestore depth(elementDepth, elementDepth + 1);
  if (auto argument = dyn_cast<BlockArgument>(tile))
    return elementOfCarried(argument, positions);
  Operation *op = tile.getDefiningOp();
  if (auto iota = dyn_cast<IotaOp>(op))
    return positions[iota.getDim()];
  if (auto splat = dyn_cast<SplatOp>(op))
    return formOf(splat.getValue());
  SmallVector<LinearForm> inner(positions);
  if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    for (auto [axis, extent] :
         llvm::enumerate(broadcast.getSource().getType().getShape()))
      if (extent == 1)
        inner[axis] = LinearForm();
    return elementOf(broadcast.getSource(), inner);
  }
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    for (auto [axis, from] : llvm::enumerate(transpose.getPermutation()))
      inner[from] = positions[axis];
    return elementOf(transpose.getSource(), inner);
  }
  if (auto reshape = dyn_cast<ReshapeOp>(op)) {
    auto source = reshapePositions(reshape.getSource().getType().getShape(),
                                   reshape.getType().getShape(), positions);
    return source ? elementOf(reshape.getSource(), *source) : std::nullopt;
  }
  // Element by element: all operands are known at these positions, or none is.
  bool isKnown = true;
  LinearForm unknown = Leaf::ofValue(tile);
  LinearForm form = combine(op, unknown, [&](Value operand) {
    std::optional<LinearForm> element = elementOf(operand, positions);
    isKnown &= element.has_value();
    return element.value_or(LinearForm());
  });
  if (!isKnown || form == unknown)
    return std::nullopt;
  return form;
}

//===- MaskBounds.cpp - Masks as bounds of positions ------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskBounds.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace phobos;
using arith::CmpIPredicate;
using Int = LinearForm::Int;

namespace {
/// Reads the parts of one mask. Each function is false where the mask is not
/// what is looked for, and then has said why.
class Reader {
public:
  explicit Reader(IndexFacts &facts) : facts(facts) {}

  /// `axes` are those of the mask along which the axes of `condition` run;
  /// `isNegated` asks for what holds where the condition is false.
  bool read(Value condition, ArrayRef<int64_t> axes, bool isNegated);

  MaskBounds bounds;
  std::string obstacle;

private:
  bool refuse(const Twine &why) {
    obstacle = why.str();
    return false;
  }
  bool readMoved(Operation *op, ArrayRef<int64_t> axes, bool isNegated);
  bool readCompare(arith::CmpIOp compare, ArrayRef<int64_t> axes,
                   bool isNegated);
  bool readFlag(Value flag, bool isNegated);
  bool addLess(const LinearForm &lhs, const LinearForm &rhs, bool isStrict);
  bool addBound(const LinearForm &goal);

  IndexFacts &facts;
  unsigned depth = 0;
};
} // namespace

/// `form` with the axes of the mask in place of those of a part of it.
static LinearForm moveAxes(const LinearForm &form, ArrayRef<int64_t> axes) {
  LinearForm moved(form.getConstant());
  for (const auto &[leaf, factor] : form.getTerms())
    moved = moved + (leaf.isPosition()
                         ? LinearForm(Leaf::position(axes[leaf.getAxis()],
                                                     leaf.getExtent()))
                         : LinearForm(leaf)) *
                        factor;
  return moved;
}

bool Reader::addBound(const LinearForm &goal) {
  std::optional<LinearForm::Term> position;
  for (const LinearForm::Term &term : goal.getTerms()) {
    if (!term.first.isPosition())
      continue;
    if (position)
      return facts.proves(goal) ||
             refuse("its mask compares positions of two axes");
    position = term;
  }
  if (!position)
    return true;
  if (abs(position->second) != 1)
    return facts.proves(goal) ||
           refuse("its mask compares a multiple of a position");
  LinearForm rest = goal - LinearForm(position->first) * position->second;
  bool isUpper = position->second < 0;
  bounds.bounds.push_back(
      {position->first.getAxis(), isUpper, isUpper ? rest : -rest});
  return true;
}

/// The part of `form` without positions.
static LinearForm withoutPositions(const LinearForm &form) {
  LinearForm rest(form.getConstant());
  for (const auto &[leaf, factor] : form.getTerms())
    if (!leaf.isPosition())
      rest = rest + LinearForm(leaf) * factor;
  return rest;
}

/// `lhs <= rhs`, or `lhs < rhs`.
bool Reader::addLess(const LinearForm &lhs, const LinearForm &rhs,
                     bool isStrict) {
  LinearForm goal = rhs - lhs - LinearForm(isStrict);
  if (goal.hasPosition())
    return addBound(goal);
  if (facts.proves(goal))
    return true;
  // Positions that both sides have are none.
  LinearForm left = withoutPositions(lhs), right = withoutPositions(rhs);
  if (!fitsIndex(left, facts) || !fitsIndex(right, facts))
    return refuse("a side of its mask may not fit in 64 bits");
  UniformCondition condition;
  condition.predicate = isStrict ? CmpIPredicate::slt : CmpIPredicate::sle;
  condition.lhs = left;
  condition.rhs = right;
  bounds.conditions.push_back(condition);
  return true;
}

bool Reader::readCompare(arith::CmpIOp compare, ArrayRef<int64_t> axes,
                         bool isNegated) {
  if (!getElementTypeOrSelf(compare.getLhs()).isIntOrIndex() ||
      getElementTypeOrSelf(compare.getLhs()).isInteger(1))
    return refuse("its mask compares no integers");
  auto formOf = [&](Value value) -> std::optional<LinearForm> {
    LinearForm form = facts.formOf(value);
    for (const auto &[leaf, factor] : form.getTerms())
      if (leaf.isValue() && isa<TileType>(leaf.getValue().getType()))
        return std::nullopt;
    return moveAxes(form, axes);
  };
  std::optional<LinearForm> lhs = formOf(compare.getLhs());
  std::optional<LinearForm> rhs = formOf(compare.getRhs());
  if (!lhs || !rhs)
    return refuse("its mask compares values that are no sums of positions, or "
                  "may wrap");
  CmpIPredicate predicate = compare.getPredicate();
  if (isNegated)
    predicate = arith::invertPredicate(predicate);
  switch (predicate) {
  case CmpIPredicate::eq:
    return addLess(*lhs, *rhs, false) && addLess(*rhs, *lhs, false);
  case CmpIPredicate::slt:
    return addLess(*lhs, *rhs, true);
  case CmpIPredicate::sle:
    return addLess(*lhs, *rhs, false);
  case CmpIPredicate::sgt:
    return addLess(*rhs, *lhs, true);
  case CmpIPredicate::sge:
    return addLess(*rhs, *lhs, false);
  case CmpIPredicate::ugt:
  case CmpIPredicate::uge:
    std::swap(lhs, rhs);
    break;
  case CmpIPredicate::ult:
  case CmpIPredicate::ule:
    break;
  case CmpIPredicate::ne:
    return refuse("its mask leaves out a position in the middle");
  }
  // Below a number that is not negative are those from 0 on.
  if (!facts.proves(*rhs))
    return refuse("its mask compares unsigned numbers");
  bool isStrict =
      predicate == CmpIPredicate::ult || predicate == CmpIPredicate::ugt;
  return addLess(LinearForm(), *lhs, false) && addLess(*lhs, *rhs, isStrict);
}

/// Of an op that moves the elements of a condition.
bool Reader::readMoved(Operation *op, ArrayRef<int64_t> axes, bool isNegated) {
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    SmallVector<int64_t> inner(axes.size());
    for (auto [axis, from] : llvm::enumerate(transpose.getPermutation()))
      inner[from] = axes[axis];
    return read(transpose.getSource(), inner, isNegated);
  }
  auto reshape = dyn_cast<ReshapeOp>(op);
  if (!reshape)
    return read(op->getOperand(0), axes, isNegated);
  // Extents of 1 come and go.
  ArrayRef<int64_t> from = reshape.getSource().getType().getShape();
  ArrayRef<int64_t> to = reshape.getType().getShape();
  auto isLong = [](int64_t extent) { return extent != 1; };
  if (!llvm::equal(llvm::make_filter_range(from, isLong),
                   llvm::make_filter_range(to, isLong)))
    return refuse("its mask is reshaped");
  SmallVector<int64_t> inner;
  size_t next = 0;
  for (int64_t extent : from) {
    while (isLong(extent) && !isLong(to[next]))
      ++next;
    inner.push_back(isLong(extent) ? axes[next++] : -1);
  }
  return read(reshape.getSource(), inner, isNegated);
}

/// Of a scalar.
bool Reader::readFlag(Value flag, bool isNegated) {
  if (facts.prove(flag, !isNegated))
    return true;
  UniformCondition condition;
  condition.flag = flag;
  condition.isTrue = !isNegated;
  bounds.conditions.push_back(condition);
  return true;
}

bool Reader::read(Value condition, ArrayRef<int64_t> axes, bool isNegated) {
  constexpr unsigned deepest = 32;
  Operation *op = condition.getDefiningOp();
  if (!op || depth == deepest)
    return refuse("its mask is not computed here");
  if (matchPattern(condition, m_Constant()) &&
      facts.prove(condition, !isNegated))
    return true;
  ++depth;
  bool isRead = false;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    isRead = readCompare(compare, axes, isNegated);
  else if (isNegated ? isa<arith::OrIOp>(op) : isa<arith::AndIOp>(op))
    isRead = read(op->getOperand(0), axes, isNegated) &&
             read(op->getOperand(1), axes, isNegated);
  else if (auto splat = dyn_cast<SplatOp>(op))
    isRead = readFlag(splat.getValue(), isNegated);
  else if (isa<BroadcastOp, TransposeOp, ReshapeOp>(op))
    isRead = readMoved(op, axes, isNegated);
  else if (isa<arith::XOrIOp>(op) && facts.prove(op->getOperand(1), true))
    isRead = read(op->getOperand(0), axes, !isNegated);
  else if (isa<arith::OrIOp, arith::AndIOp>(op))
    refuse("its mask is a disjunction");
  else
    refuse("its mask is no comparison of positions");
  --depth;
  return isRead;
}

MaskReading phobos::readMaskBounds(Value mask, IndexFacts &facts) {
  Reader reader(facts);
  auto axes = llvm::to_vector(
      llvm::seq<int64_t>(0, cast<TileType>(mask.getType()).getRank()));
  if (reader.read(mask, axes, /*isNegated=*/false))
    return {std::move(reader.bounds), ""};
  return {std::nullopt, std::move(reader.obstacle)};
}

bool phobos::isAvailableAt(Operation *at, const LinearForm &form) {
  return llvm::all_of(form.getTerms(), [&](const LinearForm::Term &term) {
    const Leaf &leaf = term.first;
    if (leaf.isValue())
      return leaf.getValue().getType().isIntOrIndex() &&
             findAvailable(leaf.getValue(), at->getParentRegion());
    return leaf.getKind() == Leaf::Kind::Blocks;
  });
}

bool phobos::fitsIndex(const LinearForm &form, IndexFacts &facts) {
  LinearForm least{Int(std::numeric_limits<int64_t>::min())};
  LinearForm most{Int(std::numeric_limits<int64_t>::max())};
  return facts.proves(form - least) && facts.proves(most - form);
}

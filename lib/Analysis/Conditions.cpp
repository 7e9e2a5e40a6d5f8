//===- Conditions.cpp - What promises, branches and loops say -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexFactsImpl.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace phobos;
using arith::CmpIPredicate;
using Int = LinearForm::Int;

//===----------------------------------------------------------------------===//
// What a condition says
//===----------------------------------------------------------------------===//

/// What `lhs predicate rhs` says, where it holds, as signed.
static std::optional<Constraint> constraintOf(CmpIPredicate predicate,
                                              const LinearForm &lhs,
                                              const LinearForm &rhs) {
  auto nonNegative = [](LinearForm form) {
    return Constraint{std::move(form), false};
  };
  switch (predicate) {
  case CmpIPredicate::eq:
    return Constraint{lhs - rhs, true};
  case CmpIPredicate::slt:
    return nonNegative(rhs - lhs - LinearForm(1));
  case CmpIPredicate::sle:
    return nonNegative(rhs - lhs);
  case CmpIPredicate::sgt:
    return nonNegative(lhs - rhs - LinearForm(1));
  case CmpIPredicate::sge:
    return nonNegative(lhs - rhs);
  default:
    return std::nullopt;
  }
}

/// The signed predicate of the same order, with the smaller side on the left.
static std::optional<CmpIPredicate> signedAscending(CmpIPredicate predicate,
                                                    bool &isSwapped) {
  isSwapped =
      predicate == CmpIPredicate::ugt || predicate == CmpIPredicate::uge;
  switch (predicate) {
  case CmpIPredicate::ult:
  case CmpIPredicate::ugt:
    return CmpIPredicate::slt;
  case CmpIPredicate::ule:
  case CmpIPredicate::uge:
    return CmpIPredicate::sle;
  default:
    return std::nullopt;
  }
}

void IndexFacts::Impl::addCompare(arith::CmpIOp compare, bool value,
                                  FactKind kind, Facts &facts) {
  if (!compare.getLhs().getType().isIntOrIndex() ||
      compare.getLhs().getType().isInteger(1))
    return;
  CmpIPredicate predicate = compare.getPredicate();
  if (!value)
    predicate = arith::invertPredicate(predicate);
  LinearForm lhs = formOf(compare.getLhs()), rhs = formOf(compare.getRhs());
  bool isSwapped;
  if (auto ascending = signedAscending(predicate, isSwapped)) {
    if (isSwapped)
      std::swap(lhs, rhs);
    // What is at most a number that is not negative is not negative either.
    if (!proves(rhs))
      return;
    facts.push_back(Fact::nonNegative(kind, lhs, compare.getLoc()));
    predicate = *ascending;
  }
  if (std::optional<Constraint> said = constraintOf(predicate, lhs, rhs))
    facts.push_back({*said, kind, compare.getLoc()});
}

void IndexFacts::Impl::addCondition(Value condition, bool value, FactKind kind,
                                    Facts &facts) {
  Operation *op = condition.getDefiningOp();
  if (!op || !condition.getType().isInteger(1))
    return;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return addCompare(compare, value, kind, facts);
  if (isa<arith::AndIOp>(op) ? value : isa<arith::OrIOp>(op) && !value) {
    addCondition(op->getOperand(0), value, kind, facts);
    addCondition(op->getOperand(1), value, kind, facts);
    return;
  }
  if (!isa<arith::XOrIOp>(op))
    return;
  // An exclusive or with true is a negation.
  if (std::optional<Int> mask = getConstantInteger(op->getOperand(1)))
    addCondition(op->getOperand(0), value == (*mask == 0), kind, facts);
}

//===----------------------------------------------------------------------===//
// Conditions that are known
//===----------------------------------------------------------------------===//

bool IndexFacts::Impl::provesCompare(CmpIPredicate predicate,
                                     const LinearForm &lhs,
                                     const LinearForm &rhs, Facts *used) {
  auto less = [&](const LinearForm &a, const LinearForm &b, int64_t strict) {
    return proves(b - a - LinearForm(strict), used);
  };
  auto bothNonNegative = [&] { return proves(lhs, used) && proves(rhs, used); };
  switch (predicate) {
  case CmpIPredicate::eq:
    return less(lhs, rhs, 0) && less(rhs, lhs, 0);
  case CmpIPredicate::ne:
    return less(lhs, rhs, 1) || less(rhs, lhs, 1);
  case CmpIPredicate::slt:
    return less(lhs, rhs, 1);
  case CmpIPredicate::sle:
    return less(lhs, rhs, 0);
  case CmpIPredicate::sgt:
    return less(rhs, lhs, 1);
  case CmpIPredicate::sge:
    return less(rhs, lhs, 0);
  case CmpIPredicate::ult:
    return bothNonNegative() && less(lhs, rhs, 1);
  case CmpIPredicate::ule:
    return bothNonNegative() && less(lhs, rhs, 0);
  case CmpIPredicate::ugt:
    return bothNonNegative() && less(rhs, lhs, 1);
  case CmpIPredicate::uge:
    return bothNonNegative() && less(rhs, lhs, 0);
  }
  llvm_unreachable("no other predicate");
}

bool IndexFacts::Impl::provesCondition(Value condition, bool value,
                                       Facts *used) {
  if (std::optional<Int> number = getConstantInteger(condition))
    return (*number != 0) == value;
  Operation *op = condition.getDefiningOp();
  constexpr unsigned deepest = 32;
  if (!op || conditionDepth == deepest)
    return false;
  llvm::SaveAndRestore depth(conditionDepth, conditionDepth + 1);
  // These move elements, and what all elements are stays.
  if (isa<BroadcastOp, TransposeOp, ReshapeOp, SplatOp, ItemOp,
          ConvertLayoutOp>(op))
    return provesCondition(op->getOperand(0), value, used);
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    if (getBits(compare.getLhs().getType()) == 1)
      return false;
    CmpIPredicate predicate = compare.getPredicate();
    if (!value)
      predicate = arith::invertPredicate(predicate);
    return provesCompare(predicate, formOf(compare.getLhs()),
                         formOf(compare.getRhs()), used);
  }
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    bool needsBoth = isa<arith::AndIOp>(op) == value;
    bool first = provesCondition(op->getOperand(0), value, used);
    if (first != needsBoth)
      return first;
    return provesCondition(op->getOperand(1), value, used);
  }
  if (isa<arith::XOrIOp>(op))
    if (std::optional<Int> mask = getConstantInteger(op->getOperand(1)))
      return provesCondition(op->getOperand(0), value == (*mask == 0), used);
  return false;
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

FactOps::FactOps(Operation *op) {
  Operation *root = op;
  while (root->getParentOp() && !isa<FunctionOpInterface>(root))
    root = root->getParentOp();
  root->walk([&](Operation *inner) {
    if (isa<PromiseOp, AssumeOp>(inner))
      ops.push_back(inner);
  });
}

bool IndexFacts::Impl::holdsHere(Operation *factOp) {
  // In structured code what is behind an op in its block, or nested there.
  Operation *around = factOp->getBlock()->findAncestorOpInBlock(*at);
  return around && around != factOp && factOp->isBeforeInBlock(around);
}

void IndexFacts::Impl::addPromise(Operation *op, Facts &facts) {
  FactKind kind = isa<PromiseOp>(op) ? FactKind::Promise : FactKind::Assume;
  Attribute predicate = op->getAttr("predicate");
  Value operand = op->getOperand(0);
  Location loc = op->getLoc();
  if (isa<SameAttr>(predicate)) {
    facts.push_back(
        Fact::zero(kind, formOf(operand) - formOf(op->getOperand(1)), loc));
    return;
  }
  if (auto divisible = dyn_cast<DivisibleAttr>(predicate)) {
    Leaf leaf = Leaf::auxiliary(op, 0);
    Fact fact = Fact::zero(
        kind, formOf(operand) - LinearForm(leaf) * divisible.getDivisor(), loc);
    definitions[leaf] = {fact};
    facts.push_back(fact);
    return;
  }
  auto bounded = cast<BoundedAttr>(predicate);
  auto truth = operand.getDefiningOp<arith::IndexCastUIOp>();
  if (truth && truth.getIn().getType().isInteger(1) &&
      bounded.getMin() == bounded.getMax())
    return addCondition(truth.getIn(), bounded.getMin() != 0, kind, facts);
  LinearForm form = formOf(operand);
  if (bounded.getMin() != std::numeric_limits<int64_t>::min())
    facts.push_back(
        Fact::nonNegative(kind, form - LinearForm(bounded.getMin()), loc));
  if (bounded.getMax() != std::numeric_limits<int64_t>::max())
    facts.push_back(
        Fact::nonNegative(kind, LinearForm(bounded.getMax()) - form, loc));
}

//===----------------------------------------------------------------------===//
// What is said around the op
//===----------------------------------------------------------------------===//

void IndexFacts::Impl::addSurroundings(Operation *parent, Region *from,
                                       Facts &facts) {
  if (auto branch = dyn_cast<scf::IfOp>(parent))
    return addCondition(branch.getCondition(), from == &branch.getThenRegion(),
                        FactKind::Condition, facts);
  if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    if (from == &loop.getAfter())
      addCondition(loop.getConditionOp().getCondition(), true,
                   FactKind::Condition, facts);
    return;
  }
  auto loop = dyn_cast<scf::ForOp>(parent);
  if (!loop || loop.getUnsignedCmp())
    return;
  // Its body runs, so it is not empty.
  facts.push_back(Fact::nonNegative(FactKind::Loop,
                                    formOf(loop.getUpperBound()) -
                                        formOf(loop.getLowerBound()) -
                                        LinearForm(1),
                                    loop.getLoc()));
}

const Facts &IndexFacts::Impl::statements() {
  if (isStating || stated)
    return *stated;
  llvm::SaveAndRestore stating(isStating, true);
  // What one says may need those before it.
  stated.emplace();
  if (kernel && kernel.getGrid())
    for (AffineExpr blocks : kernel.getGrid()->getResults()) {
      Facts facts;
      addAtLeastOne(blocks, facts);
      llvm::append_range(*stated, facts);
    }
  for (Operation *op : ops.get())
    if (holdsHere(op)) {
      Facts facts;
      addPromise(op, facts);
      llvm::append_range(*stated, facts);
    }
  SmallVector<Region *> regions;
  for (Region *region = at->getParentRegion();
       region && !isa<FunctionOpInterface>(region->getParentOp());
       region = region->getParentRegion())
    regions.push_back(region);
  for (Region *region : llvm::reverse(regions)) {
    Facts facts;
    addSurroundings(region->getParentOp(), region, facts);
    llvm::append_range(*stated, facts);
  }
  ++learned;
  return *stated;
}

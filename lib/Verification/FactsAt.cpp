//===- FactsAt.cpp - What is known whenever an op runs ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsAt.h"
#include "Widths.h"

using namespace mlir;
using namespace phobos;
using namespace phobos::verification;

FactsAt::FactsAt(Operation *at, WhileInvariants &invariants)
    : at(at), kernel(at->getParentOfType<KernelOp>()), invariants(invariants) {
  addScope();
  addBlocks();
}

//===----------------------------------------------------------------------===//
// What holds at this place
//===----------------------------------------------------------------------===//

/// Follows the regions around the op outwards. Each of their ops runs, or has
/// run the way here, in the same iteration of all loops around it.
void FactsAt::addScope() {
  for (Operation *op = at; op && !isa<FunctionOpInterface>(op);
       op = op->getParentOp()) {
    addFactsBefore(op);
    if (Region *region = op->getParentRegion())
      addConditions(region);
  }
}

/// A block runs: along each axis there is one.
void FactsAt::addBlocks() {
  if (!kernel || !kernel.getGrid())
    return;
  for (auto [axis, blocks] : llvm::enumerate(kernel.getGrid()->getResults()))
    if (!isa<AffineConstantExpr>(blocks))
      computeBlockId(static_cast<GridDim>(axis));
}

/// What promises and assumes say that stand before `op` in its block.
void FactsAt::addFactsBefore(Operation *op) {
  if (!op->getBlock())
    return;
  for (Operation &before : *op->getBlock()) {
    if (&before == op)
      return;
    if (auto promise = dyn_cast<PromiseOp>(before))
      addPredicate(promise.getValue(), promise.getPredicate(),
                   promise.getOther());
    if (auto assume = dyn_cast<AssumeOp>(before))
      addPredicate(assume.getValue(), assume.getPredicate(), assume.getOther());
  }
}

void FactsAt::addPredicate(Value value, Attribute predicate, Value other) {
  LinearSum sum = valueOf(value);
  if (auto divisible = dyn_cast<DivisibleAttr>(predicate))
    require(areEqual(sum, makeVariable() * Integer(divisible.getDivisor())));
  if (auto bounded = dyn_cast<BoundedAttr>(predicate))
    require(
        isBetween(sum, Integer(bounded.getMin()), Integer(bounded.getMax())));
  if (isa<SameAttr>(predicate) && other)
    require(areEqual(sum, valueOf(other)));
}

/// What it takes to come into `region`.
void FactsAt::addConditions(Region *region) {
  Operation *parent = region->getParentOp();
  if (auto branch = dyn_cast<scf::IfOp>(parent))
    require(isTrue(branch.getCondition(), region == &branch.getThenRegion()));
  else if (auto loop = dyn_cast<scf::ForOp>(parent))
    valueOf(loop.getInductionVar());
  else if (auto loop = dyn_cast<scf::WhileOp>(parent);
           loop && region == &loop.getAfter())
    addWhile(loop);
}

void FactsAt::addWhile(scf::WhileOp loop) {
  require(isTrue(loop.getConditionOp().getCondition()));
  for (const Invariant &invariant : invariants.of(loop))
    require(isInvariant(invariant,
                        valueOf(loop.getAfterArguments()[invariant.argument])));
}

Formula FactsAt::isInvariant(const Invariant &invariant,
                             const LinearSum &value) {
  LinearSum bound = valueOf(invariant.bound);
  switch (invariant.kind) {
  case Invariant::Kind::AtLeast:
    return isAtMost(bound, value);
  case Invariant::Kind::AtMost:
    return isAtMost(value, bound);
  case Invariant::Kind::Below:
    return isBelow(value, bound);
  }
  llvm_unreachable("not an invariant");
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// The value that an argument of a `phobos.thread_sum` stands for.
static Value lookThroughCaptures(Value value) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    auto sum = dyn_cast<ThreadSumOp>(argument.getOwner()->getParentOp());
    if (!sum)
      break;
    value = sum.getCaptures()[argument.getArgNumber()];
  }
  return value;
}

LinearSum FactsAt::extentOf(Value view, int64_t dim) {
  view = lookThroughCaptures(view);
  int64_t extent = cast<ViewType>(view.getType()).getShape()[dim];
  if (!ShapedType::isDynamic(extent))
    return extent;
  if (auto op = view.getDefiningOp<ViewOp>())
    return valueOf(cast<Value>(op.getExtent(dim)));
  auto [found, isNew] = extents.try_emplace({view, dim});
  if (isNew)
    found->second = makeInRange(Integer(0), signedMax(kIndexWidth));
  return found->second;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

LinearSum FactsAt::makeVariable() { return LinearSum::of(numVariables++); }

LinearSum FactsAt::makeInRange(const Integer &min, const Integer &max) {
  LinearSum variable = makeVariable();
  require(isBetween(variable, min, max));
  return variable;
}

/// A value of the type of which nothing else is known.
LinearSum FactsAt::makeLeaf(Type type) {
  unsigned width = widthOf(type);
  return makeInRange(signedMin(width), signedMax(width));
}

/// What `sum` is in `width` bits.
LinearSum FactsAt::wrap(const LinearSum &sum, unsigned width) {
  if (sum.isConstant()) {
    Integer modulus = powerOfTwo(width);
    Integer rest = mod(sum.getConstant(), modulus);
    return rest > signedMax(width) ? rest - modulus : rest;
  }
  LinearSum turns = makeVariable();
  LinearSum wrapped = sum + turns * powerOfTwo(width);
  require(isBetween(wrapped, signedMin(width), signedMax(width)));
  require(anyOf({isZero(turns), isAtMost(1, turns), isAtMost(turns, -1)}));
  return wrapped;
}

/// The unsigned meaning of the bits whose signed meaning is `sum`.
LinearSum FactsAt::asUnsigned(const LinearSum &sum, unsigned width) {
  if (sum.isConstant())
    return mod(sum.getConstant(), powerOfTwo(width));
  LinearSum isNegative = makeVariable();
  require(anyOf({allOf({isZero(isNegative), isAtLeastZero(sum)}),
                 allOf({areEqual(isNegative, 1), isAtMost(sum, -1)})}));
  require(isBetween(isNegative, Integer(0), Integer(1)));
  return sum + isNegative * powerOfTwo(width);
}

/// `sum` divided by a `divisor` above 0, rounded down.
LinearSum FactsAt::floorQuotient(const LinearSum &sum, const Integer &divisor) {
  if (sum.isConstant())
    return floorDiv(sum.getConstant(), divisor);
  LinearSum quotient = makeVariable();
  require(isBetween(sum - quotient * divisor, Integer(0), divisor - 1));
  return quotient;
}

const LinearSum *FactsAt::findValue(Value value) const {
  auto found = values.find(value);
  return found == values.end() ? nullptr : &found->second;
}

void FactsAt::enter(Region &region, ValueRange values,
                    function_ref<void()> action) {
  for (auto [argument, value] :
       llvm::zip_equal(region.getArguments(), values)) {
    Meaning meaning;
    if (argument.getType().isInteger(1))
      meaning = {{}, isTrue(value, true), isTrue(value, false)};
    else if (argument.getType().isIntOrIndex())
      meaning = {valueOf(value), {}, {}};
    entered[argument] = std::move(meaning);
  }
  auto outerValues = this->values;
  auto outerFlags = flags;
  for (auto [known, now] :
       {std::pair(&outerValues, &this->values), std::pair(&outerFlags, &flags)})
    for (const auto &entry : *known)
      if (region.isAncestor(Value(entry.first).getParentRegion()))
        now->erase(entry.first);
  action();
  this->values = std::move(outerValues);
  flags = std::move(outerFlags);
  entered.clear();
}

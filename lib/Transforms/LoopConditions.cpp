//===- LoopConditions.cpp - What a loop would gain from a split -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopConditions.h"
#include "LeafBounds.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace phobos;

using Int = LinearForm::Int;

/// Numbers up to it are taken for ordinary: they and their products with small
/// factors fit in 64 bits.
static constexpr int64_t kOrdinary = int64_t(1) << 40;

/// Whether `phobos.where`, or an access at a pointer, takes its condition from
/// `value`.
static bool decidesWhere(Value value) {
  llvm::SmallSetVector<Value, 8> conditions;
  conditions.insert(value);
  for (size_t i = 0; i < conditions.size(); ++i)
    for (Operation *user : conditions[i].getUsers()) {
      if (isa<WhereOp, GatherOp, ScatterOp>(user))
        return true;
      if (isa<BroadcastOp, SplatOp, TransposeOp, ReshapeOp, arith::AndIOp,
              arith::OrIOp, arith::XOrIOp>(user))
        conditions.insert(user->getResult(0));
    }
  return false;
}

/// The least value of `form` at any position in a tile.
static LinearForm leastOverPositions(LinearForm form) {
  LinearForm least = form;
  for (const auto &[leaf, factor] : form.getTerms()) {
    if (!leaf.isPosition())
      continue;
    least = least - LinearForm(leaf) * factor;
    if (factor < 0)
      least = least + LinearForm(factor * Int(leaf.getExtent() - 1));
  }
  return least;
}

/// Whether code before `loop` can compute `form`.
static bool isAvailableBefore(scf::ForOp loop, const LinearForm &form) {
  return llvm::all_of(form.getTerms(), [&](const LinearForm::Term &term) {
    const Leaf &leaf = term.first;
    if (leaf.isValue())
      return loop.isDefinedOutsideOfLoop(leaf.getValue()) &&
             findAvailable(leaf.getValue(), loop->getParentRegion()) &&
             leaf.getValue().getType().isIntOrIndex();
    return leaf.getKind() == Leaf::Kind::Blocks;
  });
}

/// The same condition on smaller numbers.
static CounterCondition divideByCommonFactor(CounterCondition condition) {
  Int divisor = abs(condition.factor);
  LinearForm terms = condition.rest - LinearForm(condition.rest.getConstant());
  for (const auto &[leaf, factor] : terms.getTerms())
    divisor = gcd(divisor, abs(factor));
  LinearForm rest(floorDiv(condition.rest.getConstant(), divisor));
  for (const auto &[leaf, factor] : terms.getTerms())
    rest = rest + LinearForm(leaf) * (factor / divisor);
  return {condition.factor / divisor, rest};
}

void phobos::addCondition(SmallVectorImpl<CounterCondition> &conditions,
                          const CounterCondition &condition) {
  for (CounterCondition &other : conditions) {
    LinearForm difference = condition.rest - other.rest;
    if (other.factor != condition.factor || !difference.isConstant())
      continue;
    if (difference.getConstant() < 0)
      other = condition;
    return;
  }
  conditions.push_back(condition);
}

namespace {
/// What the loop needs for one mask or comparison.
struct Need {
  SmallVector<CounterCondition, 2> conditions;
  SmallVector<Guard, 2> guards;
};

class Collector {
public:
  Collector(scf::ForOp loop, const FactOps &ops)
      : loop(loop), ops(ops), before(loop, ops),
        counter(Leaf::ofValue(loop.getInductionVar())),
        first(before.formOf(loop.getLowerBound())),
        end(before.formOf(loop.getUpperBound())) {}

  LoopConditions collect();

private:
  void addAccess(MaskedAccessOpInterface access);
  std::optional<Need> needOfDim(MaskedAccessOpInterface access, int64_t dim);
  std::optional<Need> needOfInvariant(Value start, const InsideProof &proof);
  void addComparison(arith::CmpIOp comparison);
  bool fits(const LinearForm &form);
  void guardSums();
  std::optional<LinearForm> goalOf(arith::CmpIOp comparison);
  std::optional<CounterCondition> conditionFor(const LinearForm &goal);
  bool holdsNowhere(const CounterCondition &condition);

  IndexFacts ordinaryFacts(Operation *at);
  void guardCut(const CounterCondition &condition,
                SmallVectorImpl<Guard> &guards);
  void addGuards(const LinearForm &form, RangeEnd end,
                 SmallVectorImpl<Guard> &guards);

  scf::ForOp loop;
  const FactOps &ops;
  /// What holds where the loop starts, and the guards found so far.
  IndexFacts before;
  LinearForm counter, first, end;
  LoopConditions result;
};
} // namespace

/// What holds at an op of the loop as long as all numbers are ordinary: there
/// sums are exact of which nobody can prove that they never wrap. The masks and
/// comparisons themselves are not decided on it: where the cuts are computed
/// exactly, the bounds of the steady loop show that its numbers do not wrap.
IndexFacts Collector::ordinaryFacts(Operation *at) {
  IndexFacts facts(at, ops);
  auto assume = [&](Value value) {
    LinearForm form = facts.formOf(value);
    facts.assumeNonNegative(LinearForm(kOrdinary) - form);
    facts.assumeNonNegative(LinearForm(kOrdinary) + form);
  };
  llvm::SmallSetVector<Value, 8> outside;
  loop.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (operand.getType().isIntOrIndex() &&
          loop.isDefinedOutsideOfLoop(operand))
        outside.insert(operand);
  });
  assume(loop.getInductionVar());
  llvm::for_each(outside, assume);
  return facts;
}

/// `goal >= 0` as a condition on the counter, if it is one.
std::optional<CounterCondition>
Collector::conditionFor(const LinearForm &goal) {
  LinearForm form = goal;
  Leaf iteration = Leaf::iteration(loop);
  if (Int perIteration = goal.getFactor(iteration); perIteration != 0) {
    // iteration = (counter - first) / step
    std::optional<APInt> step = loop.getConstantStep();
    if (!step)
      return std::nullopt;
    form =
        (goal - LinearForm(iteration) * perIteration) * step->getSExtValue() +
        (counter - first) * perIteration;
  }
  Int factor = form.getFactor(Leaf::ofValue(loop.getInductionVar()));
  LinearForm rest = form - counter * factor;
  if (factor == 0 || !isAvailableBefore(loop, rest))
    return std::nullopt;
  CounterCondition condition = divideByCommonFactor({factor, rest});
  // With larger numbers, no guard makes the cut computable.
  if (abs(condition.factor) + sumOfFactors(condition.rest) > kMostFactors ||
      abs(condition.rest.getConstant()) > kMostConstant)
    return std::nullopt;
  return condition;
}

/// Whether no iteration meets the condition: a split would gain nothing.
bool Collector::holdsNowhere(const CounterCondition &condition) {
  LinearForm extreme = condition.holdsFirst() ? first : end - LinearForm(1);
  return before.proves(-condition.at(extreme) - LinearForm(1));
}

/// Adds guards under which the cut of `condition` can be computed. On the side
/// where the steady loop gets smaller, one value may be limited instead.
void Collector::guardCut(const CounterCondition &condition,
                         SmallVectorImpl<Guard> &guards) {
  LinearForm sum = condition.getSaturated();
  RangeEnd sides[] = {RangeEnd::Least, RangeEnd::Most};
  if (!condition.holdsFirst())
    std::swap(sides[0], sides[1]);
  addGuards(sum, sides[0], guards);
  if (boundsToStayWithin(before, sum, sides[1]).size() > 1)
    addGuards(sum, sides[1], guards);
}

void Collector::addGuards(const LinearForm &form, RangeEnd end,
                          SmallVectorImpl<Guard> &guards) {
  for (const LeafBound &bound : boundsToStayWithin(before, form, end)) {
    before.assumeNonNegative(bound.asGoal());
    guards.push_back(
        {bound.value,
         bound.isAtMost ? arith::CmpIPredicate::sle : arith::CmpIPredicate::sge,
         LinearForm(bound.bound)});
  }
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Of a slice that is at one place in all iterations.
std::optional<Need> Collector::needOfInvariant(Value start,
                                               const InsideProof &proof) {
  Need need;
  LinearForm last = proof.lowerGoal + proof.upperGoal;
  if (!isAvailableBefore(loop, last))
    return std::nullopt;
  if (!proof.lower) {
    if (before.proves(-proof.lowerGoal - LinearForm(1)))
      return std::nullopt;
    need.guards.push_back({start, arith::CmpIPredicate::sge, LinearForm(0)});
  }
  if (!proof.upper) {
    if (before.proves(-proof.upperGoal - LinearForm(1)))
      return std::nullopt;
    need.guards.push_back({start, arith::CmpIPredicate::sle, last});
  }
  return need;
}

std::optional<Need> Collector::needOfDim(MaskedAccessOpInterface access,
                                         int64_t dim) {
  InsideProof proof = IndexFacts(access, ops).proveInside(access, dim);
  if (proof.holds())
    return Need();
  Value start = access.getStarts()[dim];
  LinearForm last = proof.lowerGoal + proof.upperGoal; // extent - length
  if (before.proves(-last - LinearForm(1)))
    return std::nullopt; // longer than the extent
  if (loop.isDefinedOutsideOfLoop(start))
    return needOfInvariant(start, proof);
  LinearForm form = ordinaryFacts(access).formOf(start);
  SmallVector<LinearForm, 2> goals;
  if (!proof.lower)
    goals.push_back(form);
  if (!proof.upper)
    goals.push_back(last - form);
  Need need;
  for (const LinearForm &goal : goals) {
    std::optional<CounterCondition> condition = conditionFor(goal);
    if (!condition || holdsNowhere(*condition))
      return std::nullopt;
    need.conditions.push_back(*condition);
  }
  for (const CounterCondition &condition : need.conditions)
    guardCut(condition, need.guards);
  return need;
}

static void addGuard(SmallVectorImpl<Guard> &guards, const Guard &guard) {
  if (llvm::none_of(guards, [&](const Guard &other) {
        return other.value == guard.value &&
               other.predicate == guard.predicate && other.bound == guard.bound;
      }))
    guards.push_back(guard);
}

/// Whether a GPU's tensor cores read what `use` is the operand of as it lies in
/// memory.
static bool isTensorCoreOperand(OpOperand &use) {
  // A tile of a batch comes without the batch's axis, of extent 1.
  if (auto reshape = dyn_cast<ReshapeOp>(use.getOwner()))
    return reshape.getType().getShape() ==
               reshape.getSource().getType().getShape().take_back(2) &&
           llvm::all_of(reshape->getUses(), isTensorCoreOperand);
  auto dot = dyn_cast<DotOp>(use.getOwner());
  if (!dot || use.getOperandNumber() > 1)
    return false;
  Type element = dot.getLhs().getType().getElementType();
  if (element.isF32())
    return dot.getPrecision() == DotPrecision::tf32 ||
           dot.getPrecision() == DotPrecision::tf32x3;
  bool isAlongInner = use.getOperandNumber() == 0 || dot.getTransposed();
  return element.isF64() || element.getIntOrFloatBitWidth() == 16 ||
         (element.getIntOrFloatBitWidth() == 8 && isAlongInner);
}

/// Whether `access` is a load in `loop` that becomes a copy to shared memory,
/// which fills with zeros what is outside: its mask costs nothing.
static bool isMaskedForFree(MaskedAccessOpInterface access, scf::ForOp loop) {
  auto load = dyn_cast<LoadOp>(access.getOperation());
  if (!load || load->getBlock() != loop.getBody() || load->use_empty())
    return false;
  Attribute fill = load.getFillOrZero();
  return (matchPattern(fill, m_Zero()) ||
          matchPattern(fill, m_PosZeroFloat())) &&
         llvm::all_of(load->getUses(), isTensorCoreOperand);
}

void Collector::addAccess(MaskedAccessOpInterface access) {
  bool mustProve =
      loop->getParentOfType<KernelOp>()->hasAttr(kAssertNoMaskAttr) ||
      loop->hasAttr(kAssertNoMaskAttr);
  if (!mustProve && isMaskedForFree(access, loop))
    return;
  for (int64_t dim : access.getMasked()) {
    std::optional<Need> need = needOfDim(access, dim);
    if (!need)
      continue;
    for (const CounterCondition &condition : need->conditions)
      addCondition(result.masks, condition);
    for (const Guard &guard : need->guards)
      addGuard(result.guards, guard);
  }
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// What is at least 0 where the comparison holds, by positions in the tile.
std::optional<LinearForm> Collector::goalOf(arith::CmpIOp comparison) {
  IndexFacts facts = ordinaryFacts(comparison);
  LinearForm lhs = facts.formOf(comparison.getLhs());
  LinearForm rhs = facts.formOf(comparison.getRhs());
  switch (comparison.getPredicate()) {
  case arith::CmpIPredicate::slt:
    return rhs - lhs - LinearForm(1);
  case arith::CmpIPredicate::sle:
    return rhs - lhs;
  case arith::CmpIPredicate::sgt:
    return lhs - rhs - LinearForm(1);
  case arith::CmpIPredicate::sge:
    return lhs - rhs;
  default:
    return std::nullopt;
  }
}

void Collector::addComparison(arith::CmpIOp comparison) {
  if (!decidesWhere(comparison) ||
      IndexFacts(comparison, ops).evaluate(comparison))
    return;
  std::optional<LinearForm> goal = goalOf(comparison);
  if (!goal)
    return;
  // Where it holds at all elements, and where it fails at all of them.
  SmallVector<CounterCondition, 2> sides;
  for (const LinearForm &side : {*goal, -*goal - LinearForm(1)})
    if (auto condition = conditionFor(leastOverPositions(side));
        condition && !holdsNowhere(*condition))
      sides.push_back(*condition);
  if (sides.empty())
    return;
  Need need;
  guardCut(sides[0], need.guards);
  for (const Guard &guard : need.guards)
    addGuard(result.guards, guard);
  Selection selection = {sides[0], std::nullopt};
  if (sides.size() == 2)
    selection.flipped = sides[1];
  result.selections.push_back(selection);
}

bool Collector::fits(const LinearForm &form) {
  return staysWithin(before, form, RangeEnd::Least) &&
         staysWithin(before, form, RangeEnd::Most);
}

/// Adds guards under which no cut needs a limit.
void Collector::guardSums() {
  SmallVector<LinearForm> numerators;
  for (const CounterCondition &condition : result.masks)
    numerators.push_back(condition.getNumerator());
  for (const Selection &selection : result.selections) {
    numerators.push_back(selection.steady.getNumerator());
    if (selection.flipped)
      numerators.push_back(selection.flipped->getNumerator());
  }
  for (const LinearForm &numerator : numerators)
    for (RangeEnd end : {RangeEnd::Least, RangeEnd::Most})
      addGuards(numerator, end, result.guards);
}

LoopConditions Collector::collect() {
  loop.getBody()->walk([&](Operation *op) {
    if (op->getParentOfType<scf::ForOp>() != loop)
      return;
    if (auto access = dyn_cast<MaskedAccessOpInterface>(op))
      addAccess(access);
    else if (auto comparison = dyn_cast<arith::CmpIOp>(op))
      addComparison(comparison);
  });
  // Where there are guards, one more costs less than to limit a sum.
  if (!result.guards.empty())
    guardSums();
  for (Selection &selection : result.selections)
    if (selection.flipped && !fits(selection.flipped->getNumerator()))
      selection.flipped.reset();
  return std::move(result);
}

LoopConditions phobos::collectConditions(scf::ForOp loop,
                                         const FactOps &facts) {
  return Collector(loop, facts).collect();
}

//===- MissingFact.cpp - Why a mask is still there --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/MissingFact.h"
#include "FactSearch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "phobos/Analysis/SourceNames.h"
#include "phobos/Verification/MaskChecker.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

/// `number` where it has at most 64 bits.
static std::optional<int64_t> toInt64(const LinearForm::Int &number) {
  if (number > std::numeric_limits<int64_t>::max() ||
      number < std::numeric_limits<int64_t>::min())
    return std::nullopt;
  return static_cast<int64_t>(number);
}

/// Numbers of which an extent may have to be a multiple, ascending: the tile's
/// length, factors of the start, steps of loops.
static SmallVector<int64_t> findMultiples(const LinearForm &start,
                                          int64_t length) {
  SmallVector<int64_t> multiples = {length};
  auto add = [&](std::optional<int64_t> number) {
    if (number && *number != std::numeric_limits<int64_t>::min())
      multiples.push_back(std::abs(*number));
  };
  for (const auto &[leaf, factor] : start.getTerms()) {
    add(toInt64(factor));
    if (scf::ForOp loop = getCountedLoop(leaf))
      add(getConstantIntValue(loop.getStep()));
  }
  llvm::sort(multiples);
  multiples.erase(llvm::unique(multiples), multiples.end());
  llvm::erase_if(multiples, [](int64_t number) { return number < 2; });
  return multiples;
}

/// What in `start` no promise about extents can settle.
static std::string findObstacle(const LinearForm &start, OpFoldResult extent,
                                int64_t length, bool isOutside) {
  if (isOutside)
    return "no element is inside";
  for (const auto &[leaf, factor] : start.getTerms()) {
    bool isBlock = leaf.isValue() && leaf.getValue().getDefiningOp<BlockIdOp>();
    if (leaf.getKind() == Leaf::Kind::Blocks || isBlock || getCountedLoop(leaf))
      continue;
    return "no promise about an extent bounds '" + leaf.describe() + "'";
  }
  std::optional<int64_t> constant = toInt64(start.getConstant());
  if (constant && *constant % length != 0)
    return "the start is no multiple of " + std::to_string(length);
  std::optional<int64_t> number =
      extent ? getConstantIntValue(extent) : std::nullopt;
  if (number && *number % length != 0)
    return "the extent " + std::to_string(*number) + " is no multiple of " +
           std::to_string(length);
  return "no promise was found that would suffice";
}

/// "@aligned(M = 64, N = 32) and @require(n >= 0 && n < M)": what fixes of one
/// attribute say goes into one.
static std::string joinFixes(ArrayRef<Candidate> found) {
  SmallVector<std::string> parts;
  auto addAttribute = [&](StringRef head, StringRef between) {
    SmallVector<StringRef> inside;
    for (const Candidate &candidate : found)
      if (StringRef fix = candidate.fix; fix.consume_front(head))
        inside.push_back(fix.drop_back());
    if (!inside.empty())
      parts.push_back((head + llvm::join(inside, between) + ")").str());
  };
  addAttribute("@aligned(", ", ");
  addAttribute("@require(", " && ");
  for (const Candidate &candidate : found)
    if (candidate.fix.front() != '@')
      parts.push_back(candidate.fix);
  return llvm::join(parts, " and ");
}

static MissingFact makeAnswer(ArrayRef<Candidate> found) {
  SmallVector<std::string> facts;
  for (const Candidate &candidate : found)
    facts.push_back(candidate.fact);
  MissingFact missing;
  missing.fact = llvm::join(facts, " and ");
  missing.fix = joinFixes(found);
  return missing;
}

namespace {
/// What has to be proved of a slice: that both are at least 0. There is no end
/// where the IR does not show the extent.
struct Goals {
  LinearForm start;
  std::optional<LinearForm> end;
};
} // namespace

static Goals makeGoals(MaskedAccessOpInterface access, int64_t dim,
                       IndexFacts &facts) {
  Goals goals{facts.formOf(Value(access.getStarts()[dim])), std::nullopt};
  LinearForm length(access.getTileType().getDimSize(dim));
  if (OpFoldResult extent = getAccessedExtent(access, dim))
    goals.end = facts.formOf(extent) - goals.start - length;
  return goals;
}

std::pair<std::string, std::string>
phobos::describeGoals(MaskedAccessOpInterface access, int64_t dim,
                      const FactOps &ops) {
  IndexFacts facts(access, ops);
  Goals goals = makeGoals(access, dim, facts);
  std::string lower = describeConstraint(goals.start, /*isEquality=*/false);
  // What is not even possible shows no more than numbers as a constraint.
  if (!goals.end || goals.end->isConstant())
    return {lower, goals.start.describe() + " + " +
                       std::to_string(access.getTileType().getDimSize(dim)) +
                       " <= " + nameExtent(access, dim)};
  return {lower, describeConstraint(*goals.end, /*isEquality=*/false)};
}

/// Of a mask that nothing is missing for.
static MissingFact makeNothing(MaskedAccessOpInterface access, int64_t dim) {
  MissingFact nothing;
  if (!MaskChecker().provesInside(access, dim))
    nothing.obstacle = "it is proved that it needs none, but "
                       "phobos-verify-masks cannot follow the proof";
  return nothing;
}

MissingFact phobos::findMissingFact(MaskedAccessOpInterface access, int64_t dim,
                                    const FactOps &ops) {
  IndexFacts facts(access, ops);
  Goals goals = makeGoals(access, dim, facts);
  bool isLower = facts.proves(goals.start);
  bool isUpper = goals.end && facts.proves(*goals.end);
  if (isLower && isUpper)
    return makeNothing(access, dim);
  FactSearch search(access, ops, [=](IndexFacts &known) {
    return goals.end && (isLower || known.proves(goals.start)) &&
           (isUpper || known.proves(*goals.end));
  });
  OpFoldResult extent = getAccessedExtent(access, dim);
  int64_t length = access.getTileType().getDimSize(dim);
  search.addExtent(extent, goals.start, findMultiples(goals.start, length));
  search.addLoops(goals.start, extent);
  if (!isLower)
    search.addGoal(goals.start, {});
  if (!isUpper && goals.end)
    search.addGoal(*goals.end, {});
  MissingFact missing = makeAnswer(search.solve());
  missing.isLowerUnproved = !isLower;
  missing.isUpperUnproved = !isUpper;
  missing.nameUnproved(describeGoals(access, dim, ops));
  if (missing.fact.empty())
    missing.obstacle = findObstacle(goals.start, extent, length,
                                    goals.end && goals.end->isConstant());
  return missing;
}

void MissingFact::nameUnproved(
    const std::pair<std::string, std::string> &goals) {
  unproved.clear();
  if (isLowerUnproved)
    unproved.push_back(goals.first);
  if (isUpperUnproved)
    unproved.push_back(goals.second);
}

bool MissingFact::isDirect() const {
  StringRef text = fix;
  // A multiple is something else than what follows from it.
  return text.starts_with("@require(") && !text.contains(" and ") &&
         !StringRef(fact).contains(" % ");
}

std::string MissingFact::describe() const {
  if (unproved.empty() && !obstacle.empty())
    return obstacle;
  if (unproved.empty())
    return "it is provable that it needs none, which phobos-eliminate-masks "
           "does";
  std::string text = "'" + llvm::join(unproved, "' and '") +
                     (unproved.size() == 1 ? "' is" : "' are") +
                     " not proved; ";
  if (fact.empty())
    return text + obstacle;
  if (isDirect())
    return text + "promise it by " + fix;
  return text + "it follows from '" + fact + "': " + fix;
}

/// What is at least 0 where `comparison` holds; its difference where that does
/// not say enough.
static LinearForm makeGoal(IndexFacts &facts, arith::CmpIOp comparison) {
  LinearForm difference =
      facts.formOf(comparison.getRhs()) - facts.formOf(comparison.getLhs());
  switch (comparison.getPredicate()) {
  case arith::CmpIPredicate::slt:
    return difference - LinearForm(1);
  case arith::CmpIPredicate::sgt:
    return -difference - LinearForm(1);
  case arith::CmpIPredicate::sge:
    return -difference;
  default:
    return difference;
  }
}

/// The comparisons that `condition` is made of.
static void findComparisons(Value condition,
                            SmallVectorImpl<arith::CmpIOp> &found) {
  Operation *op = condition.getDefiningOp();
  if (auto comparison = dyn_cast_or_null<arith::CmpIOp>(op))
    found.push_back(comparison);
  else if (isa_and_nonnull<arith::AndIOp, arith::OrIOp, arith::XOrIOp,
                           BroadcastOp>(op))
    for (Value operand : op->getOperands())
      findComparisons(operand, found);
}

/// Adds what may be missing for `goal >= 0` at all positions in a tile.
static void addGoal(FactSearch &search, const LinearForm &goal) {
  int64_t length = 1;
  for (const auto &[leaf, factor] : goal.getTerms())
    if (leaf.isPosition())
      length = std::max(length, leaf.getExtent());
  search.addGoal(goal, findMultiples(goal, length));
  for (const auto &[leaf, factor] : goal.getTerms())
    if (leaf.isValue() && isFunctionArgument(leaf.getValue()))
      search.addLoops(goal, leaf.getValue());
}

MissingFact phobos::findMissingFact(Operation *at, const LinearForm &goal,
                                    const FactOps &ops) {
  // The least at any position.
  LinearForm least = goal;
  for (const auto &[leaf, factor] : goal.getTerms())
    if (leaf.isPosition()) {
      least = least - LinearForm(leaf) * factor;
      if (factor < LinearForm::Int(0))
        least =
            least + LinearForm(factor * LinearForm::Int(leaf.getExtent() - 1));
    }
  FactSearch search(at, ops,
                    [=](IndexFacts &known) { return known.proves(least); });
  if (search.getFacts().proves(least))
    return {};
  addGoal(search, goal);
  search.addGoal(least, {});
  MissingFact missing = makeAnswer(search.solve());
  missing.unproved.push_back(describeConstraint(least, /*isEquality=*/false));
  return missing;
}

MissingFact phobos::findMissingFact(Operation *at, Value condition,
                                    const FactOps &ops) {
  FactSearch search(at, ops, [&](IndexFacts &known) {
    return known.evaluate(condition).has_value();
  });
  if (search.getFacts().evaluate(condition))
    return {};
  SmallVector<arith::CmpIOp> comparisons;
  findComparisons(condition, comparisons);
  SmallVector<std::string, 2> unproved;
  for (arith::CmpIOp comparison : comparisons) {
    LinearForm form = makeGoal(search.getFacts(), comparison);
    addGoal(search, form);
    unproved.push_back(describeConstraint(form, /*isEquality=*/false));
  }
  MissingFact missing = makeAnswer(search.solve());
  missing.unproved = std::move(unproved);
  if (missing.fact.empty())
    missing.obstacle = "no promise was found that would suffice";
  return missing;
}

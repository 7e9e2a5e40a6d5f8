//===- MissingFact.cpp - Why a mask is still there --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes all candidates that bear on the question, asks the prover whether they
// suffice together, and then leaves out, the dearest first, each one that can
// be left out. So what remains is needed, and was proved to be enough.
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/MissingFact.h"
#include "SourceNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "phobos/Verification/MaskChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

namespace {

/// Something that the program does not say, and what to write to say it.
struct Candidate {
  std::string fact, fix;
  std::function<void(IndexFacts &)> assume;
};

/// Looks for the facts that are missing for one question.
class FactSearch {
public:
  /// `isProved` asks the question.
  using Question = std::function<bool(IndexFacts &)>;
  FactSearch(Operation *at, const FactOps &ops, Question isProved)
      : at(at), ops(ops), isProved(std::move(isProved)), facts(at, ops) {}

  /// What `goal >= 0` speaks of gives candidates; `multiples` are numbers of
  /// which extents and starts may be multiples.
  void addGoal(const LinearForm &goal, ArrayRef<int64_t> multiples);
  /// Candidates for a slice that starts at `start`, with `goal` for its end.
  void addExtent(OpFoldResult extent, const LinearForm &start,
                 ArrayRef<int64_t> multiples);
  /// Candidates of the loops that `form` counts.
  void addLoops(const LinearForm &form, OpFoldResult extent);

  /// The candidates that are needed; empty where all together do not suffice.
  SmallVector<Candidate> solve();

  IndexFacts &getFacts() { return facts; }

private:
  void add(Candidate candidate);
  void addAligned(Value extent, const LinearForm &start, int64_t multiple);
  void addRequired(const LinearForm &goal);
  void addLoop(scf::ForOp loop, OpFoldResult extent);
  bool suffice(ArrayRef<Candidate> chosen);

  Operation *at;
  const FactOps &ops;
  Question isProved;
  IndexFacts facts;
  /// The cheapest first.
  SmallVector<Candidate> candidates;
};

} // namespace

void FactSearch::add(Candidate candidate) {
  if (llvm::none_of(candidates, [&](const Candidate &other) {
        return other.fact == candidate.fact;
      }))
    candidates.push_back(std::move(candidate));
}

static bool isKernelArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(withoutPromises(value));
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// The loop whose counter, or number of iterations, `leaf` is.
static scf::ForOp getCountedLoop(const Leaf &leaf) {
  if (leaf.getKind() == Leaf::Kind::Iteration)
    return dyn_cast<scf::ForOp>(leaf.getLoop());
  if (!leaf.isValue())
    return {};
  auto loop = dyn_cast_or_null<scf::ForOp>(
      leaf.getValue().getParentBlock()->getParentOp());
  return loop && loop.getInductionVar() == leaf.getValue() ? loop
                                                           : scf::ForOp();
}

static std::optional<int64_t> toInt64(const LinearForm::Int &number) {
  if (number > std::numeric_limits<int64_t>::max() ||
      number < std::numeric_limits<int64_t>::min())
    return std::nullopt;
  return static_cast<int64_t>(number);
}

/// @aligned also promises that the blocks that walk the extent end within it.
void FactSearch::addAligned(Value extent, const LinearForm &start,
                            int64_t multiple) {
  std::string name = getSourceName(extent);
  if (name.empty() || multiple < 2)
    return;
  std::string number = std::to_string(multiple);
  LinearForm form = facts.formOf(extent);
  SmallVector<int64_t> axes;
  for (const auto &[leaf, factor] : start.getTerms()) {
    auto id = leaf.isValue() ? leaf.getValue().getDefiningOp<BlockIdOp>()
                             : BlockIdOp();
    if (id && factor == LinearForm::Int(multiple))
      axes.push_back(static_cast<int64_t>(id.getDim()));
  }
  add({name + " % " + number + " == 0",
       "@aligned(" + name + " = " + number + ")", [=](IndexFacts &known) {
         known.assumeMultiple(form, multiple);
         for (int64_t axis : axes)
           known.assumeNonNegative(form -
                                   LinearForm(Leaf::blocks(axis)) * multiple);
       }});
}

/// `factor * leaf` as the language writes it. A narrow integer is widened first
/// where it is not alone: its sum could wrap.
static std::string describeTerm(const LinearForm::Int &factor, const Leaf &leaf,
                                bool isAlone) {
  std::string name = leaf.describe();
  bool isUnit = factor == LinearForm::Int(1);
  if (!(isAlone && isUnit) && !leaf.getValue().getType().isIndex())
    name = "index(" + name + ")";
  if (isUnit)
    return name;
  std::string number;
  llvm::raw_string_ostream(number) << factor;
  return number + " * " + name;
}

/// `goal >= 0` as a condition of the language: "s <= M - 8".
static std::string describeCondition(const LinearForm &goal) {
  std::string sides[2];
  bool isAlone = goal.getTerms().size() == 1;
  auto append = [](std::string &side, const std::string &text) {
    side += (side.empty() ? "" : " + ") + text;
  };
  for (const auto &[leaf, factor] : goal.getTerms()) {
    bool isNegative = factor < LinearForm::Int(0);
    unsigned others = llvm::count_if(goal.getTerms(), [&](const auto &term) {
      return (term.second < LinearForm::Int(0)) == isNegative;
    });
    append(sides[isNegative],
           describeTerm(isNegative ? -factor : factor, leaf,
                        isAlone || (isNegative && others == 1)));
  }
  LinearForm::Int constant = goal.getConstant();
  bool isBelow = constant < LinearForm::Int(0);
  std::string number;
  llvm::raw_string_ostream(number) << (isBelow ? -constant : constant);
  if (sides[1].empty())
    return sides[0] + " >= " + (isBelow || number == "0" ? "" : "-") + number;
  if (sides[0].empty())
    return sides[1] + " <= " + (isBelow ? "-" : "") + number;
  if (number != "0")
    sides[0] += (isBelow ? " - " : " + ") + number;
  return sides[1] + " <= " + sides[0];
}

/// A condition over what a launch gives can be required of it.
void FactSearch::addRequired(const LinearForm &goal) {
  if (goal.isConstant() ||
      !llvm::all_of(goal.getTerms(), [](const LinearForm::Term &term) {
        return term.first.isValue() && isKernelArgument(term.first.getValue());
      }))
    return;
  std::string text = describeCondition(goal);
  add({text, "@require(" + text + ")",
       [goal](IndexFacts &known) { known.assumeNonNegative(goal); }});
}

/// A loop may begin off a multiple of its step, and end at something else than
/// the extent.
void FactSearch::addLoop(scf::ForOp loop, OpFoldResult extent) {
  LinearForm lower = facts.formOf(loop.getLowerBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  addRequired(lower);
  if (std::optional<Leaf> leaf = lower.getSingleLeaf();
      leaf && step && *step > 1 && leaf->isValue() &&
      isKernelArgument(leaf->getValue())) {
    std::string text =
        leaf->describe() + " % " + std::to_string(*step) + " == 0";
    add({text, "@require(" + text + ")",
         [=](IndexFacts &known) { known.assumeMultiple(lower, *step); }});
  }
  if (!extent || isSameExtent(extent, loop.getUpperBound()))
    return;
  LinearForm gap = facts.formOf(extent) - facts.formOf(loop.getUpperBound());
  std::string end = getSourceName(loop.getUpperBound());
  auto value = dyn_cast<Value>(extent);
  std::string name = value ? getSourceName(value) : std::string();
  if (gap.isConstant() || end.empty() || name.empty())
    return;
  add({end + " <= " + name,
       "end the loop at '" + name + "', or @require(" + end + " <= " + name +
           ")",
       [gap](IndexFacts &known) { known.assumeNonNegative(gap); }});
}

void FactSearch::addLoops(const LinearForm &form, OpFoldResult extent) {
  for (const auto &[leaf, factor] : form.getTerms())
    if (scf::ForOp loop = getCountedLoop(leaf))
      addLoop(loop, extent);
}

void FactSearch::addExtent(OpFoldResult extent, const LinearForm &start,
                           ArrayRef<int64_t> multiples) {
  if (auto value = dyn_cast_if_present<Value>(extent))
    for (int64_t multiple : multiples)
      addAligned(value, start, multiple);
}

void FactSearch::addGoal(const LinearForm &goal, ArrayRef<int64_t> multiples) {
  addRequired(goal);
  for (const auto &[leaf, factor] : goal.getTerms())
    if (leaf.isValue() && isKernelArgument(leaf.getValue()))
      addExtent(leaf.getValue(), goal, multiples);
}

bool FactSearch::suffice(ArrayRef<Candidate> chosen) {
  IndexFacts known(at, ops);
  for (const Candidate &candidate : chosen)
    candidate.assume(known);
  return isProved(known);
}

SmallVector<Candidate> FactSearch::solve() {
  if (candidates.empty() || !suffice(candidates))
    return {};
  SmallVector<Candidate> chosen(candidates);
  for (size_t index = chosen.size(); index-- != 0;) {
    SmallVector<Candidate> fewer(chosen);
    fewer.erase(fewer.begin() + index);
    if (!fewer.empty() && suffice(fewer))
      chosen = std::move(fewer);
  }
  return chosen;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

/// Numbers of which an extent may have to be a multiple, ascending: the tile's
/// length, factors of the start, steps of loops.
static SmallVector<int64_t> findMultiples(const LinearForm &start,
                                          int64_t length) {
  SmallVector<int64_t> multiples = {length};
  auto add = [&](std::optional<int64_t> number) {
    if (number && *number != 0)
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
    return "the start moves by '" + leaf.describe() +
           "', of which nothing is known that would suffice";
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

MissingFact phobos::findMissingFact(MaskedAccessOpInterface access, int64_t dim,
                                    const FactOps &ops) {
  FactSearch search(access, ops, [&](IndexFacts &known) {
    return known.proveInside(access, dim).holds();
  });
  InsideProof proof = search.getFacts().proveInside(access, dim);
  if (proof.holds()) {
    MissingFact nothing;
    if (!MaskChecker().provesInside(access, dim))
      nothing.obstacle = "it is proved that it needs none, but "
                         "phobos-verify-masks cannot follow the proof";
    return nothing;
  }
  OpFoldResult extent = getAccessedExtent(access, dim);
  int64_t length = access.getTileType().getDimSize(dim);
  const LinearForm &start = proof.lowerGoal;
  search.addExtent(extent, start, findMultiples(start, length));
  search.addLoops(start, extent);
  std::string text = describeExtent(access, dim);
  StringRef bareExtent = StringRef(text).trim('\'');
  SmallVector<std::string, 2> unproved;
  auto addSide = [&](const Proof &side, const LinearForm &goal) {
    if (side.holds())
      return;
    search.addGoal(goal, {});
    // What is not even possible shows no more than numbers as a constraint.
    unproved.push_back(goal.isConstant()
                           ? start.describe() + " + " + std::to_string(length) +
                                 " <= " + bareExtent.str()
                           : describeConstraint(goal, /*isEquality=*/false));
  };
  addSide(proof.lower, proof.lowerGoal);
  addSide(proof.upper, proof.upperGoal);
  MissingFact missing = makeAnswer(search.solve());
  missing.unproved = std::move(unproved);
  if (missing.fact.empty())
    missing.obstacle =
        findObstacle(start, extent, length, proof.upperGoal.isConstant());
  return missing;
}

bool MissingFact::isDirect() const {
  StringRef text = fix;
  return text.starts_with("@require(") && !text.contains(" and ");
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
    int64_t length = 1;
    for (const auto &[leaf, factor] : form.getTerms())
      if (leaf.isPosition())
        length = std::max(length, leaf.getExtent());
    search.addGoal(form, findMultiples(form, length));
    for (const auto &[leaf, factor] : form.getTerms())
      if (leaf.isValue() && isKernelArgument(leaf.getValue()))
        search.addLoops(form, leaf.getValue());
    unproved.push_back(describeConstraint(form, /*isEquality=*/false));
  }
  MissingFact missing = makeAnswer(search.solve());
  missing.unproved = std::move(unproved);
  if (missing.fact.empty())
    missing.obstacle = "no promise was found that would suffice";
  return missing;
}

//===- FactSearch.cpp - Which facts would prove it --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes all candidates that bear on the question, asks the prover whether they
// suffice together, and then leaves out, the dearest first, each one that can
// be left out. So what remains is needed, and was proved to be enough.
//
//===----------------------------------------------------------------------===//

#include "FactSearch.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "phobos/Analysis/SourceNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace phobos;

void FactSearch::add(Candidate candidate) {
  if (llvm::none_of(candidates, [&](const Candidate &other) {
        return other.fact == candidate.fact;
      }))
    candidates.push_back(std::move(candidate));
}

bool phobos::isFunctionArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(withoutPromises(value));
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

scf::ForOp phobos::getCountedLoop(const Leaf &leaf) {
  if (leaf.getKind() == Leaf::Kind::Iteration)
    return dyn_cast<scf::ForOp>(leaf.getLoop());
  if (!leaf.isValue())
    return {};
  auto loop = dyn_cast_or_null<scf::ForOp>(
      leaf.getValue().getParentBlock()->getParentOp());
  return loop && loop.getInductionVar() == leaf.getValue() ? loop
                                                           : scf::ForOp();
}

/// Whether a view that is memory of an argument has this extent.
static bool isExtentOfArgument(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (auto view = dyn_cast<ViewOp>(user))
      return !view.getLoose() && llvm::is_contained(view.getExtents(), value);
    return isa<AssumeOp, PromiseOp>(user) &&
           isExtentOfArgument(user->getResult(0));
  });
}

/// Whether `value` is the extent of a tensor parameter, which @aligned can
/// name.
static bool isExtentArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(withoutPromises(value));
  if (!argument)
    return false;
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  StringAttr name =
      function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), kNameAttr);
  bool hasExtents = false;
  for (unsigned number : llvm::seq(function.getNumArguments()))
    if (auto list =
            function.getArgAttrOfType<ArrayAttr>(number, kExtentsAttr)) {
      hasExtents = true;
      if (llvm::is_contained(list, name))
        return true;
    }
  // In IR that does not say so, an extent is whatever a view has that is memory
  // of an argument.
  return !hasExtents && isExtentOfArgument(argument);
}

/// @aligned also promises that the blocks that walk the extent end within it.
void FactSearch::addAligned(Value extent, const LinearForm &start,
                            int64_t multiple) {
  std::string name = getSourceName(extent);
  if (name.empty() || multiple < 2)
    return;
  std::string number = std::to_string(multiple);
  LinearForm form = facts.formOf(extent);
  std::string fact = name + " % " + number + " == 0";
  if (!isExtentArgument(extent)) {
    add({fact, "@require(" + fact + ")",
         [=](IndexFacts &known) { known.assumeMultiple(form, multiple); }});
    return;
  }
  // Only a slice that starts at `ctx.block.x * multiple` walks the extent.
  SmallVector<int64_t> axes;
  std::optional<LinearForm::Term> only;
  if (start.getTerms().size() == 1 && start.getConstant() == LinearForm::Int(0))
    only = start.getTerms().front();
  if (only && only->first.isValue() &&
      only->second == LinearForm::Int(multiple))
    if (auto id = only->first.getValue().getDefiningOp<BlockIdOp>())
      axes.push_back(static_cast<int64_t>(id.getDim()));
  add({fact, "@aligned(" + name + " = " + number + ")", [=](IndexFacts &known) {
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
        return term.first.isValue() &&
               isFunctionArgument(term.first.getValue());
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
      isFunctionArgument(leaf->getValue())) {
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
      addAligned(withoutLimit(value), start, multiple);
}

void FactSearch::addGoal(const LinearForm &goal, ArrayRef<int64_t> multiples) {
  addRequired(goal);
  for (const auto &[leaf, factor] : goal.getTerms())
    if (leaf.isValue() && isFunctionArgument(leaf.getValue()))
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

//===- IndexFacts.cpp - What is known of index values -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A question is proved by contradiction: its negation and the facts have no
// integers that meet them. Facts are taken by their distance from the question,
// nearest first, so that most systems stay small.
//
//===----------------------------------------------------------------------===//

#include "IndexFactsImpl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace phobos;
using Int = LinearForm::Int;

/// What a system may hold; facts beyond that are left out.
static constexpr unsigned kMaxFacts = 96, kMaxLeaves = 32;
/// Proofs that a value fits, for others to be proved, may stand this deep.
static constexpr unsigned kMaxNesting = 3;
/// So many systems are looked at for one question from outside.
static constexpr unsigned kMaxSystems = 200;
/// min, max and select of which a proof looks at both cases.
static constexpr unsigned kMaxSplits = 3;

IndexFacts::Impl::Impl(Operation *at, FactOps ops)
    : at(at), ops(std::move(ops)), kernel(at->getParentOfType<KernelOp>()) {}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

namespace {
/// The leaves that a system speaks of, in the order of their distance.
struct LeafSet {
  SmallVector<Leaf> order;
  llvm::DenseSet<Leaf> known;

  void add(const LinearForm &form) {
    for (const LinearForm::Term &term : form.getTerms())
      if (known.insert(term.first).second)
        order.push_back(term.first);
  }
  bool touches(const LinearForm &form) const {
    return llvm::any_of(form.getTerms(), [&](const LinearForm::Term &term) {
      return known.contains(term.first);
    });
  }
};
} // namespace

/// Whether the ends of 64 bits may matter.
static bool isLarge(ArrayRef<Fact> facts) {
  return llvm::any_of(facts, [](const Fact &fact) {
    return abs(fact.form.getConstant()) > (int64_t(1) << 40);
  });
}

IndexFacts::Impl::Collected
IndexFacts::Impl::collect(ArrayRef<Fact> questioned) {
  Collected result;
  LeafSet leaves;
  for (const Fact &fact : questioned)
    leaves.add(fact.form);
  bool needsEnds = isLarge(questioned);
  Facts general = statements();
  llvm::append_range(general, assumptions);
  llvm::BitVector taken(general.size());
  auto take = [&](const Fact &fact) {
    if (result.facts.size() < kMaxFacts)
      result.facts.push_back(fact);
  };
  for (unsigned next = 0; next < leaves.order.size();) {
    unsigned end = std::min<unsigned>(leaves.order.size(), kMaxLeaves);
    if (next >= end)
      break;
    unsigned firstFact = result.facts.size();
    for (unsigned i = 0; i != general.size(); ++i)
      if (!taken[i] && leaves.touches(general[i].form)) {
        taken.set(i);
        take(general[i]);
      }
    for (; next != end; ++next) {
      Leaf leaf = leaves.order[next];
      for (const Fact &fact : factsAbout(leaf))
        take(fact);
      if (needsEnds && leaf.isValue() &&
          getBits(leaf.getValue().getType()) == 64) {
        Location loc = leaf.getValue().getLoc();
        take(Fact::nonNegative(FactKind::Type,
                               LinearForm(getSignedMax(64)) - leaf, loc));
        take(Fact::nonNegative(FactKind::Type,
                               LinearForm(leaf) - LinearForm(getSignedMin(64)),
                               loc));
      }
    }
    for (const Fact &fact : ArrayRef(result.facts).drop_front(firstFact))
      leaves.add(fact.form);
    result.levels.push_back(result.facts.size());
  }
  result.leaves = std::move(leaves.order);
  return result;
}

//===----------------------------------------------------------------------===//
// Proving
//===----------------------------------------------------------------------===//

static bool areContradictory(ArrayRef<Fact> questioned, ArrayRef<Fact> known) {
  SmallVector<Constraint> constraints(questioned.begin(), questioned.end());
  constraints.append(known.begin(), known.end());
  return phobos::areContradictory(constraints);
}

/// Those of `known` without which there is no contradiction, nearly.
static Facts findCore(ArrayRef<Fact> questioned, Facts known) {
  for (size_t chunk = std::max<size_t>(known.size() / 2, 1);; chunk /= 2) {
    for (size_t begin = 0; begin < known.size();) {
      size_t end = std::min(begin + chunk, known.size());
      Facts fewer(known.begin(), known.begin() + begin);
      fewer.append(known.begin() + end, known.end());
      if (areContradictory(questioned, fewer))
        known = std::move(fewer);
      else
        begin = end;
    }
    if (chunk == 1)
      return known;
  }
}

bool IndexFacts::Impl::refutes(ArrayRef<Fact> questioned,
                               const Collected &known, Facts *used) {
  for (unsigned level : known.levels) {
    ArrayRef<Fact> facts = ArrayRef(known.facts).take_front(level);
    if (budget == 0)
      return false;
    --budget;
    if (!::areContradictory(questioned, facts))
      continue;
    if (used)
      llvm::append_range(*used, findCore(questioned, Facts(facts)));
    return true;
  }
  return false;
}

bool IndexFacts::Impl::refutesBoth(const Facts &questioned, const Split &split,
                                   Facts *used, unsigned depth) {
  Facts found;
  for (const Facts *cases : {&split.first, &split.second}) {
    Facts all = questioned;
    llvm::append_range(all, *cases);
    if (!refutesByCases(all, &found, depth))
      return false;
    llvm::append_range(found, *cases);
  }
  if (used)
    llvm::append_range(*used, found);
  return true;
}

bool IndexFacts::Impl::refutesByCases(const Facts &questioned, Facts *used,
                                      unsigned depth) {
  Collected known = collect(questioned);
  if (refutes(questioned, known, used))
    return true;
  if (depth == kMaxSplits)
    return false;
  for (const Leaf &leaf : known.leaves) {
    if (!splitLeaves.insert(leaf).second)
      continue;
    std::optional<Split> split = splitOf(leaf);
    bool refuted = split && refutesBoth(questioned, *split, used, depth + 1);
    splitLeaves.erase(leaf);
    if (split)
      return refuted;
  }
  return false;
}

bool IndexFacts::Impl::proves(const LinearForm &goal, Facts *used) {
  Interval interval = intervalOf(goal);
  if (goal.isConstant())
    return goal.getConstant() >= 0;
  if (!used && interval.min && *interval.min >= 0)
    return true;
  if (nesting == 0)
    budget = kMaxSystems;
  Answer *known = findAnswer(goal);
  if (known && !used && (known->holds || isStillUnknown(*known)))
    return known->holds;
  if (nesting >= kMaxNesting || budget == 0)
    return false;
  Facts questioned = {
      Fact::nonNegative(FactKind::Assume, -goal - LinearForm(1), at->getLoc())};
  bool holds;
  {
    llvm::SaveAndRestore nested(nesting, nesting + 1);
    holds = refutesByCases(questioned, used, /*depth=*/0);
  }
  if (holds || budget != 0)
    keepAnswer({goal, holds, nesting, learned});
  return holds;
}

IndexFacts::Impl::Answer *IndexFacts::Impl::findAnswer(const LinearForm &goal) {
  for (Answer &answer : answers[hash_value(goal)])
    if (answer.goal == goal)
      return &answer;
  return nullptr;
}

bool IndexFacts::Impl::isStillUnknown(const Answer &answer) const {
  return nesting >= answer.nesting && learned == answer.learned;
}

void IndexFacts::Impl::keepAnswer(Answer answer) {
  if (Answer *known = findAnswer(answer.goal))
    *known = std::move(answer);
  else
    answers[hash_value(answer.goal)].push_back(std::move(answer));
}

bool IndexFacts::Impl::provesMultiple(const LinearForm &form, Int divisor) {
  // No rest in [1, divisor) is possible.
  LinearForm rest = form - LinearForm(Leaf::auxiliary(this, 0)) * divisor;
  Location loc = at->getLoc();
  Facts questioned = {
      Fact::nonNegative(FactKind::Assume, rest - LinearForm(1), loc),
      Fact::nonNegative(FactKind::Assume, LinearForm(divisor - Int(1)) - rest,
                        loc)};
  if (nesting == 0)
    budget = kMaxSystems;
  llvm::SaveAndRestore nested(nesting, nesting + 1);
  return refutesByCases(questioned, nullptr, /*depth=*/0);
}

void IndexFacts::Impl::assume(Fact fact) {
  assumptions.push_back(std::move(fact));
  // What was not found without it may be now.
  ++learned;
  for (auto it = forms.begin(); it != forms.end(); ++it)
    if (it->second == LinearForm(Leaf::ofValue(it->first)))
      forms.erase(it);
  leafFacts.clear();
}

//===----------------------------------------------------------------------===//
// The public face
//===----------------------------------------------------------------------===//

static StringRef nameOf(FactKind kind) {
  static constexpr StringLiteral names[] = {
      "type",      "extent",  "grid",       "loop",      "carried",
      "condition", "promise", "assumption", "definition"};
  return names[static_cast<unsigned>(kind)];
}

static std::string joinKinds(SmallVector<FactKind> kinds) {
  llvm::sort(kinds);
  kinds.erase(llvm::unique(kinds), kinds.end());
  if (kinds.empty())
    return "constant";
  return llvm::join(llvm::map_range(kinds, nameOf), ", ");
}

static SmallVector<FactKind> kindsOf(ArrayRef<UsedFact> facts) {
  return llvm::map_to_vector(facts,
                             [](const UsedFact &fact) { return fact.kind; });
}

std::string Proof::getRule() const { return joinKinds(kindsOf(facts)); }

std::string InsideProof::getRule() const {
  SmallVector<FactKind> kinds = kindsOf(lower.getFacts());
  llvm::append_range(kinds, kindsOf(upper.getFacts()));
  return joinKinds(std::move(kinds));
}

std::string IndexFacts::Impl::nameOf(const Leaf &leaf) const {
  auto found = quotients.find(leaf);
  if (found == quotients.end())
    return leaf.describe();
  const Quotient &quotient = found->second;
  std::string text = quotient.isCeil ? "ceildiv(" : "floordiv(";
  llvm::raw_string_ostream(text)
      << quotient.dividend.describe(
             [&](const Leaf &leaf) { return nameOf(leaf); })
      << ", " << quotient.divisor << ")";
  return text;
}

Proof IndexFacts::Impl::makeProof(bool holds, ArrayRef<Fact> used) const {
  if (!holds)
    return Proof::unknown();
  SmallVector<UsedFact> facts;
  for (const Fact &fact : used) {
    std::string text =
        describeConstraint(fact.form, fact.isEquality,
                           [&](const Leaf &leaf) { return nameOf(leaf); });
    if (llvm::none_of(
            facts, [&](const UsedFact &known) { return known.text == text; }))
      facts.push_back({fact.kind, std::move(text), fact.loc});
  }
  return Proof::from(std::move(facts));
}

IndexFacts::IndexFacts(Operation *at, const FactOps &ops)
    : impl(std::make_unique<Impl>(at, ops)) {}
IndexFacts::IndexFacts(Operation *at)
    : impl(std::make_unique<Impl>(at, FactOps(at))) {}
IndexFacts::IndexFacts(IndexFacts &&) = default;
IndexFacts::~IndexFacts() = default;

LinearForm IndexFacts::formOf(Value value) { return impl->formOf(value); }

LinearForm IndexFacts::formOf(OpFoldResult value) {
  if (auto number = dyn_cast<Attribute>(value))
    return LinearForm(cast<IntegerAttr>(number).getInt());
  return impl->formOf(cast<Value>(value));
}

bool IndexFacts::proves(const LinearForm &form) { return impl->proves(form); }

Proof IndexFacts::prove(const LinearForm &form) {
  Facts used;
  bool holds = impl->proves(form, &used);
  return impl->makeProof(holds, used);
}

bool IndexFacts::provesMultiple(const LinearForm &form, int64_t divisor) {
  return impl->provesMultiple(form, Int(divisor));
}

std::optional<bool> IndexFacts::evaluate(Value condition) {
  for (bool value : {true, false})
    if (impl->provesCondition(condition, value, nullptr))
      return value;
  return std::nullopt;
}

Proof IndexFacts::prove(Value condition, bool value) {
  Facts used;
  bool holds = impl->provesCondition(condition, value, &used);
  return impl->makeProof(holds, used);
}

InsideProof IndexFacts::proveInside(Value start, int64_t length,
                                    OpFoldResult extent) {
  LinearForm first = formOf(start);
  LinearForm rest = formOf(extent) - first - LinearForm(length);
  return {prove(first), prove(rest), first, rest};
}

InsideProof IndexFacts::proveInside(MaskedAccessOpInterface access,
                                    int64_t dim) {
  ViewType type = access.getView().getType();
  int64_t number = type.getShape()[dim];
  OpFoldResult extent = Builder(type.getContext()).getIndexAttr(number);
  if (ShapedType::isDynamic(number)) {
    auto view = access.getView().getDefiningOp<ViewOp>();
    if (!view)
      return {Proof::unknown(), Proof::unknown(), {}, {}};
    extent = view.getExtent(dim);
  }
  return proveInside(access.getStarts()[dim],
                     access.getTileType().getShape()[dim], extent);
}

void IndexFacts::assumeNonNegative(const LinearForm &form) {
  impl->assume(Fact::nonNegative(FactKind::Assume, form, impl->at->getLoc()));
}

void IndexFacts::assumeMultiple(const LinearForm &form, int64_t divisor) {
  LinearForm quotient =
      Leaf::auxiliary(impl.get(), 1 + impl->assumptions.size());
  impl->assume(Fact::zero(FactKind::Assume, form - quotient * divisor,
                          impl->at->getLoc()));
}

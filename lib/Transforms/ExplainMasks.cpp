//===- ExplainMasks.cpp - Why every mask is there, or is not ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/ExplainMasks.h"
#include "PointerSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "phobos/Analysis/SourceNames.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Transforms/EliminateMasks.h"
#include "phobos/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_EXPLAINMASKS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

StringRef phobos::getName(MaskState state) {
  switch (state) {
  case MaskState::Gone:
    return "gone";
  case MaskState::Kept:
    return "kept";
  case MaskState::Free:
    return "free";
  case MaskState::Unchecked:
    return "unchecked";
  case MaskState::Absent:
    return "absent";
  }
  llvm_unreachable("no such state");
}

bool MaskFinding::operator==(const MaskFinding &other) const {
  auto key = [](const MaskFinding &finding) {
    return std::tie(finding.part, finding.state, finding.rule, finding.facts,
                    finding.missing.unproved, finding.missing.fact,
                    finding.missing.obstacle);
  };
  return key(*this) == key(other);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// What the pass that removed a mask wrote down about it.
static bool readProof(MaskedAccessOpInterface access, int64_t dim,
                      MaskFinding &finding) {
  auto proofs = access->getAttrOfType<ArrayAttr>(kMaskProofsAttr);
  for (Attribute attribute :
       proofs ? proofs.getValue() : ArrayRef<Attribute>()) {
    auto proof = dyn_cast<DictionaryAttr>(attribute);
    auto number = proof ? proof.getAs<IntegerAttr>("dim") : IntegerAttr();
    if (!number || number.getInt() != dim)
      continue;
    if (auto rule = proof.getAs<StringAttr>("rule"))
      finding.rule = rule.str();
    if (auto facts = proof.getAs<ArrayAttr>("facts"))
      for (auto fact : facts.getAsRange<StringAttr>())
        finding.facts.push_back(fact.str());
    return true;
  }
  return false;
}

static void addFacts(const Proof &proof, MaskFinding &finding) {
  for (const UsedFact &fact : proof.getFacts())
    if (!llvm::is_contained(finding.facts, fact.text))
      finding.facts.push_back(fact.text);
}

/// A mask that is not there, and of which no proof is written down: IR came
/// without it.
static void proveAgain(MaskedAccessOpInterface access, int64_t dim,
                       const FactOps &ops, MaskFinding &finding) {
  InsideProof proof = IndexFacts(access, ops).proveInside(access, dim);
  if (!proof.holds()) {
    finding.rule = "the IR's own claim, which is not proved";
    return;
  }
  finding.rule = proof.upper.getRule();
  addFacts(proof.lower, finding);
  addFacts(proof.upper, finding);
}

namespace {
/// What is missing in one function. Slices of one extent with one start in one
/// block have one answer.
class MissingFacts {
public:
  explicit MissingFacts(const FactOps &ops) : ops(ops) {}

  const MissingFact &of(MaskedAccessOpInterface access, int64_t dim) {
    std::tuple key(access->getBlock(),
                   Value(access.getStarts()[dim]).getAsOpaquePointer(),
                   getAccessedExtent(access, dim).getOpaqueValue(),
                   access.getTileType().getDimSize(dim));
    auto [entry, isNew] = known.try_emplace(key);
    if (isNew)
      entry->second = findMissingFact(access, dim, ops);
    return entry->second;
  }

private:
  const FactOps &ops;
  std::map<std::tuple<Block *, const void *, const void *, int64_t>,
           MissingFact>
      known;
};
} // namespace

/// In the terms of `known`, the access as it is in the source: in a part of a
/// loop the counter may have become a sum of others.
static MaskFinding findState(MaskedAccessOpInterface access,
                             const MaskEntry &known, const FactOps &ops,
                             MissingFacts &missing) {
  int64_t dim = known.dim;
  MaskFinding finding;
  finding.part = getLoopPart(access);
  if (access.isUnchecked(dim)) {
    finding.state = MaskState::Unchecked;
  } else if (access.isMasked(dim) && access->hasAttr(kStagedAttr)) {
    finding.state = MaskState::Free;
    finding.rule = "the bulk copy that brings the tile writes its zeros";
  } else if (auto copied = access->getAttrOfType<StringAttr>(kCopiedAheadAttr);
             copied && access.isMasked(dim)) {
    finding.state = MaskState::Free;
    finding.rule = copied.str();
  } else if (access.isMasked(dim)) {
    finding.state = MaskState::Kept;
    finding.missing = missing.of(access, dim);
    finding.missing.nameUnproved(known.goals);
  } else {
    finding.state = MaskState::Gone;
    if (!readProof(access, dim, finding))
      proveAgain(access, dim, ops, finding);
  }
  return finding;
}

static MaskEntry makeEntry(MaskedAccessOpInterface access, int64_t dim,
                           const FactOps &ops) {
  MaskEntry entry;
  entry.kind =
      access.mayWrite() ? MaskEntry::Kind::Store : MaskEntry::Kind::Load;
  entry.loc = access.getLoc();
  entry.dim = dim;
  entry.isPointer = isPointerSlice(access);
  entry.length = access.getTileType().getDimSize(dim);
  entry.tensor = nameView(access);
  entry.extent = nameExtent(access, dim);
  entry.form = IndexFacts(access, ops)
                   .formOf(Value(access.getStarts()[dim]))
                   .describe() +
               " :+ " + std::to_string(entry.length);
  entry.goals = describeGoals(access, dim, ops);
  return entry;
}

//===----------------------------------------------------------------------===//
// Accesses at pointers
//===----------------------------------------------------------------------===//

/// The mask of a gather or scatter, or null.
static Value getMask(Operation *op) {
  auto gather = dyn_cast<GatherOp>(op);
  return gather ? gather.getMask() : cast<ScatterOp>(op).getMask();
}

static MaskEntry makePointerEntry(Operation *op) {
  auto gather = dyn_cast<GatherOp>(op);
  MaskEntry entry;
  entry.kind = gather ? MaskEntry::Kind::Load : MaskEntry::Kind::Store;
  entry.loc = op->getLoc();
  entry.dim = MaskEntry::kWholeAccess;
  entry.isPointer = true;
  entry.tensor = getSourceName(gather ? gather.getPointer()
                                      : cast<ScatterOp>(op).getPointer());
  if (entry.tensor.empty())
    entry.tensor = "the pointer";
  entry.form = "a tile of pointers";
  return entry;
}

/// `source` is the access as the source has it.
static MaskFinding findPointerState(Operation *op, const MaskEntry &source,
                                    const FactOps &ops) {
  MaskFinding finding;
  if (!getMask(op) && !source.findings.empty())
    finding = source.findings.front();
  else if (getMask(op))
    finding.state = MaskState::Kept;
  else
    finding.state = MaskState::Unchecked;
  if (finding.state == MaskState::Kept)
    finding.missing.obstacle =
        "not a slice: " + readPointerSlice(op, ops).obstacle;
  finding.part = getLoopPart(op);
  return finding;
}

//===----------------------------------------------------------------------===//
// Conditions on positions
//===----------------------------------------------------------------------===//

/// Whether `condition` compares positions in the tile: it stands for a mask.
static bool usesPositions(Value condition) {
  Operation *op = condition.getDefiningOp();
  if (isa_and_nonnull<IotaOp>(op))
    return true;
  return op && op->getNumRegions() == 0 &&
         (isa<arith::ArithDialect>(op->getDialect()) ||
          isa<BroadcastOp, CastOp>(op)) &&
         llvm::any_of(op->getOperands(), usesPositions);
}

static MaskEntry makeEntry(WhereOp where) {
  MaskEntry entry;
  entry.kind = MaskEntry::Kind::Where;
  entry.loc = where.getLoc();
  entry.form = "where(…)";
  entry.length = where.getType().getShape().back();
  return entry;
}

static MaskFinding findState(WhereOp where, const FactOps &ops) {
  MaskFinding finding;
  finding.part = getLoopPart(where);
  finding.state = MaskState::Kept;
  finding.missing = findMissingFact(where, where.getCondition(), ops);
  return finding;
}

/// What folds a condition of `op` where it is gone: facts that hold of it as it
/// stands in the source, or else a split.
static MaskFinding findProof(Operation *op, Value condition,
                             const FactOps &ops) {
  MaskFinding finding;
  finding.state = MaskState::Gone;
  IndexFacts known(op, ops);
  for (bool value : {true, false})
    if (Proof proof = known.prove(condition, value)) {
      finding.rule = proof.getRule();
      addFacts(proof, finding);
      return finding;
    }
  finding.rule = "split";
  finding.facts = {"one value at every element"};
  return finding;
}

/// The innermost loop around `op`, or null.
static Operation *getLoop(Operation *op) {
  return op->getParentOfType<LoopLikeOpInterface>();
}

//===----------------------------------------------------------------------===//
// The explanation of a module
//===----------------------------------------------------------------------===//

static bool isSameEntry(const MaskEntry &a, const MaskEntry &b) {
  return std::tie(a.kind, a.loc, a.dim, a.tensor, a.extent) ==
         std::tie(b.kind, b.loc, b.dim, b.tensor, b.extent);
}

static MaskEntry &getOrAdd(std::vector<MaskEntry> &entries, MaskEntry entry) {
  auto found = llvm::find_if(entries, [&](const MaskEntry &other) {
    return isSameEntry(entry, other);
  });
  if (found != entries.end())
    return *found;
  return entries.emplace_back(std::move(entry));
}

static void addFinding(MaskEntry &entry, MaskFinding finding) {
  if (!llvm::is_contained(entry.findings, finding))
    entry.findings.push_back(std::move(finding));
}

/// Calls `visit` with the entry of each dim of an access and each condition.
static void forEachEntry(FunctionOpInterface function, const FactOps &ops,
                         function_ref<void(MaskEntry, Operation *)> visit) {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto where = dyn_cast<WhereOp>(op);
        where && usesPositions(where.getCondition()))
      visit(makeEntry(where), op);
    if (isa<GatherOp, ScatterOp>(op))
      visit(makePointerEntry(op), op);
    if (auto access = dyn_cast<MaskedAccessOpInterface>(op))
      for (int64_t dim : llvm::seq(access.getTileType().getRank()))
        visit(makeEntry(access, dim, ops), op);
  });
}

/// In order of the source; a place in an `fn` may have several entries.
static bool comesBefore(const MaskEntry &a, const MaskEntry &b) {
  auto key = [](const MaskEntry &entry) {
    LocationAttr loc = entry.loc;
    auto place = loc.findInstanceOf<FileLineColLoc>();
    return std::make_tuple(place ? place.getLine() : 0,
                           place ? place.getColumn() : 0, entry.kind, entry.dim,
                           StringRef(entry.tensor), StringRef(entry.extent));
  };
  return key(a) < key(b);
}

MaskExplainer::MaskExplainer(ModuleOp source) {
  source.walk([&](FunctionOpInterface function) {
    MaskExplanation &explanation = sources.emplace_back();
    explanation.kernel = function.getName().str();
    FactOps ops(function);
    forEachEntry(function, ops, [&](MaskEntry entry, Operation *op) {
      MaskEntry &known = getOrAdd(explanation.entries, std::move(entry));
      auto where = dyn_cast<WhereOp>(op);
      Value condition = where                          ? where.getCondition()
                        : isa<GatherOp, ScatterOp>(op) ? getMask(op)
                                                       : Value();
      if (!condition)
        return;
      addFinding(known, findProof(op, condition, ops));
      Operation *loop = getLoop(op);
      if (where && loop)
        known.loop = loop->getLoc();
    });
    llvm::sort(explanation.entries, comesBefore);
  });
}

/// The parts that a split made of the loop at `loc`, loops or branches; one
/// empty part where it made none.
static SmallVector<std::string> findParts(FunctionOpInterface function,
                                          LocationAttr loc) {
  SmallVector<std::string> parts;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isPart = isa<LoopLikeOpInterface>(op) || op->hasAttr(kLoopPartAttr);
    if (isPart && LocationAttr(op->getLoc()) == loc &&
        !llvm::is_contained(parts, getLoopPart(op)))
      parts.push_back(getLoopPart(op));
  });
  if (parts.empty())
    parts.push_back("");
  return parts;
}

/// Adds to a condition that it is gone from the parts in which none was found.
static void addGone(MaskEntry &entry, MaskFinding proof,
                    FunctionOpInterface function) {
  if (!entry.loop) {
    if (entry.findings.empty())
      entry.findings.push_back(std::move(proof));
    return;
  }
  for (auto [index, part] : llvm::enumerate(findParts(function, entry.loop))) {
    auto found =
        llvm::map_range(entry.findings, [](const MaskFinding &finding) {
          return finding.part;
        });
    if (llvm::is_contained(found, part))
      continue;
    proof.part = part;
    entry.findings.insert(
        entry.findings.begin() + std::min(index, entry.findings.size()), proof);
  }
}

/// The entry of `entries` that `entry` is, or a new one.
static const MaskEntry &findSource(ArrayRef<MaskEntry> entries,
                                   const MaskEntry &entry) {
  const auto *found = llvm::find_if(entries, [&](const MaskEntry &other) {
    return isSameEntry(entry, other);
  });
  return found == entries.end() ? entry : *found;
}

/// Takes away accesses at pointers that have become slices.
static void removeRaised(std::vector<MaskEntry> &entries) {
  llvm::erase_if(entries, [&](const MaskEntry &entry) {
    return entry.isWholeAccess() && entry.findings.empty() &&
           llvm::any_of(entries, [&](const MaskEntry &other) {
             return other.loc == entry.loc && !other.isWholeAccess();
           });
  });
}

static MaskExplanation explainFunction(const MaskExplanation &source,
                                       FunctionOpInterface function) {
  MaskExplanation explanation = source;
  for (MaskEntry &entry : explanation.entries)
    entry.findings.clear();
  FactOps ops(function);
  MissingFacts missing(ops);
  forEachEntry(function, ops, [&](MaskEntry entry, Operation *op) {
    MaskEntry &known = getOrAdd(explanation.entries, std::move(entry));
    if (auto where = dyn_cast<WhereOp>(op))
      addFinding(known, findState(where, ops));
    else if (known.isWholeAccess())
      addFinding(known,
                 findPointerState(op, findSource(source.entries, known), ops));
    else
      addFinding(known, findState(cast<MaskedAccessOpInterface>(op), known, ops,
                                  missing));
  });
  for (auto [entry, before] : llvm::zip(explanation.entries, source.entries))
    if (entry.kind == MaskEntry::Kind::Where)
      addGone(entry, before.findings.front(), function);
  removeRaised(explanation.entries);
  for (MaskEntry &entry : explanation.entries)
    if (entry.findings.empty())
      entry.findings.emplace_back();
  llvm::sort(explanation.entries, comesBefore);
  return explanation;
}

std::vector<MaskExplanation> MaskExplainer::explain(ModuleOp lowered) const {
  std::vector<MaskExplanation> explanations;
  lowered.walk([&](FunctionOpInterface function) {
    for (const MaskExplanation &source : sources)
      if (source.kernel == function.getName())
        explanations.push_back(explainFunction(source, function));
  });
  return explanations;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

StringRef MaskEntry::describeUnchecked() const {
  if (!isPointer)
    return "points and 'A[s:]' are never masked";
  return isWholeAccess() ? "it has no mask" : "no mask bounds it";
}

std::string MaskEntry::describe(const MaskFinding &finding) const {
  switch (finding.state) {
  case MaskState::Gone:
    return "gone: " + finding.rule + (finding.facts.empty() ? "" : ": ") +
           llvm::join(finding.facts, ", ");
  case MaskState::Kept:
    return "kept: " + finding.missing.describe();
  case MaskState::Free:
    return "free: " + finding.rule;
  case MaskState::Unchecked:
    return "unchecked: " + describeUnchecked().str();
  case MaskState::Absent:
    return "absent: merged with an equal access, or never run";
  }
  llvm_unreachable("no such state");
}

namespace {
struct ExplainMasks : phobos::impl::ExplainMasksBase<ExplainMasks> {
  void runOnOperation() override {
    MaskExplainer explainer(getOperation());
    for (const MaskExplanation &explanation : explainer.explain(getOperation()))
      for (const MaskEntry &entry : explanation.entries)
        for (const MaskFinding &finding : entry.findings)
          report(entry, finding);
    markAllAnalysesPreserved();
  }

  static void report(const MaskEntry &entry, const MaskFinding &finding) {
    InFlightDiagnostic remark = emitRemark(entry.loc);
    if (!finding.part.empty())
      remark << finding.part << ": ";
    if (entry.kind == MaskEntry::Kind::Where)
      remark << "condition ";
    else if (entry.isWholeAccess())
      remark << "mask of '" << entry.tensor << "' ";
    else
      remark << "dim " << entry.dim << ", " << entry.form << " of '"
             << entry.extent << "', ";
    remark << entry.describe(finding);
  }
};
} // namespace

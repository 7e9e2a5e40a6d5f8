//===- ExplainAccesses.cpp - How each access moves its elements -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts access plans into words. Nothing is decided here.
//
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/ExplainAccesses.h"
#include "AccessPlan.h"
#include "LayoutRules.h"
#include "ProductPipeline.h"
#include "RowCopies.h"
#include "ThreadCode.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Analysis/Divisibility.h"
#include "phobos/Analysis/ElementRuns.h"
#include "phobos/Analysis/IndexFacts.h"
#include "phobos/Analysis/SourceNames.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/ExplainLayouts.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

namespace {
/// The words for one access.
class PlanWords {
public:
  PlanWords(Operation *op, const FactOps &ops)
      : op(op), access(dyn_cast<MaskedAccessOpInterface>(op)), plan(op),
        facts(op, ops) {}

  AccessFinding describe();
  /// Of a load whose loop copies ahead.
  AccessFinding describeCopy();
  std::string nameTensor();
  std::string describeForm();

private:
  std::string describe(OpFoldResult number) {
    return facts.formOf(number).describe();
  }
  std::string describeFact(const VectorFact &fact);
  std::string describeSource(const VectorFact &fact);
  std::string describeStride();
  std::string describeLimit();
  std::string describeRunObstacle();
  void addGuards(std::vector<std::string> &guards);
  void addRefused(AccessFinding &finding);

  Operation *op;
  MaskedAccessOpInterface access;
  AccessPlan plan;
  IndexFacts facts;
};
} // namespace

std::string PlanWords::describeFact(const VectorFact &fact) {
  std::string rest = " % " + std::to_string(fact.divisor) + " == 0";
  switch (fact.kind) {
  case VectorFact::Kind::Address:
    return "address of " + nameView(access) + rest;
  case VectorFact::Kind::Start:
    return "start of dim " + std::to_string(plan.getTile().getRank() - 1) +
           rest;
  case VectorFact::Kind::Stride:
    return "pitch " + describe(fact.value) + rest;
  case VectorFact::Kind::Edge: {
    std::string multiple = "extent " + describe(fact.value) + rest;
    bool isEither = fact.source == VectorFact::Source::RunTime ||
                    op->hasAttr(wholeVectorsAttrName);
    return isEither ? multiple + ", or the slice inside of it" : multiple;
  }
  case VectorFact::Kind::Run:
    return "offsets in runs of " + std::to_string(fact.divisor) +
           " under one mask, from addresses of " + nameTensor() +
           " that are multiples of their bytes";
  }
  llvm_unreachable("a kind of fact");
}

std::string PlanWords::describeSource(const VectorFact &fact) {
  switch (fact.source) {
  case VectorFact::Source::Version:
    return "this version was chosen by it";
  case VectorFact::Source::RunTime:
    return "checked at run time";
  case VectorFact::Source::Proved: {
    auto value = dyn_cast<Value>(fact.value);
    if (!value || matchPattern(value, m_Constant()))
      return "a constant";
    return "proved, it is a multiple of " +
           std::to_string(getKnownPowerOfTwoDivisor(value));
  }
  }
  llvm_unreachable("a source of a fact");
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

static int64_t countReplicas(const Layout &layout) {
  return int64_t(1) << (layout.replicaLaneBits().size() +
                        layout.replicaWarpBits().size());
}

static Value getMask(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<GatherOp, ScatterOp, AtomicScatterOp>(
          [](auto access) { return access.getMask(); })
      .Default(Value());
}

void PlanWords::addGuards(std::vector<std::string> &guards) {
  if (access)
    for (int64_t dim : access.getMasked())
      guards.push_back("dim " + std::to_string(dim) + " is inside of " +
                       nameExtent(access, dim));
  if (getMask(op))
    guards.push_back("the mask is true");
  if (auto overlap = op->getAttrOfType<IntegerAttr>(overlapAttrName);
      overlap && isa<StoreOp>(op))
    guards.push_back("its sector of " + std::to_string(overlap.getInt()) +
                     " elements is not stored by the next block");
  const Layout &layout = plan.getTile().getLayout().getLayout();
  bool isRagged = llvm::any_of(plan.findFirstElements(1), [&](int64_t e) {
    return findValidity(layout, e, plan.getTile().getShape()) !=
           Layout::Validity::Always;
  });
  if (isRagged)
    guards.push_back("the thread is not past the tile's edge");
  auto kernel = op->getParentOfType<KernelOp>();
  Uniformity whose = kernel && findThreadOp(kernel)
                         ? ThreadCode(kernel).whose(op)
                         : Uniformity::Block;
  int64_t replicas = countReplicas(layout);
  if (isa<LoadOp, GatherOp>(op) || whose == Uniformity::Thread)
    return;
  if (whose == Uniformity::Warp)
    guards.push_back("the thread is the first of its warp");
  else if (replicas > 1)
    guards.push_back("the thread is the first of " + std::to_string(replicas) +
                     " with the same elements");
}

//===----------------------------------------------------------------------===//
// Refused plans
//===----------------------------------------------------------------------===//

std::string PlanWords::describeStride() {
  ViewOp view = access.getView().getDefiningOp<ViewOp>();
  return describe(view.getStride(plan.getTile().getRank() - 1));
}

std::string PlanWords::describeRunObstacle() {
  auto runs = findRuns(
      op, kVectorBytes / getElementBytes(plan.getTile().getElementType()));
  if (auto *why = std::get_if<StringRef>(&runs))
    return why->str();
  return "this version is for offsets and masks in any order";
}

std::string PlanWords::describeLimit() {
  switch (plan.getLimit()) {
  case AccessPlan::Limit::Bytes:
    return "no access is wider";
  case AccessPlan::Limit::Atomic:
    return "each element is updated on its own";
  case AccessPlan::Limit::Offsets:
    return describeRunObstacle();
  case AccessPlan::Limit::Volatile:
    return "a volatile vector could be torn between its elements";
  case AccessPlan::Limit::Rows:
    return "rows of this version need not begin at multiples of 16 bytes";
  case AccessPlan::Limit::Stride:
    return "elements of a row are " + describeStride() + " apart";
  case AccessPlan::Limit::Extent:
    return "the tile's last extent, " +
           std::to_string(plan.getTile().getShape().back()) +
           ", is no multiple of more elements";
  case AccessPlan::Limit::Layout:
    return "in the tile's layout a thread has " +
           std::to_string(plan.getVectorElements()) +
           " neighbouring elements of a row";
  }
  llvm_unreachable("a limit");
}

/// Why the product that `op`'s value goes to does not read it from where bulk
/// copies would bring it; empty where it goes to none.
static std::string findNotStaged(Operation *op) {
  for (Operation *user : op->getUsers()) {
    if (isa<ConvertLayoutOp, ReshapeOp>(user))
      if (std::string why = findNotStaged(user); !why.empty())
        return why;
    if (!isa<DotOp>(user))
      continue;
    auto why = user->getAttrOfType<StringAttr>(kNotStagedAttr);
    return why ? why.str() : "products take their operands from registers";
  }
  return "";
}

void PlanWords::addRefused(AccessFinding &finding) {
  auto refuse = [&](StringRef what, StringRef why) {
    finding.refused.push_back({what.str(), why.str()});
  };
  if (plan.getKind() == AccessPlan::Kind::RowCopy)
    return refuse("vectors straight to registers", describeLimit());
  if (isa<LoadOp, GatherOp>(op)) {
    std::string why = findNotStaged(op);
    refuse("TMA, cp.async",
           why.empty() ? "the value is used in registers" : why);
  } else if (isa<StoreOp, ScatterOp>(op))
    refuse("TMA", "the value is in registers");
  if (plan.getKind() == AccessPlan::Kind::Runs)
    return refuse("vectors straight to registers", describeLimit());
  if (finding.elements * finding.elementBytes == kVectorBytes)
    return;
  refuse("vectors of 16 bytes", describeLimit());
  if (!plan.getRunObstacle().empty())
    refuse("vectors in runs of a warp", plan.getRunObstacle());
  if (auto why = op->getAttrOfType<StringAttr>(kNoRowCopyAttr))
    refuse("bulk copies of the row", why);
}

//===----------------------------------------------------------------------===//
// Findings and entries
//===----------------------------------------------------------------------===//

/// The branch between versions by what is only read that `op` is in, or null.
static scf::IfOp findReadVersions(Operation *op) {
  for (; !isa<FunctionOpInterface>(op); op = op->getParentOp())
    if (op->getParentOp()->hasAttr(readVersionsAttrName))
      return cast<scf::IfOp>(op->getParentOp());
  return {};
}

/// In which versions, and in which part of a split loop, `op` is.
static std::string getPart(Operation *op) {
  std::string part = getLoopPart(op);
  if (scf::IfOp versions = findReadVersions(op)) {
    bool areApart = versions.getThenRegion().isAncestor(op->getParentRegion());
    StringRef version = areApart ? "apart" : "may overlap";
    part = part.empty() ? version.str() : version.str() + ", " + part;
  }
  auto access = dyn_cast<MaskedAccessOpInterface>(op);
  RowAlignment rows = access ? findRowAlignment(access) : RowAlignment::Unknown;
  if (rows == RowAlignment::Unknown)
    return part;
  std::string version = rows == RowAlignment::Aligned ? "aligned" : "unaligned";
  if (op->hasAttr(overlapAttrName))
    version += ", overlapping";
  return part.empty() ? version : version + ", " + part;
}

static StringRef getName(AccessPlan::Kind kind) {
  switch (kind) {
  case AccessPlan::Kind::Vectors:
    return "vectors";
  case AccessPlan::Kind::Elements:
    return "elements";
  case AccessPlan::Kind::Either:
    return "either";
  case AccessPlan::Kind::Runs:
    return "runs";
  case AccessPlan::Kind::RowCopy:
    return "bulk";
  case AccessPlan::Kind::Staged:
    return "staged";
  }
  llvm_unreachable("a kind of plan");
}

bool AccessFinding::operator==(const AccessFinding &other) const {
  auto key = [](const AccessFinding &finding) {
    return std::tie(finding.part, finding.kind, finding.elements,
                    finding.elementBytes, finding.vectorsPerThread,
                    finding.elementsPerThread, finding.runElements,
                    finding.guards, finding.needs, finding.refused);
  };
  return key(*this) == key(other);
}

AccessFinding PlanWords::describe() {
  AccessFinding finding;
  finding.part = getPart(op);
  finding.kind = getName(plan.getKind()).str();
  finding.elementBytes = getElementBytes(plan.getTile().getElementType());
  if (plan.getKind() == AccessPlan::Kind::Staged) {
    if (auto blocks = op->getAttrOfType<IntegerAttr>(kMulticastAttr))
      finding.guards.push_back(
          "a part of it by each of the " + std::to_string(blocks.getInt()) +
          " blocks of the cluster, where all read the same");
    return finding;
  }
  finding.elements = plan.getVectorElements();
  bool areElements = plan.getKind() == AccessPlan::Kind::Elements ||
                     plan.getKind() == AccessPlan::Kind::RowCopy;
  if (!areElements)
    finding.vectorsPerThread = plan.findFirstElements(finding.elements).size();
  if (plan.getKind() != AccessPlan::Kind::Vectors)
    finding.elementsPerThread = plan.findFirstElements(1).size();
  if (plan.getKind() == AccessPlan::Kind::Runs) {
    finding.elements = kVectorBytes / finding.elementBytes;
    finding.vectorsPerThread =
        llvm::divideCeil(finding.elementsPerThread, finding.elements);
    finding.runElements = 32 * plan.getRunElements();
  }
  addGuards(finding.guards);
  for (const VectorFact &fact : plan.getFacts())
    finding.needs.push_back({describeFact(fact), describeSource(fact)});
  if (op->hasAttr(readOnlyAttrName))
    finding.needs.push_back({"no store reaches " + nameView(access),
                             findReadVersions(op)
                                 ? "this version was chosen by it"
                                 : "the kernel is @noalias"});
  addRefused(finding);
  return finding;
}

AccessFinding PlanWords::describeCopy() {
  AccessFinding finding;
  finding.part = getPart(op);
  finding.kind = "copied";
  finding.elementBytes = getElementBytes(plan.getTile().getElementType());
  std::string why = findNotStaged(op);
  if (!why.empty())
    finding.refused.push_back({"TMA", why});
  return finding;
}

std::string PlanWords::nameTensor() {
  if (access)
    return nameView(access);
  std::string name =
      TypeSwitch<Operation *, std::string>(op)
          .Case<GatherOp, ScatterOp, AtomicScatterOp>(
              [](auto at) { return getSourceName(at.getPointer()); })
          .Default(std::string());
  return name.empty() ? "the pointer" : name;
}

std::string PlanWords::describeForm() {
  if (!access)
    return "a tile of offsets";
  std::vector<std::string> dims;
  for (auto [start, length] :
       llvm::zip(access.getStarts(), plan.getTile().getShape()))
    dims.push_back(describe(Value(start)) + " :+ " + std::to_string(length));
  return llvm::join(dims, ", ");
}

SmallVector<LoadOp> phobos::findCopiedAhead(ModuleOp scheduled,
                                            const Target &target) {
  SmallVector<LoadOp> copied;
  scheduled.walk([&](scf::ForOp loop) {
    // All of planned products come through the ring.
    if (loop->getParentOfType<KernelOp>()->hasAttr(kProducersAttr))
      return;
    auto pipeline = planProductPipeline(loop, target, /*byteOffset=*/0);
    if (!pipeline)
      return;
    for (const PipelinedLoad &pipelined : pipeline->loads)
      copied.push_back(pipelined.load);
  });
  return copied;
}

static AccessEntry makeEntry(Operation *op, const FactOps &ops, bool isCopied) {
  PlanWords words(op, ops);
  AccessEntry entry;
  entry.loc = op->getLoc();
  entry.kind = isa<LoadOp, GatherOp>(op)     ? "load"
               : isa<StoreOp, ScatterOp>(op) ? "store"
                                             : "atomic";
  entry.tensor = words.nameTensor();
  entry.form = words.describeForm();
  entry.tile = describeTile(getAccessedTile(op));
  entry.findings.push_back(isCopied ? words.describeCopy() : words.describe());
  return entry;
}

/// Joins what the copies of one access in the source have become.
static void addEntry(std::vector<AccessEntry> &entries, AccessEntry entry) {
  auto found = llvm::find_if(entries, [&](const AccessEntry &other) {
    return std::tie(entry.loc, entry.kind, entry.tensor) ==
           std::tie(other.loc, other.kind, other.tensor);
  });
  if (found == entries.end())
    return entries.push_back(std::move(entry));
  if (!llvm::is_contained(found->findings, entry.findings.front()))
    found->findings.push_back(entry.findings.front());
}

/// In order of the source.
static bool comesBefore(const AccessEntry &a, const AccessEntry &b) {
  auto key = [](const AccessEntry &entry) {
    LocationAttr loc = entry.loc;
    auto place = loc.findInstanceOf<FileLineColLoc>();
    return std::make_tuple(place ? place.getLine() : 0,
                           place ? place.getColumn() : 0, StringRef(entry.kind),
                           StringRef(entry.tensor), StringRef(entry.form));
  };
  return key(a) < key(b);
}

FailureOr<std::vector<AccessExplanation>>
phobos::explainAccesses(ModuleOp scheduled, const Target &target) {
  for (KernelOp kernel : scheduled.getOps<KernelOp>())
    if (failed(verifyLayouts(kernel)))
      return failure();
  llvm::DenseSet<Operation *> copied;
  for (LoadOp load : findCopiedAhead(scheduled, target))
    copied.insert(load);
  std::vector<AccessExplanation> explanations;
  for (KernelOp kernel : scheduled.getOps<KernelOp>()) {
    AccessExplanation &explanation = explanations.emplace_back();
    explanation.kernel = kernel.getSymName().str();
    explanation.threads = *kernel.getThreads();
    FactOps ops(kernel);
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<LoadOp, StoreOp, GatherOp, ScatterOp, AtomicOp, AtomicScatterOp>(
              op))
        addEntry(explanation.entries, makeEntry(op, ops, copied.contains(op)));
    });
    llvm::sort(explanation.entries, comesBefore);
  }
  return explanations;
}

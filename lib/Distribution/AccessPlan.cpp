//===- AccessPlan.cpp - How the elements of an access move ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "RowCopies.h"
#include "RowRuns.h"
#include "StagedOperand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Analysis/Divisibility.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

int64_t phobos::getElementBytes(Type element) {
  if (isa<IndexType>(element) || !element.isIntOrFloat())
    return 8; // of an index or a pointer
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

TileType phobos::getAccessedTile(Operation *access) {
  return TypeSwitch<Operation *, TileType>(access)
      .Case<GatherOp, AtomicScatterOp>([](auto op) { return op.getType(); })
      .Case<ScatterOp>([](ScatterOp op) { return op.getValue().getType(); })
      .Default([](Operation *op) {
        return cast<MaskedAccessOpInterface>(op).getTileType();
      });
}

Layout::Validity phobos::findValidity(const Layout &layout, int64_t element,
                                      ArrayRef<int64_t> shape) {
  auto result = Layout::Validity::Always;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    Layout::Validity along = layout.validity(element, dim, extent);
    if (along == Layout::Validity::Never)
      return along;
    if (along == Layout::Validity::Sometimes)
      result = along;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Whether `condition` implies that the rows of `view` are aligned.
static bool asksForRows(Value condition, Value view) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return asksForRows(both.getLhs(), view) || asksForRows(both.getRhs(), view);
  auto rows = condition.getDefiningOp<RowsAlignedOp>();
  return rows && rows.getView() == view;
}

RowAlignment phobos::findRowAlignment(MaskedAccessOpInterface access) {
  Operation *op = access;
  for (; !isa<FunctionOpInterface>(op); op = op->getParentOp()) {
    auto branch = dyn_cast<scf::IfOp>(op->getParentOp());
    if (branch && asksForRows(branch.getCondition(), access.getView()))
      return op->getParentRegion() == &branch.getThenRegion()
                 ? RowAlignment::Aligned
                 : RowAlignment::Unaligned;
  }
  return RowAlignment::Unknown;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static bool isMultiple(OpFoldResult value, int64_t divisor) {
  if (auto constant = dyn_cast<Attribute>(value))
    return cast<IntegerAttr>(constant).getInt() % divisor == 0;
  return getKnownPowerOfTwoDivisor(cast<Value>(value)) % divisor == 0;
}

static VectorFact makeFact(VectorFact::Kind kind, OpFoldResult value,
                           int64_t divisor) {
  auto source = isMultiple(value, divisor) ? VectorFact::Source::Proved
                                           : VectorFact::Source::RunTime;
  return {kind, source, divisor, value};
}

SmallVector<VectorFact> phobos::findRowFacts(ViewOp view, int64_t elements) {
  ViewType type = view.getType();
  int64_t bytes = elements * getElementBytes(type.getElementType());
  SmallVector<VectorFact> facts = {{VectorFact::Kind::Address,
                                    VectorFact::Source::RunTime, bytes,
                                    OpFoldResult()}};
  int64_t last = type.getShape().size() - 1;
  // The last extent is a factor of every dense stride, and one of them.
  if (type.isDense() && last > 0)
    facts.push_back(
        makeFact(VectorFact::Kind::Stride, view.getExtent(last), elements));
  for (int64_t dim = 0; dim < last && !type.isDense(); ++dim)
    facts.push_back(
        makeFact(VectorFact::Kind::Stride, view.getStride(dim), elements));
  return facts;
}

void AccessPlan::addFacts(MaskedAccessOpInterface access) {
  auto view = access.getView().getDefiningOp<ViewOp>();
  bool areRowsAligned = findRowAlignment(access) == RowAlignment::Aligned;
  int64_t last = tile.getRank() - 1;
  for (VectorFact fact : findRowFacts(view, width)) {
    if (areRowsAligned && fact.source == VectorFact::Source::RunTime)
      fact.source = VectorFact::Source::Version;
    facts.push_back(fact);
  }
  // Behind the address.
  facts.insert(facts.begin() + 1,
               makeFact(VectorFact::Kind::Start,
                        Value(access.getStarts()[last]), width));
  if (!access.isMasked(last))
    return;
  VectorFact edge =
      makeFact(VectorFact::Kind::Edge, view.getExtent(last), width);
  // Aligned rows of a dense view with several are whole vectors.
  bool isVersions = access->hasAttr(wholeVectorsAttrName) ||
                    (areRowsAligned && last > 0 && view.getType().isDense());
  if (edge.source == VectorFact::Source::RunTime && isVersions)
    edge.source = VectorFact::Source::Version;
  facts.push_back(edge);
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

void AccessPlan::limitTo(int64_t elements, Limit why) {
  if (elements >= width)
    return;
  width = elements;
  limit = why;
}

/// A vector of volatile elements could be torn between them.
static bool isVolatile(Operation *access) {
  return TypeSwitch<Operation *, bool>(access)
      .Case<LoadOp, StoreOp, GatherOp, ScatterOp>(
          [](auto op) { return op.getIsVolatile(); })
      .Default(false);
}

/// How many elements of a gather or scatter one access may move, see
/// VersionRows.cpp.
static int64_t getRun(Operation *access) {
  auto run = access->getAttrOfType<IntegerAttr>(runAttrName);
  return run ? run.getInt() : 1;
}

void AccessPlan::limitByAccess(Operation *op) {
  tile = getAccessedTile(op);
  if (auto load = dyn_cast<LoadOp>(op))
    isStaged = phobos::isStaged(load);
  isRowCopied = op->hasAttr(kRowCopyAttr);
  width = kVectorBytes / getElementBytes(tile.getElementType());
  if (isa<AtomicOp, AtomicScatterOp>(op))
    return limitTo(1, Limit::Atomic);
  auto access = dyn_cast<MaskedAccessOpInterface>(op);
  if (!access)
    return limitTo(getRun(op), Limit::Offsets);
  ViewType view = access.getView().getType();
  if (!view.isDense() && view.getStrides().back() != 1)
    limitTo(1, Limit::Stride);
  if (isVolatile(op))
    limitTo(1, Limit::Volatile);
  if (findRowAlignment(access) == RowAlignment::Unaligned)
    limitTo(1, Limit::Rows);
  // A vector lies wholly in the tile, so its size divides the tile's extent.
  limitTo(powerOfTwoPart(tile.getShape().back()), Limit::Extent);
}

int64_t AccessPlan::findWidestVector(Operation *access) {
  AccessPlan plan;
  plan.limitByAccess(access);
  return plan.width;
}

bool AccessPlan::isDenseRow(Operation *op) const {
  bool isNarrow =
      width == 1 && (limit == Limit::Rows || limit == Limit::Extent ||
                     limit == Limit::Layout);
  if (!isa<LoadOp, StoreOp>(op) || !isNarrow || isVolatile(op))
    return false;
  ViewType view = cast<MaskedAccessOpInterface>(op).getView().getType();
  bool isRowDense = view.isDense() || view.getStrides().back() == 1;
  return isRowDense && tile.getShape().back() > 1 &&
         getElementBytes(tile.getElementType()) < kVectorBytes;
}

bool phobos::arePitchesOpen(MaskedAccessOpInterface access) {
  int64_t elements =
      kVectorBytes / getElementBytes(access.getTileType().getElementType());
  auto view = access.getView().getDefiningOp<ViewOp>();
  bool arePitchesProved =
      llvm::all_of(findRowFacts(view, elements), [](const VectorFact &fact) {
        return fact.kind == VectorFact::Kind::Address ||
               fact.source == VectorFact::Source::Proved;
      });
  Value offset = view.getOffset();
  return !arePitchesProved || (offset && !isMultiple(offset, elements));
}

/// Why the rows of `access` do not move in runs in any layout; empty where they
/// may.
static StringRef findRunObstacle(MaskedAccessOpInterface access) {
  TileType tile = access.getTileType();
  int64_t bytes = getElementBytes(tile.getElementType());
  if (!isOneRow(tile.getShape()))
    return "the tile has several rows";
  // Measured on an H200: they are as fast one by one.
  if (bytes < 4)
    return "elements of fewer than 4 bytes gain nothing by it";
  // Registers are those of both versions, and this one hardly ever runs.
  if (!arePitchesOpen(access))
    return "only an array that does not begin at 16 bytes leads here";
  return "";
}

bool AccessPlan::mayRun(Operation *access) {
  AccessPlan plan;
  plan.limitByAccess(access);
  return !plan.isStaged && plan.isDenseRow(access) &&
         findRunObstacle(cast<MaskedAccessOpInterface>(access)).empty();
}

bool phobos::isSharedRow(Operation *op) {
  auto load = dyn_cast<LoadOp>(op);
  if (!load)
    return false;
  auto view = load.getView().getDefiningOp<ViewOp>();
  if (view.getOffset() && !matchPattern(view.getOffset(), m_Constant()))
    return false;
  int64_t last = view.getType().getShape().size() - 1;
  if (last == 0)
    return matchPattern(load.getStarts().front(), m_Constant());
  return llvm::all_of(llvm::seq(last), [&](int64_t dim) {
    return getConstantIntValue(view.getExtent(dim)) == 1;
  });
}

void AccessPlan::addRuns(Operation *access) {
  if (!isDenseRow(access))
    return;
  runObstacle = findRunObstacle(cast<MaskedAccessOpInterface>(access));
  if (!runObstacle.empty())
    return;
  if (isSharedRow(access)) {
    runObstacle = "all blocks load this row, so that it comes from caches";
  } else {
    runElements = findRunElements(tile.getLayout().getLayout(), tile);
    if (!runElements)
      runObstacle = "a thread has too few or too many elements, or a warp no "
                    "run of neighbours";
  }
}

AccessPlan::AccessPlan(Operation *access) {
  limitByAccess(access);
  if (isStaged)
    return;
  const Layout &layout = tile.getLayout().getLayout();
  limitTo(layout.contiguousElements(tile.getRank() - 1), Limit::Layout);
  addRuns(access);
  if (width == 1)
    return;
  if (auto slice = dyn_cast<MaskedAccessOpInterface>(access))
    addFacts(slice);
  else
    facts.push_back({VectorFact::Kind::Run, VectorFact::Source::Version, width,
                     OpFoldResult()});
}

AccessPlan::Kind AccessPlan::getKind() const {
  if (isStaged)
    return Kind::Staged;
  if (runElements)
    return Kind::Runs;
  if (isRowCopied)
    return Kind::RowCopy;
  if (width == 1)
    return Kind::Elements;
  bool isChecked = llvm::any_of(facts, [](const VectorFact &fact) {
    return fact.source == VectorFact::Source::RunTime;
  });
  return isChecked ? Kind::Either : Kind::Vectors;
}

SmallVector<int64_t> AccessPlan::findFirstElements(int64_t elements) const {
  const Layout &layout = tile.getLayout().getLayout();
  SmallVector<int64_t> result;
  for (int64_t e = 0; e < layout.elementsPerThread(); e += elements)
    if (findValidity(layout, e, tile.getShape()) != Layout::Validity::Never)
      result.push_back(e);
  return result;
}

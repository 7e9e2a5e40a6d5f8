//===- VersionRows.cpp - Kernels by how rows are aligned --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "Distributor.h"
#include "LayoutRules.h"
#include "RowRuns.h"
#include "StagedOperand.h"
#include "Versions.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Analysis/ElementRuns.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_VERSIONROWS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// Whether the elements of a row follow each other, and vectors of them fit.
static bool canBeWide(MaskedAccessOpInterface access) {
  return access.getView().getDefiningOp<ViewOp>() &&
         AccessPlan::findWidestVector(access) > 1;
}

namespace {
/// What the versions of a kernel differ by.
struct Rows {
  /// The views that can be accessed wide, in the order of the kernel.
  SmallVector<ViewOp> views;
  /// Accesses of rows of which each may end elsewhere, and within a vector.
  SmallVector<MaskedAccessOpInterface> ends;
  /// The gathers and scatters that can be.
  SmallVector<std::pair<Operation *, ElementRuns>> runs;
};
} // namespace

/// Whether `access` is one of a row that a pointer and a number lead to, from
/// its first element on. Each block asks for its own row then, and may ask
/// where it ends as well.
static bool beginsBehindNumber(MaskedAccessOpInterface access) {
  int64_t last = access.getTileType().getRank() - 1;
  Value offset = access.getView().getDefiningOp<ViewOp>().getOffset();
  return offset && !matchPattern(offset, m_Constant()) &&
         access.isMasked(last) && isOneRow(access.getTileType().getShape()) &&
         getConstantIntValue(Value(access.getStarts()[last])) == 0;
}

/// The scalars of a number that runs rest on.
static SmallVector<Value> scalarsOf(const OffsetForm &number) {
  SmallVector<Value> scalars;
  for (const OffsetForm::Term &term : number.getTerms())
    for (const Leaf &leaf : term.product)
      scalars.push_back(leaf.getValue());
  return scalars;
}

/// The runs of a gather or scatter, where what they rest on is known early.
static std::optional<ElementRuns> findEarlyRuns(Operation *access,
                                                KernelOp kernel) {
  TileType tile = getTile(isa<GatherOp>(access) ? access->getResult(0)
                                                : access->getOperand(0));
  int64_t longest = kVectorBytes / getElementBytes(tile.getElementType());
  auto found = findRuns(access, longest);
  auto *runs = std::get_if<ElementRuns>(&found);
  if (!runs)
    return std::nullopt;
  for (const OffsetForm &number : runs->multiples)
    for (Value scalar : scalarsOf(number))
      if (Operation *op = scalar.getDefiningOp();
          op && !isEarly(op, kernel.getBody().front()))
        return std::nullopt;
  return *runs;
}

/// Nothing where a view that can be accessed wide is not known early.
static std::optional<Rows> findRows(KernelOp kernel) {
  llvm::SmallSetVector<Operation *, 8> views;
  Rows rows;
  kernel.walk([&](Operation *op) {
    if (isa<GatherOp, ScatterOp>(op)) {
      if (std::optional<ElementRuns> runs = findEarlyRuns(op, kernel))
        rows.runs.push_back({op, *runs});
    } else if (auto access = dyn_cast<MaskedAccessOpInterface>(op)) {
      if (!canBeWide(access))
        return;
      views.insert(access.getView().getDefiningOp());
      if (beginsBehindNumber(access))
        rows.ends.push_back(access);
    }
  });
  if (!llvm::all_of(views, [&](Operation *view) {
        return isEarly(view, kernel.getBody().front());
      }))
    return std::nullopt;
  for (ViewOp view : kernel.getBody().front().getOps<ViewOp>())
    if (views.contains(view))
      rows.views.push_back(view);
  return rows;
}

/// The last op that the versions are chosen by; null where arguments suffice.
static Operation *findLastNeeded(const Rows &rows) {
  Operation *last = nullptr;
  auto addOp = [&](Operation *op) {
    if (op && (!last || last->isBeforeInBlock(op)))
      last = op;
  };
  for (ViewOp view : rows.views)
    addOp(view);
  for (const auto &[access, runs] : rows.runs)
    for (const OffsetForm &number : runs.multiples)
      for (Value scalar : scalarsOf(number))
        addOp(scalar.getDefiningOp());
  return last;
}

/// Moves tiles that are not needed before behind `place`, into both versions: a
/// tile that they share would give them one layout.
static void moveTilesBehind(Operation *place) {
  Block *block = place->getBlock();
  Operation *next = place->getNextNode(), *before = nullptr;
  for (Operation *op = place->getPrevNode(); op; op = before) {
    before = op->getPrevNode();
    bool makesTile =
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<TileType>);
    bool isNeeded = llvm::any_of(op->getUsers(), [&](Operation *user) {
      return block->findAncestorOpInBlock(*user)->isBeforeInBlock(next);
    });
    if (!makesTile || isNeeded || !isPure(op))
      continue;
    op->moveBefore(next);
    next = op;
  }
}

/// Whether `pointer`, and `number` elements behind it (null: none), are at
/// multiples of 16 bytes.
static Value isAligned(ImplicitLocOpBuilder &b, Value pointer, Value number) {
  Type element = cast<PtrType>(pointer.getType()).getElementType();
  ViewType type = ViewType::get({1}, element, /*strides=*/{});
  Value view = ViewOp::create(b, type, pointer, /*extents=*/ValueRange(),
                              /*strides=*/ValueRange(), number, /*loose=*/true);
  return RowsAlignedOp::create(b, view);
}

/// Whether no vector of `access` straddles the end of its row: the row is of
/// whole vectors, or as long as the tile.
static Value endsWithVector(ImplicitLocOpBuilder &b,
                            MaskedAccessOpInterface access) {
  TileType tile = access.getTileType();
  int64_t last = tile.getRank() - 1;
  OpFoldResult extent =
      access.getView().getDefiningOp<ViewOp>().getExtent(last);
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, number);
  };
  Value end = dyn_cast<Value>(extent);
  if (!end)
    end = constant(*getConstantIntValue(extent));
  int64_t elements = kVectorBytes / getElementBytes(tile.getElementType());
  Value rest = arith::AndIOp::create(b, end, constant(elements - 1));
  Value isWhole =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, constant(0));
  Value isLong = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, end,
                                       constant(tile.getShape()[last]));
  return arith::OrIOp::create(b, isWhole, isLong);
}

/// Whether all of `rows` are aligned.
static Value areAligned(ImplicitLocOpBuilder &b, const Rows &rows) {
  SmallVector<Value> conditions;
  for (ViewOp view : rows.views)
    conditions.push_back(RowsAlignedOp::create(b, view));
  for (MaskedAccessOpInterface access : rows.ends)
    conditions.push_back(endsWithVector(b, access));
  for (const auto &[access, runs] : rows.runs) {
    Value pointer = isa<GatherOp>(access)
                        ? cast<GatherOp>(access).getPointer()
                        : cast<ScatterOp>(access).getPointer();
    if (runs.multiples.empty())
      conditions.push_back(isAligned(b, pointer, Value()));
    for (const OffsetForm &number : runs.multiples)
      conditions.push_back(
          isAligned(b, pointer, number.materialise(b, b.getLoc())));
  }
  Value all = conditions.front();
  for (Value condition : llvm::drop_begin(conditions))
    all = arith::AndIOp::create(b, all, condition);
  return all;
}

/// Gives `access` a version for aligned rows, and one for others.
static void versionAccess(MaskedAccessOpInterface access) {
  ImplicitLocOpBuilder b(access.getLoc(), access);
  Value isAligned = RowsAlignedOp::create(b, access.getView());
  auto branch = scf::IfOp::create(b, access->getResultTypes(), isAligned,
                                  /*withElseRegion=*/true);
  access->replaceAllUsesWith(branch.getResults());
  bool hasResults = access->getNumResults() != 0;
  for (Block *block : {branch.elseBlock(), branch.thenBlock()}) {
    b.setInsertionPointToStart(block);
    Operation *copy = b.clone(*access);
    if (hasResults)
      scf::YieldOp::create(b, copy->getResults());
  }
  access->erase();
}

/// Two versions of planned products would be two rings: there, each access
/// outside of them has versions of its own, if it moves several rows.
static void versionAccesses(KernelOp kernel) {
  SmallVector<MaskedAccessOpInterface> accesses;
  kernel.walk([&](MaskedAccessOpInterface access) {
    bool isLoad = isa<LoadOp>(access);
    bool hasRows = llvm::all_of(access.getTileType().getShape(),
                                [](int64_t extent) { return extent > 1; });
    if ((isa<StoreOp>(access) || (isLoad && hasRows)) &&
        !isInProducts(access) && canBeWide(access))
      accesses.push_back(access);
  });
  llvm::for_each(accesses, versionAccess);
}

/// Two versions of a kernel with more than `maxOps` take too long to compile.
static void versionRows(KernelOp kernel, int64_t maxOps) {
  if (kernel->hasAttr(kProducersAttr))
    return versionAccesses(kernel);
  int64_t numOps = 0;
  kernel.walk([&](Operation *) { ++numOps; });
  if (numOps > maxOps)
    return;
  std::optional<Rows> rows = findRows(kernel);
  if (!rows || (rows->views.empty() && rows->runs.empty()))
    return;
  Block &body = kernel.getBody().front();
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  if (Operation *last = findLastNeeded(*rows)) {
    moveTilesBehind(last);
    b.setInsertionPointAfter(last);
  } else {
    b.setInsertionPointToStart(&body);
  }
  Value condition = areAligned(b, *rows);
  // A launcher copies arrays whose rows are not aligned: one version is enough.
  bool isCopier = kernel->hasAttr(kHelperOfAttr);
  if (isCopier)
    condition = arith::AndIOp::create(
        b, condition,
        arith::ConstantIntOp::create(b, b.getI1Type(), /*value=*/0));
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/true);
  if (isCopier)
    moveRestInto(branch, branch.elseBlock(), /*other=*/nullptr);
  else
    moveRestInto(branch, branch.thenBlock(), branch.elseBlock());
  auto isInFirst = [&](Operation *access) {
    return branch.getThenRegion().isAncestor(access->getParentRegion());
  };
  for (const auto &[access, runs] : rows->runs)
    if (isInFirst(access))
      access->setAttr(runAttrName, b.getI64IntegerAttr(runs.length));
  for (MaskedAccessOpInterface access : rows->ends)
    if (isInFirst(access))
      access->setAttr(wholeVectorsAttrName, b.getUnitAttr());
}

namespace {
struct VersionRows : phobos::impl::VersionRowsBase<VersionRows> {
  using VersionRowsBase::VersionRowsBase;

  void runOnOperation() override {
    getOperation().walk([&](KernelOp kernel) { versionRows(kernel, maxOps); });
  }
};
} // namespace

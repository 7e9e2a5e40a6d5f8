//===- VersionRows.cpp - Kernels by how rows are aligned --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_VERSIONROWS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// Two versions of a kernel with more ops than this take too long to compile.
static constexpr size_t kMaxOps = 400;

/// Whether the elements of a row follow each other, and vectors of them fit.
static bool canBeWide(MaskedAccessOpInterface access) {
  auto view = access.getView().getDefiningOp<ViewOp>();
  TileType tile = access.getTileType();
  if (!view || tile.getShape().back() % 2 != 0)
    return false;
  return view.getType().isDense() || view.getType().getStrides().back() == 1;
}

/// The views that can be accessed wide, in the order of the kernel; none where
/// one is not among the kernel's first ops.
static SmallVector<ViewOp> findViews(KernelOp kernel) {
  llvm::SmallSetVector<Operation *, 8> views;
  bool isSupported = true;
  kernel.walk([&](MaskedAccessOpInterface access) {
    if (!canBeWide(access))
      return;
    auto view = access.getView().getDefiningOp<ViewOp>();
    isSupported &= view->getBlock() == &kernel.getBody().front();
    views.insert(view);
  });
  SmallVector<ViewOp> ordered;
  if (isSupported)
    for (ViewOp view : kernel.getBody().front().getOps<ViewOp>())
      if (views.contains(view))
        ordered.push_back(view);
  return ordered;
}

static void markRows(Region &region, StringRef rows) {
  auto attr = StringAttr::get(region.getContext(), rows);
  region.walk([&](MaskedAccessOpInterface access) {
    if (canBeWide(access))
      access->setAttr(rowsAttrName, attr);
  });
}

/// Whether nothing that must happen in order is before the last of `views`.
static bool areFirst(ArrayRef<ViewOp> views) {
  for (Operation *op = views.back()->getPrevNode(); op; op = op->getPrevNode())
    if (isa<MaskedAccessOpInterface>(op) || op->getNumRegions() != 0)
      return false;
  return true;
}

static void versionRows(KernelOp kernel) {
  size_t numOps = 0;
  kernel.walk([&](Operation *) { ++numOps; });
  SmallVector<ViewOp> views = findViews(kernel);
  if (views.empty() || numOps > kMaxOps || !areFirst(views))
    return;
  Block &body = kernel.getBody().front();
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointAfter(views.back());
  Value areAligned;
  for (ViewOp view : views) {
    Value isAligned = RowsAlignedOp::create(b, view);
    areAligned = areAligned ? arith::AndIOp::create(b, areAligned, isAligned)
                            : isAligned;
  }
  auto branch = scf::IfOp::create(b, areAligned, /*withElseRegion=*/true);
  Operation *terminator = body.getTerminator();
  IRMapping mapping;
  b.setInsertionPoint(branch.elseBlock()->getTerminator());
  Block *aligned = branch.thenBlock();
  for (Operation &op : llvm::make_range(std::next(branch->getIterator()),
                                        terminator->getIterator()))
    b.clone(op, mapping);
  aligned->getOperations().splice(
      aligned->getTerminator()->getIterator(), body.getOperations(),
      std::next(branch->getIterator()), terminator->getIterator());
  markRows(branch.getThenRegion(), "aligned");
  markRows(branch.getElseRegion(), "unaligned");
}

namespace {
struct VersionRows : phobos::impl::VersionRowsBase<VersionRows> {
  void runOnOperation() override {
    getOperation().walk([](KernelOp kernel) { versionRows(kernel); });
  }
};
} // namespace

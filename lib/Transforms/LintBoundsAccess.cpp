//===- LintBoundsAccess.cpp - Accesses that leave their tensor --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintBoundsRules.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "phobos/Analysis/SourceNames.h"

using namespace mlir;
using namespace phobos;

static bool isPoint(MaskedAccessOpInterface access, int64_t dim) {
  return access.isUnchecked(dim) && access.getTileType().getDimSize(dim) == 1;
}

static std::string nameDim(int64_t dim) { return "dim " + std::to_string(dim); }

/// Whether no element of dim `dim` is in memory.
static bool reportOutside(MaskedAccessOpInterface access, int64_t dim,
                          Linter &linter) {
  if (!linter.isOutside(access, dim))
    return false;
  bool isStore = access.mayWrite();
  StringRef effect =
      access.isMasked(dim)
          ? (isStore ? "it stores nothing" : "it reads the fill alone")
          : (isStore ? "it writes memory beside" : "it reads memory beside");
  linter.report("outside", access.getLoc(),
                "this " + Twine(isPoint(access, dim) ? "point" : "slice") +
                    " is outside of " + describeView(access) +
                    " at every run: " + nameDim(dim) + " ends at " +
                    describeExtent(access, dim) + "; " + effect);
  return true;
}

/// A load that is masked where it reads the slice that `store` writes in `dim`.
static MaskedAccessOpInterface findMaskedLoad(StoreOp store, int64_t dim,
                                              ArrayRef<LoadOp> loads,
                                              const Linter &linter,
                                              int64_t &loadDim) {
  auto access = cast<MaskedAccessOpInterface>(store.getOperation());
  OpFoldResult extent = getAccessedExtent(access, dim);
  for (LoadOp load : loads)
    for (int64_t other : load.getMasked()) {
      auto candidate = cast<MaskedAccessOpInterface>(load.getOperation());
      if (!isSameExtent(extent, getAccessedExtent(candidate, other)) ||
          !linter.areEqual(store, store.getStarts()[dim],
                           load.getStarts()[other]) ||
          load.getType().getDimSize(other) !=
              access.getTileType().getDimSize(dim))
        continue;
      loadDim = other;
      return candidate;
    }
  return {};
}

static bool reportUnmasked(MaskedAccessOpInterface access, int64_t dim,
                           ArrayRef<LoadOp> loads, Linter &linter) {
  auto store = dyn_cast<StoreOp>(access.getOperation());
  int64_t loadDim = 0;
  MaskedAccessOpInterface load =
      store ? findMaskedLoad(store, dim, loads, linter, loadDim)
            : MaskedAccessOpInterface();
  if (!load)
    return false;
  int64_t length = access.getTileType().getDimSize(dim);
  linter.report(
      "store-unmasked", access.getLoc(),
      "this store to " + describeView(access) + " is not masked in " +
          nameDim(dim) + ", where a load of the same slice is; write " +
          (isPoint(access, dim) ? std::string("'i :+ 1' for a point")
                                : "'s :+ " + std::to_string(length) + "'"),
      {{load.getLoc(), "masked here in " + nameDim(loadDim) +
                           ", as the slice may go beyond " +
                           describeExtent(load, loadDim)}});
  return true;
}

static void reportUnproved(MaskedAccessOpInterface access, int64_t dim,
                           Linter &linter) {
  std::string extent = describeExtent(access, dim);
  linter.report("unproved-point", access.getLoc(),
                "this point of " + describeView(access) +
                    " is not masked, and not proved to be inside: expected "
                    "an index of " +
                    nameDim(dim) + " from 0 to below " + extent +
                    "; write 'i :+ 1', which is masked, or a condition "
                    "around it");
}

static void checkDim(MaskedAccessOpInterface access, int64_t dim,
                     ArrayRef<LoadOp> loads, Linter &linter) {
  if (reportOutside(access, dim, linter) || access.isMasked(dim) ||
      linter.isInside(access, dim) ||
      reportUnmasked(access, dim, loads, linter))
    return;
  // Who writes a number as an index knows of it; of what a thread's sum
  // captures nothing is known here.
  if (isPoint(access, dim) && !getConstantIntValue(access.getStarts()[dim]) &&
      !isa<ThreadSumOp>(access->getParentOp()))
    reportUnproved(access, dim, linter);
}

void phobos::lintAccesses(Linter &linter) {
  FunctionOpInterface function = linter.getFunction();
  SmallVector<LoadOp> loads;
  function.walk([&](LoadOp load) {
    if (!load.getMasked().empty())
      loads.push_back(load);
  });
  function.walk([&](MaskedAccessOpInterface access) {
    for (int64_t dim : llvm::seq<int64_t>(access.getTileType().getRank()))
      checkDim(access, dim, loads, linter);
  });
}

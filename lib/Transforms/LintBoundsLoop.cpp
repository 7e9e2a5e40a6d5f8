//===- LintBoundsLoop.cpp - Loops that end at another extent ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintBoundsRules.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "phobos/Analysis/SourceNames.h"

using namespace mlir;
using namespace phobos;

/// Whether `value` is the extent of some tensor.
static bool isExtent(Value value) {
  Value bare = withoutPromises(value);
  return llvm::any_of(value.getUsers(), llvm::IsaPred<ViewOp>) ||
         llvm::any_of(bare.getUsers(), llvm::IsaPred<ViewOp>);
}

static void checkLoop(scf::ForOp loop, Linter &linter) {
  Value end = loop.getUpperBound();
  std::string endName = getSourceName(end);
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (endName.empty() || !step || !isExtent(end))
    return;
  MaskedAccessOpInterface found;
  int64_t foundDim = 0;
  for (Operation *user : loop.getInductionVar().getUsers()) {
    auto access = dyn_cast<MaskedAccessOpInterface>(user);
    if (!access)
      continue;
    for (auto [dim, start] : llvm::enumerate(access.getStarts())) {
      OpFoldResult extent = getAccessedExtent(access, dim);
      auto value = dyn_cast_if_present<Value>(extent);
      if (start != loop.getInductionVar() || !value ||
          access.getTileType().getDimSize(dim) != *step)
        continue;
      // One tensor whose extent ends the loop is reason enough for it.
      if (isSameExtent(value, end) || linter.areEqual(loop, value, end))
        return;
      found = access;
      foundDim = dim;
    }
  }
  if (!found)
    return;
  std::string extent = describeExtent(found, foundDim);
  std::string bare = nameExtent(found, foundDim);
  linter.report(
      "loop-bound", loop.getLoc(),
      "this loop ends at '" + endName +
          "', but the slices that it moves end at " + extent + "; write '" +
          bare + "' as its end, or @require(" + endName + " == " + bare + ")",
      {{found.getLoc(), "dim " + std::to_string(foundDim) + " of this slice"}});
}

void phobos::lintLoops(Linter &linter) {
  linter.getFunction().walk([&](scf::ForOp loop) { checkLoop(loop, linter); });
}

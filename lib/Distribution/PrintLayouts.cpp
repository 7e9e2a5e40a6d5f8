//===- PrintLayouts.cpp - Layouts as remarks --------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/ExplainLayouts.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_PRINTLAYOUTS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// "1 element", "4 elements".
static std::string count(int64_t number, StringRef what) {
  return std::to_string(number) + " " + what.str() + (number == 1 ? "" : "s");
}

static std::string joinSides(ArrayRef<int64_t> sides) {
  return llvm::join(
      llvm::map_range(sides, [](int64_t side) { return std::to_string(side); }),
      "x");
}

std::string phobos::describeLayout(const Layout &layout) {
  int64_t replicaBits =
      layout.replicaLaneBits().size() + layout.replicaWarpBits().size();
  std::string text =
      "a thread has " + count(layout.elementsPerThread(), "element") + ", " +
      std::to_string(layout.contiguousElements(layout.rank() - 1)) +
      " next to each other in a row; atom " + joinSides(layout.atom()) +
      ", repeated " + joinSides(layout.repetitions());
  if (replicaBits)
    text += "; " + std::to_string(int64_t(1) << replicaBits) +
            " threads have the same elements";
  return text;
}

std::string phobos::describeWay(const ConversionEntry &conversion) {
  if (conversion.way == "registers")
    return "by renaming registers";
  if (conversion.way == "shuffles")
    return "by shuffles within warps";
  if (conversion.sharedBytes == 0)
    return "through shared memory";
  return "through " + count(conversion.sharedBytes, "byte") +
         " of shared memory";
}

namespace {
struct PrintLayouts : phobos::impl::PrintLayoutsBase<PrintLayouts> {
  void runOnOperation() override {
    auto explanations = explainLayouts(getOperation());
    if (failed(explanations))
      return signalPassFailure();
    for (const LayoutExplanation &explanation : *explanations) {
      for (const LayoutEntry &entry : explanation.layouts)
        for (const LaidOutTile &tile : entry.tiles)
          emitRemark(tile.loc) << tile.op << " of " << tile.tile << ": "
                               << describeLayout(entry.layout);
      for (const ConversionEntry &conversion : explanation.conversions)
        emitRemark(conversion.loc)
            << conversion.op << " of " << conversion.tile << " "
            << describeWay(conversion) << ": " << conversion.why;
    }
    markAllAnalysesPreserved();
  }
};
} // namespace

//===- PrintAccessPlans.cpp - Access plans as remarks -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/ExplainAccesses.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Target/TargetInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_PRINTACCESSPLANS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

static std::string describeSize(int64_t bytes, int64_t perThread) {
  return std::to_string(bytes) + (bytes == 1 ? " byte, " : " bytes, ") +
         std::to_string(perThread) + " a thread";
}

std::string AccessFinding::describeMoves() const {
  if (kind == "staged")
    return "bulk copies (TMA) to shared memory, which products read; outside "
           "of the tensor they bring zeros";
  if (kind == "copied")
    return "copies ahead (cp.async where pieces have 4 bytes or more) to "
           "shared memory, which products read";
  if (kind == "bulk")
    return "bulk copies of the row to shared memory, from which threads take "
           "elements of " +
           describeSize(elementBytes, elementsPerThread);
  if (kind == "runs")
    return "vectors of 16 bytes, " + std::to_string(vectorsPerThread) +
           " a thread, between a head and a tail of each run of " +
           std::to_string(runElements) +
           " elements, which a warp puts in place through shared memory";
  std::string single =
      "elements of " + describeSize(elementBytes, elementsPerThread);
  if (vectorsPerThread == 0)
    return single;
  std::string vectors = "vectors of " + std::to_string(elements) +
                        " elements, " +
                        describeSize(elements * elementBytes, vectorsPerThread);
  return elementsPerThread == 0
             ? vectors
             : vectors + ", where what they need holds; else " + single;
}

std::string AccessFinding::describe() const {
  std::string text = describeMoves();
  if (!guards.empty())
    text += "; each where " + llvm::join(guards, " and ");
  for (const AccessNeed &need : needs)
    text += "; needs " + need.fact + ": " + need.source;
  for (const RefusedPlan &other : refused)
    text += "; not " + other.plan + ": " + other.why;
  return text;
}

namespace {
struct PrintAccessPlans : phobos::impl::PrintAccessPlansBase<PrintAccessPlans> {
  using PrintAccessPlansBase::PrintAccessPlansBase;

  void runOnOperation() override {
    const Target *chip = lookupTarget(target, &getContext());
    if (!chip) {
      getOperation().emitError()
          << describeUnknownTarget(target, &getContext());
      return signalPassFailure();
    }
    auto explanations = explainAccesses(getOperation(), *chip);
    if (failed(explanations))
      return signalPassFailure();
    for (const AccessExplanation &explanation : *explanations)
      for (const AccessEntry &entry : explanation.entries)
        for (const AccessFinding &finding : entry.findings)
          emitRemark(entry.loc)
              << finding.part << (finding.part.empty() ? "" : ": ")
              << entry.kind << " of '" << entry.tensor
              << "': " << finding.describe();
    markAllAnalysesPreserved();
  }
};
} // namespace

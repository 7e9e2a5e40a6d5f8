//===- LintBounds.cpp - Warnings about bounds and masks ---------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/LintBounds.h"
#include "LintBoundsRules.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_LINTBOUNDS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

void Linter::report(StringRef id, Location loc, const Twine &message,
                    ArrayRef<Note> notes) {
  if (!seen.insert({LocationAttr(loc), id}).second)
    return;
  InFlightDiagnostic diagnostic = asErrors ? emitError(loc) : emitWarning(loc);
  diagnostic << message << " [" << id << "]";
  for (const Note &note : notes)
    diagnostic.attachNote(note.loc) << note.text;
}

bool Linter::isInside(MaskedAccessOpInterface access, int64_t dim) const {
  return IndexFacts(access, facts).proveInside(access, dim).holds();
}

/// Whether no run comes here, as far as `form` shows: it would be at least 0
/// and below 0.
static bool isDead(IndexFacts &known, const LinearForm &form) {
  return known.proves(form) && known.proves(-form - LinearForm(1));
}

bool Linter::isOutside(MaskedAccessOpInterface access, int64_t dim) const {
  IndexFacts known(access, facts);
  InsideProof inside = known.proveInside(access, dim);
  // What is below 0 by the slice's length and more is outside wholly.
  LinearForm length(access.getTileType().getDimSize(dim));
  bool isOutside =
      !inside.holds() && (known.proves(-inside.lowerGoal - length) ||
                          known.proves(-inside.upperGoal - length));
  return isOutside && !isDead(known, inside.lowerGoal) &&
         !isDead(known, inside.upperGoal + inside.lowerGoal + length);
}

std::string Linter::describeStart(MaskedAccessOpInterface access,
                                  int64_t dim) const {
  LinearForm start =
      IndexFacts(access, facts).formOf(Value(access.getStarts()[dim]));
  if (start.isConstant() && start.getConstant() == LinearForm::Int(0))
    return "";
  // A colon is of a value without a name, which stands for its place.
  std::string text = start.describe();
  if (StringRef(text).contains(':'))
    return " - start";
  return start.getSingleLeaf() ? " - " + text : " - (" + text + ")";
}

bool Linter::areEqual(Operation *at, Value lhs, Value rhs) const {
  if (lhs == rhs)
    return true;
  IndexFacts known(at, facts);
  LinearForm difference = known.formOf(lhs) - known.formOf(rhs);
  return known.proves(difference) && known.proves(-difference);
}

LogicalResult phobos::lintBounds(FunctionOpInterface function,
                                 LintLevel level) {
  if (level == LintLevel::Off || function.isExternal())
    return success();
  Linter linter(function, level == LintLevel::Error);
  lintMaximum(linter);
  lintAccesses(linter);
  lintLoops(linter);
  lintOverflow(linter);
  lintPointers(linter);
  return success(level == LintLevel::Warn || linter.isClean());
}

LogicalResult phobos::lintBounds(ModuleOp module, LintLevel level) {
  bool isClean = true;
  module.walk([&](FunctionOpInterface function) {
    isClean &= succeeded(lintBounds(function, level));
  });
  return success(isClean);
}

namespace {
struct LintBounds : phobos::impl::LintBoundsBase<LintBounds> {
  using LintBoundsBase::LintBoundsBase;

  void runOnOperation() override {
    if (failed(lintBounds(getOperation(), level)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

//===- LeafBounds.cpp - Bounds under which a sum fits -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafBounds.h"
#include <limits>

using namespace mlir;
using namespace phobos;

using Int = LinearForm::Int;

bool phobos::staysWithin(IndexFacts &facts, const LinearForm &form,
                         RangeEnd end) {
  if (end == RangeEnd::Most)
    return facts.proves(LinearForm(std::numeric_limits<int64_t>::max()) - form);
  return facts.proves(form - LinearForm(std::numeric_limits<int64_t>::min()));
}

Int phobos::sumOfFactors(const LinearForm &form) {
  Int sum(0);
  for (const auto &[leaf, factor] : form.getTerms())
    sum += abs(factor);
  return sum;
}

SmallVector<LeafBound> phobos::boundsToStayWithin(IndexFacts &facts,
                                                  const LinearForm &form,
                                                  RangeEnd end) {
  // As much as all leaves may have.
  Int most = Int(kMostConstant) / std::max(sumOfFactors(form), Int(1));
  SmallVector<LeafBound> bounds;
  LinearForm extreme = form; // with leaves at their bounds
  for (const auto &[leaf, factor] : form.getTerms()) {
    if (staysWithin(facts, extreme, end))
      return bounds;
    if (!leaf.isValue())
      continue;
    bool isAtMost = (factor > 0) == (end == RangeEnd::Most);
    LeafBound bound = {leaf.getValue(), isAtMost, isAtMost ? most : -most};
    extreme = extreme + (LinearForm(bound.bound) - LinearForm(leaf)) * factor;
    if (!facts.proves(bound.asGoal()))
      bounds.push_back(bound);
  }
  return bounds;
}

//===- NonNegative.h - Which index values are never negative ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_NONNEGATIVE_H
#define PHOBOS_ANALYSIS_NONNEGATIVE_H

#include "mlir/IR/Value.h"

namespace phobos {

/// Whether `value`, an index or integer, is at least 0 as a signed number in
/// every execution. False where that is not known.
///
/// A cheap answer for code generation: it follows how many bits a number may
/// have through sums, products, casts, divisions, minima, maxima, selections
/// and loop counters, from constants, indices of blocks and `phobos.assume` and
/// `phobos.promise` of bounds. What may wrap is not known. `IndexFacts` proves
/// more.
bool isKnownNonNegative(mlir::Value value);

} // namespace phobos

#endif // PHOBOS_ANALYSIS_NONNEGATIVE_H

//===- Divisibility.h - What index values are multiples of -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_DIVISIBILITY_H
#define PHOBOS_ANALYSIS_DIVISIBILITY_H

#include "mlir/IR/Value.h"

namespace phobos {

/// The largest power of two, at most 2^62, that is known to divide `value`, an
/// index or integer, in every execution: 1 where nothing is known. Powers of
/// two survive sums and products that wrap, so no operation needs to be checked
/// for overflow.
///
/// Looks through addition, subtraction, multiplication, index casts, minima and
/// maxima, selections, `phobos.assume`, `phobos.promise`, and loop counters
/// (their lower bound and step).
int64_t getKnownPowerOfTwoDivisor(mlir::Value value);

} // namespace phobos

#endif // PHOBOS_ANALYSIS_DIVISIBILITY_H

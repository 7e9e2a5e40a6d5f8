//===- SplitVectors.h - Long vectors become registers -----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A thread's part of a tile is one vector of up to 256 elements. LLVM takes
// time with the square of that, or its cube, for chains of insertions and for
// slices of narrow elements, even in its scalarizer, which joins what it takes
// apart once for each use. So vectors are taken apart here: ops on elements of
// 32 bits and more become ops on scalars, and ops that move elements disappear.
// Narrow elements move in words of 32 bits, of which one instruction may
// compute several.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SPLITVECTORS_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SPLITVECTORS_H

#include "mlir/IR/PatternMatch.h"

namespace phobos {

/// Patterns that do so for ops. Vectors of one dim alone are split, and of
/// narrow elements neither arithmetic within one type nor what is no whole
/// word.
void populateSplitVectorPatterns(mlir::RewritePatternSet &patterns);

/// Makes scalars, or words, of the vectors that blocks below `op` take as
/// arguments. What branches to them must say which operands it passes.
void splitBlockArguments(mlir::Operation *op);

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_SPLITVECTORS_H

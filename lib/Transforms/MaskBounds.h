//===- MaskBounds.h - Masks as bounds of positions --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_MASKBOUNDS_H
#define PHOBOS_LIB_TRANSFORMS_MASKBOUNDS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "phobos/Analysis/IndexFacts.h"

namespace phobos {

/// `position <= limit` along an axis of a tile, or `position >= limit`, with a
/// limit that is the same at all positions.
struct PositionBound {
  int64_t axis;
  bool isUpper;
  LinearForm limit;
};

/// A condition that is the same at all positions.
struct UniformCondition {
  /// An i1 that is true, or false; null for a comparison.
  mlir::Value flag;
  bool isTrue = true;
  /// Of values of type index.
  mlir::arith::CmpIPredicate predicate = mlir::arith::CmpIPredicate::sle;
  LinearForm lhs, rhs;
};

/// What a mask says: all of it holds where, and only where, the mask is true.
struct MaskBounds {
  llvm::SmallVector<PositionBound, 2> bounds;
  llvm::SmallVector<UniformCondition, 1> conditions;
};

/// The bounds that `mask`, a tile of i1, is made of; else why it is not. What
/// is proved to hold anyway and is no bound of one axis is left out.
struct MaskReading {
  std::optional<MaskBounds> bounds;
  std::string obstacle;
};
MaskReading readMaskBounds(mlir::Value mask, IndexFacts &facts);

/// Whether code at `at` can compute the leaves of `form`.
bool isAvailableAt(mlir::Operation *at, const LinearForm &form);

/// Whether `form` is proved to fit in a value of type index.
bool fitsIndex(const LinearForm &form, IndexFacts &facts);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_MASKBOUNDS_H

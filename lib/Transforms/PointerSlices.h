//===- PointerSlices.h - Pointer accesses that are slices -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_POINTERSLICES_H
#define PHOBOS_LIB_TRANSFORMS_POINTERSLICES_H

#include "MaskBounds.h"
#include "phobos/Analysis/OffsetForm.h"

namespace phobos {

/// One dim of a slice of a loose view. Without ends the dim is not masked: it
/// starts at 0, and the view ends with the slice.
struct PointerDim {
  OffsetForm stride;
  LinearForm start;
  /// The extent is the least of these, or 0 where that is negative.
  llvm::SmallVector<LinearForm, 1> ends;
  bool isNeverNegative = false;

  bool isMasked() const { return !ends.empty(); }
};

/// The slice that a `phobos.gather` or `phobos.scatter` reads or writes, under
/// conditions that are one value for all of its elements.
struct PointerSlice {
  mlir::Value pointer;
  OffsetForm offset; // of the view
  llvm::SmallVector<PointerDim, 2> dims;
  llvm::SmallVector<UniformCondition, 1> conditions;
};

/// The slice, or why the access is none.
struct PointerReading {
  std::optional<PointerSlice> slice;
  std::string obstacle;
};
/// `access` is a gather or scatter, `ops` those of the function.
PointerReading readPointerSlice(mlir::Operation *access, const FactOps &ops);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_POINTERSLICES_H

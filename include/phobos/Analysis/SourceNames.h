//===- SourceNames.h - What messages call values ----------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_SOURCENAMES_H
#define PHOBOS_ANALYSIS_SOURCENAMES_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// What `value` was before anything was promised or assumed of it.
mlir::Value withoutPromises(mlir::Value value);

/// What the extent of a raised access was before it was limited to 0 from
/// below.
mlir::Value withoutLimit(mlir::Value value);

/// The name of a function's argument, also behind promises and a cast to index;
/// empty where it has none and for other values.
std::string getSourceName(mlir::Value value);

/// The extent of the memory that `access` works on, a value or a number; null
/// where the IR does not show it.
mlir::OpFoldResult getAccessedExtent(MaskedAccessOpInterface access,
                                     int64_t dim);

/// Whether `access` was one at a pointer.
bool isPointerSlice(MaskedAccessOpInterface access);

/// Whether both are known to be one number.
bool isSameExtent(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);

/// "N", "64", or "dim 1 of A" where the extent has no name; "A", or "the view".
std::string nameExtent(MaskedAccessOpInterface access, int64_t dim);
std::string nameView(MaskedAccessOpInterface access);

/// The same for a message, with names in quotes.
std::string describeExtent(MaskedAccessOpInterface access, int64_t dim);
std::string describeView(MaskedAccessOpInterface access);

/// The parts of the loops and branches around `op` that a split made, from the
/// outermost: "steady" or, of nested ones, "edge, epilogue".
std::string getLoopPart(mlir::Operation *op);

} // namespace phobos

#endif // PHOBOS_ANALYSIS_SOURCENAMES_H

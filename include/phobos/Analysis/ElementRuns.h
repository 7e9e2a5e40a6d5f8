//===- ElementRuns.h - Elements that one access can move --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_ELEMENTRUNS_H
#define PHOBOS_ANALYSIS_ELEMENTRUNS_H

#include "phobos/Analysis/OffsetForm.h"
#include <variant>

namespace phobos {

/// A tile's elements in runs of `length` along its last dim: run k holds the
/// positions `length * k` to `length * k + length - 1`. An access at a tile of
/// offsets can move a run at once where
///
/// - its offsets follow each other,
/// - the first of them is a multiple of `length`, as the pointer is in bytes,
/// - and its mask is the same for the whole run.
///
/// The first is proved. The others are proved as far as values are known, and
/// rest on `multiples` for what is not.
struct ElementRuns {
  int64_t length;
  /// Sums and products of scalars of the block. Where each is a multiple of
  /// `length`, and the pointer of `length` elements' bytes, the above holds.
  llvm::SmallVector<OffsetForm> multiples;
};

/// The longest runs, of at least 2 and at most `longest` elements (a power of
/// two), of `access`, a gather or scatter. Else why each element is on its own.
std::variant<ElementRuns, llvm::StringRef> findRuns(mlir::Operation *access,
                                                    int64_t longest);

} // namespace phobos

#endif // PHOBOS_ANALYSIS_ELEMENTRUNS_H

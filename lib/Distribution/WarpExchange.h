//===- WarpExchange.h - What the warps of a block tell each other -*- C++ -*-=//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several warps may hold parts of one line. Each writes its part to shared
// memory once, and all read the parts of their lines. Of the bits of a thread's
// index
//
//   parts   number the parts of a line
//   same    tell apart threads that hold the same values, replicas included:
//           the first of them writes
//   others  number the lines that the block has
//
// Where a line takes all lanes of a warp its parts lie next to each other, and
// a read takes up to 16 bytes of them. Else the lines do: the lanes of a warp
// write and read neighbouring words. Neither has bank conflicts.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_WARPEXCHANGE_H
#define PHOBOS_LIB_DISTRIBUTION_WARPEXCHANGE_H

#include "Distributor.h"

namespace phobos {

class WarpExchange {
public:
  /// `parts` and `same` are masks of bits of the thread's index; those of
  /// `parts` number warps.
  WarpExchange(Distributor &distributor, int64_t parts, int64_t same);

  /// For each of `own`, which all threads hold for lines of theirs, the parts
  /// of its line in the order of their numbers.
  llvm::SmallVector<llvm::SmallVector<Values>> run(llvm::ArrayRef<Values> own);

private:
  /// Where one of the values of each item lies.
  struct Column {
    mlir::Type element;
    int64_t bytes;
    int64_t begin;
  };

  /// The address of the parts of an item: of part 0, or of the thread's own.
  mlir::Value address(const Column &column, int64_t item, int64_t part,
                      bool isOwn);
  llvm::SmallVector<mlir::Value> loadParts(const Column &column, int64_t item);

  Distributor &d;
  mlir::ImplicitLocOpBuilder &b;
  int64_t partMask, sameMask, lineMask;
  int64_t parts, lines;
  bool partsAreTogether;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_WARPEXCHANGE_H

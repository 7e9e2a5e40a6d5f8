//===- RowCopies.h - Whole rows by bulk copies ------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row at any address, of which a thread has so many elements that single
// loads of them wait for each other, comes to shared memory by a few bulk
// copies. There it lies as in memory, from the multiple of 16 bytes before it
// on; threads take their elements from there.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_ROWCOPIES_H
#define PHOBOS_LIB_DISTRIBUTION_ROWCOPIES_H

#include "AccessPlan.h"

namespace phobos {

class Target;

/// Discardable attributes of a load: from which byte of the block's shared
/// memory on its row and the row's mbarriers lie, and whether it is there
/// already, as a load before has brought it; or why there is no such place,
/// although elements one by one are slow, a text.
inline constexpr llvm::StringLiteral kRowCopyAttr = "phobos.row_copy";
inline constexpr llvm::StringLiteral kReadAgainAttr = "phobos.read_again";
inline constexpr llvm::StringLiteral kNoRowCopyAttr = "phobos.no_row_copy";

/// How a row of `tile` lies in shared memory. It comes in pieces, each with an
/// mbarrier of its own, so that the first ones are taken while others come.
struct RowCopy {
  static constexpr int64_t kPieceBytes = 16 * 1024, kBarrierBytes = 8;

  explicit RowCopy(TileType tile)
      : elements(tile.getShape().back()),
        elementBytes(getElementBytes(tile.getElementType())),
        perVector(kVectorBytes / elementBytes) {}

  /// Of a piece but the last one, which is up to twice as long.
  int64_t pieceElements() const { return kPieceBytes / elementBytes; }
  int64_t pieces() const {
    return std::max<int64_t>(1, elements / pieceElements());
  }
  /// Where the mbarriers are, behind the row.
  int64_t barriersBegin() const {
    return llvm::alignTo((elements + perVector) * elementBytes, kVectorBytes);
  }
  int64_t bytes() const {
    return llvm::alignTo(barriersBegin() + pieces() * kBarrierBytes,
                         kVectorBytes);
  }

  int64_t elements, elementBytes, perVector;
};

/// Gives loads of `kernel`, whose tiles have layouts, one of the attributes. A
/// row of narrow elements is read again behind each reduction, so that it takes
/// no registers.
void planRowCopies(KernelOp kernel, const Target &target);

/// Whether the row that `load` brings is read again instead of being held.
bool isReadAgain(LoadOp load);

/// The bytes in front of shared memory that they take.
int64_t countRowCopyBytes(KernelOp kernel);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_ROWCOPIES_H

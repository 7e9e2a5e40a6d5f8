//===- ThreadCode.h - Single threads in a kernel on tiles -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_THREADCODE_H
#define PHOBOS_LIB_DISTRIBUTION_THREADCODE_H

#include "phobos/Analysis/Uniformity.h"
#include "llvm/ADT/SetVector.h"

namespace phobos {

/// A tile that lies in shared memory while threads go through a branch or loop,
/// as they read or write single elements of it there.
struct ElementRoom {
  /// The tile as it is before.
  mlir::TypedValue<TileType> base;
  /// The values in the branch or loop, and its results, that this is the memory
  /// of: versions of the base where threads write, else the base itself.
  llvm::SmallSetVector<mlir::Value, 4> values;
  bool isWritten = false;
};

/// Which ops of a kernel single threads do.
class ThreadCode {
public:
  explicit ThreadCode(KernelOp kernel) : uniformity(kernel) {}

  /// Whose an access or a write is: the block's where its operands and the
  /// conditions around it are the same for all threads, so that it is done
  /// once; else a warp's or each thread's.
  Uniformity whose(mlir::Operation *op) const;
  /// Whether threads of the block may come to `op` at different times, or not
  /// at all.
  bool isDivergent(mlir::Operation *op) const {
    return uniformity.findDivergence(op, Uniformity::Block);
  }
  /// Whether threads come to the branch or loop `op` together and part there.
  bool diverges(mlir::Operation *op) const {
    return uniformity.ofControl(op).level != Uniformity::Block &&
           !isDivergent(op);
  }
  /// The tiles that need a room while threads are in the branch or loop `op`.
  /// In one that diverges, none can be brought to shared memory later; for a
  /// loop, those that it only reads are brought there once.
  llvm::SmallVector<ElementRoom> findRooms(mlir::Operation *op) const;

private:
  UniformityAnalysis uniformity;
};

/// An error where threads need an element of a tile that is gone: an older
/// version of one that they write to in a branch or loop that diverges.
mlir::LogicalResult verifyElementRooms(KernelOp kernel);

/// Whether `kernel` has per-thread code, of which sums may have become tiles
/// that a thread holds. Before other tiles have layouts.
bool hasThreadCode(KernelOp kernel);

/// The layout in which each thread holds all elements of a tile.
LayoutAttr getLayoutInEachThread(mlir::MLIRContext *context,
                                 llvm::ArrayRef<int64_t> shape,
                                 int64_t threads);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_THREADCODE_H

//===- TileChunks.h - Large tiles, computed in chunks -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the ops of one block compute tiles of one large extent by loops over
// chunks of them. Words used here, for a chunking of dim `d`:
//
// - A tile *spans* the chunking if it has the large extent along `d`. Its chunk
//   at `start` is its elements [start, start + length) along `d`.
// - A *root* is an op for whose sake chunks are computed: a store, an update of
//   memory, a reduction along `d`, or an op whose tiles are kept.
// - The *slice* of a root is itself and the ops that make the spanning tiles it
//   needs. A loop computes the chunks of its roots' slices; what several loops
//   need, each computes anew.
// - A tile is *kept* in memory of each thread where that would be wrong: it was
//   loaded from memory that has been written since.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_TILECHUNKS_H
#define PHOBOS_LIB_DISTRIBUTION_TILECHUNKS_H

#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/SetVector.h"

namespace phobos {

/// Tiles of `rank` dims with `extent` along `dim` are cut into chunks of
/// `length` and, where that does not divide the extent, a shorter last one.
struct Chunking {
  int64_t rank, dim, extent, length;

  bool spans(TileType tile) const;
  bool spans(mlir::Value value) const;
  /// Whether a result or operand of `op` spans.
  bool touches(mlir::Operation *op) const;
  /// The length of the shorter last chunk; 0 where there is none.
  int64_t rest() const { return extent % length; }
  /// `type`, but with `chunkLength` along the dim where it spans.
  mlir::Type chunkOf(mlir::Type type, int64_t chunkLength) const;
};

/// Ops on spanning tiles in a block, but those that cannot be done by chunks:
/// the first such op, or null.
mlir::Operation *findUnsupported(mlir::Block &block, const Chunking &chunking);

/// An op for which the tile `value` cannot be cut along its longest dim; null
/// if there is none in its block.
mlir::Operation *findNeedOfWhole(mlir::Value value);

/// Two views that must have no memory in common, or, where `orEqual`, may also
/// be the same memory.
struct ApartViews {
  ViewOp first, second;
  bool orEqual;
};

/// Which accesses may be done in another order, and what that rests on.
class AccessOrder {
public:
  /// With `assume`, views above `position` that a run-time test can tell apart
  /// are taken to be apart, and noted.
  AccessOrder(KernelOp kernel, mlir::Operation *position, bool assume)
      : kernel(kernel), position(position), assume(assume) {}

  /// Whether memory may look different after the accesses have changed places:
  /// as a whole, or (`byChunks`) so that both are done for one chunk after the
  /// other, with the order within a chunk kept.
  bool mayClash(mlir::Operation *first, mlir::Operation *second, bool byChunks);

  llvm::ArrayRef<ApartViews> getAssumed() const { return assumed; }

private:
  KernelOp kernel;
  mlir::Operation *position;
  bool assume;
  llvm::SmallVector<ApartViews> assumed;
};

/// Roots that one loop computes; it stands before the last of them.
struct ChunkGroup {
  llvm::SmallVector<mlir::Operation *> roots;
  /// Ops among the roots that need a result of the loop: they move behind it.
  llvm::SmallVector<mlir::Operation *> dependents;
};

/// The loops of a block, in their order.
struct ChunkPlan {
  llvm::SmallVector<ChunkGroup> groups;
  llvm::SmallSetVector<mlir::Operation *, 4> kept;
};

/// Plans the loops of `block`, in which every op is supported. Keeps what must
/// not be loaded again.
ChunkPlan planChunks(mlir::Block &block, const Chunking &chunking,
                     AccessOrder &order);

/// The ops whose chunks `group` needs, each behind those that it needs; ops of
/// one block in their order.
llvm::SmallVector<mlir::Operation *> getSlice(const ChunkGroup &group,
                                              const Chunking &chunking,
                                              const ChunkPlan &plan);

/// Whether `op` is a reduction that chunks are accumulated for.
bool isAccumulated(mlir::Operation *op, const Chunking &chunking);

/// Replaces the ops on spanning tiles in `block` by the loops of `plan`.
void emitChunkLoops(mlir::Block &block, const Chunking &chunking,
                    const ChunkPlan &plan);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_TILECHUNKS_H

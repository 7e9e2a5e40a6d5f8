//===- ProductRing.h - Stages between copies and products -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring of stages in shared memory. One thread, the producer, has bulk copies
// fill a stage; the warps that multiply, the consumers, read it and give it
// back. Each stage has two barriers (PTX ISA, "mbarrier"):
//
//   full   completes when the bytes that were announced have arrived
//   empty  completes when every warp of the consumers has given the stage back
//
// Both sides go around the ring in the same order, each with a position of its
// own: the stage, and the parity of its barriers' phase, which flips with every
// round. A producer's first round finds all stages empty: it waits for the
// phase before the first one.
//
// Where blocks are a cluster, a copy may write to the stage of each. So a stage
// is empty when the consumers of all blocks have given theirs back; the bytes
// that are announced are those of the block's own stage, whoever copies them.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_PRODUCTRING_H
#define PHOBOS_LIB_DISTRIBUTION_PRODUCTRING_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace phobos {

class ProductRing {
public:
  /// Stages are at the start of shared memory, `stageBytes` a multiple of 1024,
  /// the barriers behind them. `blocks` are a cluster.
  ProductRing(mlir::ImplicitLocOpBuilder &b, int64_t stages, int64_t stageBytes,
              int64_t consumerWarps, int64_t blocks)
      : b(b), stages(stages), stageBytes(stageBytes),
        consumerWarps(consumerWarps), blocks(blocks) {}

  /// The bytes of all stages and barriers.
  int64_t bytes() const;

  /// At the function's entry: the thread's position. `shared` is the start of
  /// shared memory, `lane` the thread's number in its warp.
  void declare(mlir::Value shared, mlir::Value lane);
  /// Makes the barriers; one thread does.
  void initialize();

  /// The byte, an i32, at which the stage of the thread's position begins.
  mlir::Value stageOffset();
  /// The address of byte `offset`, an i32, of shared memory.
  mlir::Value address(mlir::Value offset);
  /// The producer's side: waits until the stage is empty, and announces
  /// `bytes`, for which copies report to the barrier that is returned.
  mlir::Value beginCopies(int64_t bytes);
  /// The producer's end: waits until all stages have been given back.
  void awaitEmpty();
  /// The consumers' side: waits until the stage is full.
  void waitFull();
  /// Where `condition` holds, gives back the stage before the warp's position,
  /// to each block of the cluster.
  void releasePrevious(mlir::Value condition);
  /// Goes on to the next stage.
  void advance();

private:
  mlir::Value i32(int64_t value);
  mlir::Value load(mlir::Value variable);
  mlir::Value barrier(mlir::Value stage, bool isFull);
  void wait(mlir::Value barrier, mlir::Value parity);
  void waitEmpty();

  mlir::ImplicitLocOpBuilder &b;
  int64_t stages, stageBytes, consumerWarps, blocks;
  mlir::Value shared, lane;
  mlir::Value stage, parity; // variables of the thread
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_PRODUCTRING_H

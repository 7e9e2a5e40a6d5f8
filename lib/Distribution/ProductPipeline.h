//===- ProductPipeline.h - Which loops copy ahead of products ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_PRODUCTPIPELINE_H
#define PHOBOS_LIB_DISTRIBUTION_PRODUCTPIPELINE_H

#include "MmaProduct.h"

namespace phobos {

/// A load whose tile goes to shared memory alone, as an operand of products.
struct PipelinedLoad {
  LoadOp load;
  /// The tile as products take it: without leading dims of extent 1.
  mlir::Value tile;
  /// Its place in a slot.
  MmaOperand place;
};

/// A loop that copies the operands of its products some iterations ahead, into
/// a ring of `stages` slots.
struct ProductPipeline {
  llvm::SmallVector<PipelinedLoad> loads;
  int64_t stages = 0;
  int64_t slotBytes = 0;

  int64_t bytes() const { return stages * slotBytes; }
};

/// What of `loop` can be copied ahead, into a ring at `byteOffset` of shared
/// memory; nothing where no load can, or two slots
/// do not fit in `target`'s shared memory, or the loop says one stage. The
/// conditions are those of `phobos-distribute`'s description.
std::optional<ProductPipeline> planProductPipeline(mlir::scf::ForOp loop,
                                                   const Target &target,
                                                   int64_t byteOffset);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_PRODUCTPIPELINE_H

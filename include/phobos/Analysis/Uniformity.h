//===- Uniformity.h - What is the same for a block's threads -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_UNIFORMITY_H
#define PHOBOS_ANALYSIS_UNIFORMITY_H

#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/DenseMap.h"

namespace phobos {

/// How many threads a block has whose kernel holds per-thread code and does not
/// say: the same on all targets, since its answers may depend on it.
inline constexpr int64_t kDefaultThreads = 128;

/// Whose value it is: the same for all threads of a block, the same for all of
/// a warp, or each thread's own.
enum class Uniformity { Block, Warp, Thread };

/// The uniformity of a value, and the op through which it came to differ: a
/// position such as `phobos.lane_id`, or the branch or loop that gave it under
/// a condition that differs. There is none where the value is the block's.
struct Variation {
  Uniformity level = Uniformity::Block;
  mlir::Operation *source = nullptr;
};

/// The uniformity of each value of a kernel. Values differ that are computed
/// from a thread's position; that a branch or loop gives whose condition or
/// bounds differ; and that are read from memory where not all threads of the
/// block are. A tile of which a branch or loop gives a version, as
/// `phobos.store_elem` defines it, stays the block's. In a block of one warp,
/// what a warp shares is the block's.
class UniformityAnalysis {
public:
  explicit UniformityAnalysis(KernelOp kernel);

  Variation of(mlir::Value value) const { return variations.lookup(value); }
  /// Of the condition or the bounds of a branch or loop.
  Variation ofControl(mlir::Operation *op) const;
  /// Whether a branch or loop gives `value` as a version of one from before.
  bool isVersion(mlir::Value value) const { return bases.contains(value); }
  /// The innermost branch or loop around `op` that not all threads of the group
  /// that `level` shares run together, or null where they all come to `op`.
  mlir::Operation *findDivergence(mlir::Operation *op, Uniformity level) const;

private:
  void visit(mlir::Block &block, Variation outer);
  void visit(mlir::Operation *op, Variation outer);
  void visitRegions(mlir::Operation *op, Variation outer);
  void visitIf(mlir::Operation *op, Variation control);
  void visitFor(mlir::Operation *op, Variation control);
  void visitWhile(mlir::Operation *op, Variation control);
  /// What a branch or loop gives that `yielded` is one of the values of: also
  /// as its condition differs, unless it is a version of `base`.
  void giveResult(mlir::Value result, mlir::ValueRange yielded,
                  Variation control, mlir::Value base);
  Variation ofAll(mlir::ValueRange values) const;
  /// The value from outside `region` of which `value` is a version made in it,
  /// or null.
  mlir::Value findBase(mlir::Value value, mlir::Region &region) const;
  void raise(mlir::Value value, Variation variation);

  bool isOneWarp;
  bool changed = false;
  llvm::DenseMap<mlir::Value, Variation> variations;
  /// Results of branches and loops that are versions, and of what.
  llvm::DenseMap<mlir::Value, mlir::Value> bases;
};

} // namespace phobos

#endif // PHOBOS_ANALYSIS_UNIFORMITY_H

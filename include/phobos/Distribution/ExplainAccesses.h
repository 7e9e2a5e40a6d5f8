//===- ExplainAccesses.h - How each access moves its elements ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_EXPLAINACCESSES_H
#define PHOBOS_DISTRIBUTION_EXPLAINACCESSES_H

#include "mlir/IR/BuiltinOps.h"
#include "phobos/Dialect/Phobos.h"
#include <string>
#include <tuple>
#include <vector>

namespace phobos {
class Target;

/// Something that vectors need to be right, and by what it holds.
struct AccessNeed {
  std::string fact, source;
  bool operator==(const AccessNeed &other) const {
    return std::tie(fact, source) == std::tie(other.fact, other.source);
  }
};

/// A better way to move the elements, and why it was not taken.
struct RefusedPlan {
  std::string plan, why;
  bool operator==(const RefusedPlan &other) const {
    return std::tie(plan, why) == std::tie(other.plan, other.why);
  }
};

/// The plan of an access in words, in one part of a loop that was split and one
/// version of the kernel by its rows.
struct AccessFinding {
  /// "steady", "aligned", "aligned, steady", …, or empty.
  std::string part;
  /// "vectors", "elements", "either", "runs", "bulk", "staged" or "copied".
  std::string kind;
  /// Of a vector, one element where there are none.
  int64_t elements = 1, elementBytes = 1;
  /// How many vectors, and how many single elements, a thread moves.
  int64_t vectorsPerThread = 0, elementsPerThread = 0;
  /// Of "runs", the elements of each.
  int64_t runElements = 0;
  /// What is asked before each vector or element is moved.
  std::vector<std::string> guards;
  std::vector<AccessNeed> needs;
  std::vector<RefusedPlan> refused;

  bool operator==(const AccessFinding &other) const;
  /// "vectors of 16 bytes (4 elements), 8 a thread".
  std::string describeMoves() const;
  /// All but the part, on one line.
  std::string describe() const;
};

/// An access of the source with its plans.
struct AccessEntry {
  mlir::LocationAttr loc;
  /// "load", "store" or "atomic".
  std::string kind;
  std::string tensor;
  /// The slice in terms of the prover, and the tile: "64x128xf32".
  std::string form, tile;
  std::vector<AccessFinding> findings;
};

/// The entries of a kernel, in order of the source.
struct AccessExplanation {
  std::string kernel;
  int64_t threads;
  std::vector<AccessEntry> entries;
};

/// `scheduled` is a module at the scheduled stage for `target`: an error was
/// emitted where a tile has no layout.
mlir::FailureOr<std::vector<AccessExplanation>>
explainAccesses(mlir::ModuleOp scheduled, const Target &target);

/// The loads of `scheduled` that loops of products copy ahead to shared memory,
/// by cp.async where pieces have 4 bytes or more.
llvm::SmallVector<LoadOp> findCopiedAhead(mlir::ModuleOp scheduled,
                                          const Target &target);

} // namespace phobos

#endif // PHOBOS_DISTRIBUTION_EXPLAINACCESSES_H

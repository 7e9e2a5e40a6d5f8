//===- FactSearch.h - Which facts would prove it ----------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_FACTSEARCH_H
#define PHOBOS_LIB_TRANSFORMS_FACTSEARCH_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Analysis/IndexFacts.h"
#include <functional>

namespace phobos {

/// Something that the program does not say, and what to write to say it.
struct Candidate {
  std::string fact, fix;
  std::function<void(IndexFacts &)> assume;
};

/// Looks for the facts that are missing for one question.
class FactSearch {
public:
  /// `isProved` asks the question.
  using Question = std::function<bool(IndexFacts &)>;
  FactSearch(mlir::Operation *at, const FactOps &ops, Question isProved)
      : at(at), ops(ops), isProved(std::move(isProved)), facts(at, ops) {}

  /// What `goal >= 0` speaks of gives candidates; `multiples` are numbers of
  /// which extents and starts may be multiples.
  void addGoal(const LinearForm &goal, mlir::ArrayRef<int64_t> multiples);
  /// Candidates for a slice that starts at `start`, with `goal` for its end.
  void addExtent(mlir::OpFoldResult extent, const LinearForm &start,
                 mlir::ArrayRef<int64_t> multiples);
  /// Candidates of the loops that `form` counts.
  void addLoops(const LinearForm &form, mlir::OpFoldResult extent);

  /// The candidates that are needed; empty where all together do not suffice.
  llvm::SmallVector<Candidate> solve();

  IndexFacts &getFacts() { return facts; }

private:
  void add(Candidate candidate);
  void addAligned(mlir::Value extent, const LinearForm &start,
                  int64_t multiple);
  void addRequired(const LinearForm &goal);
  void addLoop(mlir::scf::ForOp loop, mlir::OpFoldResult extent);
  bool suffice(mlir::ArrayRef<Candidate> chosen);

  mlir::Operation *at;
  const FactOps &ops;
  Question isProved;
  IndexFacts facts;
  /// The cheapest first.
  llvm::SmallVector<Candidate> candidates;
};

/// The loop whose counter, or number of iterations, `leaf` is.
mlir::scf::ForOp getCountedLoop(const Leaf &leaf);

/// Whether `value` is an argument of the function, also behind promises.
bool isFunctionArgument(mlir::Value value);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_FACTSEARCH_H

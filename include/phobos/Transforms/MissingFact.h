//===- MissingFact.h - Why a mask is still there ----------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_MISSINGFACT_H
#define PHOBOS_TRANSFORMS_MISSINGFACT_H

#include "phobos/Analysis/IndexFacts.h"

namespace phobos {

/// What would have to be known for a mask to go.
struct MissingFact {
  /// What is not proved, as source text: "64*ctx.block.x + 64 <= M". Empty
  /// where nothing is missing.
  llvm::SmallVector<std::string, 2> unproved;
  /// Of an access: whether these are of the start, and of the end.
  bool isLowerUnproved = false, isUpperUnproved = false;
  /// A smallest fact that proves it, as source text: "M % 64 == 0". Empty where
  /// none was found; then `obstacle` says what is in the way.
  std::string fact;
  /// The change that gives the fact: "@aligned(M = 64)".
  std::string fix;
  std::string obstacle;

  /// Takes what is not proved of an access from `describeGoals`.
  void nameUnproved(const std::pair<std::string, std::string> &goals);
  /// Whether the fix promises just what is not proved, and nothing more.
  bool isDirect() const;
  /// All of it on one line, for a message.
  std::string describe() const;
};

/// What has to be proved of dim `dim` of `access`, as source text: of its start
/// and of its end.
std::pair<std::string, std::string>
describeGoals(MaskedAccessOpInterface access, int64_t dim, const FactOps &ops);

/// The fact for want of which dim `dim` of `access` keeps its mask. Candidates
/// are multiples of extents, bounds of arguments and of loops; what is returned
/// was proved to suffice, by the prover that removes masks. `ops` are those of
/// the function.
MissingFact findMissingFact(MaskedAccessOpInterface access, int64_t dim,
                            const FactOps &ops);

/// The same of `goal >= 0` at all positions in a tile.
MissingFact findMissingFact(mlir::Operation *at, const LinearForm &goal,
                            const FactOps &ops);

/// The same of a condition that is computed from positions, such as
/// `iota(1) < N - k`: what would make it true of every element.
MissingFact findMissingFact(mlir::Operation *at, mlir::Value condition,
                            const FactOps &ops);

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_MISSINGFACT_H

//===- ExplainMasks.h - Why every mask is there, or is not ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_EXPLAINMASKS_H
#define PHOBOS_TRANSFORMS_EXPLAINMASKS_H

#include "mlir/IR/BuiltinOps.h"
#include "phobos/Transforms/MissingFact.h"
#include <vector>

namespace phobos {

/// What became of the mask of one dim of one access, or of a condition that
/// stands for a mask.
enum class MaskState {
  Gone,      ///< proved to be needless, and removed
  Kept,      ///< there
  Free,      ///< there, but a copy to shared memory writes the fill
  Unchecked, ///< never there: the language does not mask points and `A[s:]`,
             ///< and the author no dim of a pointer access, or none at all
  Absent     ///< the access itself is gone, merged with an equal one or dead
};
mlir::StringRef getName(MaskState state);

/// On a load that code of threads will copy ahead to shared memory: how what is
/// outside gets its zeros, in words. The tile stage does not know it; who has
/// lowered a copy further can tell.
inline constexpr llvm::StringLiteral kCopiedAheadAttr = "phobos.copied_ahead";

/// One state, in one part of a loop that was split.
struct MaskFinding {
  /// "prologue", "steady", "epilogue", "edge", or empty.
  std::string part;
  MaskState state = MaskState::Absent;
  /// Of a mask that is gone: the kinds of the facts, and the facts. Of one that
  /// is free: which copy fills.
  std::string rule;
  llvm::SmallVector<std::string> facts;
  /// Of one that is kept.
  MissingFact missing;

  bool operator==(const MaskFinding &other) const;
};

/// A dim of an access of the source, or a condition, with what became of it: in
/// each part of a loop that was split, and, where an `fn` was inlined several
/// times, each different answer once.
struct MaskEntry {
  enum class Kind { Load, Store, Where };
  Kind kind = Kind::Load;
  mlir::LocationAttr loc;
  /// Of an access; `kWholeAccess` is the dim of one at a pointer that is no
  /// slice.
  int64_t dim = 0, length = 0;
  static constexpr int64_t kWholeAccess = -1;
  /// Whether the access is at a pointer, and the mask the author's own.
  bool isPointer = false;
  std::string tensor, extent;
  /// The slice or condition in terms of the prover: what there is to show where
  /// the source's text is not at hand.
  std::string form;
  /// What has to be proved of an access, see `describeGoals`.
  std::pair<std::string, std::string> goals;
  /// The loop around a condition.
  mlir::LocationAttr loop;
  std::vector<MaskFinding> findings;

  bool isWholeAccess() const { return dim == kWholeAccess; }
  /// All of a finding but the part, on one line.
  std::string describe(const MaskFinding &finding) const;
  /// Why nothing was ever masked.
  mlir::StringRef describeUnchecked() const;
};

/// The entries of a kernel, in order of the source.
struct MaskExplanation {
  std::string kernel;
  std::vector<MaskEntry> entries;
};

/// Remembers the accesses and conditions of a module as the front end made it,
/// to say what a pipeline made of their masks.
class MaskExplainer {
public:
  explicit MaskExplainer(mlir::ModuleOp source);

  /// `lowered` is the same module after the tile stage.
  std::vector<MaskExplanation> explain(mlir::ModuleOp lowered) const;

private:
  std::vector<MaskExplanation> sources;
};

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_EXPLAINMASKS_H

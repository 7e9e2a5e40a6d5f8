//===- LintBoundsRules.h - The rules of phobos-lint-bounds ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_LINTBOUNDSRULES_H
#define PHOBOS_LIB_TRANSFORMS_LINTBOUNDSRULES_H

#include "phobos/Analysis/IndexFacts.h"
#include "llvm/ADT/DenseSet.h"

namespace phobos {

/// What the rules know of one function, and where they report. Each place and
/// id is reported once: the body of an `fn` stands in the IR as often as it is
/// called.
class Linter {
public:
  struct Note {
    mlir::Location loc;
    std::string text;
  };

  Linter(mlir::FunctionOpInterface function, bool asErrors)
      : function(function), facts(function), asErrors(asErrors) {}

  mlir::FunctionOpInterface getFunction() const { return function; }
  const FactOps &getFacts() const { return facts; }

  /// `id` is the rule's stable name.
  void report(mlir::StringRef id, mlir::Location loc,
              const mlir::Twine &message, mlir::ArrayRef<Note> notes = {});
  bool isClean() const { return seen.empty(); }

  // What is proved of a dim of an access whenever it runs: every element is in
  // memory, or none is.
  bool isInside(MaskedAccessOpInterface access, int64_t dim) const;
  bool isOutside(MaskedAccessOpInterface access, int64_t dim) const;
  /// Both are proved to be one number whenever `at` runs.
  bool areEqual(mlir::Operation *at, mlir::Value lhs, mlir::Value rhs) const;
  /// " - c" for a slice that starts at c, nothing for one that starts at 0.
  std::string describeStart(MaskedAccessOpInterface access, int64_t dim) const;

private:
  mlir::FunctionOpInterface function;
  FactOps facts;
  bool asErrors;
  llvm::DenseSet<std::pair<mlir::Attribute, mlir::StringRef>> seen;
};

// Each reports what one family of rules finds.

/// max-over-fill
void lintMaximum(Linter &linter);
/// store-unmasked, outside, unproved-point
void lintAccesses(Linter &linter);
/// loop-bound
void lintLoops(Linter &linter);
/// index-overflow
void lintOverflow(Linter &linter);
/// unmasked-pointer
void lintPointers(Linter &linter);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_LINTBOUNDSRULES_H

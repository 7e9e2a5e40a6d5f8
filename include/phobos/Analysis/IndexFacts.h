//===- IndexFacts.h - What is known of index values -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_INDEXFACTS_H
#define PHOBOS_ANALYSIS_INDEXFACTS_H

#include "phobos/Analysis/LinearForm.h"
#include "phobos/Dialect/Phobos.h"
#include <memory>

namespace phobos {

/// Where a fact comes from. The order is that in which a rule names them.
enum class FactKind {
  Type,      // the range of a type, the positions in a tile
  Extent,    // an extent of a view is at least 0
  Grid,      // a block's position lies in the grid, whose map the kernel has
  Loop,      // bounds and step of an enclosing loop
  Carried,   // the position of a loop with exits, bounds of what a loop carries
  Condition, // the branch of an scf.if, the condition of an scf.while
  Promise,   // phobos.promise
  Assume,    // phobos.assume, or an assumption of the caller
  Definition // what an op computes, and the range of its result
};

/// A fact that a proof rests on: what it says, in terms of the source, and
/// where it comes from.
struct UsedFact {
  FactKind kind;
  std::string text;
  mlir::Location loc;
};

/// The answer to a question. Where it holds, the facts suffice for it, and most
/// often none of them can be left out.
class Proof {
public:
  static Proof unknown() { return Proof(false); }
  static Proof from(llvm::SmallVector<UsedFact> facts) {
    Proof proof(true);
    proof.facts = std::move(facts);
    return proof;
  }

  bool holds() const { return isProved; }
  explicit operator bool() const { return isProved; }
  llvm::ArrayRef<UsedFact> getFacts() const { return facts; }
  /// The kinds of the facts, such as "grid, promise"; "constant" where the
  /// numbers alone suffice.
  std::string getRule() const;

private:
  explicit Proof(bool isProved) : isProved(isProved) {}

  bool isProved;
  llvm::SmallVector<UsedFact> facts;
};

/// Whether a slice of `length` elements from `start` stays inside of an extent,
/// each side with its proof; and what was to be proved of each: `start` and
/// `extent - start - length` are at least 0.
struct InsideProof {
  Proof lower, upper;
  LinearForm lowerGoal, upperGoal;

  bool holds() const { return lower.holds() && upper.holds(); }
  /// The rule of both sides together.
  std::string getRule() const;
};

/// The `phobos.promise` and `phobos.assume` ops of a function, found once for
/// many questions.
class FactOps {
public:
  /// Of the function around `op`, or of what is around it.
  explicit FactOps(mlir::Operation *op);
  llvm::ArrayRef<mlir::Operation *> get() const { return ops; }

private:
  llvm::SmallVector<mlir::Operation *> ops;
};

/// What holds of index and integer values whenever an op runs. Collects facts
/// only as far as a question needs them:
///
/// - ranges of types and of ops' results; extents of views, which are arguments
///   of the function, are at least 0 (a launcher checks that);
/// - block positions are within the grid, whose sizes follow from the kernel's
///   `grid`;
/// - a counter of an enclosing `scf.for` is `lower + step * iteration` and
///   below the upper bound; so is the position that an `scf.while` carries
///   which the front end makes of a loop with exits; other carried values are
///   `init + c * iteration` where each iteration adds c;
/// - promises and assumptions that dominate the op, about their operands and
///   results;
/// - conditions of enclosing `scf.if`s, each on its side;
/// - what `min`, `max`, `select`, division, remainder and bit masks compute.
///
/// Values are read as signed. Arithmetic in the IR wraps: a sum or product is
/// taken apart only where the result is proved to fit, and is a leaf otherwise.
/// A "no" of these functions says that nothing is known. Nothing is changed;
/// the IR must not change while an object lives.
class IndexFacts {
public:
  explicit IndexFacts(mlir::Operation *at);
  IndexFacts(mlir::Operation *at, const FactOps &ops);
  IndexFacts(IndexFacts &&);
  ~IndexFacts();

  /// `value` as an exact sum of leaves: an integer or `index` scalar, or a tile
  /// of them, of which it is the element at the positions along its axes.
  LinearForm formOf(mlir::Value value);
  /// The same of a number or a value.
  LinearForm formOf(mlir::OpFoldResult value);

  /// Whether `form >= 0`; also the facts that it follows from.
  bool proves(const LinearForm &form);
  Proof prove(const LinearForm &form);
  /// Whether `form` is always a multiple of `divisor`, at least 1.
  bool provesMultiple(const LinearForm &form, int64_t divisor);

  /// The value of an i1, or that of a tile of i1 at every element.
  std::optional<bool> evaluate(mlir::Value condition);
  /// That `condition` is `value` (at every element), with the facts.
  Proof prove(mlir::Value condition, bool value);

  /// Whether the slice of `access` stays inside in `dim`, on both sides.
  InsideProof proveInside(MaskedAccessOpInterface access, int64_t dim);
  InsideProof proveInside(mlir::Value start, int64_t length,
                          mlir::OpFoldResult extent);

  /// From here on `form >= 0` (is a multiple of `divisor`) as well. To ask what
  /// would be proved if.
  void assumeNonNegative(const LinearForm &form);
  void assumeMultiple(const LinearForm &form, int64_t divisor);

  class Impl;

private:
  std::unique_ptr<Impl> impl;
};

} // namespace phobos

#endif // PHOBOS_ANALYSIS_INDEXFACTS_H

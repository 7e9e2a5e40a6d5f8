//===- LinearForm.h - Exact sums of index values -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_LINEARFORM_H
#define PHOBOS_ANALYSIS_LINEARFORM_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/DynamicAPInt.h"

namespace phobos {

/// What a linear form is a sum of: an integer that is not taken apart further.
class Leaf {
public:
  enum class Kind {
    /// An SSA value of index or integer type (a scalar, or one element of a
    /// tile), read as signed.
    Value,
    /// The position of an element along an axis of the tile in question:
    /// `0 <= position < extent`.
    Position,
    /// The number of blocks along an axis of the grid.
    Blocks,
    /// The number of iterations that a loop has finished.
    Iteration,
    /// An integer that exists for a fact, such as a quotient. It has no name
    /// outside of the facts that speak of it.
    Auxiliary
  };

  static Leaf ofValue(mlir::Value value) {
    return {Kind::Value, value.getAsOpaquePointer(), 0, 0};
  }
  static Leaf position(int64_t axis, int64_t extent) {
    return {Kind::Position, nullptr, axis, extent};
  }
  /// `axis` is 0, 1 or 2 for x, y and z.
  static Leaf blocks(int64_t axis) { return {Kind::Blocks, nullptr, axis, 0}; }
  static Leaf iteration(mlir::Operation *loop) {
    return {Kind::Iteration, loop, 0, 0};
  }
  /// The `index`-th that exists for `owner`.
  static Leaf auxiliary(const void *owner, int64_t index) {
    return {Kind::Auxiliary, owner, index, 0};
  }

  Kind getKind() const { return kind; }
  bool isValue() const { return kind == Kind::Value; }
  bool isPosition() const { return kind == Kind::Position; }
  /// Of a leaf that is a value.
  mlir::Value getValue() const {
    return mlir::Value::getFromOpaquePointer(owner);
  }
  /// The axis of a position or of the grid.
  int64_t getAxis() const { return index; }
  /// The extent of a position's axis.
  int64_t getExtent() const { return extent; }
  /// The loop of an iteration.
  mlir::Operation *getLoop() const {
    return static_cast<mlir::Operation *>(const_cast<void *>(owner));
  }

  bool operator==(const Leaf &other) const {
    return kind == other.kind && owner == other.owner && index == other.index &&
           extent == other.extent;
  }
  bool operator!=(const Leaf &other) const { return !(*this == other); }
  friend llvm::hash_code hash_value(const Leaf &leaf) {
    return llvm::hash_combine(leaf.kind, leaf.owner, leaf.index);
  }

  /// As the source spells it where that is known: `M`, `ctx.block.x`,
  /// `iota(1)`, else by op and line; nothing where it has no name.
  std::string describe() const;

private:
  Leaf(Kind kind, const void *owner, int64_t index, int64_t extent)
      : kind(kind), owner(owner), index(index), extent(extent) {}
  friend struct llvm::DenseMapInfo<Leaf>;

  Kind kind;
  const void *owner;
  int64_t index, extent;
};

/// The exact integer `constant + sum of factor * leaf`, which knows no width
/// and never wraps. Factors are not zero; each leaf stands once.
class LinearForm {
public:
  using Int = llvm::DynamicAPInt;
  using Term = std::pair<Leaf, Int>;

  LinearForm() = default;
  LinearForm(int64_t constant) : constant(constant) {}
  explicit LinearForm(Int constant) : constant(std::move(constant)) {}
  LinearForm(Leaf leaf) : terms({{leaf, Int(1)}}) {}

  llvm::ArrayRef<Term> getTerms() const { return terms; }
  const Int &getConstant() const { return constant; }
  bool isConstant() const { return terms.empty(); }
  /// The factor of `leaf`, 0 where it does not occur.
  Int getFactor(const Leaf &leaf) const;
  /// The leaf, where the form is one leaf and nothing else.
  std::optional<Leaf> getSingleLeaf() const;
  bool hasPosition() const;

  LinearForm operator+(const LinearForm &other) const;
  LinearForm operator-(const LinearForm &other) const;
  LinearForm operator-() const { return *this * Int(-1); }
  LinearForm operator*(const Int &factor) const;
  LinearForm operator*(int64_t factor) const { return *this * Int(factor); }
  bool operator==(const LinearForm &other) const;
  bool operator!=(const LinearForm &other) const { return !(*this == other); }
  friend llvm::hash_code hash_value(const LinearForm &form) {
    // The order of the terms is no part of a form.
    size_t terms = 0;
    for (const auto &[leaf, factor] : form.terms)
      terms += llvm::hash_combine(leaf, factor);
    return llvm::hash_combine(terms, form.constant);
  }

  /// Code of type index that computes the form modulo 2^64, so exactly where it
  /// fits. Needs leaves that are scalar values or numbers of blocks, and that
  /// are available at the builder's place.
  mlir::Value materialise(mlir::OpBuilder &builder, mlir::Location loc) const;

  /// How a text names a leaf.
  using Naming = llvm::function_ref<std::string(const Leaf &)>;
  /// Such as `M - 16*kt + 3`.
  std::string describe(Naming naming) const;
  std::string describe() const { return describe(&LinearForm::nameOf); }

private:
  void add(const Leaf &leaf, const Int &factor);
  static std::string nameOf(const Leaf &leaf) { return leaf.describe(); }

  llvm::SmallVector<Term, 3> terms;
  Int constant = Int(0);
};

/// The value that a leaf's `value` has in `region`, a region of the ops that it
/// was a leaf for: itself, or the argument of an `scf.while`'s body that the
/// region before it hands it on to; null where it is out of sight.
mlir::Value findAvailable(mlir::Value value, mlir::Region *region);

/// `form >= 0` or, with `isEquality`, `form == 0`, written with what is
/// subtracted on the other side: `ctx.block.x < ctx.blocks.x`. That some
/// multiple of an integer without a name equals the rest reads `M % 64 == 0`;
/// elsewhere such an integer is `k`.
std::string describeConstraint(
    const LinearForm &form, bool isEquality,
    LinearForm::Naming naming = [](const Leaf &leaf) {
      return leaf.describe();
    });

} // namespace phobos

template <> struct llvm::DenseMapInfo<phobos::Leaf> {
  static phobos::Leaf getEmptyKey() {
    return phobos::Leaf::auxiliary(DenseMapInfo<void *>::getEmptyKey(), 0);
  }
  static phobos::Leaf getTombstoneKey() {
    return phobos::Leaf::auxiliary(DenseMapInfo<void *>::getTombstoneKey(), 0);
  }
  static unsigned getHashValue(const phobos::Leaf &leaf) {
    return hash_value(leaf);
  }
  static bool isEqual(const phobos::Leaf &a, const phobos::Leaf &b) {
    return a == b;
  }
};

#endif // PHOBOS_ANALYSIS_LINEARFORM_H

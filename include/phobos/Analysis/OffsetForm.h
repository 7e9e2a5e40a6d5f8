//===- OffsetForm.h - Offsets as sums of products ---------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_OFFSETFORM_H
#define PHOBOS_ANALYSIS_OFFSETFORM_H

#include "phobos/Analysis/IndexFacts.h"

namespace phobos {

/// The number `sum of factor * leaf * leaf * …`, modulo 2^64. What an address
/// needs: as sums and products of 64 bits wrap alike however they are grouped,
/// nothing has to be shown to fit. (A `LinearForm` is exact, and knows no
/// products of leaves.)
class OffsetForm {
public:
  using Product = llvm::SmallVector<Leaf, 2>;
  struct Term {
    Product product; // in any order; none of the constant
    uint64_t factor; // not 0
  };

  OffsetForm() = default;
  OffsetForm(const LinearForm &form);
  explicit OffsetForm(Leaf leaf) : terms({{{leaf}, 1}}) {}

  llvm::ArrayRef<Term> getTerms() const { return terms; }
  bool isZero() const { return terms.empty(); }
  /// The number, as signed, where the form is one.
  std::optional<int64_t> getConstant() const;
  bool uses(llvm::function_ref<bool(const Leaf &)> test) const;

  OffsetForm operator+(const OffsetForm &other) const;
  OffsetForm operator-(const OffsetForm &other) const;
  OffsetForm operator*(const OffsetForm &other) const;
  /// Whether all terms of `other` are terms of this one.
  bool includes(const OffsetForm &other) const;

  /// What the terms with `leaf` are `leaf` times of. Null where one has a
  /// power of it.
  std::optional<OffsetForm> getFactor(const Leaf &leaf) const;
  /// A `divisor`-th of the form, where each factor is a multiple of it.
  std::optional<OffsetForm> divide(int64_t divisor) const;
  /// With a form in place of each leaf.
  OffsetForm
  substitute(llvm::function_ref<OffsetForm(const Leaf &)> meaning) const;

  /// Code of type index that computes the number. Needs leaves that are scalars
  /// or stand for numbers of blocks or iterations of an `scf.for`, and that are
  /// available at the builder's place.
  mlir::Value materialise(mlir::OpBuilder &builder, mlir::Location loc) const;

private:
  void add(Product product, uint64_t factor);

  llvm::SmallVector<Term, 0> terms;
};

/// Reads index values and tiles of them as offset forms, in terms of what is
/// known at one op. Looks through what `IndexFacts` does, through products of
/// run-time values, and through tiles that a loop carries and adds the same to
/// in each iteration.
class OffsetReader {
public:
  explicit OffsetReader(IndexFacts &facts) : facts(facts) {}

  /// A scalar, or the element of a tile at the positions along its axes.
  OffsetForm read(mlir::Value value);

  /// Of what is not taken apart in a tile, a leaf stands for the element. Null
  /// for other leaves, else the axes along which it may vary.
  const llvm::SmallVector<int64_t> *findAxes(const Leaf &leaf) const;
  /// The tile whose elements such a leaf stands for, wherever in it they are.
  mlir::Value findTile(const Leaf &leaf) const;
  /// Whether the form is the same at all positions along `axis`, but for what
  /// is `position` times a factor.
  bool isFixedAlong(int64_t axis, const OffsetForm &form) const;

private:
  OffsetForm compute(mlir::Value value);
  std::optional<OffsetForm> computeScalar(mlir::Operation *op);
  std::optional<OffsetForm> computeTile(mlir::Operation *op);
  std::optional<OffsetForm> computeSum(mlir::Operation *op);
  std::optional<OffsetForm> computeReshaped(mlir::Operation *op);
  std::optional<OffsetForm> computeCarried(mlir::BlockArgument argument);
  /// The form of `inner` as that of a tile along whose axes it has these
  /// positions.
  OffsetForm place(const OffsetForm &inner,
                   llvm::ArrayRef<OffsetForm> positions);
  OffsetForm makeUnknown(mlir::Value tile, llvm::SmallVector<int64_t> axes);

  IndexFacts &facts;
  llvm::DenseMap<mlir::Value, OffsetForm> forms;
  /// What is not taken apart: of which tile, and along which axes it may vary.
  struct Unknown {
    mlir::Value tile;
    llvm::SmallVector<int64_t> axes;
  };
  const Unknown *findUnknown(const Leaf &leaf) const;

  llvm::SmallVector<Unknown> unknowns;
  unsigned depth = 0;
};

} // namespace phobos

#endif // PHOBOS_ANALYSIS_OFFSETFORM_H

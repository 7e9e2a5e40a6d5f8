//===- AffineForm.h - normal forms of index values -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The length of `A[s : e]` is `e - s`, and must come out constant. To see that,
// an index value is written as a sum of products with constant factors,
//
//     pm * 64 + k + 64  =  {64 of [pm], 1 of [k], 64 of []},
//
// over atoms: values of which nothing more is known than which others are
// equal. Coefficients wrap at 64 bits as the values do, so that equal forms
// are equal values, and the difference of two forms is that of the values.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_FRONTEND_AFFINEFORM_H
#define PHOBOS_LIB_FRONTEND_AFFINEFORM_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <vector>

namespace phobos {

/// A sum of products of atoms, each with a coefficient other than 0.
class AffineForm {
public:
  /// Atoms in a fixed order; the empty product is 1.
  using Product = std::vector<unsigned>;

  static AffineForm constant(int64_t value);
  static AffineForm atom(unsigned number);

  AffineForm operator+(const AffineForm &other) const;
  AffineForm operator-(const AffineForm &other) const;
  AffineForm operator*(const AffineForm &other) const;
  bool operator==(const AffineForm &other) const {
    return terms == other.terms;
  }

  std::optional<int64_t> getConstant() const;
  const std::map<Product, uint64_t> &getTerms() const { return terms; }

private:
  void add(const Product &product, uint64_t coefficient);
  std::map<Product, uint64_t> terms;
};

/// The forms of the index values of one kernel.
class AffineForms {
public:
  /// The form of `value`. Equal computations without effects have one form.
  AffineForm of(mlir::Value value);

  /// A value that stands for the atom `number`.
  mlir::Value atomValue(unsigned number) const { return atoms[number]; }

private:
  AffineForm compute(mlir::Value value);
  AffineForm makeAtom(mlir::Value value);

  llvm::DenseMap<mlir::Value, AffineForm> forms;
  llvm::SmallVector<mlir::Value> atoms;
};

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_AFFINEFORM_H

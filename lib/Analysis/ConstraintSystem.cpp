//===- ConstraintSystem.cpp - Integer constraints over leaves -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstraintSystem.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"

using namespace mlir;
using namespace phobos;

bool phobos::areContradictory(ArrayRef<Constraint> constraints) {
  llvm::DenseMap<Leaf, unsigned> columns;
  for (const Constraint &constraint : constraints)
    for (const LinearForm::Term &term : constraint.form.getTerms())
      columns.try_emplace(term.first, columns.size());

  presburger::IntegerPolyhedron system(
      presburger::PresburgerSpace::getSetSpace(columns.size()));
  SmallVector<LinearForm::Int> row;
  for (const Constraint &constraint : constraints) {
    row.assign(columns.size() + 1, LinearForm::Int(0));
    for (const auto &[leaf, factor] : constraint.form.getTerms())
      row[columns.lookup(leaf)] = factor;
    row.back() = constraint.form.getConstant();
    if (constraint.isEquality)
      system.addEquality(row);
    else
      system.addInequality(row);
  }
  // Eliminates variables, tightens by common factors, and gives up where
  // constraints become too many.
  return system.isEmpty();
}

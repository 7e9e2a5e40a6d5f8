//===- IndexFactsImpl.h - How facts are collected -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_INDEXFACTSIMPL_H
#define PHOBOS_ANALYSIS_INDEXFACTSIMPL_H

#include "ConstraintSystem.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "phobos/Analysis/IndexFacts.h"

namespace phobos {

/// A constraint and where it comes from.
struct Fact : Constraint {
  FactKind kind;
  mlir::Location loc;

  static Fact nonNegative(FactKind kind, LinearForm form, mlir::Location loc) {
    return {{std::move(form), false}, kind, loc};
  }
  static Fact zero(FactKind kind, LinearForm form, mlir::Location loc) {
    return {{std::move(form), true}, kind, loc};
  }
};
using Facts = llvm::SmallVector<Fact>;

/// Two cases, of which one holds.
struct Split {
  Facts first, second;
};

/// The signed interval [min, max]; without one of them there is no bound.
struct Interval {
  std::optional<LinearForm::Int> min, max;
};

/// The ends of the integers of `bits` bits.
LinearForm::Int getSignedMin(unsigned bits);
LinearForm::Int getSignedMax(unsigned bits);
/// The number of bits of an integer, index or tile of them.
unsigned getBits(mlir::Type type);
/// The number that `value` is, or that all its elements are, read as signed.
std::optional<LinearForm::Int> getConstantInteger(mlir::Value value);
/// Without the promises and assumptions that `value` went through.
mlir::Value stripFacts(mlir::Value value);

/// Where the element at `positions` of a tile stands that has the elements of a
/// tile of shape `source` in the shape `to`: its positions there. Nothing where
/// they are no sums.
std::optional<llvm::SmallVector<LinearForm>>
reshapePositions(llvm::ArrayRef<int64_t> source, llvm::ArrayRef<int64_t> to,
                 llvm::ArrayRef<LinearForm> positions);

/// A value that a loop carries, or a tile of them, to which each iteration adds
/// a number in [least, most], modulo the width.
struct CarriedValue {
  mlir::Operation *loop;
  mlir::BlockArgument argument;
  mlir::Value init;
  LinearForm::Int least, most;

  /// What `argument`, of the body of an scf.for or the condition of an
  /// scf.while, carries, if it is that.
  static std::optional<CarriedValue> read(mlir::BlockArgument argument);
};

/// What the front end makes of a loop with exits: an scf.while that carries its
/// position, and whether there is another iteration, which says that the
/// position is below the upper bound.
struct WhilePosition {
  mlir::scf::WhileOp loop;
  mlir::BlockArgument argument; // of the condition's region
  mlir::Value lower, upper, step;

  static std::optional<WhilePosition> read(mlir::scf::WhileOp loop);
};

/// A quotient of the grid's map.
struct Quotient {
  LinearForm dividend;
  LinearForm::Int divisor;
  bool isCeil;
};

/// Only the parts of a function that a question leads to are looked at, and
/// what was found of a value is kept.
class IndexFacts::Impl {
public:
  /// Keeps `ops` of its own.
  Impl(mlir::Operation *at, FactOps ops);

  //===--- IndexForms.cpp ---===//
  LinearForm formOf(mlir::Value value);
  /// Of the element at `positions`, one for each axis. Nothing where it is not
  /// known and the positions are not the tile's own.
  using Positions = llvm::ArrayRef<LinearForm>;
  std::optional<LinearForm> elementOf(mlir::Value tile, Positions positions);
  LinearForm elementOf(mlir::Value tile);
  /// Whether `form` is a signed integer of `bits` bits.
  bool fits(const LinearForm &form, unsigned bits);

  //===--- IndexRanges.cpp ---===//
  mlir::ConstantIntRanges rangeOf(mlir::Value value);
  Interval intervalOf(const Leaf &leaf);
  Interval intervalOf(const LinearForm &form);
  Interval intervalOf(mlir::AffineExpr expr);
  /// Whether the counter of `loop` comes to no value that wraps.
  bool isExact(mlir::scf::ForOp loop);

  //===--- LeafFacts.cpp ---===//
  /// What holds of a leaf by itself; may speak of other leaves.
  const Facts &factsAbout(const Leaf &leaf);
  /// The cases that a leaf gives rise to, if any.
  std::optional<Split> splitOf(const Leaf &leaf);

  //===--- Conditions.cpp ---===//
  /// What promises, branches and loops around the op say.
  const Facts &statements();
  /// Appends what `condition` says where it is `value`.
  void addCondition(mlir::Value condition, bool value, FactKind kind,
                    Facts &facts);
  //===--- IndexFacts.cpp ---===//
  /// Whether `goal >= 0`; `used` gets the facts that it takes.
  bool proves(const LinearForm &goal, Facts *used = nullptr);
  void assume(Fact fact);
  bool provesMultiple(const LinearForm &form, LinearForm::Int divisor);
  bool provesCondition(mlir::Value condition, bool value, Facts *used);

  std::string nameOf(const Leaf &leaf) const;
  Proof makeProof(bool holds, llvm::ArrayRef<Fact> used) const;

  mlir::Operation *at;
  Facts assumptions;

private:
  LinearForm computeForm(mlir::Value value);
  /// What `op` computes, as a sum of what it is given `of` its operands; `leaf`
  /// where that is no exact sum.
  LinearForm combine(mlir::Operation *op, LinearForm leaf,
                     llvm::function_ref<LinearForm(mlir::Value)> of);
  LinearForm combineCast(mlir::Operation *op, LinearForm leaf,
                         llvm::function_ref<LinearForm(mlir::Value)> of);
  LinearForm combineQuotient(mlir::Operation *op, LinearForm leaf,
                             llvm::function_ref<LinearForm(mlir::Value)> of);
  std::optional<LinearForm> elementOfCarried(mlir::BlockArgument argument,
                                             Positions positions);
  LinearForm argumentForm(mlir::BlockArgument argument);
  bool isInBody(mlir::scf::WhileOp loop);
  /// `factor` times the number of iterations that the loop `op` has finished.
  LinearForm iterations(mlir::Operation *op, const LinearForm::Int &factor);
  void addArgumentFacts(mlir::BlockArgument argument, Facts &facts);
  void addPositionFacts(const WhilePosition &position, Facts &facts);
  mlir::ConstantIntRanges computeRange(mlir::Value value);
  mlir::ConstantIntRanges roundedRange(mlir::Operation *op);
  mlir::ConstantIntRanges argumentRange(mlir::BlockArgument argument);
  bool isExtent(mlir::Value argument);

  std::optional<LinearForm> formOf(mlir::AffineExpr expr);
  LinearForm defineQuotient(const Leaf &leaf, const Quotient &quotient);
  void addGridFacts(const Leaf &blocks, Facts &facts);
  void addAtLeastOne(mlir::AffineExpr expr, Facts &facts);
  void addProductQuotient(mlir::Operation *op, const LinearForm &divisor,
                          Facts &facts);
  void addValueFacts(mlir::Value value, Facts &facts);
  void addCounterFacts(mlir::scf::ForOp loop, Facts &facts);
  void addIterationFacts(mlir::Operation *loop, Facts &facts);
  void addOpFacts(mlir::Operation *op, Facts &facts);
  void addQuotientFacts(mlir::Operation *op, Facts &facts);
  bool isNonNegative(mlir::ValueRange values);

  void addCompare(mlir::arith::CmpIOp compare, bool value, FactKind kind,
                  Facts &facts);
  void addPromise(mlir::Operation *op, Facts &facts);
  void addSurroundings(mlir::Operation *parent, mlir::Region *from,
                       Facts &facts);
  bool holdsHere(mlir::Operation *factOp);

  bool provesCompare(mlir::arith::CmpIPredicate predicate,
                     const LinearForm &lhs, const LinearForm &rhs, Facts *used);
  /// Facts of a question, by their distance from it.
  struct Collected {
    Facts facts;
    llvm::SmallVector<unsigned> levels; // where the facts of a distance end
    llvm::SmallVector<Leaf> leaves;
  };
  Collected collect(llvm::ArrayRef<Fact> questioned);
  bool refutes(llvm::ArrayRef<Fact> questioned, const Collected &known,
               Facts *used);
  bool refutesBoth(const Facts &questioned, const Split &split, Facts *used,
                   unsigned depth);
  bool refutesByCases(const Facts &questioned, Facts *used, unsigned depth);

  /// What was found of a question, and when.
  struct Answer {
    LinearForm goal;
    bool holds;
    unsigned nesting, learned;
  };
  Answer *findAnswer(const LinearForm &goal);
  /// Whether nothing speaks for asking again what was not proved.
  bool isStillUnknown(const Answer &answer) const;
  void keepAnswer(Answer answer);

  FactOps ops;
  KernelOp kernel;
  llvm::DenseMap<mlir::Value, LinearForm> forms;
  llvm::DenseSet<mlir::Value> formsInProgress;
  /// How many questions stand open.
  unsigned getDepth() const { return nesting + formsInProgress.size(); }
  llvm::DenseMap<mlir::Value, mlir::ConstantIntRanges> ranges;
  struct LeafFacts {
    Facts facts;
    unsigned depth; // where they were collected
  };
  llvm::DenseMap<Leaf, std::unique_ptr<LeafFacts>> leafFacts;
  /// What auxiliary leaves stand for.
  llvm::DenseMap<Leaf, Facts> definitions;
  llvm::DenseMap<Leaf, Quotient> quotients;
  /// Leaves whose cases are being looked at.
  llvm::DenseSet<Leaf> splitLeaves;
  llvm::DenseMap<size_t, llvm::SmallVector<Answer, 1>> answers;
  /// Counts forms and facts that became known.
  unsigned learned = 0;
  std::optional<Facts> stated;
  bool isStating = false;
  unsigned nesting = 0; // proofs in progress
  unsigned budget = 0;  // of systems, for the outermost proof
  unsigned rangeDepth = 0, elementDepth = 0, conditionDepth = 0;
};

} // namespace phobos

#endif // PHOBOS_ANALYSIS_INDEXFACTSIMPL_H

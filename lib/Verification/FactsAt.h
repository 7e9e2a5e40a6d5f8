//===- FactsAt.h - What is known whenever an op runs ------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_VERIFICATION_FACTSAT_H
#define PHOBOS_LIB_VERIFICATION_FACTSAT_H

#include "WhileInvariants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Verification/Search.h"

namespace phobos::verification {

/// The least and the most that is added to a value.
struct Added {
  Integer least, most;
};

/// What is known of integer values whenever an op runs, as formulas over exact
/// integers.
///
/// A value of n bits (64 of an `index`) is a sum, its signed meaning. What
/// wraps is exact as well: `a + b` is the sum of both and a multiple of 2^n, an
/// unknown one of which is known only that the result fits. So wherever facts
/// leave no room for another multiple it is 0, and where they do, nothing is
/// concluded from the sum.
///
/// Formulas on the results of ops hold wherever the op could run, as those ops
/// compute something of all operands; formulas that hold because control came
/// by (a condition, a promise, a loop's bounds) are those of the op's own
/// place.
class FactsAt {
public:
  FactsAt(mlir::Operation *at, WhileInvariants &invariants);

  /// The signed meaning of an integer or `index` value that is computed before
  /// the op; 0 or 1 of an `i1`.
  LinearSum valueOf(mlir::Value value);
  /// That the `i1` is `side`.
  Formula isTrue(mlir::Value condition, bool side = true);
  /// The extent of a dim of a view.
  LinearSum extentOf(mlir::Value view, int64_t dim);
  Formula isInvariant(const Invariant &invariant, const LinearSum &value);

  /// Whether what is known leaves room for `goal`.
  Decision decide(const Formula &goal, unsigned budget = kDefaultBudget) const {
    return verification::decide(goal, formulas, numVariables, budget);
  }
  /// An integer of which nothing is known.
  LinearSum makeVariable();
  void require(Formula formula) { formulas.push_back(std::move(formula)); }

  /// Runs `action` with each argument of `region` meaning a value of `values`,
  /// and with what the region computes from them meaning something new.
  void enter(mlir::Region &region, mlir::ValueRange values,
             llvm::function_ref<void()> action);

  /// What a value was said to mean, null where nobody asked.
  const LinearSum *findValue(mlir::Value value) const;

private:
  // Scope (FactsAt.cpp)
  void addScope();
  void addBlocks();
  void addFactsBefore(mlir::Operation *op);
  void addPredicate(mlir::Value value, mlir::Attribute predicate,
                    mlir::Value other);
  void addConditions(mlir::Region *region);
  void addWhile(mlir::scf::WhileOp loop);

  // Variables
  LinearSum makeInRange(const Integer &min, const Integer &max);
  LinearSum makeLeaf(mlir::Type type);
  LinearSum wrap(const LinearSum &sum, unsigned width);
  LinearSum asUnsigned(const LinearSum &sum, unsigned width);
  LinearSum floorQuotient(const LinearSum &sum, const Integer &divisor);

  // Values (Values.cpp)
  LinearSum computeValue(mlir::Value value);
  LinearSum computeResult(mlir::OpResult result);
  LinearSum computeArgument(mlir::BlockArgument argument);
  std::optional<LinearSum> computeDivision(mlir::Operation *op);
  std::optional<LinearSum> computeShift(mlir::Operation *op);
  std::optional<LinearSum> computeExtreme(mlir::Operation *op);
  std::optional<LinearSum> computeCast(mlir::Operation *op);
  std::optional<LinearSum> computePosition(mlir::Operation *op);
  LinearSum computeProduct(mlir::Value lhs, mlir::Value rhs);
  LinearSum computeQuotientOf(mlir::Operation *op);
  void addQuotientOfGrid(mlir::Value position, const LinearSum &divisor,
                         const LinearSum &quotient);
  std::optional<LinearSum> computeMasked(mlir::Operation *op);
  LinearSum computeBits(mlir::Operation *op);
  LinearSum computeChoice(mlir::Value condition, mlir::Value lhs,
                          mlir::Value rhs);
  LinearSum computeNumBlocks(GridDim dim);
  LinearSum computeBlockId(GridDim dim);
  LinearSum computeEntryArgument(mlir::BlockArgument argument);
  LinearSum computeAffine(mlir::AffineExpr expr);
  LinearSum computeAffineProduct(const LinearSum &lhs, const LinearSum &rhs);

  // Conditions (Conditions.cpp)
  Formula makeTrue(mlir::Value condition, bool side);
  Formula makeFlag(mlir::Value condition, bool side);
  Formula compare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                  mlir::Value rhs);
  Formula makeBoth(mlir::Value lhs, bool lhsSide, mlir::Value rhs,
                   bool rhsSide);

  // Loops (Loops.cpp)
  bool isEnclosing(mlir::Operation *op) const;
  LinearSum iterationsOf(mlir::Operation *loop);
  LinearSum tripsOf(mlir::scf::ForOp loop);
  LinearSum computeForArgument(mlir::scf::ForOp loop,
                               mlir::BlockArgument argument);
  LinearSum computeSum(mlir::Value init, const LinearSum &count,
                       const Added &added);
  LinearSum computePositionOf(mlir::scf::ForOp loop);
  LinearSum computeForResult(mlir::scf::ForOp loop, mlir::OpResult result);
  LinearSum computeWhileArgument(mlir::scf::WhileOp loop,
                                 mlir::BlockArgument argument);

  mlir::Operation *at;
  KernelOp kernel; // null in another function
  WhileInvariants &invariants;
  llvm::SmallVector<Formula, 0> formulas;
  Variable numVariables = 0;
  unsigned depth = 0, size = 0;
  llvm::DenseMap<mlir::Value, LinearSum> values;
  llvm::DenseMap<mlir::Value, LinearSum> flags;
  /// What arguments mean in a region that was entered.
  struct Meaning {
    LinearSum value; // of no i1
    Formula yes, no; // of an i1
  };
  llvm::DenseMap<mlir::Value, Meaning> entered;
  llvm::DenseMap<mlir::Operation *, LinearSum> iterations, trips;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, LinearSum> extents;
  std::optional<LinearSum> blockIds[3], numBlocks[3];
};

} // namespace phobos::verification

#endif // PHOBOS_LIB_VERIFICATION_FACTSAT_H

//===- LoopConditions.h - What a loop would gain from a split --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TRANSFORMS_LOOPCONDITIONS_H
#define PHOBOS_LIB_TRANSFORMS_LOOPCONDITIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Analysis/IndexFacts.h"

namespace phobos {

/// `factor * counter + rest >= 0`, with a rest that the loop does not change
/// and a factor other than 0. It holds from one end of the loop's range to a
/// cut: in the first iterations where the factor is negative, in the last ones
/// where it is positive.
///
/// The cut is `floor(numerator / divisor)`: the condition holds exactly before
/// it, or exactly from it on.
struct CounterCondition {
  LinearForm::Int factor;
  LinearForm rest;

  bool holdsFirst() const { return factor < 0; }
  LinearForm::Int getDivisor() const { return holdsFirst() ? -factor : factor; }
  LinearForm getNumerator() const {
    return holdsFirst() ? rest - LinearForm(factor)
                        : LinearForm(factor - 1) - rest;
  }
  /// The part of the numerator that must fit in 64 bits. A constant may take
  /// the sum beyond them: where it is limited to the end of the range, no
  /// counter is on the wrong side of the cut.
  LinearForm getSaturated() const {
    LinearForm numerator = getNumerator();
    return getDivisor() == 1 ? numerator - LinearForm(numerator.getConstant())
                             : numerator;
  }
  /// What is to be at least 0, at a counter.
  LinearForm at(const LinearForm &counter) const {
    return counter * factor + rest;
  }
};

/// Adds `condition` to `conditions`, of which none then implies another by its
/// constant alone.
void addCondition(llvm::SmallVectorImpl<CounterCondition> &conditions,
                  const CounterCondition &condition);

/// A comparison that a `phobos.where` depends on, which is one value at all
/// elements as long as `steady` holds, and the other one where `flipped` does,
/// if there can be such iterations and their cut needs no limit.
struct Selection {
  CounterCondition steady;
  std::optional<CounterCondition> flipped;
};

/// `value <predicate> bound`, the same in all iterations of a loop.
struct Guard {
  mlir::Value value;
  mlir::arith::CmpIPredicate predicate;
  LinearForm bound;
};

/// What makes the masks of a loop unnecessary, and its comparisons constant, as
/// far as that is not known anyway.
struct LoopConditions {
  /// Of the masked dims of accesses.
  llvm::SmallVector<CounterCondition, 2> masks;
  llvm::SmallVector<Selection, 1> selections;
  /// Without them the rest of the conditions is of no use, or cannot be
  /// computed without overflow.
  llvm::SmallVector<Guard> guards;

  bool empty() const {
    return masks.empty() && selections.empty() && guards.empty();
  }
};

/// The conditions of `loop` itself: those of accesses and comparisons in a loop
/// inside of it are that one's.
LoopConditions collectConditions(mlir::scf::ForOp loop, const FactOps &facts);

} // namespace phobos

#endif // PHOBOS_LIB_TRANSFORMS_LOOPCONDITIONS_H

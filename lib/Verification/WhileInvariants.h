//===- WhileInvariants.h - What holds in each iteration ---------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_VERIFICATION_WHILEINVARIANTS_H
#define PHOBOS_LIB_VERIFICATION_WHILEINVARIANTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace phobos::verification {

/// A bound of an argument of a loop's body.
struct Invariant {
  enum class Kind { AtLeast, AtMost, Below };
  unsigned argument;
  Kind kind;
  mlir::Value bound; // defined outside of the loop, or a constant
};

/// What holds in the body of each `scf.while`, found by induction: candidates
/// are what the loop compares its position with and where it starts. Those stay
/// that hold in the first iteration, and in the next one wherever all of them
/// hold in one.
class WhileInvariants {
public:
  llvm::ArrayRef<Invariant> of(mlir::scf::WhileOp loop);

private:
  using List = llvm::SmallVector<Invariant, 4>;

  List findCandidates(mlir::scf::WhileOp loop);
  bool holdAtFirst(mlir::scf::WhileOp loop, const Invariant &candidate);
  bool dropBroken(mlir::scf::WhileOp loop);

  llvm::DenseMap<mlir::Operation *, List> known;
};

} // namespace phobos::verification

#endif // PHOBOS_LIB_VERIFICATION_WHILEINVARIANTS_H

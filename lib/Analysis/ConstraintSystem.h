//===- ConstraintSystem.h - Integer constraints over leaves -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_ANALYSIS_CONSTRAINTSYSTEM_H
#define PHOBOS_ANALYSIS_CONSTRAINTSYSTEM_H

#include "phobos/Analysis/LinearForm.h"
#include "llvm/ADT/MapVector.h"

namespace phobos {

/// `form >= 0`, or `form == 0`.
struct Constraint {
  LinearForm form;
  bool isEquality = false;
};

/// Whether no integers for the leaves meet all `constraints`. "No" may also
/// mean that it was not found out.
bool areContradictory(llvm::ArrayRef<Constraint> constraints);

} // namespace phobos

#endif // PHOBOS_ANALYSIS_CONSTRAINTSYSTEM_H

//===- ElementaryFunctions.h - exp, log, sin and their like -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_ELEMENTARYFUNCTIONS_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_ELEMENTARYFUNCTIONS_H

#include "ScalarExpr.h"

namespace phobos {

// Each emits the function's value. Their error bounds stand in the description
// of phobos-expand-math and are tested on the CPU against double precision.
// Polynomials are minimax fits on the interval that their comment names.

Float emitExp(Float x);
Float emitLog(Float x);
Float emitLog2(Float x);
Float emitTanh(Float x);
Float emitErf(Float x);
Float emitPow(Float x, Float y);

/// sin(x), or cos(x) if `cosine`. Large arguments take a branch of their own,
/// so `x` must be a scalar.
Float emitSinOrCos(Float x, bool cosine);

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_ELEMENTARYFUNCTIONS_H

//===- EliminateMasks.h - Masks that are of no effect -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_ELIMINATEMASKS_H
#define PHOBOS_TRANSFORMS_ELIMINATEMASKS_H

#include "phobos/Analysis/IndexFacts.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Verification/MaskChecker.h"

namespace phobos {

/// Unmasks the dims in which the slice is proved to stay inside, and records
/// the proofs; a fill that fills nothing any more is recorded, too, and goes.
/// Whether there were any. `ops` are those of the function.
bool eliminateMasks(MaskedAccessOpInterface access, const FactOps &ops,
                    MaskChecker &checker);
bool eliminateMasks(ExtractSliceOp slice, const FactOps &ops,
                    MaskChecker &checker);
bool eliminateMasks(InsertSliceOp slice, const FactOps &ops,
                    MaskChecker &checker);

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_ELIMINATEMASKS_H

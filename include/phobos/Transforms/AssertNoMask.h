//===- AssertNoMask.h - Where no mask may be --------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_ASSERTNOMASK_H
#define PHOBOS_TRANSFORMS_ASSERTNOMASK_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Says why an access has a mask in a dim, and what would take it away.
using MaskReason =
    llvm::function_ref<std::string(MaskedAccessOpInterface, int64_t dim)>;

/// Fails with an error at each masked dim of an access in `root` that is inside
/// of an op with `phobos.assert_no_mask`, or in `root`, if that has it.
mlir::LogicalResult assertNoMask(mlir::Operation *root, MaskReason why);

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_ASSERTNOMASK_H

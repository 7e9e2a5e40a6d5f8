//===- BulkCopyRules.h - What bulk copies can bring -------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_BULKCOPYRULES_H
#define PHOBOS_LIB_DISTRIBUTION_BULKCOPYRULES_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Why no bulk copy can bring `load` to where wgmma reads it, in words; empty
/// if one can.
std::string refuseBulkCopy(LoadOp load);

/// Whether the producer, one thread that sees no tile, can compute `value`
/// where it stands: from the kernel's arguments, the block's position and
/// counters of the loops around.
bool isKnownToProducer(mlir::Value value);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_BULKCOPYRULES_H

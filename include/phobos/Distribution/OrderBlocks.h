//===- OrderBlocks.h - Which blocks run next to each other ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_ORDERBLOCKS_H
#define PHOBOS_DISTRIBUTION_ORDERBLOCKS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Lines all blocks of `kernel` up along x with the axis fastest that walks the
/// last dim of its stores; of a kernel whose products are planned, in groups
/// that share operands. Returns whether anything changed: not where that axis
/// is x already, or where no one axis walks the last dim of every store.
bool orderBlocks(KernelOp kernel);

/// The axis along which, in a kernel whose products are planned, a block and
/// the one before it differ, but at the ends of columns.
unsigned getNeighbourAxis(KernelOp kernel);

/// The number of blocks along an axis, as the kernel's grid says: an index that
/// is computed from its arguments.
mlir::Value countGridBlocks(mlir::ImplicitLocOpBuilder &b, KernelOp kernel,
                            unsigned axis);

} // namespace phobos

#endif // PHOBOS_DISTRIBUTION_ORDERBLOCKS_H

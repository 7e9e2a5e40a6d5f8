//===- MinBlocks.h - Blocks that must fit at a time -------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_MINBLOCKS_H
#define PHOBOS_LIB_DISTRIBUTION_MINBLOCKS_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

class Target;

/// Asks ptxas, where `kernel` does not, for registers few enough that a
/// multiprocessor holds two of its blocks: one loads while the other computes.
/// Where a thread has little of a row, ptxas gets there by itself, unless loads
/// may stand anywhere (`phobos-version-reads`); where it has too much, it
/// cannot.
void chooseMinBlocks(KernelOp kernel, const Target &target);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_MINBLOCKS_H

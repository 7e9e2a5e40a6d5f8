//===- OrderBlocks.h - Which blocks run next to each other ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_ORDERBLOCKS_H
#define PHOBOS_DISTRIBUTION_ORDERBLOCKS_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Lines all blocks of `kernel` up along x with the axis fastest that walks the
/// last dim of its stores. Returns whether anything changed: not where that
/// axis is x already, or where no one axis walks the last dim of every store.
bool orderBlocks(KernelOp kernel);

} // namespace phobos

#endif // PHOBOS_DISTRIBUTION_ORDERBLOCKS_H

//===- FreeTiles.h - Tiles that cost nothing in any layout ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_FREETILES_H
#define PHOBOS_LIB_DISTRIBUTION_FREETILES_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Replaces reshapes of constants, splats and iotas by such tiles.
void reshapeFreeTiles(KernelOp kernel);

/// Constants, splats and iotas cost nothing in any layout. One for each use
/// keeps them from tying tiles together that have nothing else in common.
void duplicateFreeTiles(KernelOp kernel);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_FREETILES_H

//===- AssignLayouts.h - Which thread holds which element of each tile -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_ASSIGNLAYOUTS_H
#define PHOBOS_DISTRIBUTION_ASSIGNLAYOUTS_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {
class Target;

/// The number of threads of a kernel's block: its `threads` attribute, or the
/// smallest of 128, 256 and 512 with which no thread holds more than 32
/// elements of the largest tile, or 64 where the kernel has products; 1024
/// where 512 would hold more than 128, or 64. Where tensor cores compute all
/// products: the smallest of 128 and 256 with which no thread holds more than
/// 64 elements of an accumulator, 512 or 1024 where it would hold more than 128
/// of a tile.
int64_t chooseThreads(KernelOp kernel, const Target &target);

/// Gives every tile of `kernel` a layout for `threads` threads and inserts
/// `phobos.convert_layout` where two meet. An error where a thread would hold
/// more elements of a tile than its registers take.
mlir::LogicalResult assignLayouts(KernelOp kernel, const Target &target,
                                  int64_t threads);

} // namespace phobos

#endif // PHOBOS_DISTRIBUTION_ASSIGNLAYOUTS_H

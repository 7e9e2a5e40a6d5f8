//===- IRStage.h - The stages of the IR -------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_IRSTAGE_H
#define PHOBOS_TRANSFORMS_IRSTAGE_H

namespace phobos {

/// The stages of the IR between the passes, see docs/Architecture.md.
enum class IRStage { Tile, Scheduled, Thread, NVVM };

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_IRSTAGE_H

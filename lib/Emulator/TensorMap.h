//===- TensorMap.h - Tensor maps of the emulator ----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_TENSORMAP_H
#define PHOBOS_LIB_EMULATOR_TENSORMAP_H

#include "phobos/TensorMap/TensorMap.h"
#include <optional>

namespace phobos::emulator {

/// The map that `emulatorEncodeTensorMap` made the 128 bytes at `pointer` of;
/// none if they are anything else, the map of an empty tensor among it.
std::optional<TensorMap> decodeTensorMap(const void *pointer);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_TENSORMAP_H

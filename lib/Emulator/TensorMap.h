//===- TensorMap.h - Tensor maps of the emulator ----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_TENSORMAP_H
#define PHOBOS_LIB_EMULATOR_TENSORMAP_H

#include "phobos/TensorMap/TensorMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace phobos::emulator {

/// The map that `emulatorEncodeTensorMap` made the 128 bytes at `pointer` of;
/// none if they are anything else, the map of an empty tensor among it.
std::optional<TensorMap> decodeTensorMap(const void *pointer);

/// Where a copy's box lies in a tensor: the coordinates of its first element,
/// the innermost first.
struct TensorBox {
  TensorMap map;
  std::array<int32_t, TensorMap::maxRank> start = {};

  /// A row of the box along the innermost dim, as it lies in both memories.
  struct Row {
    /// From the start of the box in shared memory, before the swizzle.
    uint32_t offset;
    /// Of the first element, which may lie before the tensor.
    uint64_t address;
    /// In bytes of the row, what of it is in the tensor.
    uint32_t begin, end;
  };

  uint32_t rowBytes() const { return map.box[0] * map.elementBytes(); }
  /// In shared memory, all of the box.
  uint32_t bytes() const;
  void forEachRow(llvm::function_ref<void(const Row &)> body) const;

private:
  uint32_t countAlong(unsigned dim) const;
  Row rowAt(uint32_t number) const;
};

/// Where 16 bytes that belong at `address` of shared memory lie by a swizzle
/// (CUDA Driver API, "CUtensorMapSwizzle"): bits of the number of their row of
/// 128 bytes are added, without carry, to the number of the piece in it.
uintptr_t swizzle(uintptr_t address, uint32_t bytes);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_TENSORMAP_H

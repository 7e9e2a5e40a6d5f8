//===- Packing.h - coordinates in a box as one bit vector -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_LAYOUT_PACKING_H
#define PHOBOS_LIB_LAYOUT_PACKING_H

#include "phobos/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"

namespace phobos {

/// The bits of coordinates in a box with power-of-two sides, side by side. The
/// XOR of coordinates is packed to the XOR of the packed ones.
inline uint64_t pack(llvm::ArrayRef<int64_t> coordinates,
                     llvm::ArrayRef<int64_t> box) {
  uint64_t packed = 0;
  for (auto [coordinate, side] : llvm::zip_equal(coordinates, box))
    packed = packed * side + coordinate;
  return packed;
}

inline llvm::SmallVector<uint64_t> packAll(llvm::ArrayRef<Basis> bases,
                                           llvm::ArrayRef<int64_t> box) {
  llvm::SmallVector<uint64_t> packed;
  for (const Basis &basis : bases)
    packed.push_back(pack(basis, box));
  return packed;
}

} // namespace phobos

#endif // PHOBOS_LIB_LAYOUT_PACKING_H

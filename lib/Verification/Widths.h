//===- Widths.h - How many bits values have ---------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_VERIFICATION_WIDTHS_H
#define PHOBOS_LIB_VERIFICATION_WIDTHS_H

#include "mlir/IR/BuiltinTypes.h"
#include "phobos/Verification/LinearSum.h"

namespace phobos::verification {

constexpr unsigned kIndexWidth = 64;

/// The bits of an integer or `index`.
inline unsigned widthOf(mlir::Type type) {
  return type.isIndex() ? kIndexWidth : type.getIntOrFloatBitWidth();
}

inline Integer signedMin(unsigned width) { return -powerOfTwo(width - 1); }
inline Integer signedMax(unsigned width) { return powerOfTwo(width - 1) - 1; }

} // namespace phobos::verification

#endif // PHOBOS_LIB_VERIFICATION_WIDTHS_H

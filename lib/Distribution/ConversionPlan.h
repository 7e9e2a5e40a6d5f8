//===- ConversionPlan.h - How a tile changes threads ------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_CONVERSIONPLAN_H
#define PHOBOS_LIB_DISTRIBUTION_CONVERSIONPLAN_H

#include "phobos/Dialect/Phobos.h"
#include "phobos/Layout/Conversion.h"

namespace phobos {

/// How `phobos.convert_layout` moves elements to the threads of another layout.
/// Code is made from it, and `phobos-print-layouts` prints it.
struct ConversionPlan {
  Conversion conversion;
  int64_t sharedBytes = 0;

  static ConversionPlan of(ConvertLayoutOp op);
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_CONVERSIONPLAN_H

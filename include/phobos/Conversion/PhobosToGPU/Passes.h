//===- Passes.h - From thread-level IR to llvm and nvvm ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_CONVERSION_PHOBOSTOGPU_PASSES_H
#define PHOBOS_CONVERSION_PHOBOSTOGPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace phobos {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "phobos/Conversion/PhobosToGPU/Passes.h.inc"

} // namespace phobos

#endif // PHOBOS_CONVERSION_PHOBOSTOGPU_PASSES_H

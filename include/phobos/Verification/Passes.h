//===- Passes.h - Claims of other passes, proved again ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_VERIFICATION_PASSES_H
#define PHOBOS_VERIFICATION_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace phobos {

#define GEN_PASS_DECL
#include "phobos/Verification/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "phobos/Verification/Passes.h.inc"

} // namespace phobos

#endif // PHOBOS_VERIFICATION_PASSES_H

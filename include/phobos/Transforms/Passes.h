//===- Passes.h - Passes over tiles, for any target -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_PASSES_H
#define PHOBOS_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "phobos/Transforms/IRStage.h"
#include "phobos/Transforms/LintBounds.h"

namespace phobos {

#define GEN_PASS_DECL
#include "phobos/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "phobos/Transforms/Passes.h.inc"

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_PASSES_H

//===- Passes.h - From tiles to threads -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_PASSES_H
#define PHOBOS_DISTRIBUTION_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// On a gather or scatter: how many elements of the last dim, from a multiple
/// of that number on, lie side by side at an address that is a multiple of
/// their bytes, under equal elements of the mask. An IntegerAttr.
inline constexpr llvm::StringLiteral runAttrName = "phobos.run";

/// On a load or store in the version of a kernel for aligned rows: no vector
/// straddles the end of its row, for the version was chosen by that as well.
inline constexpr llvm::StringLiteral wholeVectorsAttrName =
    "phobos.whole_vectors";

/// On a store, and on the loads that it is computed from: how many elements of
/// a row, a sector of the memory, the tile has in common with the one before.
/// Of each sector in which they meet, one block stores all. An IntegerAttr.
inline constexpr llvm::StringLiteral overlapAttrName = "phobos.overlap";

/// On a load: no store of the kernel reaches the memory of its view, for
/// whatever runs around it was chosen by that. A UnitAttr.
inline constexpr llvm::StringLiteral readOnlyAttrName = "phobos.read_only";
/// And on the branch between that version and the other one.
inline constexpr llvm::StringLiteral readVersionsAttrName =
    "phobos.read_versions";

#define GEN_PASS_DECL
#include "phobos/Distribution/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "phobos/Distribution/Passes.h.inc"

} // namespace phobos

#endif // PHOBOS_DISTRIBUTION_PASSES_H

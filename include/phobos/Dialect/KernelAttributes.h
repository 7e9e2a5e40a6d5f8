//===- KernelAttributes.h - names of attributes of kernels -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_DIALECT_KERNELATTRIBUTES_H
#define PHOBOS_DIALECT_KERNELATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace phobos {

/// Discardable attributes of a `phobos.kernel`, as the dialect's description
/// has them; the last two also of loops.
inline constexpr llvm::StringLiteral kStrictAttr = "phobos.strict";
inline constexpr llvm::StringLiteral kNoAliasAttr = "phobos.noalias";
inline constexpr llvm::StringLiteral kMinBlocksAttr = "phobos.min_blocks";
inline constexpr llvm::StringLiteral kMaxRegistersAttr = "phobos.max_registers";
inline constexpr llvm::StringLiteral kPipelineAttr = "phobos.pipeline";
inline constexpr llvm::StringLiteral kAssertNoMaskAttr =
    "phobos.assert_no_mask";

/// On a kernel that launchers run for another one, such as a copy that a tensor
/// map's `repack` names: the symbol of that kernel, or of the gpu.module that
/// it has become. The code of both is one module's.
inline constexpr llvm::StringLiteral kHelperOfAttr = "phobos.helper_of";

/// On a promise that the blocks along an axis end within an extent, for
/// launchers, which see to it first: a dictionary of the extent's name
/// ("extent"), the elements that each takes ("multiple"), and their number as a
/// map of the kernel's grid symbols ("blocks").
inline constexpr llvm::StringLiteral kWalkAttr = "phobos.walk";

/// Discardable attributes of accesses of which `phobos-eliminate-masks` has
/// removed masks: an array of dictionaries, one a removed dim, of "dim", "rule"
/// and "facts", texts for explanations; and the fill that went with the last.
inline constexpr llvm::StringLiteral kMaskProofsAttr = "phobos.mask_proofs";
inline constexpr llvm::StringLiteral kRemovedFillAttr = "phobos.removed_fill";

/// Discardable attribute of the parts of a loop that was split, see
/// `phobos-split-loops`.
inline constexpr llvm::StringLiteral kLoopPartAttr = "phobos.loop_part";

/// Discardable attributes of what `phobos-plan-products` has planned: on a
/// loop, the stages of the ring that its operands come through; on a load, that
/// bulk copies bring its tile to shared memory, so that its masks cost nothing;
/// on the kernel, the threads that only copy, beside those that hold tiles.
inline constexpr llvm::StringLiteral kStagesAttr = "phobos.stages";
inline constexpr llvm::StringLiteral kStagedAttr = "phobos.staged";
inline constexpr llvm::StringLiteral kProducersAttr = "phobos.producers";

/// Discardable attribute of a product that `phobos-plan-products` leaves to
/// other code: why, a text.
inline constexpr llvm::StringLiteral kNotStagedAttr = "phobos.not_staged";

/// Discardable attribute of a kernel that `phobos-make-persistent` has changed:
/// how many of its blocks a multiprocessor is to get. Of its loop over the
/// grid: that each iteration is a block.
inline constexpr llvm::StringLiteral kPersistentAttr = "phobos.persistent";

/// Discardable attributes: of a kernel, how many of its blocks are to be a
/// cluster, which stays only where `phobos-form-clusters` finds that they can,
/// else why not, a text; and what that pass says of a staged load, that so many
/// blocks bring its tile for each other where it is the same.
inline constexpr llvm::StringLiteral kClusterAttr = "phobos.cluster";
inline constexpr llvm::StringLiteral kNoClusterAttr = "phobos.no_cluster";
inline constexpr llvm::StringLiteral kMulticastAttr = "phobos.multicast";

} // namespace phobos

#endif // PHOBOS_DIALECT_KERNELATTRIBUTES_H

//===- BulkCopy.h - What all bulk copies have in common ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_BULKCOPY_H
#define PHOBOS_LIB_EMULATOR_BULKCOPY_H

#include "Block.h"
#include "llvm/ADT/Twine.h"
#include <functional>
#include <optional>

namespace phobos::emulator {

/// What a bulk copy moves at once; addresses are multiples of it.
inline constexpr uint32_t pieceBytes = 16;

/// A fault at which a GPU ends the kernel, as the run does.
void refuseCopy(Thread &thread, Site site, const llvm::Twine &text);

/// Half of a copy: it fills `data`, or takes from it what it puts elsewhere, as
/// `agent` behind what `after` has seen.
using HalfCopy =
    std::function<void(char *data, Agent agent, const Clock &after)>;

/// Starts a copy of the running thread to `bytes` of shared memory at `to`,
/// which `read` fills, and which then completes at `barrier`; by a `multicast`
/// mask in each of its blocks, at the same places.
void startBulkLoad(void *to, void *barrier, std::optional<uint32_t> multicast,
                   uint32_t bytes, HalfCopy read, Site site);

/// Starts a copy of `bytes` from shared memory in the running thread's open
/// bulk group: the reads of a group may be waited for alone.
void startBulkStore(uint32_t bytes, HalfCopy read, HalfCopy write, Site site);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_BULKCOPY_H

//===- BulkStore.h - Bulk copies from shared memory -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_BULKSTORE_H
#define PHOBOS_LIB_EMULATOR_BULKSTORE_H

#include "Block.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>

namespace phobos::emulator {

/// Does one half of a copy: fills `data` from shared memory, or puts it into
/// global memory, as `agent` behind what `after` has seen.
using HalfCopy =
    std::function<void(char *data, Agent agent, const Clock &after)>;

/// Starts a copy of `bytes` of the running thread, in its open bulk group: the
/// group's reads may be waited for alone.
void startBulkStore(uint32_t bytes, HalfCopy read, HalfCopy write, Site site);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_BULKSTORE_H

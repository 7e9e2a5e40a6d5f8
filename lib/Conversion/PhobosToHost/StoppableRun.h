//===- StoppableRun.h - Run code that may end in its middle -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_STOPPABLERUN_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_STOPPABLERUN_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace phobos {

/// A check of bounds that failed.
struct FailedCheck {
  int64_t number, start, extent;
};

/// Calls `entry`, compiled code that gets its memory from `allocateInRun` and
/// `freeInRun`. Where it calls `stopRun`, the check that it gave; its memory is
/// freed then.
std::optional<FailedCheck> runStoppably(void (*entry)(void **),
                                        void **arguments);

/// Ends the run of this thread.
[[noreturn]] void stopRun(int64_t number, int64_t start, int64_t extent);

void *allocateInRun(size_t bytes);
void *allocateZeroedInRun(size_t count, size_t bytes);
void freeInRun(void *memory);

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_STOPPABLERUN_H

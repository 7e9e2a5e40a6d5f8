//===- Clock.h - What a thread knows to have happened ---------------*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_CLOCK_H
#define PHOBOS_LIB_EMULATOR_CLOCK_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace phobos::emulator {

/// A vector clock: for each thread of a block, up to which of its epochs
/// everything has happened before. A thread's epoch grows each time it lets
/// others know what it has done.
///
/// The threads that leave a barrier share one vector and differ in their own
/// entry only, so that a barrier of n threads costs O(n).
class Clock {
public:
  Clock() = default;
  explicit Clock(uint32_t thread) : thread(thread) {}

  uint32_t epoch() const { return ownEpoch; }

  /// Whether what `other` did in `epoch` has happened before.
  bool hasSeen(uint32_t other, uint32_t epoch) const {
    if (other == thread)
      return epoch <= ownEpoch;
    return seen && other < seen->size() && epoch <= (*seen)[other];
  }

  /// Each of `clocks` has seen everything that any of them had.
  static void meet(llvm::ArrayRef<Clock *> clocks);

private:
  uint32_t thread = 0, ownEpoch = 1;
  std::shared_ptr<const std::vector<uint32_t>> seen;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_CLOCK_H

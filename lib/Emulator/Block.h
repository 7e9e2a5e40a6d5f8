//===- Block.h - The threads of a block, and where they meet ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_BLOCK_H
#define PHOBOS_LIB_EMULATOR_BLOCK_H

#include "Clock.h"
#include "Fiber.h"
#include "Site.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <memory>
#include <vector>

namespace phobos::emulator {
class Execution;
struct Thread;

inline constexpr unsigned lanesOfWarp = 32;

/// A warp-wide instruction that some of its lanes have not reached yet.
struct WarpMeeting {
  Site site;
  uint32_t mask;        // the lanes that must come
  uint32_t arrived = 0; // those that have
  /// What the instruction does when all have come, with what each lane brought.
  void (*complete)(WarpMeeting &meeting, Execution &execution);
  std::array<void *, lanesOfWarp> operands = {};
  std::array<Thread *, lanesOfWarp> threads = {};
};

struct Warp {
  /// The lanes that have not ended.
  uint32_t live = 0;
  std::vector<std::unique_ptr<WarpMeeting>> meetings;
  /// An `.aligned` barrier, which all live lanes must reach at the same place.
  Site alignedSite = {};
  uint32_t alignedLanes = 0;
  Thread *alignedThread = nullptr;
};

struct Thread {
  /// The thread on whose fiber this runs.
  static Thread &current() {
    return *static_cast<Thread *>(Fiber::currentOwner());
  }

  Execution *execution = nullptr;
  std::array<uint32_t, 3> index = {};
  uint32_t number = 0; // in the block
  uint32_t lane = 0;
  Warp *warp = nullptr;
  Clock clock;

  Fiber *fiber = nullptr; // null before it starts and after it ends
  bool hasEnded = false;
  /// What it waits for, null while it can go on, and where.
  const char *waitsFor = nullptr;
  Site waitSite = {};
};

/// A barrier of a block (PTX ISA, "barrier{.cta}").
struct Barrier {
  uint32_t expected = 0;
  std::vector<Thread *> arrived; // those that wait, and those that do not
  std::vector<Thread *> waiting;
};

struct Block {
  static constexpr unsigned numBarriers = 16;

  std::array<uint32_t, 3> index = {};
  uint64_t number = 0; // in the grid, from 1
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::array<Barrier, numBarriers> barriers;
  size_t numLive = 0;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_BLOCK_H

//===- WarpGroup.h - Four warps that execute wgmma together -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_WARPGROUP_H
#define PHOBOS_LIB_EMULATOR_WARPGROUP_H

#include "Clock.h"
#include "Site.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <deque>
#include <memory>
#include <vector>

namespace phobos::emulator {
struct Thread;
struct Wgmma;
struct WgmmaAccumulators;

/// What threads 128 * i to 128 * i + 127 of a block have done of wgmma (PTX
/// ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
/// Instructions"). Functions/Wgmma.h says how it is used.
struct WarpGroup {
  static constexpr unsigned numThreads = 128;
  static constexpr unsigned numWarps = 4;

  /// What one thread has done.
  struct Member {
    /// Since a wgmma.fence it has not got results into its registers.
    bool isFenced = false;
    uint64_t numStarted = 0;   // wgmma.mma_async
    uint64_t numCommitted = 0; // groups
    uint64_t numAwaited = 0;   // of those started: the first that are over
  };

  /// wgmma.commit_group: which operations are over with this group, and what
  /// the threads of each warp know who waited for it.
  struct Group {
    uint64_t end;
    std::array<KnowledgePtr, numWarps> done;
  };

  /// Accumulators as one operation leaves them; null where a later one goes on
  /// with them.
  struct Version {
    std::shared_ptr<WgmmaAccumulators> accumulators;
    uint64_t operation = 0;
  };

  std::array<Member, numThreads> members;
  /// Those that are not over, in order; the first one's number is `numOver`.
  std::deque<std::shared_ptr<Wgmma>> operations;
  uint64_t numOver = 0;
  std::vector<Group> groups;
  /// Versions of accumulators that threads hold tokens of.
  llvm::DenseMap<uint32_t, Version> versions;
  uint32_t lastVersion = 0;
  /// The first of an agent for each warp, which reads operands on its own: who
  /// waits knows of the own warp's part. 0: none yet, since that is a thread.
  uint32_t firstActor = 0;
  /// For the other threads to come to an operation.
  std::vector<Thread *> waiting;
};

/// At the end of a thread: a fault if there is wgmma that it has not waited
/// for.
void finishWgmma(Thread &thread);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_WARPGROUP_H

//===- MemoryBarrier.h - Barriers in shared memory --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_MEMORYBARRIER_H
#define PHOBOS_LIB_EMULATOR_MEMORYBARRIER_H

#include "Clock.h"
#include "Site.h"
#include "llvm/ADT/Twine.h"
#include <optional>
#include <string>
#include <vector>

namespace phobos::emulator {
class Execution;
struct Thread;

/// An mbarrier object (PTX ISA, "mbarrier"). A phase is complete when no
/// arrival and no byte of asynchronous copies is missing; the next one then
/// begins. Its state is kept in the Cluster, beside shared memory, where it
/// leaves a mark that shows if something else was written over it.
struct MemoryBarrier {
  static constexpr uint32_t objectBytes = 8;
  /// The largest count of arrivals, and of bytes in either direction.
  static constexpr uint32_t maxCount = (1u << 20) - 1;

  uint32_t expected = 0;  // arrivals of each phase
  uint32_t pending = 0;   // those that are missing
  int64_t bytes = 0;      // those that are missing
  uint64_t phase = 0;     // the current one, from 0
  Release released;       // by arrivals and copies of the current phase
  KnowledgePtr completed; // by those of the last one
  std::vector<Thread *> waiting;

  /// Who initialised it, and when and where; the epoch of a later
  /// fence.mbarrier_init of that thread, 0 if there was none.
  Agent initializer;
  Site site = {};
  uint32_t initFence = 0;
  /// The actor of the copies that complete here: its epochs are phases, from 1.
  std::optional<uint32_t> copies;

  /// Makes one of `count` arrivals in memory that `thread` may write.
  static void create(const Thread &thread, void *pointer, uint32_t count,
                     Site site);
  /// The one at `pointer` in the cluster's shared memory, which `what` needs;
  /// null after a report where there is none.
  static MemoryBarrier *find(const Thread &thread, const void *pointer,
                             const char *what, Site site);

  /// The same for an instruction of the running thread, after the checks of an
  /// atomic access to its block's or the cluster's shared memory.
  static MemoryBarrier *access(void *pointer, bool inCluster, const char *what,
                               Site site);
  /// A fault of `thread`.
  static void report(const Thread &thread, Site site, const llvm::Twine &text);

  /// Expects `more` bytes, or fewer.
  void addBytes(int64_t more, const Thread &thread, Site site);
  /// Goes on to the next phase if nothing is missing.
  void completePhase(Execution &execution);
  /// "phase 3, with 1 of 2 arrivals and 4096 bytes missing"
  std::string describe() const;
};

/// The mbarrier at `pointer` for a copy that `starter` starts now; null after a
/// report where there is none. Another report where the async proxy does not
/// see its initialisation.
MemoryBarrier *findForCopy(const Thread &starter, const void *pointer,
                           Site site);
/// Who copies data for the current phase of the mbarrier at `pointer`; none
/// after a report where there is no mbarrier any more.
std::optional<Agent> agentOfCopies(const Thread &starter, const void *pointer,
                                   Site site);
/// An arrival at the mbarrier at `pointer`, once all that `agent` has done is.
void arriveForAgent(const Thread &starter, const void *pointer, Agent agent,
                    Site site);
/// `bytes` of a copy have come.
void completeBytes(const Thread &starter, const void *pointer, uint32_t bytes,
                   Site site);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_MEMORYBARRIER_H

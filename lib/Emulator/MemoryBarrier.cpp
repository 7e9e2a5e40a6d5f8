//===- MemoryBarrier.cpp - Barriers in shared memory ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "MemoryBarrier.h"
#include "Execution.h"
#include <cstring>

using namespace phobos::emulator;

static uintptr_t toAddress(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

static uint64_t markOf(uintptr_t address) {
  return 0x6d62617272696572 ^ address; // "mbarrier"
}

void MemoryBarrier::report(const Thread &thread, Site site,
                           const llvm::Twine &text) {
  thread.execution->getFaults().add(FaultKind::MemoryBarrier, site,
                                    text + ", by " +
                                        thread.execution->describe(thread));
}

void MemoryBarrier::create(const Thread &thread, void *pointer, uint32_t count,
                           Site site) {
  MemoryBarrier barrier;
  barrier.expected = barrier.pending = count;
  barrier.initializer = {thread.actor, thread.clock.epoch()};
  barrier.site = site;
  uintptr_t address = toAddress(pointer);
  thread.execution->getCluster().memoryBarriers[address] = std::move(barrier);
  uint64_t mark = markOf(address);
  memcpy(pointer, &mark, sizeof mark);
}

MemoryBarrier *MemoryBarrier::find(const Thread &thread, const void *pointer,
                                   const char *what, Site site) {
  Execution &execution = *thread.execution;
  uintptr_t address = toAddress(pointer);
  auto &barriers = execution.getCluster().memoryBarriers;
  auto found = barriers.find(address);
  if (found == barriers.end()) {
    report(thread, site,
           llvm::Twine(what) + " needs an mbarrier, and there is none at " +
               execution.describePlace(address));
    return nullptr;
  }
  uint64_t mark;
  memcpy(&mark, pointer, sizeof mark);
  if (mark != markOf(address)) {
    report(thread, site,
           llvm::Twine(what) + " needs the mbarrier at " +
               execution.describePlace(address) +
               ", and something else was written there");
    execution.wakeAll(found->second.waiting);
    barriers.erase(found);
    return nullptr;
  }
  return &found->second;
}

/// What `thread` does with `barrier` must come behind its initialisation.
static void checkOrder(const MemoryBarrier &barrier, const Thread &thread,
                       const char *what, Site site) {
  Execution &execution = *thread.execution;
  auto [actor, epoch] = barrier.initializer;
  if (execution.findsRaces() && !thread.clock.hasSeen(actor, epoch))
    execution.getFaults().add(
        FaultKind::Race, site,
        llvm::Twine(what) + " by " + execution.describe(thread) +
            ", not ordered with the mbarrier's initialisation",
        barrier.site, "mbarrier.init");
}

MemoryBarrier *MemoryBarrier::access(void *pointer, bool inCluster,
                                     const char *what, Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  Access access = {objectBytes, objectBytes,
                   /*isWrite=*/true,
                   /*isAtomic=*/true};
  void *place = inCluster
                    ? execution.checkCluster(thread, pointer, access, site)
                    : execution.checkShared(thread, pointer, access, site);
  MemoryBarrier *barrier =
      place == pointer ? find(thread, pointer, what, site) : nullptr;
  if (barrier)
    checkOrder(*barrier, thread, what, site);
  return barrier;
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

void MemoryBarrier::addBytes(int64_t more, const Thread &thread, Site site) {
  bytes += more;
  if (std::abs(bytes) > maxCount)
    report(thread, site,
           "an mbarrier counts up to 2^20 - 1 bytes, and this makes it " +
               llvm::Twine(bytes));
}

void MemoryBarrier::completePhase(Execution &execution) {
  if (pending || bytes)
    return;
  ++phase;
  pending = expected;
  completed = released.get();
  released = Release();
  execution.wakeAll(waiting);
}

std::string MemoryBarrier::describe() const {
  std::string text = "phase " + std::to_string(phase) + ", with ";
  if (pending || bytes == 0)
    text += std::to_string(pending) + " of " + std::to_string(expected) +
            " arrivals";
  if (bytes)
    text += (pending ? " and " : "") + std::to_string(bytes) + " bytes";
  return text + " missing";
}

//===----------------------------------------------------------------------===//
// Copies that complete at an mbarrier
//===----------------------------------------------------------------------===//

static constexpr const char *aCopy = "a copy";

MemoryBarrier *phobos::emulator::findForCopy(const Thread &starter,
                                             const void *pointer, Site site) {
  MemoryBarrier *barrier = MemoryBarrier::find(starter, pointer, aCopy, site);
  if (!barrier)
    return nullptr;
  auto [actor, epoch] = barrier->initializer;
  bool isFenced =
      starter.clock.hasSeenFenced(actor, epoch) ||
      (barrier->initFence && starter.clock.hasSeen(actor, barrier->initFence));
  if (!isFenced && starter.execution->findsRaces())
    starter.execution->getFaults().add(
        FaultKind::Fence, site,
        "a copy completes at an mbarrier whose mbarrier.init it need not see, "
        "by " +
            starter.execution->describe(starter),
        barrier->site,
        "mbarrier.init, without a fence.mbarrier_init or fence.proxy.async "
        "behind it");
  return barrier;
}

std::optional<Agent> phobos::emulator::agentOfCopies(const Thread &starter,
                                                     const void *pointer,
                                                     Site site) {
  MemoryBarrier *barrier = MemoryBarrier::find(starter, pointer, aCopy, site);
  if (!barrier)
    return std::nullopt;
  Execution &execution = *starter.execution;
  if (!barrier->copies)
    barrier->copies = execution.getCluster().addAgent(
        "copy for the mbarrier at " +
        execution.describePlace(toAddress(pointer)));
  return Agent{*barrier->copies, static_cast<uint32_t>(barrier->phase + 1)};
}

void phobos::emulator::arriveForAgent(const Thread &starter,
                                      const void *pointer, Agent agent,
                                      Site site) {
  MemoryBarrier *barrier =
      MemoryBarrier::find(starter, pointer, "cp.async.mbarrier.arrive", site);
  if (!barrier)
    return;
  if (barrier->pending == 0)
    return MemoryBarrier::report(
        starter, site,
        "cp.async.mbarrier.arrive where the mbarrier misses no arrival in "
        "phase " +
            llvm::Twine(barrier->phase));
  barrier->released.add(agent);
  --barrier->pending;
  barrier->completePhase(*starter.execution);
}

void phobos::emulator::completeBytes(const Thread &starter, const void *pointer,
                                     uint32_t bytes, Site site) {
  std::optional<Agent> agent = agentOfCopies(starter, pointer, site);
  if (!agent)
    return;
  Cluster &cluster = starter.execution->getCluster();
  MemoryBarrier &barrier = cluster.memoryBarriers[toAddress(pointer)];
  barrier.released.add(*agent);
  barrier.addBytes(-static_cast<int64_t>(bytes), starter, site);
  barrier.completePhase(*starter.execution);
}

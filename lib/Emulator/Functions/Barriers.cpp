//===- Barriers.cpp - Barriers of a block -----------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "barrier{.cta}", "bar.warp.sync". All threads that take part in a
// barrier see, behind it, what each of them did before it.

#include "../Execution.h"
#include "../FunctionTable.h"
#include "llvm/ADT/SmallVector.h"

using namespace phobos::emulator;

static void report(FaultKind kind, const Thread &thread, Site site,
                   const llvm::Twine &text) {
  thread.execution->getFaults().add(
      kind, site, text + ", by " + thread.execution->describe(thread));
}

/// All have come: they know of each other, and those that wait go on.
static void release(Barrier &barrier, Execution &execution) {
  llvm::SmallVector<Clock *> clocks;
  for (Thread *thread : barrier.arrived)
    clocks.push_back(&thread->clock);
  Clock::meet(clocks);
  for (Thread *thread : barrier.waiting)
    execution.wake(*thread);
  barrier = Barrier();
}

/// `barrier.cta.sync id, count` and, if not `waits`, `barrier.cta.arrive`. A
/// count of 0 stands for all threads of the block.
static void arrive(uint32_t id, uint32_t count, bool waits, Site site) {
  Thread &thread = Thread::current();
  Block &block = thread.execution->getBlock();
  if (id >= Block::numBarriers)
    return report(FaultKind::Barrier, thread, site,
                  "expected a barrier from 0 to 15, got " + llvm::Twine(id));
  // Warps count, not threads: each adds its 32, even if it has fewer.
  auto all = static_cast<uint32_t>(block.warps.size() * lanesOfWarp);
  if (count == 0)
    count = all;
  if (count % lanesOfWarp != 0 || count > all)
    return report(FaultKind::Barrier, thread, site,
                  "expected a multiple of 32 threads, up to " +
                      llvm::Twine(all) + ", at a barrier, got " +
                      llvm::Twine(count));
  Barrier &barrier = block.barriers[id];
  if (!barrier.arrived.empty() && barrier.expected != count)
    report(FaultKind::Barrier, thread, site,
           "barrier " + llvm::Twine(id) + " has " +
               llvm::Twine(barrier.expected) + " threads for others, " +
               llvm::Twine(count) + " here");
  barrier.expected = count;
  barrier.arrived.push_back(&thread);
  size_t missing = all - block.threads.size(); // of the last warp
  if (barrier.arrived.size() + (count == all ? missing : 0) >= count) {
    release(barrier, *thread.execution);
  } else if (waits) {
    barrier.waiting.push_back(&thread);
    thread.execution->wait(thread, "a barrier", site);
  }
}

/// An `.aligned` instruction: all threads of the warp execute this one.
static void checkAligned(Site site) {
  Thread &thread = Thread::current();
  Warp &warp = *thread.warp;
  Execution &execution = *thread.execution;
  uint32_t self = 1u << thread.lane;
  if (warp.alignedLanes & self) // the last barrier is over for this thread
    warp.alignedLanes = 0;
  if (warp.alignedLanes && warp.alignedSite != site)
    execution.getFaults().add(FaultKind::Divergence, site,
                              "threads of a warp are at different barriers: " +
                                  execution.describe(thread) + " at this one",
                              warp.alignedSite,
                              execution.describe(*warp.alignedThread) +
                                  " at this one");
  warp.alignedSite = site;
  warp.alignedThread = &thread;
  warp.alignedLanes |= self;
  if ((warp.live & ~warp.alignedLanes) == 0)
    warp.alignedLanes = 0;
}

static void syncAll(uint32_t id, Site site) {
  arrive(id, 0, /*waits=*/true, site);
}

static void syncAllAligned(uint32_t id, Site site) {
  checkAligned(site);
  syncAll(id, site);
}

static void syncCount(uint32_t id, uint32_t count, Site site) {
  arrive(id, count, /*waits=*/true, site);
}

static void syncCountAligned(uint32_t id, uint32_t count, Site site) {
  checkAligned(site);
  syncCount(id, count, site);
}

static void arriveCount(uint32_t id, uint32_t count, Site site) {
  arrive(id, count, /*waits=*/false, site);
}

static void arriveCountAligned(uint32_t id, uint32_t count, Site site) {
  checkAligned(site);
  arriveCount(id, count, site);
}

void phobos::emulator::addBarrierFunctions(FunctionTable &table) {
  table.add("llvm.nvvm.barrier.cta.sync.all", syncAll);
  table.add("llvm.nvvm.barrier.cta.sync.aligned.all", syncAllAligned);
  table.add("llvm.nvvm.barrier.cta.sync.count", syncCount);
  table.add("llvm.nvvm.barrier.cta.sync.aligned.count", syncCountAligned);
  table.add("llvm.nvvm.barrier.cta.arrive.count", arriveCount);
  table.add("llvm.nvvm.barrier.cta.arrive.aligned.count", arriveCountAligned);
}

//===- Barriers.cpp - Barriers of a block -----------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "barrier{.cta}". Threads that wait at a barrier see, behind it, what
// each that takes part did before it.

#include "../Execution.h"
#include "../FunctionTable.h"
#include "llvm/ADT/SmallVector.h"

using namespace phobos::emulator;

static void report(FaultKind kind, const Thread &thread, Site site,
                   const llvm::Twine &text) {
  thread.execution->getFaults().add(
      kind, site, text + ", by " + thread.execution->describe(thread));
}

/// All have come: those that wait know of all others, and go on.
static void release(Barrier &barrier, Thread &last, bool waits) {
  KnowledgePtr known = barrier.released.get();
  for (Thread *thread : barrier.waiting)
    thread->clock.acquire(known);
  if (waits)
    last.clock.acquire(known);
  last.execution->wakeAll(barrier.waiting);
  barrier = Barrier();
}

/// `barrier.cta.sync id, count` and, if not `waits`, `barrier.cta.arrive`. A
/// count of 0 stands for all threads of the block.
static void arrive(uint32_t id, uint32_t count, bool waits, Site site) {
  Thread &thread = Thread::current();
  Block &block = *thread.block;
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
  if (barrier.arrived && barrier.expected != count)
    report(FaultKind::Barrier, thread, site,
           "barrier " + llvm::Twine(id) + " has " +
               llvm::Twine(barrier.expected) + " threads for others, " +
               llvm::Twine(count) + " here");
  barrier.expected = count;
  barrier.released.add(thread.clock);
  ++barrier.arrived;
  size_t missing = all - block.threads.size(); // of the last warp
  if (barrier.arrived + (count == all ? missing : 0) >= count) {
    release(barrier, thread, waits);
  } else if (waits) {
    barrier.waiting.push_back(&thread);
    thread.execution->wait(thread, "a barrier", site);
  }
}

static void checkAligned(Site site) {
  Thread &thread = Thread::current();
  thread.execution->checkAligned(thread, site);
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

/// `bar` is `barrier…aligned`; a count may be left out where threads wait.
static void addInlineForms(FunctionTable &table) {
  std::string all = countOverload(1), some = countOverload(2);
  for (const char *family : {"barrier", "barrier.cta"}) {
    table.add(family + (".sync" + all), syncAll);
    table.add(family + (".sync" + some), syncCount);
    table.add(family + (".sync.aligned" + all), syncAllAligned);
    table.add(family + (".sync.aligned" + some), syncCountAligned);
    table.add(family + std::string(".arrive"), arriveCount);
    table.add(family + std::string(".arrive.aligned"), arriveCountAligned);
  }
  for (const char *family : {"bar", "bar.cta"}) {
    table.add(family + (".sync" + all), syncAllAligned);
    table.add(family + (".sync" + some), syncCountAligned);
    table.add(family + std::string(".arrive"), arriveCountAligned);
  }
}

void phobos::emulator::addBarrierFunctions(FunctionTable &table) {
  addInlineForms(table);
  table.add("llvm.nvvm.barrier.cta.sync.all", syncAll);
  table.add("llvm.nvvm.barrier.cta.sync.aligned.all", syncAllAligned);
  table.add("llvm.nvvm.barrier.cta.sync.count", syncCount);
  table.add("llvm.nvvm.barrier.cta.sync.aligned.count", syncCountAligned);
  table.add("llvm.nvvm.barrier.cta.arrive.count", arriveCount);
  table.add("llvm.nvvm.barrier.cta.arrive.aligned.count", arriveCountAligned);
}

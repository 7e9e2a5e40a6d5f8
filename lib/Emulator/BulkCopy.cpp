//===- BulkCopy.cpp - What all bulk copies have in common -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "BulkCopy.h"
#include "Execution.h"

using namespace phobos::emulator;

void phobos::emulator::refuseCopy(Thread &thread, Site site,
                                  const llvm::Twine &text) {
  thread.execution->getFaults().add(FaultKind::BulkCopy, site,
                                    text + ", by " +
                                        thread.execution->describe(thread));
  thread.execution->stop(thread);
}

//===----------------------------------------------------------------------===//
// To shared memory
//===----------------------------------------------------------------------===//

namespace {
/// A copy to one block.
struct Load {
  void *to, *barrier;
  uint32_t bytes;
  HalfCopy read;
  const Thread *thread;
  Site site;
  Clock after;

  void perform() const;
};
} // namespace

void Load::perform() const {
  std::optional<Agent> agent = agentOfCopies(*thread, barrier, site);
  if (!agent)
    return;
  Access access = {bytes, pieceBytes, /*isWrite=*/true};
  access.isAsyncProxy = true;
  if (char *place = thread->execution->checkSharedAsync(*thread, to, access,
                                                        site, *agent, after))
    read(place, *agent, after);
  completeBytes(*thread, barrier, bytes, site);
}

/// Whether a copy by `multicast`, or to memory of `own` without one, goes to
/// `block`.
static bool isTarget(const Block &block, const Block *own,
                     std::optional<uint32_t> multicast) {
  return multicast ? *multicast >> block.rank & 1 : &block == own;
}

void phobos::emulator::startBulkLoad(void *to, void *barrier,
                                     std::optional<uint32_t> multicast,
                                     uint32_t bytes, HalfCopy read, Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  Cluster &cluster = execution.getCluster();
  size_t numBlocks = cluster.blocks.size();
  if (multicast && (*multicast == 0 || *multicast >> numBlocks))
    refuseCopy(thread, site,
               "expected a mask of the cluster's " + llvm::Twine(numBlocks) +
                   " blocks, got " + llvm::Twine(*multicast));
  Block *own = cluster.findBlock(reinterpret_cast<uintptr_t>(to));
  if (!own)
    refuseCopy(thread, site, "expected a copy to shared memory");
  auto placeIn = [](const Block &block, void *pointer) {
    uintptr_t offset =
        reinterpret_cast<uintptr_t>(pointer) % SharedWindow::size;
    return reinterpret_cast<void *>(block.window.getBase() + offset);
  };
  Clock after = thread.clock.fork();
  for (Block &block : cluster.blocks) {
    Load load = {placeIn(block, to),
                 placeIn(block, barrier),
                 bytes,
                 read,
                 &thread,
                 site,
                 after};
    if (isTarget(block, own, multicast) &&
        findForCopy(thread, load.barrier, site))
      execution.startAsync([load] { load.perform(); });
  }
}

//===----------------------------------------------------------------------===//
// From shared memory
//===----------------------------------------------------------------------===//

void phobos::emulator::startBulkStore(uint32_t bytes, HalfCopy read,
                                      HalfCopy write, Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  Agent reader = thread.bulkReads.agent(thread);
  Agent writer = thread.bulkWrites.agent(thread);
  Clock after = thread.clock.fork();
  auto data = std::make_shared<std::vector<char>>(bytes);
  AsyncWorkPtr reading = execution.startAsync(
      [data, read, reader, after] { read(data->data(), reader, after); });
  AsyncWorkPtr writing =
      execution.startAsync([data, write, writer, after, reading, &execution] {
        execution.complete(*reading);
        write(data->data(), writer, after);
      });
  thread.bulkReads.add(reading, site);
  thread.bulkWrites.add(writing, site);
}

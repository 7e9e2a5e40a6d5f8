//===- AsyncCopy.cpp - Copies from global to shared memory ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "cp.async", "cp.async.commit_group", "cp.async.wait_group",
// "cp.async.wait_all", "cp.async.mbarrier.arrive". A copy goes on while its
// thread does, in the generic proxy. Nobody may touch what it writes, or change
// what it reads, until the thread has waited for its group; other threads also
// need a barrier behind that.

#include "../Execution.h"
#include "../FunctionTable.h"
#include "../MemoryBarrier.h"
#include <cstring>

using namespace phobos::emulator;

namespace {
struct Copy {
  void *to, *from;
  uint32_t bytes;
  uint32_t sourceBytes; // what follows them is filled with zeros
};
} // namespace

/// What the agent of a group does at some time behind the instruction.
static void perform(const Copy &copy, const Thread &thread, Site site,
                    Agent agent, const Clock &after) {
  Execution &execution = *thread.execution;
  auto alignment = static_cast<uint8_t>(copy.bytes);
  char words[16] = {};
  if (copy.sourceBytes != 0) {
    char *from = execution.checkGlobalAsync(
        thread, copy.from, {copy.sourceBytes, alignment}, site, agent, after);
    if (from)
      memcpy(words, from, copy.sourceBytes);
  }
  char *to = execution.checkSharedAsync(
      thread, copy.to, {copy.bytes, alignment, true}, site, agent, after);
  if (to)
    memcpy(to, words, copy.bytes);
}

static void start(Copy copy, Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  if (copy.sourceBytes > copy.bytes) {
    execution.getFaults().add(FaultKind::Async, site,
                              "expected at most " + llvm::Twine(copy.bytes) +
                                  " bytes of the source to copy, got " +
                                  llvm::Twine(copy.sourceBytes) + ", by " +
                                  execution.describe(thread));
    copy.sourceBytes = copy.bytes;
  }
  Agent agent = thread.asyncCopies.agent(thread);
  auto body = [copy, &thread, site, agent, after = thread.clock.fork()] {
    perform(copy, thread, site, agent, after);
  };
  thread.asyncCopies.add(execution.startAsync(body), site);
}

/// `cp.async.{ca,cg}.shared.global [to], [from], bytes, sourceBytes`
template <uint32_t bytes>
static void copyFilled(void *to, void *from, uint32_t sourceBytes, Site site) {
  start({to, from, bytes, sourceBytes}, site);
}

template <uint32_t bytes> static void copy(void *to, void *from, Site site) {
  start({to, from, bytes, bytes}, site);
}

/// As inline PTX, in which the size is an operand.
template <uint32_t least>
static void copySized(void *to, void *from, uint32_t bytes, Site site) {
  if (bytes == 16 || (least == 4 && (bytes == 4 || bytes == 8)))
    return start({to, from, bytes, bytes}, site);
  Thread &thread = Thread::current();
  thread.execution->getFaults().add(
      FaultKind::Async, site,
      "expected " + llvm::Twine(least == 4 ? "4, 8 or 16" : "16") +
          " bytes to copy, got " + llvm::Twine(bytes) + ", by " +
          thread.execution->describe(thread));
}

static void commitGroup() { Thread::current().asyncCopies.commit(); }

/// Waits for all but the last `numPending` groups.
static void waitGroup(uint32_t numPending) {
  Thread &thread = Thread::current();
  thread.asyncCopies.wait(thread, numPending);
}

static void waitAll() {
  commitGroup();
  waitGroup(0);
}

/// `cp.async.mbarrier.arrive`: an arrival when all copies by cp.async that the
/// thread has started are done, which the phase waits for in addition unless
/// `.noinc`.
template <bool isInAddition>
static void arriveAfterCopies(void *pointer, Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  MemoryBarrier *barrier = MemoryBarrier::access(
      pointer, /*inCluster=*/false, "cp.async.mbarrier.arrive", site);
  if (!barrier)
    return;
  if (isInAddition && barrier->pending++ == MemoryBarrier::maxCount)
    MemoryBarrier::report(thread, site,
                          "cp.async.mbarrier.arrive makes an mbarrier miss "
                          "more than 2^20 - 1 arrivals");
  auto [works, agent] = thread.asyncCopies.track(thread);
  execution.startAsync(
      [&thread, &execution, pointer, site, works = works, agent = agent] {
        for (const AsyncWorkPtr &work : works)
          execution.complete(*work);
        arriveForAgent(thread, pointer, agent, site);
      });
}

template <uint32_t bytes>
static void addSize(FunctionTable &table, const std::string &cache) {
  std::string name =
      "llvm.nvvm.cp.async." + cache + ".shared.global." + std::to_string(bytes);
  table.add(name, copy<bytes>).granule = bytes;
  // A source that ends inside of a granule counts as all of it, which is as
  // good: whoever writes there writes whole granules.
  table.add(name + ".s", copyFilled<bytes>).granule = bytes;
}

void phobos::emulator::addAsyncCopyFunctions(FunctionTable &table) {
  addSize<4>(table, "ca");
  addSize<8>(table, "ca");
  addSize<16>(table, "ca");
  addSize<16>(table, "cg");
  table.add("cp.async.ca.shared.global", copySized<4>).granule = 4;
  table.add("cp.async.cg.shared.global", copySized<16>);
  for (std::string name :
       {"llvm.nvvm.cp.async.commit.group", "cp.async.commit_group"})
    table.add(name, commitGroup);
  for (std::string name :
       {"llvm.nvvm.cp.async.wait.group", "cp.async.wait_group"})
    table.add(name, waitGroup);
  for (std::string name : {"llvm.nvvm.cp.async.wait.all", "cp.async.wait_all"})
    table.add(name, waitAll);
  std::string afterCopies = "cp.async.mbarrier.arrive";
  for (const char *space : {"", ".shared"}) {
    table.add("llvm.nvvm." + afterCopies + space, arriveAfterCopies<true>);
    table.add("llvm.nvvm." + afterCopies + ".noinc" + space,
              arriveAfterCopies<false>);
  }
  for (const char *space : {"", ".shared", ".shared::cta"}) {
    table.add(afterCopies + space + ".b64", arriveAfterCopies<true>);
    table.add(afterCopies + ".noinc" + space + ".b64",
              arriveAfterCopies<false>);
  }
}

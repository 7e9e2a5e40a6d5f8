//===- ExecutionMemory.cpp - Checks of accesses to memory -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Execution.h"

using namespace phobos;
using namespace phobos::emulator;

static uintptr_t toAddress(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

/// Whether `access` at `address` lies in `bytes` from `start` on.
static bool isInside(uintptr_t address, Access access, uintptr_t start,
                     size_t bytes) {
  uintptr_t offset = address - start; // huge for an address before the start
  return offset <= bytes && access.bytes <= bytes - offset;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// The buffer that holds all of the access: the one of the argument that the
/// address is computed from, if that is known, else any.
const EmulatedBuffer *Execution::findBuffer(uintptr_t address, Access access,
                                            Site site) const {
  int argument = lookup(program.sites, site).argument;
  llvm::ArrayRef<EmulatedBuffer> candidates = launch.buffers;
  if (argument >= 0)
    candidates = candidates.slice(argument, 1);
  for (const EmulatedBuffer &buffer : candidates)
    if (isInside(address, access, toAddress(buffer.start), buffer.bytes))
      return &buffer;
  return nullptr;
}

void Execution::reportBounds(const Thread &thread, uintptr_t address,
                             Access access, Site site) {
  int argument = lookup(program.sites, site).argument;
  std::string text = access.verb() + std::string(" of ") +
                     std::to_string(access.bytes) + " bytes outside of ";
  if (argument >= 0) {
    const EmulatedBuffer &buffer = launch.buffers[argument];
    auto offset = static_cast<int64_t>(address - toAddress(buffer.start));
    text += "'" + buffer.name + "', at byte " + std::to_string(offset) +
            " of " + std::to_string(buffer.bytes);
  } else {
    text += "all arrays of the kernel";
  }
  faults.add(FaultKind::Bounds, site, text + ", by " + describe(thread));
}

void *Execution::scratchFor(Access access) {
  if (access.bytes > scratch.size())
    stop(Thread::current());
  scratch.fill(0);
  return scratch.data();
}

void *Execution::checkGlobal(Thread &thread, void *pointer, Access access,
                             Site site) {
  uintptr_t address = toAddress(pointer);
  if (!findBuffer(address, access, site)) {
    reportBounds(thread, address, access, site);
    return scratchFor(access);
  }
  checkAlignment(thread, address, access, site);
  checkRaces(globalShadow, address, access, epochOf(thread, site),
             thread.clock);
  return pointer;
}

char *Execution::checkGlobalAsync(const Thread &thread, void *pointer,
                                  Access access, Site site, Agent agent,
                                  const Clock &after) {
  uintptr_t address = toAddress(pointer);
  if (!findBuffer(address, access, site)) {
    reportBounds(thread, address, access, site);
    return nullptr;
  }
  checkAlignment(thread, address, access, site);
  checkRaces(globalShadow, address, access,
             {cluster.number, agent.actor, agent.epoch, site}, after);
  return static_cast<char *>(pointer);
}

Block *Execution::findShared(const Thread &thread, Block *block,
                             uintptr_t address, Access access, Site site) {
  size_t bytes = program.staticSharedBytes + launch.sharedBytes;
  auto startOf = [](const Block &block) {
    return block.window.getBase() + SharedWindow::firstOffset;
  };
  if (block && isInside(address, access, startOf(*block), bytes)) {
    checkAlignment(thread, address, access, site);
    return block;
  }
  auto offset =
      static_cast<int64_t>(address - startOf(block ? *block : *thread.block));
  faults.add(FaultKind::Bounds, site,
             access.verb() + llvm::Twine(" of ") + llvm::Twine(access.bytes) +
                 " bytes outside of shared memory, at byte " +
                 llvm::Twine(offset) + " of " + llvm::Twine(bytes) + ", by " +
                 describe(thread));
  return nullptr;
}

/// An access to shared memory by another block or by asynchronous work, at
/// which the block must not have ended.
void Execution::noteRemote(const Thread &thread, Block &block, uint32_t actor,
                           uint32_t epoch, Site site) {
  if (&block == thread.block && !cluster.isAgent(actor))
    return;
  block.remoteAccesses[actor] = {epoch, site};
  if (block.numLive == 0)
    faults.add(FaultKind::Race, site,
               "access to shared memory of block " + llvm::Twine(block.rank) +
                   " of the cluster, which has ended, by " + describe(thread));
}

void *Execution::checkShared(Thread &thread, void *pointer, Access access,
                             Site site) {
  uintptr_t address = toAddress(pointer);
  if (!findShared(thread, thread.block, address, access, site))
    return scratchFor(access);
  checkRaces(sharedShadow, address, access, epochOf(thread, site),
             thread.clock);
  return pointer;
}

void *Execution::checkCluster(Thread &thread, void *pointer, Access access,
                              Site site) {
  uintptr_t address = toAddress(pointer);
  Block *block =
      findShared(thread, cluster.findBlock(address), address, access, site);
  if (!block)
    return scratchFor(access);
  noteRemote(thread, *block, thread.actor, thread.clock.epoch(), site);
  checkRaces(sharedShadow, address, access, epochOf(thread, site),
             thread.clock);
  return pointer;
}

char *Execution::checkSharedAsync(const Thread &thread, void *pointer,
                                  Access access, Site site, Agent agent,
                                  const Clock &after) {
  uintptr_t address = toAddress(pointer);
  Block *block =
      findShared(thread, cluster.findBlock(address), address, access, site);
  if (!block)
    return nullptr;
  noteRemote(thread, *block, agent.actor, agent.epoch, site);
  checkRaces(sharedShadow, address, access,
             {cluster.number, agent.actor, agent.epoch, site}, after);
  return static_cast<char *>(pointer);
}

void *Execution::checkGeneric(Thread &thread, void *pointer, Access access,
                              Site site) {
  uintptr_t address = toAddress(pointer);
  uintptr_t stack = toAddress(__builtin_frame_address(0));
  if (cluster.findBlock(address))
    return checkCluster(thread, pointer, access, site);
  if (address / Fiber::stackBytes == stack / Fiber::stackBytes)
    return pointer;
  return checkGlobal(thread, pointer, access, site);
}

void Execution::checkAlignment(const Thread &thread, uintptr_t address,
                               Access access, Site site) {
  if (address % access.alignment != 0)
    faults.add(FaultKind::Alignment, site,
               access.verb() + llvm::Twine(" of ") + llvm::Twine(access.bytes) +
                   " bytes at an address that is no multiple of " +
                   llvm::Twine(unsigned(access.alignment)) + ", by " +
                   describe(thread));
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

std::string Execution::describePlace(uintptr_t address) {
  if (Block *block = cluster.findBlock(address)) {
    uintptr_t start = block->window.getBase() + SharedWindow::firstOffset;
    std::string place =
        "byte " + std::to_string(address - start) + " of shared memory";
    if (cluster.blocks.size() > 1)
      place += " of block " + std::to_string(block->rank) + " of the cluster";
    return place;
  }
  for (const EmulatedBuffer &buffer : launch.buffers)
    if (isInside(address, {1}, toAddress(buffer.start), buffer.bytes))
      return "byte " + std::to_string(address - toAddress(buffer.start)) +
             " of '" + buffer.name + "'";
  return "memory";
}

/// "thread 3 of block 7", "the cp.async of thread 3 of block 7".
std::string Execution::describe(const Epoch &epoch) const {
  bool isAgent = cluster.isAgent(epoch.actor);
  if (isAgent && epoch.cluster == cluster.number)
    return "the " + cluster.describeAgent(epoch.actor);
  if (isAgent)
    return "asynchronous work of another cluster";
  uint32_t count = cluster.blocks.front().threads.size();
  return describe(epoch.actor % count,
                  blockIndex(epoch.cluster, epoch.actor / count));
}

Epoch Execution::epochOf(const Thread &thread, Site site) const {
  return {cluster.number, thread.actor, thread.clock.epoch(), site,
          thread.numIterations};
}

/// Whether both are writes of one statement to global memory: where it stores
/// to an element twice, as at equal offsets, one of them wins.
bool Execution::isOneStatement(const ShadowMemory &shadow,
                               const ShadowMemory::Conflict &conflict,
                               Access access, const Epoch &self) const {
  const std::string &place = lookup(program.sites, self.site).place;
  return &shadow == &globalShadow && access.isWrite &&
         conflict.kind == ShadowMemory::Conflict::WithWrite && !place.empty() &&
         place == lookup(program.sites, conflict.with.site).place &&
         conflict.with.cluster == self.cluster &&
         conflict.with.iteration == self.iteration;
}

void Execution::checkRaces(ShadowMemory &shadow, uintptr_t address,
                           Access access, const Epoch &self,
                           const Clock &clock) {
  if (!options.findRaces)
    return;
  auto conflict = shadow.access(address, access, self, clock);
  if (!conflict || isOneStatement(shadow, *conflict, access, self))
    return;
  std::string place = describePlace(std::max(address, conflict->address));
  std::string who = describe(self);
  using Conflict = ShadowMemory::Conflict;
  switch (conflict->kind) {
  case Conflict::Uninitialized:
    return faults.add(FaultKind::Uninitialized, self.site,
                      "read of " + place +
                          ", which nothing was written to, by " + who);
  case Conflict::Unfenced:
    return faults.add(
        FaultKind::Fence, self.site,
        access.verb() + llvm::Twine(" of ") + place +
            " through the async proxy by " + who +
            ", which need not see what was written without a fence.proxy.async",
        conflict->with.site, "write by " + describe(conflict->with));
  case Conflict::WithWrite:
  case Conflict::WithRead:
    bool withWrite = conflict->kind == Conflict::WithWrite;
    return faults.add(FaultKind::Race, self.site,
                      "race on " + place + ": " + access.verb() + " by " + who +
                          ", not ordered with another access",
                      conflict->with.site,
                      (withWrite ? "write by " : "read by ") +
                          describe(conflict->with));
  }
}

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
  checkRaces(thread, globalShadow, address, access, site);
  return pointer;
}

void *Execution::checkShared(Thread &thread, void *pointer, Access access,
                             Site site) {
  uintptr_t address = toAddress(pointer);
  uintptr_t start = window.getBase() + SharedWindow::firstOffset;
  size_t bytes = program.staticSharedBytes + launch.sharedBytes;
  if (!isInside(address, access, start, bytes)) {
    faults.add(FaultKind::Bounds, site,
               access.verb() + llvm::Twine(" of ") + llvm::Twine(access.bytes) +
                   " bytes outside of shared memory, at byte " +
                   llvm::Twine(static_cast<int64_t>(address - start)) + " of " +
                   llvm::Twine(bytes) + ", by " + describe(thread));
    return scratchFor(access);
  }
  checkAlignment(thread, address, access, site);
  checkRaces(thread, sharedShadow, address, access, site);
  return pointer;
}

void *Execution::checkGeneric(Thread &thread, void *pointer, Access access,
                              Site site) {
  uintptr_t address = toAddress(pointer);
  uintptr_t stack = toAddress(__builtin_frame_address(0));
  if (window.contains(address))
    return checkShared(thread, pointer, access, site);
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

/// "byte 16 of shared memory", "byte 8 of 'A'".
std::string Execution::describePlace(uintptr_t address) const {
  if (window.contains(address))
    return "byte " +
           std::to_string(address - window.getBase() -
                          SharedWindow::firstOffset) +
           " of shared memory";
  for (const EmulatedBuffer &buffer : launch.buffers)
    if (isInside(address, {1}, toAddress(buffer.start), buffer.bytes))
      return "byte " + std::to_string(address - toAddress(buffer.start)) +
             " of '" + buffer.name + "'";
  return "memory";
}

/// "thread 3", or with its block where that is another one.
std::string Execution::describe(const Epoch &epoch) const {
  std::string text = describe(block.threads[epoch.thread]);
  if (epoch.block == block.number)
    return text;
  return "thread " + std::to_string(epoch.thread) + " of block number " +
         std::to_string(epoch.block - 1);
}

void Execution::checkRaces(Thread &thread, ShadowMemory &shadow,
                           uintptr_t address, Access access, Site site) {
  if (!options.findRaces)
    return;
  Epoch self = {block.number, thread.number, thread.clock.epoch(), site,
                access.isAtomic};
  auto conflict = shadow.access(address, access, self, thread.clock);
  if (!conflict)
    return;
  std::string place = describePlace(std::max(address, conflict->address));
  if (conflict->kind == ShadowMemory::Conflict::Uninitialized) {
    faults.add(FaultKind::Uninitialized, site,
               "read of " + place + ", which nothing was written to, by " +
                   describe(thread));
    return;
  }
  bool withWrite = conflict->kind == ShadowMemory::Conflict::WithWrite;
  faults.add(FaultKind::Race, site,
             "race on " + place + ": " + access.verb() + " by " +
                 describe(thread) + ", not ordered with another access",
             conflict->with.site,
             (withWrite ? "write by " : "read by ") + describe(conflict->with));
}

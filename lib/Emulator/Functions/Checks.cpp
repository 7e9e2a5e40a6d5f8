//===- Checks.cpp - What the emulator adds to a kernel's code ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "../Execution.h"
#include "../FunctionTable.h"
#include <cstring>

using namespace phobos::emulator;

static void *checkGlobal(void *pointer, uint64_t access, Site site) {
  Thread &thread = Thread::current();
  return thread.execution->checkGlobal(thread, pointer, Access::unpack(access),
                                       site);
}

static void *checkShared(void *pointer, uint64_t access, Site site) {
  Thread &thread = Thread::current();
  return thread.execution->checkShared(thread, pointer, Access::unpack(access),
                                       site);
}

static void *checkCluster(void *pointer, uint64_t access, Site site) {
  Thread &thread = Thread::current();
  return thread.execution->checkCluster(thread, pointer, Access::unpack(access),
                                        site);
}

static void *checkGeneric(void *pointer, uint64_t access, Site site) {
  Thread &thread = Thread::current();
  return thread.execution->checkGeneric(thread, pointer, Access::unpack(access),
                                        site);
}

/// A range that `memcpy` and the like reach, a byte at a time as it were.
static void *checkRange(void *pointer, uint64_t bytes, uint32_t isWrite,
                        Site site) {
  if (bytes == 0)
    return pointer;
  Thread &thread = Thread::current();
  Access access = {static_cast<uint32_t>(bytes), 1, isWrite != 0};
  return thread.execution->checkGeneric(thread, pointer, access, site);
}

static void copyMemory(void *to, void *from, uint64_t bytes, Site site) {
  to = checkRange(to, bytes, true, site);
  memmove(to, checkRange(from, bytes, false, site), bytes);
}

static void setMemory(void *to, uint32_t byte, uint64_t bytes, Site site) {
  memset(checkRange(to, bytes, true, site), static_cast<int>(byte), bytes);
}

/// Where the window begins: what shared variables are addressed from.
static void *windowBase() {
  return reinterpret_cast<void *>(Thread::current().block->window.getBase());
}

/// LLVM leaves a division by zero, and that of the least integer by -1,
/// undefined; on this machine they trap.
static void checkDivision(uint32_t isUndefined, Site site) {
  if (!isUndefined)
    return;
  Thread &thread = Thread::current();
  thread.execution->getFaults().add(
      FaultKind::Division, site,
      "division by zero, or of the least integer by -1, by " +
          thread.execution->describe(thread));
}

static void tick(Site site) {
  Thread &thread = Thread::current();
  thread.execution->tick(thread, site);
}

/// PTX ISA, "trap": ends the grid. Phobos emits it where a promise of the
/// kernel is broken, and for what must not be reached.
static void trap(Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  execution.getFaults().add(FaultKind::Trap, site,
                            "trap: a promise of the kernel does not hold, in " +
                                execution.describe(thread));
  execution.stop(thread);
}

void phobos::emulator::addCheckFunctions(FunctionTable &table) {
  table.add("check.global", checkGlobal);
  table.add("check.shared", checkShared);
  table.add("check.cluster", checkCluster);
  table.add("check.generic", checkGeneric);
  table.addPure("check.window", windowBase);
  table.add("check.division", checkDivision);
  table.add("check.copy", copyMemory);
  table.add("check.set", setMemory);
  table.add("check.tick", tick);
  table.add("llvm.trap", trap);
}

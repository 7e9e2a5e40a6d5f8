//===- BulkCopies.cpp - Bulk copies and their groups ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "cp.async.bulk.commit_group", "cp.async.bulk.wait_group". Copies
// from shared to global memory are waited for in groups, also up to the point
// where they have read their source alone.

#include "../BulkStore.h"
#include "../Execution.h"
#include "../FunctionTable.h"

using namespace phobos::emulator;

//===----------------------------------------------------------------------===//
// Groups
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

static void commitGroup() {
  Thread &thread = Thread::current();
  thread.bulkReads.commit();
  thread.bulkWrites.commit();
}

/// Waits until all but the last `numPending` groups have read their source.
static void waitForReads(uint32_t numPending) {
  Thread &thread = Thread::current();
  thread.bulkReads.wait(thread, numPending);
}

static void waitForGroups(uint32_t numPending) {
  Thread &thread = Thread::current();
  waitForReads(numPending);
  thread.bulkWrites.wait(thread, numPending);
}

void phobos::emulator::addBulkCopyFunctions(FunctionTable &table) {
  table.add("llvm.nvvm.cp.async.bulk.commit.group", commitGroup);
  table.add("llvm.nvvm.cp.async.bulk.wait.group", waitForGroups);
  table.add("llvm.nvvm.cp.async.bulk.wait.group.read", waitForReads);
  table.add("cp.async.bulk.commit_group", commitGroup);
  table.add("cp.async.bulk.wait_group", waitForGroups);
  table.add("cp.async.bulk.wait_group.read", waitForReads);
}

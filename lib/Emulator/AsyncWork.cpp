//===- AsyncWork.cpp - What goes on beside the threads ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "AsyncWork.h"
#include "Execution.h"

using namespace phobos::emulator;

Agent AsyncGroups::agent(Thread &thread) {
  if (actor == 0) {
    Execution &execution = *thread.execution;
    actor = execution.getCluster().addAgent(std::string(what) + " of " +
                                            execution.describe(thread));
  }
  return {actor, static_cast<uint32_t>(groups.size() + 1)};
}

void AsyncGroups::add(AsyncWorkPtr work, Site site) {
  if (open.works.empty())
    open.site = site;
  open.works.push_back(std::move(work));
}

void AsyncGroups::commit() {
  groups.push_back(std::move(open));
  open = Group();
}

void AsyncGroups::wait(Thread &thread, unsigned numPending) {
  if (groups.size() <= numPending)
    return;
  size_t end = groups.size() - numPending;
  for (; numDone < end; ++numDone) {
    for (const AsyncWorkPtr &work : groups[numDone].works)
      thread.execution->complete(*work);
    groups[numDone].works.clear();
  }
  if (actor != 0)
    thread.clock.acquire(Agent{actor, static_cast<uint32_t>(numDone)});
}

void AsyncGroups::finish(Thread &thread) {
  commit();
  for (const Group &group : llvm::drop_begin(groups, numDone)) {
    if (group.works.empty())
      continue;
    thread.execution->getFaults().add(FaultKind::Async, group.site,
                                      thread.execution->describe(thread) +
                                          " ends, and nothing waited for " +
                                          what + " that it started here");
    break;
  }
  wait(thread, 0);
}

void AsyncGroups::finishAll(Thread &thread) {
  commit();
  wait(thread, 0);
}

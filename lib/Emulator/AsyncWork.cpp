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
  return {actor, epoch};
}

void AsyncGroups::add(AsyncWorkPtr work, Site site) {
  if (open.works.empty())
    open.site = site;
  open.works.push_back(std::move(work));
}

void AsyncGroups::commit() {
  open.epoch = epoch++;
  groups.push_back(std::move(open));
  open = Group();
}

std::pair<std::vector<AsyncWorkPtr>, Agent> AsyncGroups::track(Thread &thread) {
  std::vector<AsyncWorkPtr> works = open.works;
  for (const Group &group : groups)
    works.insert(works.end(), group.works.begin(), group.works.end());
  for (const AsyncWorkPtr &work : works)
    work->isTracked = true;
  Agent worker = agent(thread);
  ++epoch;
  return {std::move(works), worker};
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
    thread.clock.acquire(Agent{actor, groups[numDone - 1].epoch});
}

void AsyncGroups::finish(Thread &thread) {
  commit();
  for (const Group &group : llvm::drop_begin(groups, numDone)) {
    auto isTracked = [](const AsyncWorkPtr &work) { return work->isTracked; };
    if (llvm::all_of(group.works, isTracked))
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

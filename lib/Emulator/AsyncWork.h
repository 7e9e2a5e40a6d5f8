//===- AsyncWork.h - What goes on beside the threads ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_ASYNCWORK_H
#define PHOBOS_LIB_EMULATOR_ASYNCWORK_H

#include "Clock.h"
#include "Site.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace phobos::emulator {
class Execution;
struct Thread;

/// A copy or the like that a thread has started. Its body runs once, on any
/// stack: it must not ask for `Thread::current()`.
struct AsyncWork {
  std::function<void()> body;
  bool isDone = false;
  /// An mbarrier waits for it, so that its thread need not.
  bool isTracked = false;
};
using AsyncWorkPtr = std::shared_ptr<AsyncWork>;

/// The asynchronous work of one thread that is committed and waited for in
/// groups (PTX ISA, "cp.async.commit_group", "cp.async.bulk.commit_group"). Its
/// agent begins a new epoch behind each group, and behind what an mbarrier
/// tracks.
class AsyncGroups {
public:
  AsyncGroups() = default;
  /// `what` says of which instruction: "cp.async".
  explicit AsyncGroups(const char *what) : what(what) {}

  /// Who does the work of the group that is open.
  Agent agent(Thread &thread);
  void add(AsyncWorkPtr work, Site site);
  void commit();
  /// All work up to now, which something else waits for from now on, and who
  /// does it.
  std::pair<std::vector<AsyncWorkPtr>, Agent> track(Thread &thread);
  /// Waits until at most `numPending` of the last committed groups go on.
  void wait(Thread &thread, unsigned numPending);
  unsigned numCommitted() const { return groups.size(); }

  /// At the end of a thread: a fault if there is work that nothing waited for,
  /// which is done now.
  void finish(Thread &thread);
  /// The same where nothing needs to wait.
  void finishAll(Thread &thread);

private:
  struct Group {
    std::vector<AsyncWorkPtr> works;
    Site site = {};     // of the first of them
    uint32_t epoch = 0; // the last one with work of it
  };

  const char *what = "";
  uint32_t actor = 0; // 0: none yet, since that is a thread
  uint32_t epoch = 1;
  std::vector<Group> groups;
  Group open;
  size_t numDone = 0;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_ASYNCWORK_H

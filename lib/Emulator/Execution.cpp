//===- Execution.cpp - Blocks, threads and their order ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Execution.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace phobos;
using namespace phobos::emulator;

Execution::Execution(const Program &program, const EmulatedLaunch &launch,
                     const EmulatorOptions &options)
    : program(program), launch(launch), options(options), faults(program.sites),
      globalShadow(
          program.granule,
          {/*isSharedByBlocks=*/options.findBlockRaces, /*startsEmpty=*/false}),
      sharedShadow(program.granule,
                   {/*isSharedByBlocks=*/false, /*startsEmpty=*/true}),
      random(options.seed.value_or(0)), arguments(launch.arguments),
      start(std::chrono::steady_clock::now()) {
  auto [x, y, z] = launch.threads;
  size_t count = size_t(x) * y * z;
  block.threads.resize(count);
  block.warps.resize((count + lanesOfWarp - 1) / lanesOfWarp);
  for (uint32_t i = 0; i != count; ++i) {
    Thread &thread = block.threads[i];
    thread.execution = this;
    thread.number = i;
    thread.index = {i % x, i / x % y, i / x / y};
    thread.lane = i % lanesOfWarp;
    thread.warp = &block.warps[i / lanesOfWarp];
  }
}

static std::string formatIndex(const std::array<uint32_t, 3> &index,
                               bool isOneDimensional) {
  std::string x = std::to_string(index[0]);
  if (isOneDimensional)
    return x;
  return "(" + x + ", " + std::to_string(index[1]) + ", " +
         std::to_string(index[2]) + ")";
}

std::string Execution::describe(const Thread &thread) const {
  bool flatBlock = launch.threads[1] == 1 && launch.threads[2] == 1;
  bool flatGrid = launch.grid[1] == 1 && launch.grid[2] == 1;
  return "thread " + formatIndex(thread.index, flatBlock) + " of block " +
         formatIndex(block.index, flatGrid);
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

void Execution::run() {
  uint64_t count = uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  // Every number once: i -> (i * factor + first) mod count.
  uint64_t factor = 1, first = 0;
  if (options.seed && count > 1) {
    first = random() % count;
    do
      factor = random() % count;
    while (std::gcd(factor, count) != 1);
  }
  for (uint64_t i = 0; i != count; ++i) {
    startBlock((static_cast<unsigned __int128>(i) * factor + first) % count);
    if (!runBlock())
      return;
  }
}

void Execution::startBlock(uint64_t number) {
  uint64_t x = launch.grid[0], y = launch.grid[1];
  block.index = {static_cast<uint32_t>(number % x),
                 static_cast<uint32_t>(number / x % y),
                 static_cast<uint32_t>(number / x / y)};
  block.number = number + 1;
  block.numLive = block.threads.size();
  block.barriers = {};
  for (Warp &warp : block.warps)
    warp = Warp();
  runnable.clear();
  for (Thread &thread : block.threads) {
    thread.warp->live |= 1u << thread.lane;
    thread.clock = Clock(thread.number);
    thread.hasEnded = false;
    runnable.push_back(&thread);
  }
  if (uint32_t bytes = program.staticSharedBytes + launch.sharedBytes)
    window.poison(SharedWindow::firstOffset + bytes);
}

/// Runs the block's threads until all have ended; false if the grid has to end.
bool Execution::runBlock() {
  while (block.numLive) {
    if (runnable.empty()) {
      reportDeadlock();
      return false;
    }
    if (options.seed)
      std::swap(runnable.front(), runnable[random() % runnable.size()]);
    Thread *next = runnable.front();
    runnable.pop_front();
    runThread(*next);
    if (isStopped)
      return false;
  }
  return !isOutOfTime();
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// What each fiber does: runs the thread that owns it, then the next one.
void Execution::runThreads(void *execution) {
  auto *self = static_cast<Execution *>(execution);
  while (true) {
    self->program.entry(self->arguments.data());
    Thread &thread = Thread::current();
    self->finish(thread);
    thread.fiber->suspend();
  }
}

void Execution::runThread(Thread &thread) {
  if (!thread.fiber) {
    thread.fiber = fibers.take();
    if (!thread.fiber) {
      faults.add(FaultKind::Watchdog, Site(),
                 "out of memory for the stacks of threads");
      isStopped = true;
      return;
    }
    thread.fiber->setOwner(&thread);
    thread.fiber->prepare(&runThreads, this);
  }
  thread.fiber->resume();
  if (!thread.hasEnded)
    return;
  fibers.giveBack(thread.fiber);
  thread.fiber = nullptr;
}

void Execution::finish(Thread &thread) {
  thread.hasEnded = true;
  --block.numLive;
  Warp &warp = *thread.warp;
  warp.live &= ~(1u << thread.lane);
  // Those that wait for it alone go on without it.
  for (size_t i = 0; i < warp.meetings.size(); ++i) {
    WarpMeeting &meeting = *warp.meetings[i];
    if (meeting.mask & warp.live & ~meeting.arrived)
      continue;
    meeting.complete(meeting, *this);
    for (Thread *other : meeting.threads)
      if (other)
        wake(*other);
    warp.meetings.erase(warp.meetings.begin() + i--);
  }
}

void Execution::wait(Thread &thread, const char *what, Site site) {
  thread.waitsFor = what;
  thread.waitSite = site;
  thread.fiber->suspend();
}

void Execution::wake(Thread &thread) {
  thread.waitsFor = nullptr;
  runnable.push_back(&thread);
}

void Execution::stop(Thread &thread) {
  isStopped = true;
  thread.fiber->suspend();
}

bool Execution::isOutOfTime() {
  std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  return passed.count() > options.seconds;
}

void Execution::tick(Thread &thread, Site site) {
  constexpr uint64_t period = 4096;
  if (++ticks % period != 0)
    return;
  if (isOutOfTime()) {
    faults.add(FaultKind::Watchdog, site,
               llvm::formatv("the kernel has not ended after {0} seconds; {1} "
                             "is in this loop",
                             options.seconds, describe(thread))
                   .str());
    stop(thread);
  }
  wake(thread);
  wait(thread, nullptr, site);
}

void Execution::reportDeadlock() {
  struct Group {
    const Thread *first;
    size_t count;
  };
  std::map<std::pair<Site, std::string>, Group> groups;
  for (const Thread &thread : block.threads)
    if (!thread.hasEnded)
      ++groups
            .try_emplace({thread.waitSite, thread.waitsFor}, Group{&thread, 0})
            .first->second.count;
  auto text = [&](auto &group) {
    return std::to_string(group.second.count) + " of " +
           std::to_string(block.threads.size()) + " threads wait for " +
           group.first.second + ", " + describe(*group.second.first) +
           " among them";
  };
  auto &first = *groups.begin();
  faults.add(FaultKind::Deadlock, first.first.first,
             "deadlock: " + text(first));
  for (auto &group : llvm::drop_begin(groups))
    faults.addNote(group.first.first, text(group));
  size_t ended = block.threads.size() - block.numLive;
  if (ended)
    faults.addNote(Site(), std::to_string(ended) + " threads have ended");
}

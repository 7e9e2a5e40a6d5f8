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
      globalShadow(program.granule,
                   {/*isSharedByClusters=*/options.findBlockRaces,
                    /*startsEmpty=*/false}),
      sharedShadow(program.granule,
                   {/*isSharedByClusters=*/false, /*startsEmpty=*/true}),
      random(options.seed.value_or(0)), arguments(launch.arguments),
      start(std::chrono::steady_clock::now()) {
  auto [x, y, z] = launch.threads;
  size_t count = size_t(x) * y * z;
  auto [clusterX, clusterY, clusterZ] = program.clusterShape;
  for (uint32_t rank = 0; rank != clusterX * clusterY * clusterZ; ++rank) {
    Block &block = cluster.blocks.emplace_back();
    block.rank = rank;
    block.threads.resize(count);
    block.warps = std::vector<Warp>(llvm::divideCeil(count, lanesOfWarp));
    for (uint32_t i = 0; i != count; ++i) {
      Thread &thread = block.threads[i];
      thread.execution = this;
      thread.number = i;
      thread.actor = rank * count + i;
      thread.index = {i % x, i / x % y, i / x / y};
      thread.lane = i % lanesOfWarp;
      thread.warp = &block.warps[i / lanesOfWarp];
      thread.block = &block;
    }
  }
}

bool Execution::isValid() const {
  return llvm::all_of(cluster.blocks, [](const Block &block) {
    return block.window.isValid();
  });
}

static std::string formatIndex(const std::array<uint32_t, 3> &index,
                               bool isOneDimensional) {
  std::string x = std::to_string(index[0]);
  if (isOneDimensional)
    return x;
  return "(" + x + ", " + std::to_string(index[1]) + ", " +
         std::to_string(index[2]) + ")";
}

/// "thread 3 of block 7".
std::string Execution::describe(uint32_t thread,
                                const std::array<uint32_t, 3> &block) const {
  auto [x, y, z] = launch.threads;
  bool flatBlock = y == 1 && z == 1;
  bool flatGrid = launch.grid[1] == 1 && launch.grid[2] == 1;
  return "thread " +
         formatIndex({thread % x, thread / x % y, thread / x / y}, flatBlock) +
         " of block " + formatIndex(block, flatGrid);
}

std::string Execution::describe(const Thread &thread) const {
  return describe(thread.number, thread.block->index);
}

/// The index of the block of `rank` in the cluster of `clusterNumber`, from 1.
std::array<uint32_t, 3> Execution::blockIndex(uint64_t clusterNumber,
                                              uint32_t rank) const {
  std::array<uint32_t, 3> index;
  uint64_t inGrid = clusterNumber - 1, inCluster = rank;
  for (unsigned axis = 0; axis != 3; ++axis) {
    uint64_t size = program.clusterShape[axis];
    uint64_t clusters = launch.grid[axis] / size;
    index[axis] = inGrid % clusters * size + inCluster % size;
    inGrid /= clusters;
    inCluster /= size;
  }
  return index;
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

void Execution::run() {
  uint64_t count = uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2] /
                   cluster.blocks.size();
  // Every number once: i -> (i * factor + first) mod count.
  uint64_t factor = 1, first = 0;
  if (options.seed && count > 1) {
    first = random() % count;
    do
      factor = random() % count;
    while (std::gcd(factor, count) != 1);
  }
  for (uint64_t i = 0; i != count; ++i) {
    startCluster((static_cast<unsigned __int128>(i) * factor + first) % count);
    if (!runCluster())
      return;
  }
}

void Execution::startCluster(uint64_t number) {
  cluster.number = number + 1;
  cluster.barrier = {};
  cluster.memoryBarriers.clear();
  numFruitlessRounds = 0;
  cluster.forgetAgents();
  cluster.numLive = cluster.numThreads();
  for (Block &block : cluster.blocks)
    startBlock(block);
}

void Execution::startBlock(Block &block) {
  block.index = blockIndex(cluster.number, block.rank);
  block.numLive = block.threads.size();
  block.barriers = {};
  block.remoteAccesses.clear();
  for (Warp &warp : block.warps)
    warp = Warp();
  block.warpGroups = std::vector<WarpGroup>(
      llvm::divideCeil(block.threads.size(), WarpGroup::numThreads));
  for (Thread &thread : block.threads) {
    thread.warp->live |= 1u << thread.lane;
    thread.clock = Clock(thread.actor);
    thread.asyncCopies = AsyncGroups("cp.async");
    thread.bulkReads = AsyncGroups("cp.async.bulk");
    thread.bulkWrites = AsyncGroups("cp.async.bulk");
    thread.clusterBarrier = 0;
    thread.numAligned = 0;
    thread.numIterations = 0;
    thread.hasEnded = false;
    wake(thread);
  }
  if (uint32_t bytes = program.staticSharedBytes + launch.sharedBytes)
    block.window.poison(SharedWindow::firstOffset + bytes);
}

/// Runs the cluster's threads until all have ended; false if the grid has to
/// end.
bool Execution::runCluster() {
  while (cluster.numLive) {
    if (!runSomething()) {
      reportDeadlock();
      return false;
    }
    if (isStopped)
      return false;
  }
  while (!asyncWorks.empty())
    complete(*AsyncWorkPtr(asyncWorks.front()));
  return !isOutOfTime();
}

/// Lets a thread go on, or does asynchronous work; false if there is neither.
bool Execution::runSomething() {
  constexpr unsigned asyncOneIn = 4;
  if (options.seed && !asyncWorks.empty() && random() % asyncOneIn == 0) {
    complete(*AsyncWorkPtr(asyncWorks[random() % asyncWorks.size()]));
    return true;
  }
  if (runnable.empty()) {
    if (asyncWorks.empty())
      return endBriefWaits();
    complete(*AsyncWorkPtr(asyncWorks.front()));
    return true;
  }
  if (options.seed)
    std::swap(runnable.front(), runnable[random() % runnable.size()]);
  Thread *next = runnable.front();
  runnable.pop_front();
  next->isRunnable = false;
  runThread(*next);
  return true;
}

/// Nothing goes on, so waits with a time limit end. False if there are none, or
/// it has not helped many times.
bool Execution::endBriefWaits() {
  constexpr unsigned maxFruitlessRounds = 64;
  if (++numFruitlessRounds > maxFruitlessRounds)
    return false;
  for (Block &block : cluster.blocks)
    for (Thread &thread : block.threads)
      if (thread.waitsBriefly)
        wake(thread);
  return !runnable.empty();
}

AsyncWorkPtr Execution::startAsync(std::function<void()> body) {
  auto work = std::make_shared<AsyncWork>();
  work->body = std::move(body);
  asyncWorks.push_back(work);
  return work;
}

void Execution::complete(AsyncWork &work) {
  if (work.isDone)
    return;
  work.isDone = true;
  numFruitlessRounds = 0;
  work.body();
  work.body = nullptr;
  llvm::erase_if(asyncWorks, [&](const AsyncWorkPtr &other) {
    return other.get() == &work;
  });
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
  thread.asyncCopies.finish(thread);
  thread.bulkReads.finish(thread);
  thread.bulkWrites.finishAll(thread); // they may outlast the thread
  finishWgmma(thread);
  thread.hasEnded = true;
  numFruitlessRounds = 0;
  --cluster.numLive;
  if (--thread.block->numLive == 0)
    finish(*thread.block);
  if (thread.clusterBarrier > cluster.barrier.numCompleted)
    --cluster.barrier.arrived;
  else if (cluster.numLive && cluster.barrier.arrived == cluster.numLive)
    releaseClusterBarrier();
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

/// A block's shared memory ends with it: others must have done with it before.
void Execution::finish(Block &block) {
  if (block.remoteAccesses.empty())
    return;
  Release release;
  for (Thread &thread : block.threads)
    release.add(thread.clock);
  KnowledgePtr known = release.get();
  for (auto [actor, access] : block.remoteAccesses)
    if (actor >= known->epochs.size() || known->epochs[actor] < access.epoch)
      faults.add(FaultKind::Race, access.site,
                 "access to shared memory of block " + llvm::Twine(block.rank) +
                     " of the cluster, which may have ended, by " +
                     describe(Epoch{cluster.number, actor, access.epoch}));
}

void Execution::wait(Thread &thread, const char *what, Site site) {
  thread.waitsFor = what;
  thread.waitSite = site;
  thread.fiber->suspend();
}

void Execution::waitBriefly(Thread &thread, const char *what, Site site) {
  constexpr unsigned endsOneIn = 4;
  thread.waitsBriefly = true;
  if (options.seed && random() % endsOneIn == 0)
    wake(thread);
  wait(thread, what, site);
}

void Execution::wake(Thread &thread) {
  thread.waitsFor = nullptr;
  thread.waitsBriefly = false;
  if (!thread.isRunnable)
    runnable.push_back(&thread);
  thread.isRunnable = true;
}

void Execution::wakeAll(std::vector<Thread *> &threads) {
  numFruitlessRounds = 0;
  for (Thread *thread : threads)
    wake(*thread);
  threads.clear();
}

void Execution::checkAligned(Thread &thread, Site site) {
  Warp &warp = *thread.warp;
  size_t index = thread.numAligned++ - warp.numAlignedBefore;
  if (index == warp.aligned.size())
    warp.aligned.push_back({site, &thread});
  Warp::AlignedInstruction &instruction = warp.aligned[index];
  if (instruction.site != site)
    faults.add(FaultKind::Divergence, site,
               "threads of a warp are at different `.aligned` instructions: " +
                   describe(thread) + " at this one",
               instruction.site, describe(*instruction.first) + " at this one");
  instruction.lanes |= 1u << thread.lane;
  while (!warp.aligned.empty() &&
         (warp.live & ~warp.aligned.front().lanes) == 0) {
    warp.aligned.pop_front();
    ++warp.numAlignedBefore;
  }
}

void Execution::releaseClusterBarrier() {
  ClusterBarrier &barrier = cluster.barrier;
  barrier.completed = barrier.released.get();
  barrier.released = Release();
  barrier.arrived = 0;
  ++barrier.numCompleted;
  wakeAll(barrier.waiting);
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
  ++thread.numIterations;
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
  for (const Block &block : cluster.blocks)
    for (const Thread &thread : block.threads)
      if (!thread.hasEnded)
        ++groups
              .try_emplace({thread.waitSite, thread.waitsFor},
                           Group{&thread, 0})
              .first->second.count;
  auto text = [&](auto &group) {
    return std::to_string(group.second.count) + " of " +
           std::to_string(cluster.numThreads()) + " threads wait for " +
           group.first.second + ", " + describe(*group.second.first) +
           " among them";
  };
  auto &first = *groups.begin();
  faults.add(FaultKind::Deadlock, first.first.first,
             "deadlock: " + text(first));
  for (auto &group : llvm::drop_begin(groups))
    faults.addNote(group.first.first, text(group));
  for (const auto &[address, barrier] : cluster.memoryBarriers)
    if (!barrier.waiting.empty())
      faults.addNote(barrier.site, "the mbarrier at " + describePlace(address) +
                                       " is in " + barrier.describe());
  size_t ended = cluster.numThreads() - cluster.numLive;
  if (ended)
    faults.addNote(Site(), std::to_string(ended) + " threads have ended");
}

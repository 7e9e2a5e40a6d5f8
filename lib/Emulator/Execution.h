//===- Execution.h - One run of a grid --------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_EXECUTION_H
#define PHOBOS_LIB_EMULATOR_EXECUTION_H

#include "Access.h"
#include "Block.h"
#include "Faults.h"
#include "ShadowMemory.h"
#include "phobos/Emulator/Emulator.h"
#include <chrono>
#include <deque>
#include <random>

namespace phobos::emulator {

/// What an execution must know of the compiled kernel.
struct Program {
  using Entry = void (*)(void **arguments);

  Entry entry = nullptr;
  size_t numArguments = 0;
  Sites sites;
  /// Bytes of static shared memory, behind SharedWindow::firstOffset, and of
  /// what precedes dynamic shared memory.
  uint32_t staticSharedBytes = 0;
  /// Accesses are aligned to, and multiples of, so many bytes.
  unsigned granule = 16;
  /// Blocks of a cluster along x, y and z.
  std::array<uint32_t, 3> clusterShape = {1, 1, 1};
};

/// Runs the clusters of a grid one after the other, and the threads of a
/// cluster on fibers that switch where they wait. Functions that emulated code
/// calls find it through `Thread::current()`.
class Execution {
public:
  Execution(const Program &program, const EmulatedLaunch &launch,
            const EmulatorOptions &options);

  /// Whether there is memory for what is shared.
  bool isValid() const;
  /// Runs all blocks, or until a fault that ends the grid.
  void run();

  Faults &getFaults() { return faults; }
  const EmulatedLaunch &getLaunch() const { return launch; }
  const Program &getProgram() const { return program; }
  Cluster &getCluster() { return cluster; }
  bool findsRaces() const { return options.findRaces; }

  /// "thread 3 of block 7".
  std::string describe(const Thread &thread) const;
  /// "byte 16 of shared memory", "byte 8 of 'A'".
  std::string describePlace(uintptr_t address);

  /// The running thread waits at `site` until it is woken; `what` says for what
  /// and lives for ever.
  void wait(Thread &thread, const char *what, Site site);
  /// The same, but it also goes on when nothing else can, and under a seed at
  /// any time.
  void waitBriefly(Thread &thread, const char *what, Site site);
  void wake(Thread &thread);
  void wakeAll(std::vector<Thread *> &threads);
  /// The running thread, and with it the grid, does not go on.
  void stop(Thread &thread);
  /// Called once an iteration of every loop, so that a thread that spins lets
  /// others go on, and none runs for ever.
  void tick(Thread &thread, Site site);

  /// Lets `body` run beside the threads: when something completes it, or
  /// nothing else can go on; under a seed also at some time before.
  AsyncWorkPtr startAsync(std::function<void()> body);
  void complete(AsyncWork &work);
  /// Every thread of the warp must reach the `.aligned` instruction at `site`.
  void checkAligned(Thread &thread, Site site);
  /// All threads of the cluster have arrived at its barrier.
  void releaseClusterBarrier();

  /// Where to read or write instead of at `pointer`: there if the access is
  /// legal, else in memory of no meaning, after a fault was reported.
  void *checkGlobal(Thread &thread, void *pointer, Access access, Site site);
  void *checkShared(Thread &thread, void *pointer, Access access, Site site);
  /// The same in the shared memory of any block of the cluster.
  void *checkCluster(Thread &thread, void *pointer, Access access, Site site);
  /// For a pointer that says not where it points to.
  void *checkGeneric(Thread &thread, void *pointer, Access access, Site site);

  /// Checks accesses that `agent` does for `thread`, behind what `after` has
  /// seen, to shared memory of the cluster or to arrays. Null where they are
  /// outside.
  char *checkSharedAsync(const Thread &thread, void *pointer, Access access,
                         Site site, Agent agent, const Clock &after);
  char *checkGlobalAsync(const Thread &thread, void *pointer, Access access,
                         Site site, Agent agent, const Clock &after);

private:
  void startCluster(uint64_t number);
  void startBlock(Block &block);
  bool runCluster();
  bool runSomething();
  bool endBriefWaits();
  std::array<uint32_t, 3> blockIndex(uint64_t clusterNumber,
                                     uint32_t rank) const;
  std::string describe(uint32_t thread,
                       const std::array<uint32_t, 3> &block) const;
  void runThread(Thread &thread);
  void finish(Thread &thread);
  void finish(Block &block);
  void reportDeadlock();
  bool isOutOfTime();
  static void runThreads(void *execution);

  const EmulatedBuffer *findBuffer(uintptr_t address, Access access,
                                   Site site) const;
  void reportBounds(const Thread &thread, uintptr_t address, Access access,
                    Site site);
  void checkAlignment(const Thread &thread, uintptr_t address, Access access,
                      Site site);
  void checkRaces(ShadowMemory &shadow, uintptr_t address, Access access,
                  const Epoch &self, const Clock &clock);
  bool isOneStatement(const ShadowMemory &shadow,
                      const ShadowMemory::Conflict &conflict, Access access,
                      const Epoch &self) const;
  Epoch epochOf(const Thread &thread, Site site) const;
  /// The block in whose shared memory the access lies, else null after a
  /// report.
  Block *findShared(const Thread &thread, Block *block, uintptr_t address,
                    Access access, Site site);
  void noteRemote(const Thread &thread, Block &block, uint32_t actor,
                  uint32_t epoch, Site site);
  std::string describe(const Epoch &epoch) const;
  void *scratchFor(Access access);

  const Program &program;
  const EmulatedLaunch &launch;
  const EmulatorOptions &options;
  Faults faults;
  ShadowMemory globalShadow, sharedShadow;
  FiberPool fibers;
  Cluster cluster;
  std::deque<Thread *> runnable;
  std::deque<AsyncWorkPtr> asyncWorks; // those that are not done, in order
  std::mt19937_64 random;
  std::vector<void *> arguments;
  std::chrono::steady_clock::time_point start;
  uint64_t ticks = 0;
  /// How often brief waits have ended since something else went on.
  unsigned numFruitlessRounds = 0;
  bool isStopped = false;
  alignas(64) std::array<char, 4096> scratch;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_EXECUTION_H

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
#include "SharedWindow.h"
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
};

/// Runs the blocks of a grid one after the other, and the threads of a block on
/// fibers that switch where they wait. Functions that emulated code calls find
/// it through `Thread::current()`.
class Execution {
public:
  Execution(const Program &program, const EmulatedLaunch &launch,
            const EmulatorOptions &options);

  /// Runs all blocks, or until a fault that ends the grid.
  void run();

  Faults &getFaults() { return faults; }
  const EmulatedLaunch &getLaunch() const { return launch; }
  const SharedWindow &getWindow() const { return window; }
  Block &getBlock() { return block; }
  bool findsRaces() const { return options.findRaces; }

  /// "thread 3 of block 7".
  std::string describe(const Thread &thread) const;

  /// The running thread waits at `site` until it is woken; `what` says for what
  /// and lives for ever.
  void wait(Thread &thread, const char *what, Site site);
  void wake(Thread &thread);
  /// The running thread, and with it the grid, does not go on.
  void stop(Thread &thread);
  /// Called once an iteration of every loop, so that a thread that spins lets
  /// others go on, and none runs for ever.
  void tick(Thread &thread, Site site);

  /// Where to read or write instead of at `pointer`: there if the access is
  /// legal, else in memory of no meaning, after a fault was reported.
  void *checkGlobal(Thread &thread, void *pointer, Access access, Site site);
  void *checkShared(Thread &thread, void *pointer, Access access, Site site);
  /// For a pointer that says not where it points to.
  void *checkGeneric(Thread &thread, void *pointer, Access access, Site site);

private:
  void startBlock(uint64_t number);
  bool runBlock();
  void runThread(Thread &thread);
  void finish(Thread &thread);
  void reportDeadlock();
  bool isOutOfTime();
  static void runThreads(void *execution);

  const EmulatedBuffer *findBuffer(uintptr_t address, Access access,
                                   Site site) const;
  void reportBounds(const Thread &thread, uintptr_t address, Access access,
                    Site site);
  void checkAlignment(const Thread &thread, uintptr_t address, Access access,
                      Site site);
  void checkRaces(Thread &thread, ShadowMemory &shadow, uintptr_t address,
                  Access access, Site site);
  std::string describePlace(uintptr_t address) const;
  std::string describe(const Epoch &epoch) const;
  void *scratchFor(Access access);

  const Program &program;
  const EmulatedLaunch &launch;
  const EmulatorOptions &options;
  Faults faults;
  SharedWindow window;
  ShadowMemory globalShadow, sharedShadow;
  FiberPool fibers;
  Block block;
  std::deque<Thread *> runnable;
  std::mt19937_64 random;
  std::vector<void *> arguments;
  std::chrono::steady_clock::time_point start;
  uint64_t ticks = 0;
  bool isStopped = false;
  alignas(64) std::array<char, 4096> scratch;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_EXECUTION_H

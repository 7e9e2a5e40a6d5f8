//===- MemoryBarriers.cpp - mbarrier ----------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "mbarrier.init", "mbarrier.inval", "mbarrier.arrive",
// "mbarrier.arrive_drop", "mbarrier.expect_tx", "mbarrier.complete_tx",
// "mbarrier.test_wait", "mbarrier.try_wait", "mbarrier.pending_count",
// "fence.mbarrier_init".

#include "../Execution.h"
#include "../FunctionTable.h"
#include "../MemoryBarrier.h"
#include <cstring>

using namespace phobos::emulator;

//===----------------------------------------------------------------------===//
// init, inval
//===----------------------------------------------------------------------===//

static void *checkObject(void *pointer, Site site) {
  Thread &thread = Thread::current();
  Access access = {MemoryBarrier::objectBytes, MemoryBarrier::objectBytes,
                   /*isWrite=*/true};
  return thread.execution->checkShared(thread, pointer, access, site);
}

static void initialize(void *pointer, uint32_t count, Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  if (count < 1 || count > MemoryBarrier::maxCount)
    MemoryBarrier::report(
        thread, site,
        "expected from 1 to 2^20 - 1 arrivals for an mbarrier, got " +
            llvm::Twine(count));
  if (checkObject(pointer, site) != pointer)
    return;
  auto address = reinterpret_cast<uintptr_t>(pointer);
  if (execution.getCluster().memoryBarriers.count(address))
    MemoryBarrier::report(thread, site,
                          "mbarrier.init where there is an mbarrier, at " +
                              execution.describePlace(address) +
                              ", without an mbarrier.inval before");
  MemoryBarrier::create(thread, pointer, count, site);
}

/// Its memory may be used for other things behind it.
static void invalidate(void *pointer, Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  if (checkObject(pointer, site) != pointer ||
      !MemoryBarrier::find(thread, pointer, "mbarrier.inval", site))
    return;
  auto &barriers = execution.getCluster().memoryBarriers;
  auto found = barriers.find(reinterpret_cast<uintptr_t>(pointer));
  if (!found->second.waiting.empty())
    MemoryBarrier::report(
        thread, site,
        "mbarrier.inval while " +
            execution.describe(*found->second.waiting.front()) + " waits");
  execution.wakeAll(found->second.waiting);
  barriers.erase(found);
  memset(pointer, 0xff, MemoryBarrier::objectBytes);
}

/// `fence.mbarrier_init.release.cluster`: copies see what the thread has
/// initialised.
static void fenceInit() {
  Thread &thread = Thread::current();
  for (auto &[address, barrier] : thread.execution->getCluster().memoryBarriers)
    if (barrier.initializer.actor == thread.actor && barrier.initFence == 0)
      barrier.initFence = thread.clock.epoch();
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

/// The state that arrivals return: the phase, and the arrivals that it lacked.
static uint64_t stateOf(const MemoryBarrier &barrier) {
  return barrier.phase << 20 | barrier.pending;
}

namespace {
/// The kinds of arrivals, as bits of a Form.
enum ArrivalKind : uint64_t {
  InCluster = 1,    // .shared::cluster: the mbarrier may be another block's
  Relaxed = 2,      // .relaxed: lets others know of nothing
  Drops = 4,        // arrive_drop: it does not come in the next phases
  ExpectsBytes = 8, // .expect_tx: the operand is bytes, and one arrives
  NoComplete = 16,  // .noComplete: promises not to be the last
};
} // namespace

static uint64_t arrive(Form kind, void *pointer, uint32_t operand, Site site) {
  Thread &thread = Thread::current();
  MemoryBarrier *barrier = MemoryBarrier::access(pointer, kind.bits & InCluster,
                                                 "mbarrier.arrive", site);
  if (!barrier)
    return 0;
  uint64_t state = stateOf(*barrier);
  uint32_t count = kind.bits & ExpectsBytes ? 1 : operand;
  if (count < 1 || count > barrier->pending) {
    MemoryBarrier::report(
        thread, site,
        "expected from 1 to " + llvm::Twine(barrier->pending) +
            " arrivals, as many as the mbarrier misses in phase " +
            llvm::Twine(barrier->phase) + ", got " + llvm::Twine(count));
    return state;
  }
  if (!(kind.bits & Relaxed))
    barrier->released.add(thread.clock);
  if (kind.bits & ExpectsBytes)
    barrier->addBytes(operand, thread, site);
  barrier->pending -= count;
  if (kind.bits & Drops)
    barrier->expected -= count;
  if (kind.bits & NoComplete && barrier->pending == 0)
    MemoryBarrier::report(
        thread, site,
        "an arrival with .noComplete is the last one of phase " +
            llvm::Twine(barrier->phase));
  barrier->completePhase(*thread.execution);
  return state;
}

static uint64_t arriveOnce(Form kind, void *pointer, Site site) {
  return arrive(kind, pointer, 1, site);
}

/// At an mbarrier of another block there is no state to return.
static void arriveAway(Form kind, void *pointer, uint32_t operand, Site site) {
  arrive(kind, pointer, operand, site);
}

/// `mbarrier.expect_tx` and, where `sign` is -1, `mbarrier.complete_tx`.
template <int sign, bool inCluster>
static void changeBytes(void *pointer, uint32_t bytes, Site site) {
  Thread &thread = Thread::current();
  const char *what = sign > 0 ? "mbarrier.expect_tx" : "mbarrier.complete_tx";
  MemoryBarrier *barrier =
      MemoryBarrier::access(pointer, inCluster, what, site);
  if (!barrier)
    return;
  barrier->addBytes(sign * static_cast<int64_t>(bytes), thread, site);
  barrier->completePhase(*thread.execution);
}

static uint32_t pendingCount(uint64_t state) {
  return state & MemoryBarrier::maxCount;
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

namespace {
/// What a wait waits for: the end of a phase, given by a state or a parity.
struct Awaited {
  bool isParity;
  uint64_t value;

  /// False after a report where it is neither the current nor the last phase.
  bool verify(const MemoryBarrier &barrier, const Thread &thread,
              Site site) const {
    if (isParity && value > 1)
      MemoryBarrier::report(thread, site,
                            "expected a parity of 0 or 1, got " +
                                llvm::Twine(value));
    uint64_t phase = value >> 20;
    bool isKnown = phase == barrier.phase || phase + 1 == barrier.phase;
    if (!isParity && !isKnown)
      MemoryBarrier::report(thread, site,
                            "expected a state of the mbarrier's phase " +
                                llvm::Twine(barrier.phase) +
                                " or the one before, got one of phase " +
                                llvm::Twine(phase));
    return isParity ? value <= 1 : isKnown;
  }
  bool isOver(const MemoryBarrier &barrier) const {
    return isParity ? (barrier.phase & 1) != value
                    : barrier.phase != value >> 20;
  }
};
} // namespace

/// `mbarrier.test_wait` and `mbarrier.try_wait`: whether the phase is complete.
/// The first may look at any time, the second for some time, and a thread may
/// be slow: so both wait as long as something else goes on.
static uint32_t waitFor(void *pointer, Awaited awaited, bool isRelaxed,
                        Site site) {
  constexpr const char *what = "mbarrier.try_wait";
  Thread &thread = Thread::current();
  MemoryBarrier *barrier =
      MemoryBarrier::access(pointer, /*inCluster=*/false, what, site);
  if (!barrier || !awaited.verify(*barrier, thread, site))
    return true; // a loop that waits must end
  if (!awaited.isOver(*barrier)) {
    barrier->waiting.push_back(&thread);
    thread.execution->waitBriefly(thread, "an mbarrier", site);
    barrier = MemoryBarrier::find(thread, pointer, what, site);
    if (!barrier)
      return true;
    llvm::erase(barrier->waiting, &thread);
    if (!awaited.isOver(*barrier))
      return false;
  }
  if (!isRelaxed)
    thread.clock.acquire(barrier->completed);
  return true;
}

template <bool isRelaxed>
static uint32_t waitForParity(void *pointer, uint32_t parity,
                              uint32_t /*nanoseconds*/, Site site) {
  return waitFor(pointer, {/*isParity=*/true, parity}, isRelaxed, site);
}

template <bool isRelaxed>
static uint32_t waitForState(void *pointer, uint64_t state,
                             uint32_t /*nanoseconds*/, Site site) {
  return waitFor(pointer, {/*isParity=*/false, state}, isRelaxed, site);
}

template <bool isRelaxed>
static uint32_t testParity(void *pointer, uint32_t parity, Site site) {
  return waitForParity<isRelaxed>(pointer, parity, 0, site);
}

template <bool isRelaxed>
static uint32_t testState(void *pointer, uint64_t state, Site site) {
  return waitForState<isRelaxed>(pointer, state, 0, site);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// A part of an opcode, and the ArrivalKind that it stands for.
using Modifier = std::pair<const char *, uint64_t>;
} // namespace

static constexpr Modifier arrivals[] = {{"arrive", 0}, {"arrive.drop", Drops}};

static void addArrivals(FunctionTable &table) {
  std::string prefix = "llvm.nvvm.mbarrier.";
  for (auto [name, kind] : arrivals) {
    for (const char *space : {"", ".shared"}) {
      table.addForm(prefix + name + space, arriveOnce, Form{kind});
      table.addForm(prefix + name + ".noComplete" + space, arrive,
                    Form{kind | NoComplete});
    }
    for (auto [bytes, expects] :
         {Modifier("", 0), {".expect.tx", ExpectsBytes}})
      for (auto [order, relaxed] : {Modifier("", 0), {".relaxed", Relaxed}})
        for (const char *scope : {".scope.cta", ".scope.cluster"}) {
          std::string full = prefix + name + bytes + order + scope;
          uint64_t bits = kind | expects | relaxed;
          table.addForm(full + ".space.cta", arrive, Form{bits});
          table.addForm(full + ".space.cluster", arriveAway,
                        Form{bits | InCluster});
        }
  }
}

/// The spaces of an mbarrier in inline PTX. A state is returned for those of
/// the own block alone; for others PTX has `_` in its place.
static constexpr Modifier inlineSpaces[] = {{"", 0},
                                            {".shared", 0},
                                            {".shared::cta", 0},
                                            {".shared::cluster", InCluster}};

static void addInlineArrivals(FunctionTable &table) {
  static constexpr Modifier orders[] = {{"", 0},
                                        {".release.cta", 0},
                                        {".release.cluster", 0},
                                        {".relaxed.cta", Relaxed},
                                        {".relaxed.cluster", Relaxed}};
  for (auto [order, relaxed] : orders)
    for (auto [space, inCluster] : inlineSpaces)
      for (auto [name, kind] :
           {Modifier("arrive", 0), {"arrive_drop", Drops}}) {
        std::string prefix = std::string("mbarrier.") + name;
        std::string suffix = std::string(order) + space + ".b64";
        uint64_t bits = kind | relaxed | inCluster;
        table.addForm(prefix + suffix, arriveOnce, Form{bits});
        table.addForm(prefix + ".expect_tx" + suffix, arrive,
                      Form{bits | ExpectsBytes});
      }
}

template <int sign>
static void addBytesFunctions(FunctionTable &table, const std::string &llvmName,
                              const std::string &ptxName) {
  for (const char *scope : {".scope.cta", ".scope.cluster"}) {
    std::string full = "llvm.nvvm.mbarrier." + llvmName + scope;
    table.add(full + ".space.cta", changeBytes<sign, false>);
    table.add(full + ".space.cluster", changeBytes<sign, true>);
  }
  for (const char *order : {"", ".relaxed.cta", ".relaxed.cluster"}) {
    std::string prefix = "mbarrier." + ptxName + order;
    table.add(prefix + ".shared::cta.b64", changeBytes<sign, false>);
    table.add(prefix + ".shared::cluster.b64", changeBytes<sign, true>);
  }
}

template <bool isRelaxed>
static void addWaits(FunctionTable &table, const std::string &order) {
  for (const char *scope : {".scope.cta", ".scope.cluster"}) {
    std::string suffix = order + scope + ".space.cta";
    std::string test = "llvm.nvvm.mbarrier.test.wait";
    std::string attempt = "llvm.nvvm.mbarrier.try.wait";
    table.add(test + suffix, testState<isRelaxed>);
    table.add(test + ".parity" + suffix, testParity<isRelaxed>);
    table.add(attempt + suffix, testState<isRelaxed>);
    table.add(attempt + ".parity" + suffix, testParity<isRelaxed>);
    table.add(attempt + ".tl" + suffix, waitForState<isRelaxed>);
    table.add(attempt + ".parity.tl" + suffix, waitForParity<isRelaxed>);
  }
}

template <bool isRelaxed>
static void addInlineWaits(FunctionTable &table, const std::string &order) {
  for (auto [space, inCluster] : inlineSpaces) {
    if (inCluster) // a thread waits at its own block's alone
      continue;
    std::string suffix = order + space + ".b64";
    table.add("mbarrier.test_wait" + suffix, testState<isRelaxed>);
    table.add("mbarrier.test_wait.parity" + suffix, testParity<isRelaxed>);
    table.add("mbarrier.try_wait" + suffix, waitForState<isRelaxed>)
        .numOptional = 1;
    table.add("mbarrier.try_wait.parity" + suffix, waitForParity<isRelaxed>)
        .numOptional = 1;
  }
}

void phobos::emulator::addMemoryBarrierFunctions(FunctionTable &table) {
  std::string prefix = "llvm.nvvm.mbarrier.";
  for (const char *space : {"", ".shared"}) {
    table.add(prefix + "init" + space, initialize).granule =
        MemoryBarrier::objectBytes;
    table.add(prefix + "inval" + space, invalidate);
    table.add(prefix + "test.wait" + space, testState<false>);
  }
  for (const char *space : {"", ".shared", ".shared::cta"}) {
    table.add(std::string("mbarrier.init") + space + ".b64", initialize)
        .granule = MemoryBarrier::objectBytes;
    table.add(std::string("mbarrier.inval") + space + ".b64", invalidate);
  }
  table.addPure(prefix + "pending.count", pendingCount);
  table.addPure("mbarrier.pending_count.b64", pendingCount);
  table.add("llvm.nvvm.fence.mbarrier_init.release.cluster", fenceInit);
  table.add("fence.mbarrier_init.release.cluster", fenceInit);
  addArrivals(table);
  addInlineArrivals(table);
  addBytesFunctions<1>(table, "expect.tx", "expect_tx");
  addBytesFunctions<-1>(table, "complete.tx", "complete_tx");
  addWaits<false>(table, "");
  addWaits<true>(table, ".relaxed");
  addInlineWaits<false>(table, "");
  for (const char *scope : {".cta", ".cluster"}) {
    addInlineWaits<false>(table, std::string(".acquire") + scope);
    addInlineWaits<true>(table, std::string(".relaxed") + scope);
  }
}

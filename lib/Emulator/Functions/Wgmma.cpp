//===- Wgmma.cpp - wgmma's instructions -------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "wgmma.mma_async", "wgmma.fence", "wgmma.commit_group",
// "wgmma.wait_group". All are `.sync.aligned`, and executed by all threads of a
// warp group alike.

#include "Wgmma.h"
#include <cstring>

using namespace phobos::emulator;

WarpGroup &phobos::emulator::warpGroupOf(const Thread &thread) {
  return thread.block->warpGroups[thread.number / WarpGroup::numThreads];
}

WarpGroup::Member &phobos::emulator::memberOf(const Thread &thread) {
  return warpGroupOf(thread).members[thread.number % WarpGroup::numThreads];
}

static void report(FaultKind kind, const Thread &thread, Site site,
                   const llvm::Twine &text) {
  thread.execution->getFaults().add(
      kind, site, text + ", by " + thread.execution->describe(thread));
}

/// A `.sync.aligned` instruction of a warp group; false, after a report, where
/// the block has only a part of it.
static bool checkWarpGroup(Thread &thread, Site site) {
  thread.execution->checkAligned(thread, site);
  size_t end =
      (thread.number / WarpGroup::numThreads + 1) * WarpGroup::numThreads;
  if (end <= thread.block->threads.size())
    return true;
  report(FaultKind::Divergence, thread, site,
         "wgmma needs warp groups of 128 threads, in a block of " +
             llvm::Twine(thread.block->threads.size()));
  return false;
}

//===----------------------------------------------------------------------===//
// wgmma.fence, wgmma.commit_group, wgmma.wait_group
//===----------------------------------------------------------------------===//

static void fence(Site site) {
  Thread &thread = Thread::current();
  if (checkWarpGroup(thread, site))
    memberOf(thread).isFenced = true;
}

static void commit(Site site) {
  Thread &thread = Thread::current();
  if (!checkWarpGroup(thread, site))
    return;
  WarpGroup &group = warpGroupOf(thread);
  WarpGroup::Member &member = memberOf(thread);
  uint64_t number = member.numCommitted++;
  if (number == group.groups.size()) {
    WarpGroup::Group &made = group.groups.emplace_back();
    made.end = member.numStarted;
    for (auto [warp, done] : llvm::enumerate(made.done)) {
      Release release;
      if (group.firstActor != 0)
        release.add({group.firstActor + static_cast<uint32_t>(warp),
                     static_cast<uint32_t>(number + 1)});
      done = release.get();
    }
  }
  if (group.groups[number].end != member.numStarted)
    report(FaultKind::Divergence, thread, site,
           "threads of a warp group commit different wgmma");
}

/// The operation of this number; null if it is over.
static Wgmma *findOperation(WarpGroup &group, uint64_t number) {
  return number < group.numOver
             ? nullptr
             : group.operations[number - group.numOver].get();
}

/// `wgmma.wait_group`: at most `numPending` of the last groups go on.
static void waitFor(uint64_t numPending, Site site) {
  Thread &thread = Thread::current();
  if (!checkWarpGroup(thread, site))
    return;
  WarpGroup &group = warpGroupOf(thread);
  WarpGroup::Member &member = memberOf(thread);
  if (member.numCommitted <= numPending)
    return;
  uint64_t last = member.numCommitted - numPending - 1;
  uint64_t end = group.groups[last].end;
  while (member.numAwaited < end) {
    Wgmma *operation = findOperation(group, member.numAwaited);
    if (operation && !operation->work) {
      group.waiting.push_back(&thread);
      thread.execution->wait(thread, "the other threads of its warp group",
                             site);
      continue;
    }
    if (operation)
      thread.execution->complete(*AsyncWorkPtr(operation->work));
    ++member.numAwaited;
  }
  unsigned warp = thread.number / lanesOfWarp % WarpGroup::numWarps;
  thread.clock.acquire(group.groups[last].done[warp]);
}

static void waitForRegister(uint32_t numPending, Site site) {
  waitFor(numPending, site);
}

void phobos::emulator::finishWgmma(Thread &thread) {
  const WarpGroup::Member &member = memberOf(thread);
  if (member.numAwaited == member.numStarted)
    return;
  const Wgmma *operation =
      findOperation(warpGroupOf(thread), member.numStarted - 1);
  thread.execution->getFaults().add(
      FaultKind::Async, operation ? operation->site : Site(),
      thread.execution->describe(thread) +
          " ends, and nothing waited for wgmma that it started here");
}

//===----------------------------------------------------------------------===//
// Operands in shared memory
//===----------------------------------------------------------------------===//

/// Checks the pieces that `operand` consists of, behind what every thread knew.
static void checkOperand(const Thread &thread, Wgmma &operation,
                         const WgmmaOperand &operand,
                         std::vector<uint32_t> &pieces) {
  constexpr uint32_t pieceBytes = 16;
  uint32_t firstActor = warpGroupOf(thread).firstActor;
  pieces = findPieces(operand);
  std::vector<uint32_t> sorted = pieces;
  llvm::sort(sorted);
  if (sorted.back() + pieceBytes > SharedWindow::size) {
    operation.isBroken = true;
    return report(FaultKind::Bounds, thread, operation.site,
                  "wgmma reads outside of shared memory, at byte " +
                      llvm::Twine(sorted.back()));
  }
  uintptr_t base = thread.block->window.getBase();
  for (size_t begin = 0, end = 0; begin != sorted.size(); begin = end) {
    Access access = {pieceBytes, pieceBytes};
    access.isAsyncProxy = true;
    for (end = begin + 1;
         end != sorted.size() && sorted[end] <= sorted[begin] + access.bytes;
         ++end)
      access.bytes = sorted[end] + pieceBytes - sorted[begin];
    auto *pointer = reinterpret_cast<void *>(base + sorted[begin]);
    for (const Clock &after : operation.after)
      for (uint32_t warp = 0; warp != WarpGroup::numWarps; ++warp)
        operation.isBroken |= !thread.execution->checkSharedAsync(
            thread, pointer, access, operation.site,
            {firstActor + warp, operation.group}, after);
  }
}

static void checkDescriptor(const Thread &thread, Wgmma &operation,
                            const WgmmaOperand &operand, const char *name) {
  std::optional<std::string> problem = findProblem(operand);
  if (!problem)
    return;
  operation.isBroken = true;
  report(FaultKind::Bounds, thread, operation.site,
         "wgmma's descriptor of " + llvm::Twine(name) + ", 0x" +
             llvm::Twine::utohexstr(operand.descriptor) + ", has " + *problem);
}

//===----------------------------------------------------------------------===//
// wgmma.mma_async
//===----------------------------------------------------------------------===//

/// Does the product, and makes it over, after those before it.
static void perform(WarpGroup &group, Execution &execution, Wgmma &operation,
                    uintptr_t base) {
  while (group.operations.front().get() != &operation)
    execution.complete(*AsyncWorkPtr(group.operations.front()->work));
  if (!operation.isBroken) {
    auto *memory = reinterpret_cast<const char *>(base);
    std::vector<double> a =
        operation.form.hasAInRegisters
            ? readRows(operation.rowsOfA.data(), operation.form.a)
            : readOperand(operation.a, operation.piecesOfA, memory);
    std::vector<double> b =
        readOperand(operation.b, operation.piecesOfB, memory);
    for (double &element : a)
      element *= operation.scaleA * operation.scaleB;
    multiplyAdd(operation.form, a, b, operation.d->values);
  }
  group.operations.pop_front();
  ++group.numOver;
}

/// All threads have come.
static void launch(Thread &thread, std::shared_ptr<Wgmma> operation) {
  WarpGroup &group = warpGroupOf(thread);
  Execution &execution = *thread.execution;
  if (!operation->form.hasAInRegisters)
    checkDescriptor(thread, *operation, operation->a, "A");
  checkDescriptor(thread, *operation, operation->b, "B");
  if (!operation->form.hasAInRegisters && !operation->isBroken)
    checkOperand(thread, *operation, operation->a, operation->piecesOfA);
  if (!operation->isBroken)
    checkOperand(thread, *operation, operation->b, operation->piecesOfB);
  operation->after.clear();
  if (operation->versionBefore != 0)
    group.versions[operation->versionBefore] = {};
  uintptr_t base = thread.block->window.getBase();
  operation->work = execution.startAsync(
      [=, &group, &execution] { perform(group, execution, *operation, base); });
  execution.wakeAll(group.waiting);
}

/// What one thread knows, unless another one knew no more.
static void addKnowledge(Wgmma &operation, const Thread &thread,
                         uint32_t actor) {
  const KnowledgePtr &known = thread.clock.knowledge();
  for (const Clock &after : operation.after)
    if (after.knowledge() == known || !after.knowledge() ||
        (known && known->contains(*after.knowledge())))
      return;
  // Not with the thread's own epoch: the other threads know nothing of what it
  // has done since it last released something.
  operation.after.emplace_back(actor).acquire(known);
}

static std::shared_ptr<Wgmma> makeOperation(Thread &thread,
                                            const WgmmaForm &form,
                                            const WgmmaRequest &operands,
                                            Site site) {
  WarpGroup &group = warpGroupOf(thread);
  const WarpGroup::Member &member = memberOf(thread);
  if (group.firstActor == 0) {
    size_t first =
        thread.number / WarpGroup::numThreads * WarpGroup::numThreads;
    Cluster &cluster = thread.execution->getCluster();
    group.firstActor = cluster.nextAgent();
    for (unsigned warp = 0; warp != WarpGroup::numWarps; ++warp)
      cluster.addAgent("wgmma of the warp of " +
                       thread.execution->describe(
                           thread.block->threads[first + warp * lanesOfWarp]));
  }
  auto operation = std::make_shared<Wgmma>();
  operation->form = form;
  operation->site = site;
  operation->a = {operands.descriptorA, form.a, WgmmaForm::m,
                  operands.transposesA != 0};
  operation->b = {operands.descriptorB, form.b, form.n,
                  operands.transposesB != 0};
  operation->scaleA = static_cast<int>(operands.scaleA);
  operation->scaleB = static_cast<int>(operands.scaleB);
  operation->addsToD = operands.addsToD != 0;
  operation->number = member.numStarted;
  operation->group = member.numCommitted + 1;
  chooseAccumulators(group, *operation, operands.d);
  group.operations.push_back(operation);
  return operation;
}

/// Whether a thread that has come to the operation means the same.
static bool isSame(const Wgmma &operation, const WarpGroup::Member &member,
                   const WgmmaRequest &operands, Site site) {
  return operation.site == site &&
         operation.a.descriptor == operands.descriptorA &&
         operation.b.descriptor == operands.descriptorB &&
         operation.addsToD == (operands.addsToD != 0) &&
         operation.group == member.numCommitted + 1;
}

/// Registers that others have written since the last results need a
/// wgmma.fence; accumulators that a wgmma of the same shape goes on with do
/// not.
static void checkFence(Thread &thread, const Wgmma &operation) {
  WarpGroup::Member &member = memberOf(thread);
  bool goesOn = operation.versionBefore != 0 && !operation.form.hasAInRegisters;
  if (goesOn || member.isFenced)
    return;
  report(FaultKind::Fence, thread, operation.site,
         "wgmma.mma_async uses registers without a wgmma.fence after what was "
         "done to them before");
}

/// Row 8 * (r % 2) + lane / 4 of the 16 of a warp, 4 bytes in one of both
/// halves: so register r of A lies in memory.
static void bringA(const Thread &thread, Wgmma &operation, Registers a) {
  for (unsigned i = 0; i != 4; ++i) {
    unsigned row = thread.number % WarpGroup::numThreads / lanesOfWarp * 16 +
                   i % 2 * 8 + thread.lane / 4;
    memcpy(&operation.rowsOfA[row * WgmmaForm::depthBytes + i / 2 * 16 +
                              thread.lane % 4 * 4],
           &a.values[i], sizeof(uint32_t));
  }
}

void phobos::emulator::startWgmma(Form packed, const WgmmaRequest &operands,
                                  Site site) {
  Thread &thread = Thread::current();
  if (!checkWarpGroup(thread, site))
    return;
  WarpGroup &group = warpGroupOf(thread);
  WarpGroup::Member &member = memberOf(thread);
  WgmmaForm form = WgmmaForm::unpack(packed);
  std::shared_ptr<Wgmma> operation =
      member.numStarted == group.numOver + group.operations.size()
          ? makeOperation(thread, form, operands, site)
          : group.operations[member.numStarted - group.numOver];
  if (!isSame(*operation, member, operands, site)) {
    thread.execution->getFaults().add(
        FaultKind::Divergence, site,
        "threads of a warp group do not execute the same wgmma: " +
            thread.execution->describe(thread) + " this one",
        operation->site, "others this one, or with other operands");
    thread.execution->stop(thread);
  }
  ++member.numStarted;
  checkFence(thread, *operation);
  exchangeRegisters(thread, *operation, operands.d);
  if (form.hasAInRegisters)
    bringA(thread, *operation, operands.a);
  addKnowledge(*operation, thread, group.firstActor);
  if (++operation->numArrived == WarpGroup::numThreads)
    launch(thread, operation);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void phobos::emulator::addWgmmaFunctions(FunctionTable &table) {
  table.add("check.awaited", awaitRegister);
  table.add("check.accumulator", readRegister);
  table.add("llvm.nvvm.wgmma.fence.sync.aligned", fence);
  table.add("wgmma.fence.sync.aligned", fence);
  table.add("llvm.nvvm.wgmma.commit_group.sync.aligned", commit);
  table.add("wgmma.commit_group.sync.aligned", commit);
  table.add("llvm.nvvm.wgmma.wait_group.sync.aligned", waitFor);
  table.add("wgmma.wait_group.sync.aligned", waitForRegister);
  addWgmmaForms(table);
}

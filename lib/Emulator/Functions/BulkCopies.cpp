//===- BulkCopies.cpp - Bulk copies of plain memory -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "cp.async.bulk", "cp.reduce.async.bulk", "cp.async.bulk.prefetch",
// "cp.async.bulk.commit_group", "cp.async.bulk.wait_group". What comes from
// global memory, or from another block, completes at an mbarrier; what goes to
// global memory is waited for in groups, also up to the point where its source
// has been read.

#include "../BulkCopy.h"
#include "../Execution.h"
#include "../FunctionTable.h"
#include "../TensorReduction.h"
#include <cstring>

using namespace phobos;
using namespace phobos::emulator;

/// Addresses and sizes are multiples of 16 bytes; one side is in shared memory.
static void checkPieces(std::initializer_list<void *> addresses, uint32_t bytes,
                        Site site) {
  Thread &thread = Thread::current();
  for (void *address : addresses)
    if (reinterpret_cast<uintptr_t>(address) % pieceBytes != 0)
      refuseCopy(thread, site,
                 "expected addresses that are multiples of 16 bytes for a bulk "
                 "copy");
  if (bytes % pieceBytes != 0 || bytes > SharedWindow::size)
    refuseCopy(thread, site,
               "expected a multiple of 16 bytes, no more than shared memory "
               "has, for a bulk copy, got " +
                   llvm::Twine(bytes));
}

static Access asyncAccess(uint32_t bytes, bool isWrite) {
  Access access = {bytes, pieceBytes, isWrite};
  access.isAsyncProxy = true;
  return access;
}

//===----------------------------------------------------------------------===//
// To shared memory
//===----------------------------------------------------------------------===//

static void load(void *to, void *from, uint32_t bytes, void *barrier,
                 std::optional<uint32_t> multicast, Site site) {
  Thread &thread = Thread::current();
  checkPieces({to, from}, bytes, site);
  auto read = [=, &thread](char *data, Agent agent, const Clock &after) {
    char *source = thread.execution->checkGlobalAsync(
        thread, from, asyncAccess(bytes, false), site, agent, after);
    if (source)
      memcpy(data, source, bytes);
  };
  startBulkLoad(to, barrier, multicast, bytes, read, site);
}

// The intrinsics also say whether the mask and the hint for the cache count.
static void loadToCluster(void *to, void *barrier, void *from, uint32_t bytes,
                          uint32_t mask, uint64_t, uint32_t hasMask, uint32_t,
                          Site site) {
  std::optional<uint32_t> multicast;
  if (hasMask)
    multicast = mask;
  load(to, from, bytes, barrier, multicast, site);
}

static void loadHere(void *to, void *barrier, void *from, uint32_t bytes,
                     uint64_t, uint32_t, Site site) {
  load(to, from, bytes, barrier, std::nullopt, site);
}

// Operands of inline PTX follow the text; a hint for the cache is the last.
static void loadInline(void *to, void *from, uint32_t bytes, void *barrier,
                       uint64_t, Site site) {
  load(to, from, bytes, barrier, std::nullopt, site);
}

static void multicastInline(void *to, void *from, uint32_t bytes, void *barrier,
                            uint32_t mask, uint64_t, Site site) {
  load(to, from, bytes, barrier, mask, site);
}

/// From the own block to one of the cluster, where the mbarrier is as well.
static void sendInline(void *to, void *from, uint32_t bytes, void *barrier,
                       Site site) {
  Thread &thread = Thread::current();
  Cluster &cluster = thread.execution->getCluster();
  checkPieces({to, from}, bytes, site);
  auto blockOf = [&](void *pointer) {
    return cluster.findBlock(reinterpret_cast<uintptr_t>(pointer));
  };
  if (blockOf(barrier) != blockOf(to))
    refuseCopy(thread, site,
               "expected an mbarrier in the block that a copy goes to");
  auto read = [=, &thread](char *data, Agent agent, const Clock &after) {
    char *source = thread.execution->checkSharedAsync(
        thread, from, asyncAccess(bytes, false), site, agent, after);
    if (source)
      memcpy(data, source, bytes);
  };
  startBulkLoad(to, barrier, std::nullopt, bytes, read, site);
}

static void send(void *to, void *barrier, void *from, uint32_t bytes,
                 Site site) {
  sendInline(to, from, bytes, barrier, site);
}

//===----------------------------------------------------------------------===//
// To global memory
//===----------------------------------------------------------------------===//

namespace {
/// What a store does with elements of global memory, in a Form.
struct Update {
  Reduction reduction = Reduction::None;
  TensorMap::Type type = TensorMap::Type::U8;

  static Update of(Form form) {
    return {Reduction(form.bits & 0xff), TensorMap::Type(form.bits >> 8)};
  }
  Form form() const {
    return {static_cast<uint64_t>(reduction) | static_cast<uint64_t>(type)
                                                   << 8};
  }
};
} // namespace

/// `cp.async.bulk.global.shared::cta` and its reductions.
static void storeInline(Form form, void *to, void *from, uint32_t bytes,
                        uint64_t, Site site) {
  Thread &thread = Thread::current();
  Update update = Update::of(form);
  checkPieces({to, from}, bytes, site);
  auto read = [=, &thread](char *data, Agent agent, const Clock &after) {
    char *source = thread.execution->checkSharedAsync(
        thread, from, asyncAccess(bytes, false), site, agent, after);
    if (source)
      memcpy(data, source, bytes);
  };
  auto write = [=, &thread](char *data, Agent agent, const Clock &after) {
    Access access = asyncAccess(bytes, true);
    access.isAtomic = update.reduction != Reduction::None;
    char *place = thread.execution->checkGlobalAsync(thread, to, access, site,
                                                     agent, after);
    if (place)
      reduce(update.reduction, update.type, place, data, bytes);
  };
  startBulkStore(bytes, read, write, site);
}

static void store(void *to, void *from, uint32_t bytes, uint64_t hint, uint32_t,
                  Site site) {
  storeInline(Update().form(), to, from, bytes, hint, site);
}

static void prefetchInline(void *from, uint32_t bytes, uint64_t, Site site) {
  checkPieces({from}, bytes, site);
}

static void prefetch(void *from, uint32_t bytes, uint64_t hint, uint32_t,
                     Site site) {
  prefetchInline(from, bytes, hint, site);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void addInlineCopies(FunctionTable &table, const std::string &hint) {
  unsigned numOptional = hint.empty() ? 1 : 0;
  std::string completes = ".mbarrier::complete_tx::bytes";
  std::string prefix = "cp.async.bulk.";
  table.add(prefix + "shared::cluster.global" + completes + hint, loadInline)
      .numOptional = numOptional;
  table.add(prefix + "shared::cta.global" + completes + hint, loadInline)
      .numOptional = numOptional;
  table
      .add(prefix + "shared::cluster.global" + completes +
               ".multicast::cluster" + hint,
           multicastInline)
      .numOptional = numOptional;
  table
      .addForm(prefix + "global.shared::cta.bulk_group" + hint, storeInline,
               Update().form())
      .numOptional = numOptional;
  table.add(prefix + "prefetch.L2.global" + hint, prefetchInline).numOptional =
      numOptional;
}

/// PTX names the types of a reduction; those of sums of halves also say that
/// small numbers are kept.
static void addReductions(FunctionTable &table) {
  using Type = TensorMap::Type;
  static constexpr std::pair<const char *, Type> arithmetic[] = {
      {"u32", Type::U32}, {"s32", Type::I32}, {"u64", Type::U64},
      {"s64", Type::I64}, {"f16", Type::F16}, {"bf16", Type::BF16},
      {"f32", Type::F32}, {"f64", Type::F64}};
  static constexpr std::pair<const char *, Type> bits[] = {{"b32", Type::U32},
                                                           {"b64", Type::U64}};
  auto add = [&](Reduction reduction, const std::string &name, Type type) {
    table
        .addForm(std::string("cp.reduce.async.bulk.global.shared::cta."
                             "bulk_group.") +
                     nameOf(reduction) + "." + name,
                 storeInline, Update{reduction, type}.form())
        .numOptional = 1;
  };
  for (auto [name, type] : arithmetic) {
    bool isHalf = type == Type::F16 || type == Type::BF16;
    // A sum of signed 64 bits has no name of its own.
    if (type != Type::I64)
      add(Reduction::Add, std::string(isHalf ? "noftz." : "") + name, type);
    for (Reduction reduction :
         {Reduction::Min, Reduction::Max, Reduction::Inc, Reduction::Dec})
      if (isDefined(reduction, type))
        add(reduction, name, type);
  }
  for (auto [name, type] : bits)
    for (Reduction reduction : {Reduction::And, Reduction::Or, Reduction::Xor})
      add(reduction, name, type);
}

void phobos::emulator::addBulkCopyFunctions(FunctionTable &table) {
  std::string prefix = "llvm.nvvm.cp.async.bulk.";
  table.add(prefix + "global.to.shared.cluster", loadToCluster);
  table.add(prefix + "global.to.shared.cta", loadHere);
  table.add(prefix + "shared.cta.to.cluster", send);
  table.add(prefix + "shared.cta.to.global", store);
  table.add(prefix + "prefetch.L2", prefetch);
  table.add("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
            "bytes",
            sendInline);
  for (const char *hint : {"", ".L2::cache_hint"})
    addInlineCopies(table, hint);
  addReductions(table);
  table.add(prefix + "commit.group", commitGroup);
  table.add(prefix + "wait.group", waitForGroups);
  table.add(prefix + "wait.group.read", waitForReads);
  table.add("cp.async.bulk.commit_group", commitGroup);
  table.add("cp.async.bulk.wait_group", waitForGroups);
  table.add("cp.async.bulk.wait_group.read", waitForReads);
}

//===- TensorCopies.cpp - TMA by tensor maps --------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "cp.async.bulk.tensor", "cp.reduce.async.bulk.tensor",
// "cp.async.bulk.prefetch.tensor", "prefetch.tensormap": tiles of 1 to 5 dims.
// A load fills what is outside of the tensor; a store leaves it out by pieces
// of 16 bytes, so that it also writes behind an extent that ends within one.

#include "../BulkCopy.h"
#include "../Execution.h"
#include "../FunctionTable.h"
#include "../TensorMap.h"
#include "../TensorReduction.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace phobos;
using namespace phobos::emulator;

//===----------------------------------------------------------------------===//
// What every copy checks
//===----------------------------------------------------------------------===//

/// Whether `map` is a parameter of the kernel, where the hardware looks for it.
static void checkIsParameter(Thread &thread, void *map, Site site) {
  if (!llvm::is_contained(thread.execution->getLaunch().arguments, map))
    refuseCopy(thread, site,
               "expected a tensor map that is the kernel's parameter");
}

/// The box of a copy by `map` at the coordinates `at`, to or from `shared`.
static TensorBox makeBox(void *map, llvm::ArrayRef<uint32_t> at,
                         const void *shared, Site site) {
  Thread &thread = Thread::current();
  checkIsParameter(thread, map, site);
  std::optional<TensorMap> decoded = decodeTensorMap(map);
  if (!decoded)
    refuseCopy(thread, site, "expected a tensor map of a tensor with elements");
  TensorBox box;
  box.map = *decoded;
  if (box.map.rank != at.size())
    refuseCopy(thread, site,
               "expected a tensor map of " + llvm::Twine(at.size()) +
                   " dims, got one of " + llvm::Twine(box.map.rank));
  llvm::copy(at, box.start.begin());
  int64_t inner = int64_t(box.start[0]) * box.map.elementBytes();
  if (inner % pieceBytes != 0)
    refuseCopy(
        thread, site,
        "expected an innermost coordinate at a multiple of 16 bytes, got " +
            llvm::Twine(box.start[0]) + ", at byte " + llvm::Twine(inner));
  if (reinterpret_cast<uintptr_t>(shared) % 128 != 0)
    refuseCopy(
        thread, site,
        "expected shared memory at a multiple of 128 bytes for a copy by a "
        "tensor map");
  return box;
}

static char *swizzled(char *address, uint32_t bytes) {
  return reinterpret_cast<char *>(
      swizzle(reinterpret_cast<uintptr_t>(address), bytes));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// What elements outside of the tensor are: zeros, or what an H200 has for NaNs
/// of every type.
static void fillRow(llvm::MutableArrayRef<char> row, const TensorMap &map) {
  constexpr std::array<unsigned char, 2> nan = {0xf7, 0x7f};
  for (size_t i = 0; i != row.size(); ++i)
    row[i] = map.fillsWithNaN ? static_cast<char>(nan[i % nan.size()]) : 0;
}

/// Fills one row of the box at `place`.
static void loadRow(const TensorBox &box, const TensorBox::Row &row,
                    char *place, const Thread &thread, Site site, Agent agent,
                    const Clock &after) {
  llvm::SmallVector<char, 256> data(box.rowBytes());
  fillRow(data, box.map);
  if (row.begin < row.end) {
    Access access = {row.end - row.begin, pieceBytes};
    access.isAsyncProxy = true;
    char *from = thread.execution->checkGlobalAsync(
        thread, reinterpret_cast<void *>(row.address + row.begin), access, site,
        agent, after);
    if (from)
      memcpy(data.data() + row.begin, from, access.bytes);
  }
  for (uint32_t piece = 0; piece != data.size(); piece += pieceBytes)
    memcpy(swizzled(place + row.offset + piece, box.map.swizzle),
           data.data() + piece, pieceBytes);
}

/// A load to the own block or, by a mask, to the same places of several.
static void loadTile(void *to, void *barrier, void *map,
                     llvm::ArrayRef<uint32_t> at,
                     std::optional<uint32_t> multicast, Site site) {
  Thread &thread = Thread::current();
  TensorBox box = makeBox(map, at, to, site);
  auto read = [=, &thread](char *data, Agent agent, const Clock &after) {
    box.forEachRow([&](const TensorBox::Row &row) {
      loadRow(box, row, data, thread, site, agent, after);
    });
  };
  startBulkLoad(to, barrier, multicast, box.bytes(), read, site);
}

//===----------------------------------------------------------------------===//
// Stores and reductions
//===----------------------------------------------------------------------===//

/// Of a row, the bytes up to the end of the last piece that has an element of
/// the tensor.
static uint32_t endOfPieces(const TensorBox::Row &row) {
  return llvm::alignTo(row.end, pieceBytes);
}

static void readTile(const TensorBox &box, char *shared, char *data,
                     const Thread &thread, Site site, Agent agent,
                     const Clock &after) {
  Access access = {pieceBytes, pieceBytes};
  access.isAsyncProxy = true;
  box.forEachRow([&](const TensorBox::Row &row) {
    for (uint32_t at = row.begin; at < endOfPieces(row); at += pieceBytes) {
      char *from = thread.execution->checkSharedAsync(
          thread, swizzled(shared + row.offset + at, box.map.swizzle), access,
          site, agent, after);
      if (from)
        memcpy(data + row.offset + at, from, pieceBytes);
    }
  });
}

static void writeTile(const TensorBox &box, Reduction reduction,
                      const char *data, const Thread &thread, Site site,
                      Agent agent, const Clock &after) {
  box.forEachRow([&](const TensorBox::Row &row) {
    if (row.begin == row.end)
      return;
    Access access = {endOfPieces(row) - row.begin, pieceBytes,
                     /*isWrite=*/true};
    access.isAtomic = reduction != Reduction::None;
    access.isAsyncProxy = true;
    char *to = thread.execution->checkGlobalAsync(
        thread, reinterpret_cast<void *>(row.address + row.begin), access, site,
        agent, after);
    if (to)
      reduce(reduction, box.map.type, to, data + row.offset + row.begin,
             access.bytes);
  });
}

static void storeTile(Reduction reduction, void *from, void *map,
                      llvm::ArrayRef<uint32_t> at, Site site) {
  Thread &thread = Thread::current();
  TensorBox box = makeBox(map, at, from, site);
  // An H200 ends a kernel that stores a box from before the tensor's start.
  for (int32_t start : llvm::ArrayRef(box.start).take_front(at.size()))
    if (start < 0)
      refuseCopy(thread, site,
                 "expected no negative coordinate in a store, got " +
                     llvm::Twine(start));
  if (!isDefined(reduction, box.map.type))
    refuseCopy(thread, site,
               llvm::Twine("expected a tensor map with elements that PTX's .") +
                   nameOf(reduction) + " is defined for");
  startBulkStore(
      box.bytes(),
      [=, &thread](char *data, Agent agent, const Clock &after) {
        readTile(box, static_cast<char *>(from), data, thread, site, agent,
                 after);
      },
      [=, &thread](char *data, Agent agent, const Clock &after) {
        writeTile(box, reduction, data, thread, site, agent, after);
      },
      site);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Fetches the map, which may be that of an empty tensor.
static void prefetchMap(void *map, Site site) {
  checkIsParameter(Thread::current(), map, site);
}

/// The functions for maps with a dim for each of `dims`.
template <typename Dims> struct Tiles;
template <size_t... dims> struct Tiles<std::index_sequence<dims...>> {
  template <size_t> using Coordinate = uint32_t;

  // The intrinsics also say whether the mask and the hint for the cache count.
  static void load(void *to, void *barrier, void *map, Coordinate<dims>... at,
                   uint32_t mask, uint64_t, uint32_t hasMask, uint32_t,
                   uint32_t blocksOfGroup, Site site) {
    if (blocksOfGroup != 0)
      refuseCopy(Thread::current(), site, "a cta_group is not emulated");
    std::optional<uint32_t> multicast;
    if (hasMask)
      multicast = mask;
    loadTile(to, barrier, map, {at...}, multicast, site);
  }
  static void loadHere(void *to, void *barrier, void *map,
                       Coordinate<dims>... at, uint64_t, uint32_t, Site site) {
    loadTile(to, barrier, map, {at...}, std::nullopt, site);
  }
  static void store(Form reduction, void *from, void *map,
                    Coordinate<dims>... at, uint64_t, uint32_t, Site site) {
    storeTile(Reduction(reduction.bits), from, map, {at...}, site);
  }
  static void prefetch(void *map, Coordinate<dims>... at, uint64_t, uint32_t,
                       Site site) {
    makeBox(map, {at...}, nullptr, site);
  }

  // Operands of inline PTX follow the text; a hint for the cache is the last.
  static void loadInline(void *to, void *map, Coordinate<dims>... at,
                         void *barrier, uint64_t, Site site) {
    loadTile(to, barrier, map, {at...}, std::nullopt, site);
  }
  static void multicastInline(void *to, void *map, Coordinate<dims>... at,
                              void *barrier, uint32_t mask, uint64_t,
                              Site site) {
    loadTile(to, barrier, map, {at...}, mask, site);
  }
  static void storeInline(Form reduction, void *map, Coordinate<dims>... at,
                          void *from, uint64_t, Site site) {
    storeTile(Reduction(reduction.bits), from, map, {at...}, site);
  }
  static void prefetchInline(void *map, Coordinate<dims>... at, uint64_t,
                             Site site) {
    makeBox(map, {at...}, nullptr, site);
  }

  static void addIntrinsics(FunctionTable &table);
  static void addInlineForms(FunctionTable &table, const std::string &mode,
                             const std::string &hint);
};

static constexpr Reduction reductions[] = {
    Reduction::Add, Reduction::Min, Reduction::Max, Reduction::Inc,
    Reduction::Dec, Reduction::And, Reduction::Or,  Reduction::Xor};

template <size_t... dims>
void Tiles<std::index_sequence<dims...>>::addIntrinsics(FunctionTable &table) {
  std::string prefix = "llvm.nvvm.cp.async.bulk.tensor.";
  std::string rank = std::to_string(sizeof...(dims)) + "d";
  table.add(prefix + "g2s.tile." + rank, load);
  table.add(prefix + "g2s.cta.tile." + rank, loadHere);
  table.addForm(prefix + "s2g.tile." + rank, store, Form{0});
  table.add(prefix + "prefetch.tile." + rank, prefetch);
  for (Reduction reduction : reductions)
    table.addForm(prefix + "reduce." + nameOf(reduction) + ".tile." + rank,
                  store, Form{static_cast<uint64_t>(reduction)});
}

template <size_t... dims>
void Tiles<std::index_sequence<dims...>>::addInlineForms(
    FunctionTable &table, const std::string &mode, const std::string &hint) {
  unsigned numOptional = hint.empty() ? 1 : 0;
  std::string rank = std::to_string(sizeof...(dims)) + "d";
  auto add = [&](const std::string &name, auto function) {
    table.add(name + hint, function).numOptional = numOptional;
  };
  std::string copy = "cp.async.bulk.tensor." + rank;
  std::string completes = mode + ".mbarrier::complete_tx::bytes";
  add(copy + ".shared::cluster.global" + completes, loadInline);
  add(copy + ".shared::cta.global" + completes, loadInline);
  add(copy + ".shared::cluster.global" + completes + ".multicast::cluster",
      multicastInline);
  add("cp.async.bulk.prefetch.tensor." + rank + ".L2.global" + mode,
      prefetchInline);
  auto addStore = [&](const std::string &name, Reduction reduction) {
    table
        .addForm(name + mode + ".bulk_group" + hint, storeInline,
                 Form{static_cast<uint64_t>(reduction)})
        .numOptional = numOptional;
  };
  addStore(copy + ".global.shared::cta", Reduction::None);
  for (Reduction reduction : reductions)
    addStore("cp.reduce.async.bulk.tensor." + rank + ".global.shared::cta." +
                 nameOf(reduction),
             reduction);
}

template <size_t... ranks>
static void addRanks(FunctionTable &table, std::index_sequence<ranks...>) {
  auto add = [&](auto tiles) {
    tiles.addIntrinsics(table);
    for (const char *mode : {"", ".tile"})
      for (const char *hint : {"", ".L2::cache_hint"})
        tiles.addInlineForms(table, mode, hint);
  };
  (add(Tiles<std::make_index_sequence<ranks + 1>>()), ...);
}

void phobos::emulator::addTensorCopyFunctions(FunctionTable &table) {
  addRanks(table, std::make_index_sequence<TensorMap::maxRank>());
  for (const char *space : {"0", "4", "101"}) // generic, constant, param
    table.add(std::string("llvm.nvvm.prefetch.tensormap.p") + space,
              prefetchMap);
  table.add("prefetch.tensormap", prefetchMap);
}

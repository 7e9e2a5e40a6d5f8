//===- Memory.cpp - Loads and stores in inline PTX --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "ld", "st", "createpolicy": `ld.global{.vN}.bW`,
// `st.global{.vN}.bW`, with what they say of caches, which changes no answer. A
// vector is aligned to its size.

#include "../Execution.h"
#include "../FunctionTable.h"
#include <cstring>

using namespace phobos::emulator;

/// What holds a word of memory in registers.
template <typename Word>
using Register = std::conditional_t<sizeof(Word) == 8, uint64_t, uint32_t>;

static void *check(void *address, uint32_t bytes, bool isWrite, Site site) {
  Thread &thread = Thread::current();
  Access access = {bytes, static_cast<uint8_t>(bytes), isWrite};
  return thread.execution->checkGlobal(thread, address, access, site);
}

template <typename Word> static Register<Word> load(void *address, Site site) {
  Word word;
  memcpy(&word, check(address, sizeof word, /*isWrite=*/false, site),
         sizeof word);
  return word;
}

template <typename Word, unsigned count>
static void loadVector(Results<count> results, void *address, Site site) {
  Word words[count];
  memcpy(words, check(address, sizeof words, /*isWrite=*/false, site),
         sizeof words);
  for (unsigned i = 0; i != count; ++i)
    results.slots[i] = words[i];
}

/// By ld.global.nc, at any time: a write that comes later is a race as well.
template <typename Word, unsigned count>
static void loadConstants(void *address, Word *words, Site site) {
  Thread &thread = Thread::current();
  uint32_t bytes = count * sizeof(Word);
  char *place = thread.execution->checkGlobalAsync(
      thread, address, {bytes, static_cast<uint8_t>(bytes), /*isWrite=*/false},
      site, thread.constantReads.agent(thread), thread.clock);
  if (place)
    memcpy(words, place, bytes);
}

template <typename Word>
static Register<Word> loadConstant(void *address, Site site) {
  Word word = 0;
  loadConstants<Word, 1>(address, &word, site);
  return word;
}

template <typename Word, unsigned count>
static void loadConstantVector(Results<count> results, void *address,
                               Site site) {
  Word words[count] = {};
  loadConstants<Word, count>(address, words, site);
  for (unsigned i = 0; i != count; ++i)
    results.slots[i] = words[i];
}

/// Stores words that follow each other.
template <typename Word, typename... Words>
static void store(void *address, Words... values, Site site) {
  Word words[] = {static_cast<Word>(values)...};
  memcpy(check(address, sizeof words, /*isWrite=*/true, site), words,
         sizeof words);
}

/// With a policy of the second cache as the last operand.
template <typename Word>
static Register<Word> loadByPolicy(void *address, uint64_t, Site site) {
  return load<Word>(address, site);
}

template <typename Word, unsigned count>
static void loadVectorByPolicy(Results<count> results, void *address, uint64_t,
                               Site site) {
  loadVector<Word, count>(results, address, site);
}

template <typename Word, typename... Words>
static void storeByPolicy(void *address, Words... values, uint64_t, Site site) {
  store<Word, Words...>(address, values..., site);
}

/// Policies are no more than numbers here.
static uint64_t createPolicy() { return 0; }

/// The opcodes of loads and of stores up to the width, side by side.
struct Opcodes {
  std::string loads, stores;
};

template <typename Word>
static void addWord(FunctionTable &table, const Opcodes &opcodes,
                    const std::string &bits) {
  table.add(opcodes.loads + ".b" + bits, load<Word>).granule = sizeof(Word);
  table.add(opcodes.stores + ".b" + bits, store<Word, Register<Word>>).granule =
      sizeof(Word);
}

template <typename Word>
static void addPair(FunctionTable &table, const Opcodes &opcodes,
                    const std::string &bits) {
  using R = Register<Word>;
  table.add(opcodes.loads + ".v2.b" + bits, loadVector<Word, 2>).granule =
      sizeof(Word);
  table.add(opcodes.stores + ".v2.b" + bits, store<Word, R, R>).granule =
      sizeof(Word);
}

static void addVectorsOfWords(FunctionTable &table, const Opcodes &opcodes) {
  using R = uint32_t;
  addPair<R>(table, opcodes, "32");
  table.add(opcodes.loads + ".v4.b32", loadVector<R, 4>).granule = 4;
  table.add(opcodes.stores + ".v4.b32", store<R, R, R, R, R>).granule = 4;
}

/// The words that are no longer than a register of 32 bits, and vectors of
/// those, which make up longer elements.
static void addShortWords(FunctionTable &table, const Opcodes &opcodes) {
  addWord<uint8_t>(table, opcodes, "8");
  addWord<uint16_t>(table, opcodes, "16");
  addWord<uint32_t>(table, opcodes, "32");
}

template <typename Word>
static void addWordByPolicy(FunctionTable &table, const Opcodes &opcodes,
                            const std::string &bits) {
  table.add(opcodes.loads + ".b" + bits, loadByPolicy<Word>).granule =
      sizeof(Word);
  table.add(opcodes.stores + ".b" + bits, storeByPolicy<Word, Register<Word>>)
      .granule = sizeof(Word);
}

static void addByPolicy(FunctionTable &table, const Opcodes &opcodes) {
  using R = uint32_t;
  addWordByPolicy<uint8_t>(table, opcodes, "8");
  addWordByPolicy<uint16_t>(table, opcodes, "16");
  addWordByPolicy<uint32_t>(table, opcodes, "32");
  table.add(opcodes.loads + ".v2.b32", loadVectorByPolicy<R, 2>).granule = 4;
  table.add(opcodes.stores + ".v2.b32", storeByPolicy<R, R, R>).granule = 4;
  table.add(opcodes.loads + ".v4.b32", loadVectorByPolicy<R, 4>).granule = 4;
  table.add(opcodes.stores + ".v4.b32", storeByPolicy<R, R, R, R, R>).granule =
      4;
}

void phobos::emulator::addMemoryFunctions(FunctionTable &table) {
  const Opcodes plain = {"ld.global", "st.global"};
  addShortWords(table, plain);
  addWord<uint64_t>(table, plain, "64");
  addPair<uint8_t>(table, plain, "8");
  addPair<uint16_t>(table, plain, "16");
  addPair<uint64_t>(table, plain, "64");
  addVectorsOfWords(table, plain);

  const Opcodes isVolatile = {"ld.volatile.global", "st.volatile.global"};
  addShortWords(table, isVolatile);
  addWord<uint64_t>(table, isVolatile, "64");

  auto with = [&](const std::string &ofLoads, const std::string &ofStores) {
    return Opcodes{plain.loads + ofLoads, plain.stores + ofStores};
  };
  auto addHinted = [&](const Opcodes &opcodes) {
    addShortWords(table, opcodes);
    addVectorsOfWords(table, opcodes);
  };
  for (std::string evict : {"evict_first", "evict_last"}) {
    addHinted(with(".L1::" + evict, ".L1::" + evict));
    table.add("createpolicy.fractional.L2::" + evict + ".b64", createPolicy);
  }
  const std::string readOnly = "ld.global.nc.L1::evict_last";
  table.add(readOnly + ".b8", loadConstant<uint8_t>).granule = 1;
  table.add(readOnly + ".b16", loadConstant<uint16_t>).granule = 2;
  table.add(readOnly + ".b32", loadConstant<uint32_t>).granule = 4;
  table.add(readOnly + ".v2.b32", loadConstantVector<uint32_t, 2>).granule = 4;
  const Opcodes operators[] = {
      {".ca", ".wb"}, {".cg", ".cg"}, {".cs", ".cs"}, {".cv", ".wt"}};
  const std::string policy = ".L2::cache_hint";
  for (const auto &[ofLoads, ofStores] : operators) {
    addHinted(with(ofLoads, ofStores));
    addByPolicy(table, with(ofLoads + policy, ofStores + policy));
  }
}

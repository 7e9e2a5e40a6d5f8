//===- Memory.cpp - Loads and stores in inline PTX --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "ld", "st": `ld.global{.vN}.bW`, `st.global{.vN}.bW`. A vector is
// aligned to its size.

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

/// Stores words that follow each other.
template <typename Word, typename... Words>
static void store(void *address, Words... values, Site site) {
  Word words[] = {static_cast<Word>(values)...};
  memcpy(check(address, sizeof words, /*isWrite=*/true, site), words,
         sizeof words);
}

template <typename Word>
static void addWidth(FunctionTable &table, const std::string &bits) {
  using R = Register<Word>;
  table.add("ld.global.b" + bits, load<Word>);
  table.add("ld.global.v2.b" + bits, loadVector<Word, 2>);
  table.add("st.global.b" + bits, store<Word, R>);
  table.add("st.global.v2.b" + bits, store<Word, R, R>);
}

void phobos::emulator::addMemoryFunctions(FunctionTable &table) {
  addWidth<uint8_t>(table, "8");
  addWidth<uint16_t>(table, "16");
  addWidth<uint32_t>(table, "32");
  addWidth<uint64_t>(table, "64");
  table.add("ld.global.v4.b32", loadVector<uint32_t, 4>);
  table.add("st.global.v4.b32",
            store<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>);
}

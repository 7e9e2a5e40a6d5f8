//===- WgmmaAccumulators.cpp - Registers in flight --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "Register Fragments and Shared Memory Matrix Layouts": which thread
// has which element of D. "Accessing the accumulator register … before
// wgmma.wait_group … is undefined behavior."

#include "MatrixAccumulators.h"
#include "Wgmma.h"

using namespace phobos::emulator;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {
/// What stands for a register: a NaN of a kind that no arithmetic makes.
struct Token {
  static constexpr uint32_t pattern = 0x7fb00000, mask = 0xfff00000;
  static constexpr unsigned registerBits = 7, versionBits = 13;
  static constexpr uint32_t numVersions = 1 << versionBits;

  uint32_t version; // from 1
  unsigned number;  // of the register

  uint32_t pack() const { return pattern | version << registerBits | number; }
  static std::optional<Token> unpack(uint32_t word) {
    if ((word & mask) != pattern)
      return std::nullopt;
    return Token{word >> registerBits & (numVersions - 1),
                 word & ((1u << registerBits) - 1)};
  }
};
} // namespace

/// The version that `word` is a token of; null where it is a number.
static WarpGroup::Version *findVersion(WarpGroup &group, uint32_t word) {
  std::optional<Token> token = Token::unpack(word);
  if (!token)
    return nullptr;
  auto found = group.versions.find(token->version);
  return found == group.versions.end() ? nullptr : &found->second;
}

static uint32_t addVersion(WarpGroup &group, const Wgmma &operation) {
  group.lastVersion = group.lastVersion % (Token::numVersions - 1) + 1;
  group.versions[group.lastVersion] = {operation.d, operation.number};
  return group.lastVersion;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The first element that register `number` of `thread` of a warp group holds;
/// where it holds two, the next one lies beside it.
static double &elementOf(WgmmaAccumulators &accumulators, unsigned thread,
                         unsigned number) {
  unsigned element = number * accumulators.form.elementsOfRegister();
  unsigned row = thread / lanesOfWarp * 16 + thread % lanesOfWarp / 4 +
                 8 * (element / 2 % 2);
  unsigned column = element / 4 * 8 + thread % 4 * 2 + element % 2;
  return accumulators.values[row * accumulators.form.n + column];
}

static void decode(WgmmaOutput type, uint32_t word, double *elements) {
  int64_t sum = 0;
  switch (type) {
  case WgmmaOutput::F32:
    return AccumulatorF32::decode(llvm::bit_cast<float>(word), elements);
  case WgmmaOutput::F16:
    return AccumulatorF16::decode(word, elements);
  case WgmmaOutput::S32:
  case WgmmaOutput::SaturatedS32:
    AccumulatorS32<false>::decode(word, &sum);
    *elements = static_cast<double>(sum);
  }
}

static uint32_t encode(WgmmaOutput type, const double *elements) {
  auto sum = static_cast<int64_t>(type == WgmmaOutput::F32 ? 0 : *elements);
  switch (type) {
  case WgmmaOutput::F32:
    return AccumulatorF32::encode(elements);
  case WgmmaOutput::F16:
    return AccumulatorF16::encode(elements);
  case WgmmaOutput::S32:
  case WgmmaOutput::SaturatedS32:
    return AccumulatorS32<false>::encode(&sum);
  }
  llvm_unreachable("an accumulator without a type");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void phobos::emulator::chooseAccumulators(WarpGroup &group, Wgmma &operation,
                                          Registers d) {
  const WarpGroup::Version *version = findVersion(group, d.values[0]);
  if (operation.addsToD && version && version->accumulators &&
      version->accumulators->form.numRegisters() ==
          operation.form.numRegisters()) {
    operation.versionBefore = Token::unpack(d.values[0])->version;
    operation.d = version->accumulators;
  } else {
    operation.d = std::make_shared<WgmmaAccumulators>(operation.form);
  }
  operation.version = addVersion(group, operation);
}

static void report(FaultKind kind, const Thread &thread, Site site,
                   const llvm::Twine &text) {
  thread.execution->getFaults().add(
      kind, site, text + ", by " + thread.execution->describe(thread));
}

void phobos::emulator::exchangeRegisters(Thread &thread, Wgmma &operation,
                                         Registers d) {
  WarpGroup &group = warpGroupOf(thread);
  unsigned number = thread.number % WarpGroup::numThreads;
  bool isMixed = false, isInFlight = false;
  for (unsigned i = 0; i != operation.form.numRegisters(); ++i) {
    uint32_t word = d.values[i];
    d.values[i] = Token{operation.version, i}.pack();
    if (!operation.addsToD)
      continue;
    if (operation.versionBefore != 0) {
      isMixed |= word != Token{operation.versionBefore, i}.pack();
      continue;
    }
    isInFlight |= findVersion(group, word) != nullptr;
    decode(operation.form.d, word, &elementOf(*operation.d, number, i));
  }
  if (isMixed)
    report(FaultKind::Async, thread, operation.site,
           "wgmma goes on with registers of which some are in flight and some "
           "are not");
  if (isInFlight)
    report(FaultKind::Async, thread, operation.site,
           "wgmma takes registers in flight as numbers: of another shape, or "
           "copied before a later wgmma");
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// The number that `word` stands for, whose operation is over.
static uint32_t resolve(const Thread &thread, WarpGroup &group, uint32_t word) {
  Token token = *Token::unpack(word);
  WgmmaAccumulators &accumulators = *group.versions[token.version].accumulators;
  unsigned number = thread.number % WarpGroup::numThreads;
  uint32_t value = encode(accumulators.form.d,
                          &elementOf(accumulators, number, token.number));
  // Nobody holds tokens any more once each thread has its numbers.
  accumulators.resolved.set(number);
  if (accumulators.resolved.all() &&
      token.number == accumulators.form.numRegisters() - 1)
    group.versions.erase(token.version);
  return value;
}

uint32_t phobos::emulator::awaitRegister(uint32_t word, Site site) {
  if (!Token::unpack(word))
    return word;
  Thread &thread = Thread::current();
  WarpGroup &group = warpGroupOf(thread);
  const WarpGroup::Version *version = findVersion(group, word);
  WarpGroup::Member &member = memberOf(thread);
  if (!version)
    return word;
  if (!version->accumulators) {
    report(FaultKind::Async, thread, site,
           "wgmma.wait_group is tied to a register that was copied before a "
           "later wgmma changed it");
    return word;
  }
  if (version->operation >= member.numAwaited)
    return word; // still in flight
  member.isFenced = false;
  return resolve(thread, group, word);
}

uint32_t phobos::emulator::readRegister(uint32_t word, Site site) {
  if (!Token::unpack(word))
    return word;
  const Thread &thread = Thread::current();
  WarpGroup &group = warpGroupOf(thread);
  const WarpGroup::Version *version = findVersion(group, word);
  if (!version)
    return word;
  bool isOver =
      version->accumulators && version->operation < memberOf(thread).numAwaited;
  report(FaultKind::Async, thread, site,
         isOver ? "read of an accumulator that no wgmma.wait_group is tied to: "
                  "a compiler may move the read before it"
                : "read of an accumulator of wgmma in flight");
  return isOver ? resolve(thread, group, word) : 0x7fffffff;
}

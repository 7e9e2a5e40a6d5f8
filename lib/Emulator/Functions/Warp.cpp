//===- Warp.cpp - Instructions of a whole warp ------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "shfl.sync", "vote.sync", "redux.sync", "elect.sync",
// "bar.warp.sync". Only the last one orders accesses to memory.

#include "../FunctionTable.h"
#include "WarpMeetings.h"

using namespace phobos::emulator;

//===----------------------------------------------------------------------===//
// shfl.sync
//===----------------------------------------------------------------------===//

enum class ShuffleMode { Up, Down, Butterfly, Index };

namespace {
struct Shuffle {
  ShuffleMode mode;
  uint32_t value, lane, clamp;
  uint32_t result = 0;
  bool isInside = false; // the predicate
};
} // namespace

/// The lane that `lane` reads, as in the ISA's pseudocode; and whether that is
/// inside of its segment.
static std::pair<unsigned, bool> findSource(const Shuffle &shuffle,
                                            unsigned lane) {
  unsigned segment = shuffle.clamp >> 8 & 31, bound = shuffle.clamp & 31;
  unsigned operand = shuffle.lane & 31;
  unsigned last = (lane & segment) | (bound & ~segment);
  unsigned first = lane & segment;
  int source = 0;
  bool isInside = false;
  switch (shuffle.mode) {
  case ShuffleMode::Up:
    source = static_cast<int>(lane) - static_cast<int>(operand);
    isInside = source >= static_cast<int>(last);
    break;
  case ShuffleMode::Down:
    source = lane + operand;
    isInside = source <= static_cast<int>(last);
    break;
  case ShuffleMode::Butterfly:
    source = lane ^ operand;
    isInside = source <= static_cast<int>(last);
    break;
  case ShuffleMode::Index:
    source = first | (operand & ~segment);
    isInside = source <= static_cast<int>(last);
    break;
  }
  return {isInside ? source : lane, isInside};
}

static void completeShuffle(WarpMeeting &meeting, Execution &execution) {
  forLanes(meeting.arrived, [&](unsigned lane) {
    Shuffle &shuffle = operandOf<Shuffle>(meeting, lane);
    auto [source, isInside] = findSource(shuffle, lane);
    shuffle.isInside = isInside;
    if (meeting.arrived >> source & 1) {
      shuffle.result = operandOf<Shuffle>(meeting, source).value;
      return;
    }
    execution.getFaults().add(FaultKind::Lanes, meeting.site,
                              "shuffle from lane " + llvm::Twine(source) +
                                  ", which takes no part, by " +
                                  execution.describe(*meeting.threads[lane]));
  });
}

template <ShuffleMode mode>
static uint32_t shuffle(uint32_t mask, uint32_t value, uint32_t lane,
                        uint32_t clamp, Site site) {
  Shuffle shuffle = {mode, value, lane, clamp};
  meet(mask, &shuffle, completeShuffle, site);
  return shuffle.result;
}

template <ShuffleMode mode>
static float shuffleFloat(uint32_t mask, float value, uint32_t lane,
                          uint32_t clamp, Site site) {
  return llvm::bit_cast<float>(
      shuffle<mode>(mask, llvm::bit_cast<uint32_t>(value), lane, clamp, site));
}

template <ShuffleMode mode>
static void shuffleInside(Results<2> results, uint32_t mask, uint32_t value,
                          uint32_t lane, uint32_t clamp, Site site) {
  Shuffle shuffle = {mode, value, lane, clamp};
  meet(mask, &shuffle, completeShuffle, site);
  results.slots[0] = shuffle.result;
  results.slots[1] = shuffle.isInside;
}

template <ShuffleMode mode>
static void shuffleFloatInside(Results<2> results, uint32_t mask, float value,
                               uint32_t lane, uint32_t clamp, Site site) {
  shuffleInside<mode>(results, mask, llvm::bit_cast<uint32_t>(value), lane,
                      clamp, site);
}

template <ShuffleMode mode>
static void addShuffles(FunctionTable &table, const std::string &name) {
  std::string prefix = "llvm.nvvm.shfl.sync." + name;
  table.add(prefix + ".i32", shuffle<mode>);
  table.add(prefix + ".f32", shuffleFloat<mode>);
  table.add(prefix + ".i32p", shuffleInside<mode>);
  table.add(prefix + ".f32p", shuffleFloatInside<mode>);
}

//===----------------------------------------------------------------------===//
// vote.sync, redux.sync
//===----------------------------------------------------------------------===//

enum class Combination { Add, Min, Max, UMin, UMax, And, Or, Xor };

static uint32_t combine(Combination kind, uint32_t a, uint32_t b) {
  auto x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
  switch (kind) {
  case Combination::Add:
    return a + b;
  case Combination::Min:
    return std::min(x, y);
  case Combination::Max:
    return std::max(x, y);
  case Combination::UMin:
    return std::min(a, b);
  case Combination::UMax:
    return std::max(a, b);
  case Combination::And:
    return a & b;
  case Combination::Or:
    return a | b;
  case Combination::Xor:
    return a ^ b;
  }
  llvm_unreachable("a combination without a meaning");
}

/// Gives each lane the combination of all lanes' operands.
template <Combination kind>
static void completeCombination(WarpMeeting &meeting, Execution &) {
  unsigned first = llvm::countr_zero(meeting.arrived);
  auto result = operandOf<uint32_t>(meeting, first);
  forLanes(meeting.arrived & (meeting.arrived - 1), [&](unsigned lane) {
    result = combine(kind, result, operandOf<uint32_t>(meeting, lane));
  });
  forLanes(meeting.arrived,
           [&](unsigned lane) { operandOf<uint32_t>(meeting, lane) = result; });
}

template <Combination kind>
static uint32_t reduce(uint32_t value, uint32_t mask, Site site) {
  meet(mask, &value, completeCombination<kind>, site);
  return value;
}

static uint32_t voteBallot(uint32_t mask, uint32_t predicate, Site site) {
  uint32_t bit = predicate ? 1u << Thread::current().lane : 0;
  return reduce<Combination::Or>(bit, mask, site);
}

static uint32_t voteAny(uint32_t mask, uint32_t predicate, Site site) {
  return reduce<Combination::Or>(predicate != 0, mask, site);
}

static uint32_t voteAll(uint32_t mask, uint32_t predicate, Site site) {
  return reduce<Combination::And>(predicate != 0, mask, site);
}

static uint32_t voteUniform(uint32_t mask, uint32_t predicate, Site site) {
  // Bit 0: some lane says yes; bit 1: some lane says no.
  return reduce<Combination::Or>(predicate ? 1 : 2, mask, site) != 3;
}

//===----------------------------------------------------------------------===//
// elect.sync, bar.warp.sync
//===----------------------------------------------------------------------===//

static void elect(Results<2> results, uint32_t mask, Site site) {
  uint32_t lane = reduce<Combination::UMin>(Thread::current().lane, mask, site);
  results.slots[0] = lane;
  results.slots[1] = lane == Thread::current().lane;
}

static void completeSync(WarpMeeting &meeting, Execution &) {
  llvm::SmallVector<Clock *> clocks;
  forLanes(meeting.arrived, [&](unsigned lane) {
    clocks.push_back(&meeting.threads[lane]->clock);
  });
  Clock::meet(clocks);
}

static void syncWarp(uint32_t mask, Site site) {
  meet(mask, nullptr, completeSync, site);
}

void phobos::emulator::addWarpFunctions(FunctionTable &table) {
  addShuffles<ShuffleMode::Up>(table, "up");
  addShuffles<ShuffleMode::Down>(table, "down");
  addShuffles<ShuffleMode::Butterfly>(table, "bfly");
  addShuffles<ShuffleMode::Index>(table, "idx");
  table.add("llvm.nvvm.vote.ballot.sync", voteBallot);
  table.add("llvm.nvvm.vote.any.sync", voteAny);
  table.add("llvm.nvvm.vote.all.sync", voteAll);
  table.add("llvm.nvvm.vote.uni.sync", voteUniform);
  table.add("llvm.nvvm.redux.sync.add", reduce<Combination::Add>);
  table.add("llvm.nvvm.redux.sync.min", reduce<Combination::Min>);
  table.add("llvm.nvvm.redux.sync.max", reduce<Combination::Max>);
  table.add("llvm.nvvm.redux.sync.umin", reduce<Combination::UMin>);
  table.add("llvm.nvvm.redux.sync.umax", reduce<Combination::UMax>);
  table.add("llvm.nvvm.redux.sync.and", reduce<Combination::And>);
  table.add("llvm.nvvm.redux.sync.or", reduce<Combination::Or>);
  table.add("llvm.nvvm.redux.sync.xor", reduce<Combination::Xor>);
  table.add("llvm.nvvm.elect.sync", elect);
  table.add("llvm.nvvm.bar.warp.sync", syncWarp);
}

//===- ShadowMemoryTest.cpp - Races between accesses ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"
#include "gtest/gtest.h"

using namespace phobos::emulator;

namespace {

constexpr Access read4 = {4, 4, false}, write4 = {4, 4, true};

/// Threads of one block that access one memory.
class Threads {
public:
  explicit Threads(bool isSharedByClusters)
      : shadow(4, {isSharedByClusters, /*startsEmpty=*/!isSharedByClusters}) {
    for (uint32_t i = 0; i != 3; ++i)
      clocks.emplace_back(i);
  }

  std::optional<ShadowMemory::Conflict> access(uint32_t thread,
                                               uintptr_t address, Access access,
                                               uint64_t block = 1) {
    Epoch self = {block, thread, clocks[thread].epoch(), Site(thread)};
    return shadow.access(address, access, self, clocks[thread]);
  }
  void meet(std::vector<uint32_t> who) {
    llvm::SmallVector<Clock *> met;
    for (uint32_t thread : who)
      met.push_back(&clocks[thread]);
    Clock::meet(met);
  }

private:
  ShadowMemory shadow;
  std::vector<Clock> clocks;
};

TEST(ShadowMemory, AThreadDoesNotRaceWithItself) {
  Threads threads(false);
  EXPECT_FALSE(threads.access(0, 64, write4));
  EXPECT_FALSE(threads.access(0, 64, read4));
  EXPECT_FALSE(threads.access(0, 64, write4));
}

TEST(ShadowMemory, WritesAndReadsRace) {
  Threads threads(false);
  threads.access(0, 64, write4);
  auto conflict = threads.access(1, 64, read4);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->kind, ShadowMemory::Conflict::WithWrite);
  EXPECT_EQ(conflict->with.actor, 0u);
  conflict = threads.access(0, 64, write4);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->kind, ShadowMemory::Conflict::WithRead);
  EXPECT_EQ(conflict->with.actor, 1u);
}

TEST(ShadowMemory, NeighboursDoNotRace) {
  Threads threads(false);
  EXPECT_FALSE(threads.access(0, 64, write4));
  EXPECT_FALSE(threads.access(1, 68, write4));
  // Four bytes more reach the neighbour's.
  auto conflict = threads.access(1, 64, {8, 4, true});
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->address, 64u);
}

TEST(ShadowMemory, ABarrierOrdersThoseThatMeetAtIt) {
  Threads threads(false);
  threads.access(0, 64, write4);
  threads.meet({0, 1});
  EXPECT_FALSE(threads.access(1, 64, read4));
  EXPECT_TRUE(threads.access(2, 64, read4));
}

TEST(ShadowMemory, OrderIsTransitive) {
  Threads threads(false);
  threads.access(0, 64, write4);
  threads.meet({0, 1});
  threads.meet({1, 2});
  EXPECT_FALSE(threads.access(2, 64, write4));
}

TEST(ShadowMemory, AnEarlierBarrierOrdersNothingLater) {
  Threads threads(false);
  threads.meet({0, 1});
  threads.access(0, 64, write4);
  EXPECT_TRUE(threads.access(1, 64, read4));
}

TEST(ShadowMemory, AWriterWaitsForEveryReader) {
  Threads threads(false);
  threads.access(0, 64, write4);
  threads.meet({0, 1, 2});
  threads.access(1, 64, read4);
  threads.access(2, 64, read4);
  threads.meet({0, 2});
  auto conflict = threads.access(0, 64, write4);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->with.actor, 1u);
}

TEST(ShadowMemory, ReadsOfNothingAreSeen) {
  Threads threads(false);
  auto conflict = threads.access(0, 64, read4);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->kind, ShadowMemory::Conflict::Uninitialized);
}

TEST(ShadowMemory, SharedMemoryIsEmptyInTheNextBlock) {
  Threads threads(false);
  threads.access(0, 64, write4);
  auto conflict = threads.access(1, 64, read4, /*block=*/2);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->kind, ShadowMemory::Conflict::Uninitialized);
}

TEST(ShadowMemory, NothingOrdersBlocks) {
  Threads threads(true);
  EXPECT_FALSE(threads.access(0, 64, read4));
  EXPECT_FALSE(threads.access(0, 64, read4, /*block=*/2));
  EXPECT_TRUE(threads.access(0, 64, write4, /*block=*/3));
  EXPECT_TRUE(threads.access(0, 64, read4, /*block=*/4));
}

TEST(ShadowMemory, OneOfTheBlocksThatWriteWins) {
  Threads threads(true);
  EXPECT_FALSE(threads.access(0, 64, write4));
  EXPECT_FALSE(threads.access(0, 64, write4, /*block=*/2));
  EXPECT_TRUE(threads.access(1, 64, write4, /*block=*/2));
}

} // namespace

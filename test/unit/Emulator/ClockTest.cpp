//===- ClockTest.cpp - What actors know of each other -----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include "gtest/gtest.h"

using namespace phobos::emulator;

namespace {

constexpr uint32_t agent = 7;

TEST(Clock, AReleaseIsOfWhatWasBefore) {
  Clock writer(0), reader(1);
  uint32_t before = writer.epoch();
  Release release;
  release.add(writer);
  uint32_t after = writer.epoch();
  EXPECT_FALSE(reader.hasSeen(0, before));
  reader.acquire(release.get());
  EXPECT_TRUE(reader.hasSeen(0, before));
  EXPECT_FALSE(reader.hasSeen(0, after));
}

TEST(Clock, WhatIsReleasedLaterIsNotInAnEarlierAcquisition) {
  Clock first(0), second(1), reader(2);
  Release release;
  release.add(first);
  KnowledgePtr early = release.get();
  uint32_t epoch = second.epoch();
  release.add(second);
  reader.acquire(early);
  EXPECT_FALSE(reader.hasSeen(1, epoch));
  reader.acquire(release.get());
  EXPECT_TRUE(reader.hasSeen(1, epoch));
}

TEST(Clock, KnowledgeIsPassedOn) {
  Clock first(0), second(1), third(2);
  uint32_t epoch = first.epoch();
  Clock::meet({&first, &second});
  Release release;
  release.add(second);
  third.acquire(release.get());
  EXPECT_TRUE(third.hasSeen(0, epoch));
}

TEST(Clock, AFenceIsForWhatWasBefore) {
  Clock writer(0), reader(1);
  uint32_t before = writer.epoch();
  EXPECT_FALSE(writer.hasSeenFenced(0, before));
  writer.fenceProxy();
  uint32_t after = writer.epoch();
  EXPECT_TRUE(writer.hasSeenFenced(0, before));
  EXPECT_FALSE(writer.hasSeenFenced(0, after));
  Clock::meet({&writer, &reader});
  EXPECT_TRUE(reader.hasSeenFenced(0, before));
  EXPECT_TRUE(reader.hasSeen(0, after));
  EXPECT_FALSE(reader.hasSeenFenced(0, after));
}

TEST(Clock, AFenceIsAlsoForWhatOthersHaveReleased) {
  Clock writer(0), fencer(1);
  uint32_t epoch = writer.epoch();
  Clock::meet({&writer, &fencer});
  EXPECT_FALSE(fencer.hasSeenFenced(0, epoch));
  fencer.fenceProxy();
  EXPECT_TRUE(fencer.hasSeenFenced(0, epoch));
  // Until it tells the writer, that one does not know of the fence.
  EXPECT_FALSE(writer.hasSeenFenced(0, epoch));
  Clock::meet({&writer, &fencer});
  EXPECT_TRUE(writer.hasSeenFenced(0, epoch));
}

TEST(Clock, AsynchronousWorkIsSeenUpToItsEpoch) {
  Clock thread(0), other(1);
  thread.acquire(Agent{agent, 3});
  EXPECT_TRUE(thread.hasSeen(agent, 3));
  EXPECT_TRUE(thread.hasSeenFenced(agent, 3));
  EXPECT_FALSE(thread.hasSeen(agent, 4));
  Release release;
  release.add(Agent{agent, 4});
  other.acquire(release.get());
  EXPECT_TRUE(other.hasSeen(agent, 4));
  EXPECT_FALSE(other.hasSeen(0, thread.epoch()));
}

TEST(Clock, JoinsAreSharedAndRight) {
  Clock a(0), b(1), c(2), d(3);
  uint32_t ofA = a.epoch(), ofB = b.epoch();
  Release first, second;
  first.add(a);
  second.add(b);
  for (Clock *clock : {&c, &d}) {
    clock->acquire(first.get());
    clock->acquire(second.get());
    EXPECT_TRUE(clock->hasSeen(0, ofA));
    EXPECT_TRUE(clock->hasSeen(1, ofB));
  }
}

} // namespace

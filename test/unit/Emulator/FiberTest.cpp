//===- FiberTest.cpp - Stacks to switch between -----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "gtest/gtest.h"

using namespace phobos::emulator;

namespace {

struct Counter {
  Fiber *fiber;
  int count = 0;
};

void countForEver(void *argument) {
  auto *counter = static_cast<Counter *>(argument);
  while (true) {
    EXPECT_EQ(Fiber::currentOwner(), counter);
    ++counter->count;
    counter->fiber->suspend();
  }
}

TEST(Fiber, GoesOnWhereItWas) {
  FiberPool pool;
  std::vector<Counter> counters(100);
  for (Counter &counter : counters) {
    counter.fiber = pool.take();
    ASSERT_TRUE(counter.fiber);
    counter.fiber->setOwner(&counter);
    counter.fiber->prepare(&countForEver, &counter);
  }
  for (int round = 1; round != 4; ++round)
    for (Counter &counter : counters) {
      counter.fiber->resume();
      EXPECT_EQ(counter.count, round);
    }
}

TEST(Fiber, IsTakenAgainWhenGivenBack) {
  FiberPool pool;
  Fiber *first = pool.take();
  pool.giveBack(first);
  EXPECT_EQ(pool.take(), first);
}

/// Vector instructions fault on a stack that is not aligned to 16 bytes.
void checkAlignment(void *argument) {
  auto *counter = static_cast<Counter *>(argument);
  alignas(16) volatile char place[16] = {};
  counter->count =
      reinterpret_cast<uintptr_t>(place) % 16 == 0 &&
      reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) % 16 == 0;
  counter->fiber->suspend();
}

TEST(Fiber, HasAnAlignedStack) {
  FiberPool pool;
  Counter counter = {pool.take()};
  counter.fiber->prepare(&checkAlignment, &counter);
  counter.fiber->resume();
  EXPECT_EQ(counter.count, 1);
}

} // namespace

//===- Clock.cpp - What a thread knows to have happened -------------*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <algorithm>

using namespace phobos::emulator;

void Clock::meet(llvm::ArrayRef<Clock *> clocks) {
  auto joined = std::make_shared<std::vector<uint32_t>>();
  llvm::SmallPtrSet<const void *, 4> done;
  auto raise = [&](size_t thread, uint32_t epoch) {
    if (thread >= joined->size())
      joined->resize(thread + 1);
    (*joined)[thread] = std::max((*joined)[thread], epoch);
  };
  for (const Clock *clock : clocks) {
    raise(clock->thread, clock->ownEpoch);
    if (!clock->seen || !done.insert(clock->seen.get()).second)
      continue;
    for (size_t i = 0; i != clock->seen->size(); ++i)
      raise(i, (*clock->seen)[i]);
  }
  for (Clock *clock : clocks) {
    clock->seen = joined;
    ++clock->ownEpoch;
  }
}

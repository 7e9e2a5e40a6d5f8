//===- WarpMeetings.cpp - Lanes of a warp wait for each other ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "WarpMeetings.h"

using namespace phobos::emulator;

static void reportMask(const Thread &thread, uint32_t mask, Site site) {
  thread.execution->getFaults().add(
      FaultKind::Lanes, site,
      "expected a mask with the own lane, got 0x" +
          llvm::Twine::utohexstr(mask) + " in lane " +
          llvm::Twine(thread.lane) + ", by " +
          thread.execution->describe(thread));
}

/// The meeting of `mask` at `site` that `thread` has still to come to; a new
/// one if there is none.
static WarpMeeting &findMeeting(Thread &thread, uint32_t mask,
                                decltype(WarpMeeting::complete) complete,
                                Site site) {
  Warp &warp = *thread.warp;
  for (auto &meeting : warp.meetings) {
    if (meeting->mask != mask || (meeting->arrived >> thread.lane & 1))
      continue;
    if (meeting->site != site)
      thread.execution->getFaults().add(
          FaultKind::Divergence, site,
          "lanes of a warp are at different warp-wide instructions: " +
              thread.execution->describe(thread) + " at this one",
          meeting->site, "another lane at this one");
    // Another instruction would take the operands for something else.
    if (meeting->complete != complete)
      thread.execution->stop(thread);
    return *meeting;
  }
  warp.meetings.push_back(std::make_unique<WarpMeeting>());
  WarpMeeting &meeting = *warp.meetings.back();
  meeting.site = site;
  meeting.mask = mask;
  meeting.complete = complete;
  return meeting;
}

void phobos::emulator::meet(uint32_t mask, void *operand,
                            decltype(WarpMeeting::complete) complete,
                            Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  if (!(mask >> thread.lane & 1))
    return reportMask(thread, mask, site);
  WarpMeeting &meeting = findMeeting(thread, mask, complete, site);
  meeting.arrived |= 1u << thread.lane;
  meeting.operands[thread.lane] = operand;
  meeting.threads[thread.lane] = &thread;
  if (mask & thread.warp->live & ~meeting.arrived)
    return execution.wait(thread, "the other lanes of its warp", site);
  meeting.complete(meeting, execution);
  forLanes(meeting.arrived, [&](unsigned lane) {
    if (meeting.threads[lane] != &thread)
      execution.wake(*meeting.threads[lane]);
  });
  llvm::erase_if(thread.warp->meetings,
                 [&](auto &other) { return other.get() == &meeting; });
}

bool phobos::emulator::checkWholeWarp(const WarpMeeting &meeting,
                                      Execution &execution) {
  if (meeting.arrived == allLanes)
    return true;
  unsigned first = llvm::countr_zero(meeting.arrived);
  execution.getFaults().add(
      FaultKind::Lanes, meeting.site,
      "expected all 32 lanes of a warp at this instruction, got " +
          llvm::Twine(llvm::popcount(meeting.arrived)) + ", among them " +
          execution.describe(*meeting.threads[first]));
  return false;
}

//===- WarpMeetings.h - Lanes of a warp wait for each other -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What all warp-wide instructions are made of. Each lane brings an operand of a
// type that the instruction chooses, and waits; when the last lane has come,
// the instruction reads the operands of all, and writes results into them:
//
//     static void completeSum(WarpMeeting &meeting, Execution &) {
//       uint32_t sum = 0;
//       forLanes(meeting.arrived, [&](unsigned lane) {
//         sum += operandOf<uint32_t>(meeting, lane);
//       });
//       …
//     }
//
//     static uint32_t sum(uint32_t mask, uint32_t value, Site site) {
//       meet(mask, &value, completeSum, site);
//       return value;
//     }
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_FUNCTIONS_WARPMEETINGS_H
#define PHOBOS_LIB_EMULATOR_FUNCTIONS_WARPMEETINGS_H

#include "../Execution.h"
#include "llvm/ADT/bit.h"

namespace phobos::emulator {

inline constexpr uint32_t allLanes = ~uint32_t(0);

/// Waits until all lanes of `mask` have come, each with its `operand`; before
/// they go on, the last one calls `complete`. Lanes that have ended are not
/// waited for. A mask without the own lane is reported, and nothing done.
void meet(uint32_t mask, void *operand,
          decltype(WarpMeeting::complete) complete, Site site);

/// Whether all lanes have come to an instruction that is undefined otherwise; a
/// report where some have ended, or were never there.
bool checkWholeWarp(const WarpMeeting &meeting, Execution &execution);

/// What `lane` has brought.
template <typename Operand>
Operand &operandOf(const WarpMeeting &meeting, unsigned lane) {
  return *static_cast<Operand *>(meeting.operands[lane]);
}

/// Calls `body(lane)` for the lanes of `mask`.
template <typename Body> void forLanes(uint32_t mask, Body body) {
  for (; mask != 0; mask &= mask - 1)
    body(static_cast<unsigned>(llvm::countr_zero(mask)));
}

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_FUNCTIONS_WARPMEETINGS_H

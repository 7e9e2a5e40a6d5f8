//===- Matrix.cpp - Matrices between registers and shared memory -*- C++-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "ldmatrix", "stmatrix", "movmatrix", of .m8n8 matrices of 16-bit
// elements.
//
// In memory, each row of a matrix is 16 bytes, aligned to them; lane 8 * i + r
// gives the address of row r of matrix i. In registers, each lane has two
// elements of every matrix, in one register:
//
//     lane        0        1     …   31
//     element  (0, 0..1) (0, 2..3)  (7, 6..7)      i.e. row lane / 4
//     .trans   (0..1, 0) (2..3, 0)  (6..7, 7)      i.e. column lane / 4

#include "../FunctionTable.h"
#include "WarpMeetings.h"
#include <cstring>

using namespace phobos::emulator;

static constexpr unsigned rowsOfMatrix = 8;
static constexpr uint32_t bytesOfRow = 16;

namespace {
/// What a lane brings, and for loads takes away.
struct Fragments {
  void *address = nullptr;
  uint32_t registers[4] = {};
};

/// 16-bit elements by row and column.
using Matrix = uint16_t[rowsOfMatrix][rowsOfMatrix];
static_assert(sizeof(Matrix) == rowsOfMatrix * bytesOfRow);
} // namespace

/// The element of a matrix that `lane` has in the lower or, with `half` 1, in
/// the upper half of its register.
template <bool isTransposed>
static uint16_t &elementOf(Matrix &matrix, unsigned lane, unsigned half) {
  unsigned major = lane / 4, minor = lane % 4 * 2 + half;
  return isTransposed ? matrix[minor][major] : matrix[major][minor];
}

template <bool isTransposed>
static uint32_t toRegister(Matrix &matrix, unsigned lane) {
  return elementOf<isTransposed>(matrix, lane, 0) |
         elementOf<isTransposed>(matrix, lane, 1) << 16;
}

template <bool isTransposed>
static void fromRegister(Matrix &matrix, unsigned lane, uint32_t value) {
  elementOf<isTransposed>(matrix, lane, 0) = static_cast<uint16_t>(value);
  elementOf<isTransposed>(matrix, lane, 1) = static_cast<uint16_t>(value >> 16);
}

/// Where to read or write `row` of `matrix`, on behalf of the lane that gives
/// its address.
static void *checkRow(const WarpMeeting &meeting, unsigned matrix, unsigned row,
                      bool isWrite) {
  unsigned lane = matrix * rowsOfMatrix + row;
  Thread &thread = *meeting.threads[lane];
  return thread.execution->checkShared(
      thread, operandOf<Fragments>(meeting, lane).address,
      {bytesOfRow, bytesOfRow, isWrite}, meeting.site);
}

//===----------------------------------------------------------------------===//
// ldmatrix
//===----------------------------------------------------------------------===//

template <unsigned count, bool isTransposed>
static void completeLoad(WarpMeeting &meeting, Execution &execution) {
  if (!checkWholeWarp(meeting, execution))
    return;
  for (unsigned i = 0; i != count; ++i) {
    Matrix matrix;
    for (unsigned row = 0; row != rowsOfMatrix; ++row)
      memcpy(matrix[row], checkRow(meeting, i, row, /*isWrite=*/false),
             bytesOfRow);
    forLanes(allLanes, [&](unsigned lane) {
      operandOf<Fragments>(meeting, lane).registers[i] =
          toRegister<isTransposed>(matrix, lane);
    });
  }
}

template <bool isTransposed>
static uint32_t loadMatrix(void *address, Site site) {
  Fragments fragments = {address};
  meet(allLanes, &fragments, completeLoad<1, isTransposed>, site);
  return fragments.registers[0];
}

template <unsigned count, bool isTransposed>
static void loadMatrices(Results<count> results, void *address, Site site) {
  Fragments fragments = {address};
  meet(allLanes, &fragments, completeLoad<count, isTransposed>, site);
  for (unsigned i = 0; i != count; ++i)
    results.slots[i] = fragments.registers[i];
}

//===----------------------------------------------------------------------===//
// stmatrix
//===----------------------------------------------------------------------===//

template <unsigned count, bool isTransposed>
static void completeStore(WarpMeeting &meeting, Execution &execution) {
  if (!checkWholeWarp(meeting, execution))
    return;
  for (unsigned i = 0; i != count; ++i) {
    Matrix matrix;
    forLanes(allLanes, [&](unsigned lane) {
      fromRegister<isTransposed>(
          matrix, lane, operandOf<Fragments>(meeting, lane).registers[i]);
    });
    for (unsigned row = 0; row != rowsOfMatrix; ++row)
      memcpy(checkRow(meeting, i, row, /*isWrite=*/true), matrix[row],
             bytesOfRow);
  }
}

template <bool isTransposed, typename... Registers>
static void storeMatrices(void *address, Registers... registers, Site site) {
  Fragments fragments = {address, {registers...}};
  meet(allLanes, &fragments, completeStore<sizeof...(registers), isTransposed>,
       site);
}

//===----------------------------------------------------------------------===//
// movmatrix
//===----------------------------------------------------------------------===//

static void completeTransposition(WarpMeeting &meeting, Execution &execution) {
  if (!checkWholeWarp(meeting, execution))
    return;
  Matrix matrix;
  forLanes(allLanes, [&](unsigned lane) {
    fromRegister<false>(matrix, lane, operandOf<uint32_t>(meeting, lane));
  });
  forLanes(allLanes, [&](unsigned lane) {
    operandOf<uint32_t>(meeting, lane) = toRegister<true>(matrix, lane);
  });
}

static uint32_t transposeMatrix(uint32_t fragment, Site site) {
  meet(allLanes, &fragment, completeTransposition, site);
  return fragment;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Of loads and of stores of one matrix, two and four.
template <bool isTransposed>
static void addForms(FunctionTable &table, const std::string &beginning,
                     const std::string &end) {
  using R = uint32_t;
  std::string load = beginning + "ldmatrix.sync.aligned.m8n8.x";
  std::string store = beginning + "stmatrix.sync.aligned.m8n8.x";
  table.add(load + "1" + end, loadMatrix<isTransposed>);
  table.add(load + "2" + end, loadMatrices<2, isTransposed>);
  table.add(load + "4" + end, loadMatrices<4, isTransposed>);
  table.add(store + "1" + end, storeMatrices<isTransposed, R>);
  table.add(store + "2" + end, storeMatrices<isTransposed, R, R>);
  table.add(store + "4" + end, storeMatrices<isTransposed, R, R, R, R>);
}

void phobos::emulator::addMatrixFunctions(FunctionTable &table) {
  // Intrinsics take addresses of shared memory (`.p3`), or generic ones
  // (`.p0`), which must point there.
  for (std::string space : {".p0", ".p3"}) {
    addForms<false>(table, "llvm.nvvm.", ".b16" + space);
    addForms<true>(table, "llvm.nvvm.", ".trans.b16" + space);
  }
  addForms<false>(table, "", ".shared.b16");
  addForms<true>(table, "", ".trans.shared.b16");
  table.add("movmatrix.sync.aligned.m8n8.trans.b16", transposeMatrix);
}

//===- SharedLayoutTest.cpp - round trips through shared memory -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/SharedLayout.h"
#include "LayoutTestCases.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace phobos;
using llvm::ArrayRef;

namespace {

/// 32 lanes along the columns, one row a warp.
Layout byRows(ArrayRef<int64_t> reps) {
  return Layout({}, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}}, {}, reps);
}

/// Layouts of one 64x96 tile on 128 threads, of every kind.
std::vector<Layout> layoutsOfOneTile() {
  std::vector<Layout> layouts;
  for (int64_t vectorWidth : {1, 2, 4, 8}) {
    layouts.push_back(Layout::blocked({64, 96}, 128, vectorWidth));
    layouts.push_back(
        Layout::blocked({96, 64}, 128, vectorWidth).transpose({1, 0}));
    layouts.push_back(Layout::registerBlocked({64, 96}, 128, {vectorWidth, 4}));
  }
  // A tensor-core accumulator: four warps of 16 rows.
  layouts.push_back(Layout({{0, 1}, {8, 0}},
                           {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
                           {{16, 0}, {32, 0}}, {1, 12}));
  // Replicas in lanes, and bases that cross dims.
  layouts.push_back(Layout({{0, 1}, {1, 2}},
                           {{0, 0}, {1, 4}, {0, 8}, {0, 0}, {0, 2}},
                           {{0, 0}, {2, 1}}, {16, 6}));
  return layouts;
}

TEST(SharedLayoutTest, TransposeOfTheDocs) {
  Layout rows = byRows({32, 1});
  SharedLayout shared(rows, rows.transpose({1, 0}), 4);
  EXPECT_EQ(shared.block(), ArrayRef<int64_t>({32, 32}));
  EXPECT_EQ(shared.bytes(), 4096);
  for (int64_t row = 0; row < 32; ++row)
    for (int64_t column = 0; column < 32; ++column)
      EXPECT_EQ(shared.offset({row, column}), 32 * row + (column ^ row));
}

TEST(SharedLayoutTest, CountsTheConflictsOfAnUnswizzledTranspose) {
  // Made for rows on both sides, a 32x32 block lies row after row. A column's
  // elements are then 32 words apart, all in one bank: 32 passes, not 1.
  Layout rows({}, byRows({1, 1}).laneBases(),
              {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}}, {1, 1});
  SharedLayout unswizzled(rows, rows, 4);
  EXPECT_EQ(unswizzled.offset({3, 5}), 32 * 3 + 5);
  EXPECT_EQ(unswizzled.bankConflicts(rows), 0);
  EXPECT_EQ(unswizzled.bankConflicts(rows.transpose({1, 0})), 31);
  // With 8-byte elements half a warp is served at once: two times 16 passes.
  EXPECT_EQ(SharedLayout(rows, rows, 8).bankConflicts(rows.transpose({1, 0})),
            30);
}

TEST(SharedLayoutTest, OffsetsAreAPermutationOfTheBlock) {
  for (const Layout &from : layoutsOfOneTile())
    for (const Layout &to : layoutsOfOneTile()) {
      SharedLayout shared(from, to, 2);
      std::set<int64_t> offsets;
      for (int64_t row = 0; row < shared.block()[0]; ++row)
        for (int64_t column = 0; column < shared.block()[1]; ++column)
          offsets.insert(shared.offset({row, column}));
      EXPECT_EQ(int64_t(offsets.size()), shared.elements());
      EXPECT_EQ(*offsets.begin(), 0);
      EXPECT_EQ(*offsets.rbegin(), shared.elements() - 1);
      EXPECT_EQ(shared.elements(), shared.block()[0] * shared.block()[1]);
    }
}

/// Checks every access of every warp: each thread holds whole vectors, and the
/// lanes that are served together find their words in different banks.
void expectNoConflicts(const SharedLayout &shared, const Layout &layout,
                       int64_t elementBytes) {
  int64_t vector = shared.vectorElements();
  int64_t bytes = vector * elementBytes;
  ASSERT_LE(bytes, 16);
  int64_t served = bytes > 4 ? 128 / bytes : 32;
  for (int64_t warp = 0; warp < layout.warpCount(); ++warp)
    for (int64_t element = 0; element < layout.registersPerRepetition();
         ++element)
      for (int64_t first = 0; first < 32; first += served) {
        std::map<int64_t, std::set<int64_t>> wordsOfBank;
        for (int64_t lane = first; lane < first + served; ++lane) {
          int64_t address =
              shared.offset(layout.tileCoordinates(element, lane, warp)) /
              vector * bytes;
          for (int64_t byte = address; byte < address + bytes; ++byte)
            wordsOfBank[byte / 4 % 32].insert(byte / 4);
        }
        for (const auto &[bank, words] : wordsOfBank)
          ASSERT_EQ(words.size(), 1u) << "bank " << bank;
      }
}

void expectWholeVectors(const SharedLayout &shared, const Layout &layout) {
  std::map<int64_t, int64_t> heldOfVector;
  for (int64_t element = 0; element < layout.registersPerRepetition();
       ++element)
    ++heldOfVector[shared.offset(layout.elementOffset(element)) /
                   shared.vectorElements()];
  for (const auto &[vector, count] : heldOfVector)
    EXPECT_EQ(count, shared.vectorElements());
}

void expectNoConflicts(const Layout &from, const Layout &to) {
  for (int64_t elementBytes : {1, 2, 4, 8}) {
    SCOPED_TRACE(from.str() + "\nto " + to.str() + "\nelements of " +
                 std::to_string(elementBytes) + " bytes");
    SharedLayout shared(from, to, elementBytes);
    for (const Layout &side : {from, to}) {
      expectNoConflicts(shared, side, elementBytes);
      expectWholeVectors(shared, side);
      EXPECT_EQ(shared.bankConflicts(side), 0);
    }
  }
}

TEST(SharedLayoutTest, NoConflictsBetweenAnyTwoLayouts) {
  for (const Layout &from : layoutsOfOneTile())
    for (const Layout &to : layoutsOfOneTile())
      expectNoConflicts(from, to);
}

TEST(SharedLayoutTest, NoConflictsBetweenRandomLayouts) {
  for (unsigned seed = 0; seed < 100; ++seed)
    expectNoConflicts(randomLayout(seed, {4, 5}, seed % 5 * 3),
                      randomLayout(seed + 1000, {4, 5}, seed % 3 * 4));
}

TEST(SharedLayoutTest, VectorsAreWhatBothSidesHold) {
  Layout wide = Layout::blocked({64, 64}, 128, 8);
  Layout block = Layout::registerBlocked({64, 64}, 128, {4, 4});
  EXPECT_EQ(SharedLayout(wide, wide, 2).vectorElements(), 8);
  EXPECT_EQ(SharedLayout(wide, wide, 4).vectorElements(), 4);
  EXPECT_EQ(SharedLayout(wide, block, 2).vectorElements(), 4);
  EXPECT_EQ(SharedLayout(wide, wide.transpose({1, 0}), 4).vectorElements(), 1);
}

} // namespace

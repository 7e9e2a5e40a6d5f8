//===- ConversionTest.cpp - from one layout to another ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/Conversion.h"
#include "LayoutTestCases.h"
#include "gtest/gtest.h"
#include <map>

using namespace phobos;
using llvm::ArrayRef;

namespace {

using Kind = Conversion::Kind;

/// Every element that a thread needs of the tile is where the conversion says.
void expectFinds(const Conversion &conversion, const Layout &from,
                 const Layout &to, ArrayRef<int64_t> shape) {
  ASSERT_EQ(int64_t(conversion.sources().size()), to.elementsPerThread());
  ASSERT_EQ(conversion.sourceLanes().size(), 5u);
  for (int64_t element = 0; element < to.elementsPerThread(); ++element)
    for (int64_t warp = 0; warp < to.warpCount(); ++warp)
      for (int64_t lane = 0; lane < 32; ++lane) {
        Coordinates needed = to.tileCoordinates(element, lane, warp);
        if (!isInside(needed, shape))
          continue;
        auto source = conversion.sources()[element];
        ASSERT_TRUE(source);
        int64_t asked = source->lane;
        for (unsigned bit = 0; bit < 5; ++bit)
          if (lane >> bit & 1)
            asked ^= conversion.sourceLanes()[bit];
        if (conversion.kind() == Kind::Registers)
          ASSERT_EQ(asked, lane);
        ASSERT_EQ(from.tileCoordinates(source->element, asked, warp), needed);
      }
}

/// Whether one source element serves each element in all threads, found by
/// trying: in the same lane, or in any lane of the warp.
bool servesByTrying(const Layout &from, const Layout &to, bool anyLane) {
  auto serves = [&](int64_t element, int64_t source) {
    for (int64_t warp = 0; warp < to.warpCount(); ++warp)
      for (int64_t lane = 0; lane < 32; ++lane) {
        Coordinates needed = to.tileCoordinates(element, lane, warp);
        bool found = false;
        for (int64_t other = 0; other < 32 && !found; ++other)
          found = (anyLane || other == lane) &&
                  from.tileCoordinates(source, other, warp) == needed;
        if (!found)
          return false;
      }
    return true;
  };
  for (int64_t element = 0; element < to.elementsPerThread(); ++element) {
    bool served = false;
    for (int64_t source = 0; source < from.elementsPerThread() && !served;
         ++source)
      served = serves(element, source);
    if (!served)
      return false;
  }
  return true;
}

/// Layouts of one 8x16 tile on 64 threads that differ in everything.
std::vector<Layout> smallLayouts() {
  std::vector<Basis> lanes = {{0, 2}, {0, 4}, {0, 8}, {1, 0}, {2, 0}};
  std::vector<Basis> reversed(lanes.rbegin(), lanes.rend());
  std::vector<Basis> crossed = {{1, 2}, {0, 4}, {0, 8}, {1, 0}, {2, 0}};
  std::vector<Basis> fewer = {{0, 2}, {0, 4}, {0, 0}, {1, 0}, {2, 0}};
  std::vector<Basis> warp = {{4, 0}};
  return {
      Layout({{0, 1}}, lanes, warp, {1, 1}),
      Layout({{0, 3}}, lanes, warp, {1, 1}),
      Layout({{0, 1}}, reversed, warp, {1, 1}),
      Layout({{0, 1}}, crossed, warp, {1, 1}),
      Layout({{0, 1}}, fewer, warp, {1, 2}),
      Layout({{0, 1}, {0, 8}}, fewer, warp, {1, 1}),
      Layout({{0, 8}, {0, 1}}, fewer, warp, {1, 1}),
      Layout({{2, 0}}, {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {1, 0}}, warp, {1, 1}),
      Layout({{0, 1}}, lanes, {{0, 0}}, {2, 1}),
      Layout({{4, 0}}, lanes, {{0, 1}}, {1, 1}),
  };
}

TEST(ConversionTest, TakesTheCheapestWay) {
  std::map<Kind, unsigned> taken;
  for (const Layout &from : smallLayouts())
    for (const Layout &to : smallLayouts()) {
      SCOPED_TRACE(from.str() + "\nto " + to.str());
      Conversion conversion(from, to);
      ++taken[conversion.kind()];
      if (from.warpBases() != to.warpBases()) {
        EXPECT_EQ(conversion.kind(), Kind::SharedMemory);
        continue;
      }
      Kind expected = servesByTrying(from, to, false)  ? Kind::Registers
                      : servesByTrying(from, to, true) ? Kind::Shuffles
                                                       : Kind::SharedMemory;
      EXPECT_EQ(conversion.kind(), expected);
      if (expected != Kind::SharedMemory)
        expectFinds(conversion, from, to, {8, 16});
    }
  EXPECT_EQ(taken.size(), 3u);
}

TEST(ConversionTest, RenumbersRepetitions) {
  // The same columns as 3 repetitions of 32, and as 2 registers 32 apart in 2
  // repetitions of 64, of which the second's upper half is past 96.
  std::vector<Basis> lanes = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}};
  Layout thrice({}, lanes, {}, {4, 3});
  Layout twice({{0, 32}}, lanes, {}, {4, 2});
  Conversion conversion(thrice, twice);
  EXPECT_EQ(conversion.kind(), Kind::Registers);
  expectFinds(conversion, thrice, twice, {4, 96});
  EXPECT_EQ(conversion.sources()[3], std::nullopt);
  expectFinds(Conversion(twice, thrice), twice, thrice, {4, 96});
}

TEST(ConversionTest, AccumulatorIsTheNextProductsOperand) {
  // Attention feeds P, an accumulator, to the next product as its operand A:
  // with 16-bit elements each thread holds what it needs.
  std::vector<int64_t> shape = {64, 48}, warps = {4, 1};
  Layout accumulator = Layout::mmaAccumulator(shape, warps);
  Layout operand = Layout::mmaOperandA(shape, warps, 16);
  Conversion conversion(accumulator, operand);
  EXPECT_EQ(conversion.kind(), Kind::Registers);
  expectFinds(conversion, accumulator, operand, shape);
}

TEST(ConversionTest, SpreadsARowSumToAllLanes) {
  // From one row a lane to all 32 rows in every lane: 32 shuffles.
  std::vector<Basis> steps = {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}};
  std::vector<Basis> replicas(5, Basis{0, 0});
  Layout one({}, steps, {}, {1, 1});
  Layout all(steps, replicas, {}, {1, 1});
  Conversion conversion(one, all);
  EXPECT_EQ(conversion.kind(), Kind::Shuffles);
  expectFinds(conversion, one, all, {32, 1});
  // Back, the element that a lane takes depends on the lane.
  EXPECT_EQ(Conversion(all, one).kind(), Kind::SharedMemory);
}

} // namespace

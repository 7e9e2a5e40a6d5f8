//===- MmaLayoutTest.cpp - layouts of tensor-core fragments -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expected coordinates are the formulas of the PTX ISA: groupID is lane /
// 4, threadID_in_group is lane % 4, i is the index of an element in the
// fragment.
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/Layout.h"
#include "gtest/gtest.h"

using namespace phobos;

namespace {

TEST(MmaLayoutTest, AccumulatorOfM16N8) {
  Layout layout = Layout::mmaAccumulator({16, 8}, {1, 1});
  EXPECT_EQ(layout.elementsPerThread(), 4);
  for (int64_t lane = 0; lane < 32; ++lane)
    for (int64_t i = 0; i < 4; ++i)
      EXPECT_EQ(
          layout.tileCoordinates(i, lane, 0),
          Coordinates({lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)}));
}

TEST(MmaLayoutTest, AccumulatorOfWgmmaM64N96) {
  // D of m64nN: warp w has rows 16 w; d[i] is in column chunk i / 4.
  Layout layout = Layout::mmaAccumulator({64, 96}, {4, 1});
  EXPECT_EQ(layout.verifyShape({64, 96}), std::nullopt);
  EXPECT_EQ(layout.elementsPerThread(), 96 / 2);
  for (int64_t warp = 0; warp < 4; ++warp)
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t i = 0; i < 48; ++i)
        EXPECT_EQ(layout.tileCoordinates(i, lane, warp),
                  Coordinates({16 * warp + lane / 4 + (i & 2 ? 8 : 0),
                               8 * (i / 4) + lane % 4 * 2 + (i & 1)}));
}

TEST(MmaLayoutTest, OperandsOf16Bits) {
  // m16n8k16 with f16 or bf16.
  Layout a = Layout::mmaOperandA({16, 16}, {1, 1}, 16);
  Layout b = Layout::mmaOperandB({16, 8}, {1, 1}, 16);
  EXPECT_EQ(a.elementsPerThread(), 8);
  EXPECT_EQ(b.elementsPerThread(), 4);
  for (int64_t lane = 0; lane < 32; ++lane) {
    for (int64_t i = 0; i < 8; ++i) {
      bool upper = i < 2 || (i >= 4 && i < 6);
      EXPECT_EQ(a.tileCoordinates(i, lane, 0),
                Coordinates({lane / 4 + (upper ? 0 : 8),
                             lane % 4 * 2 + (i & 1) + (i < 4 ? 0 : 8)}));
    }
    for (int64_t i = 0; i < 4; ++i)
      EXPECT_EQ(
          b.tileCoordinates(i, lane, 0),
          Coordinates({lane % 4 * 2 + (i & 1) + (i < 2 ? 0 : 8), lane / 4}));
  }
}

TEST(MmaLayoutTest, OperandsOf32Bits) {
  // m16n8k8 with tf32.
  Layout a = Layout::mmaOperandA({16, 8}, {1, 1}, 32);
  Layout b = Layout::mmaOperandB({8, 8}, {1, 1}, 32);
  for (int64_t lane = 0; lane < 32; ++lane) {
    for (int64_t i = 0; i < 4; ++i)
      EXPECT_EQ(a.tileCoordinates(i, lane, 0),
                Coordinates({lane / 4 + (i == 0 || i == 2 ? 0 : 8),
                             lane % 4 + (i < 2 ? 0 : 4)}));
    for (int64_t i = 0; i < 2; ++i)
      EXPECT_EQ(b.tileCoordinates(i, lane, 0),
                Coordinates({lane % 4 + 4 * i, lane / 4}));
  }
}

TEST(MmaLayoutTest, OperandsOf8Bits) {
  // m16n8k32 with s8, u8, e4m3 or e5m2.
  Layout a = Layout::mmaOperandA({16, 32}, {1, 1}, 8);
  Layout b = Layout::mmaOperandB({32, 8}, {1, 1}, 8);
  for (int64_t lane = 0; lane < 32; ++lane) {
    for (int64_t i = 0; i < 16; ++i) {
      bool upper = i < 4 || (i >= 8 && i < 12);
      EXPECT_EQ(a.tileCoordinates(i, lane, 0),
                Coordinates({lane / 4 + (upper ? 0 : 8),
                             lane % 4 * 4 + (i & 3) + (i < 8 ? 0 : 16)}));
    }
    for (int64_t i = 0; i < 8; ++i)
      EXPECT_EQ(
          b.tileCoordinates(i, lane, 0),
          Coordinates({lane % 4 * 4 + (i & 3) + (i < 4 ? 0 : 16), lane / 4}));
  }
}

TEST(MmaLayoutTest, WarpsShareOperands) {
  // 2 x 2 warps: warp bit 0 is along M, bit 1 along N.
  std::vector<int64_t> warpsAlong = {2, 2};
  Layout accumulator = Layout::mmaAccumulator({64, 40}, warpsAlong);
  Layout a = Layout::mmaOperandA({64, 48}, warpsAlong, 16);
  Layout b = Layout::mmaOperandB({48, 40}, warpsAlong, 16);
  EXPECT_EQ(accumulator.verifyShape({64, 40}), std::nullopt);
  EXPECT_EQ(a.verifyShape({64, 48}), std::nullopt);
  EXPECT_EQ(b.verifyShape({48, 40}), std::nullopt);
  for (int64_t warp = 0; warp < 4; ++warp) {
    EXPECT_EQ(accumulator.threadOffset(0, warp),
              Coordinates({16 * (warp % 2), 8 * (warp / 2)}));
    EXPECT_EQ(a.threadOffset(0, warp), Coordinates({16 * (warp % 2), 0}));
    EXPECT_EQ(b.threadOffset(0, warp), Coordinates({0, 8 * (warp / 2)}));
  }
}

TEST(MmaLayoutTest, RowsOfWarps) {
  // Two warps of 16 rows; 8 threads with 8 columns each are a row of 64, and
  // the 4 rows that the lanes have are repeated by registers.
  Layout rows = Layout::mmaRows({32, 128}, 2, 8);
  EXPECT_EQ(rows.verifyShape({32, 128}), std::nullopt);
  EXPECT_EQ(rows.contiguousElements(1), 8);
  EXPECT_EQ(rows.tileCoordinates(7, 31, 1), Coordinates({16 + 3, 63}));
  EXPECT_EQ(rows.tileCoordinates(8, 0, 0), Coordinates({4, 0}));
  for (int64_t columns : {8, 16, 24, 40, 64, 96, 256})
    for (int64_t width : {1, 4, 8, 16}) {
      Layout layout = Layout::mmaRows({64, columns}, 4, width);
      EXPECT_EQ(layout.verifyShape({64, columns}), std::nullopt);
      EXPECT_EQ(layout.warpBases(),
                Layout::mmaAccumulator({64, columns}, {4, 1}).warpBases());
      EXPECT_TRUE(layout.replicaLaneBits().empty()) << columns;
    }
}

} // namespace

//===- TensorMapTest.cpp - Which tensor maps a GPU has ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/TensorMap/TensorMap.h"
#include "gtest/gtest.h"

using namespace phobos;

namespace {

/// bf16[100, 72], in boxes of 16 rows of 64 elements.
TensorMap matrix() {
  TensorMap map;
  map.address = 4096;
  map.type = TensorMap::Type::BF16;
  map.rank = 2;
  map.extents = {72, 100};
  map.strides = {1, 80};
  map.box = {64, 16};
  map.elementStrides = {1, 1};
  map.swizzle = 128;
  return map;
}

std::string problemOf(const TensorMap &map) {
  llvm::Error error = map.verify();
  return error ? llvm::toString(std::move(error)) : "";
}

TEST(TensorMap, Accepts) {
  EXPECT_EQ(problemOf(matrix()), "");
  TensorMap map = matrix();
  map.extents[1] = TensorMap::maxExtent;
  map.strides[1] = (uint64_t(1) << 39) - 8;
  EXPECT_EQ(problemOf(map), "");
  map = matrix();
  map.type = TensorMap::Type::U8;
  map.interleave = map.swizzle = 32;
  map.rank = 3;
  map.extents[2] = 2;
  map.strides = {1, 96, 9600};
  map.box[2] = map.elementStrides[2] = 1;
  EXPECT_EQ(problemOf(map), "");
}

// The pitch of a single row is no pitch, and a dim of one element has no
// neighbours.
TEST(TensorMap, StridesOfSingleElementsDoNotMatter) {
  TensorMap map = matrix();
  map.extents = {1, 1};
  map.strides = {7, uint64_t(-3)};
  EXPECT_EQ(problemOf(map), "");
  EXPECT_EQ(map.byteStrides()[1], 16u);
  EXPECT_EQ(matrix().byteStrides()[1], 160u);
}

TEST(TensorMap, EmptyTensorsLieAnywhere) {
  TensorMap map = matrix();
  map.extents[1] = 0;
  map.address = 1;
  EXPECT_TRUE(map.isEmpty());
  EXPECT_EQ(problemOf(map), "");
  EXPECT_FALSE(matrix().isEmpty());
}

TEST(TensorMap, NegativeTensor) {
  TensorMap map = matrix();
  map.address = 4104;
  EXPECT_EQ(problemOf(map), "expected an address that is a multiple of 16 for "
                            "a tensor map, got 0x1008");
  map = matrix();
  map.strides[1] = 73;
  EXPECT_EQ(problemOf(map), "expected strides that are a multiple of 16 bytes "
                            "for a tensor map, got 146");
  map.strides[1] = uint64_t(1) << 39;
  EXPECT_EQ(problemOf(map), "expected strides below 2^40 bytes for a tensor "
                            "map, got 1099511627776");
  map = matrix();
  map.strides[0] = 2;
  EXPECT_EQ(problemOf(map), "expected a stride of 1 in the innermost dim for a "
                            "tensor map, got 2");
  map = matrix();
  map.extents[0] = (uint64_t(1) << 31) - (1 << 16) + 1;
  EXPECT_EQ(problemOf(map), "expected an extent of at most 2^31 - 2^16 for a "
                            "tensor map, got 2147418113");
  for (unsigned rank : {0, 6}) {
    map = matrix();
    map.rank = rank;
    EXPECT_EQ(problemOf(map), "expected a rank from 1 to 5 for a tensor map, "
                              "got " +
                                  std::to_string(rank));
  }
}

TEST(TensorMap, NegativeBox) {
  TensorMap map = matrix();
  map.box[0] = 60;
  EXPECT_EQ(problemOf(map), "expected a box whose rows are a multiple of 16 "
                            "bytes for a tensor map, got 120");
  map.box[0] = 72;
  EXPECT_EQ(problemOf(map), "expected a box whose rows have at most the 128 "
                            "bytes of its swizzle for a tensor map, got 144");
  for (uint32_t extent : {0, 257}) {
    map = matrix();
    map.box[1] = extent;
    EXPECT_EQ(problemOf(map), "expected a box of 1 to 256 elements along a dim "
                              "for a tensor map, got " +
                                  std::to_string(extent));
  }
  for (uint32_t stride : {0, 9}) {
    map = matrix();
    map.elementStrides[1] = stride;
    EXPECT_EQ(problemOf(map), "expected element strides from 1 to 8 for a "
                              "tensor map, got " +
                                  std::to_string(stride));
  }
}

TEST(TensorMap, NegativeModes) {
  TensorMap map = matrix();
  map.swizzle = 48;
  EXPECT_EQ(problemOf(map), "expected a swizzle of 0, 32, 64 or 128 bytes for "
                            "a tensor map, got 48");
  map = matrix();
  map.l2Promotion = 32;
  EXPECT_EQ(problemOf(map), "expected an L2 promotion of 0, 64, 128 or 256 "
                            "bytes for a tensor map, got 32");
  map = matrix();
  map.interleave = 8;
  EXPECT_EQ(problemOf(map), "expected an interleave of 0, 16 or 32 bytes for a "
                            "tensor map, got 8");
  map.interleave = 32;
  EXPECT_EQ(problemOf(map), "expected a swizzle of 32 bytes with this "
                            "interleave for a tensor map, got 128");
  map.swizzle = 32;
  EXPECT_EQ(problemOf(map),
            "expected a rank from 3 to 5 for a tensor map, got 2");
  map = matrix();
  map.type = TensorMap::Type::U16;
  map.fillsWithNaN = true;
  EXPECT_EQ(problemOf(map), "expected elements of a float type other than f8 "
                            "for a tensor map that fills with NaNs");
}

TEST(TensorMap, Types) {
  EXPECT_EQ(TensorMap::lookupType("bf16"), TensorMap::Type::BF16);
  EXPECT_EQ(TensorMap::lookupType("f8e4m3"), TensorMap::Type::U8);
  EXPECT_EQ(TensorMap::lookupType("f33"), std::nullopt);
  TensorMap map;
  for (auto [name, bytes] : {std::pair("bool", 1u),
                             {"i16", 2u},
                             {"f16", 2u},
                             {"u32", 4u},
                             {"f32", 4u},
                             {"index", 8u},
                             {"f64", 8u}}) {
    map.type = *TensorMap::lookupType(name);
    EXPECT_EQ(map.elementBytes(), bytes) << name;
  }
}

} // namespace

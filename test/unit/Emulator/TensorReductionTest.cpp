//===- TensorReductionTest.cpp - Copies that combine with memory -*- C++ -*-==//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "TensorReduction.h"
#include "gtest/gtest.h"
#include <cstring>
#include <vector>

using namespace phobos;
using namespace phobos::emulator;
using Type = TensorMap::Type;

namespace {

template <typename T>
std::vector<T> reduced(Reduction reduction, Type type, std::vector<T> to,
                       const std::vector<T> &from) {
  reduce(reduction, type, reinterpret_cast<char *>(to.data()),
         reinterpret_cast<const char *>(from.data()), to.size() * sizeof(T));
  return to;
}

TEST(TensorReduction, Integers) {
  using U = std::vector<uint32_t>;
  auto of = [](Reduction reduction, U to, U from) {
    return reduced(reduction, Type::U32, to, from);
  };
  EXPECT_EQ(of(Reduction::None, {1, 2}, {3, 4}), (U{3, 4}));
  EXPECT_EQ(of(Reduction::Add, {1, 0xffffffff}, {3, 4}), (U{4, 3}));
  EXPECT_EQ(of(Reduction::Min, {1, 0xffffffff}, {3, 4}), (U{1, 4}));
  EXPECT_EQ(of(Reduction::Max, {1, 0xffffffff}, {3, 4}), (U{3, 0xffffffff}));
  EXPECT_EQ(of(Reduction::And, {6}, {3}), (U{2}));
  EXPECT_EQ(of(Reduction::Or, {6}, {3}), (U{7}));
  EXPECT_EQ(of(Reduction::Xor, {6}, {3}), (U{5}));
}

TEST(TensorReduction, SignsCount) {
  EXPECT_EQ(reduced<int32_t>(Reduction::Min, Type::I32, {1, -2}, {-3, 4}),
            (std::vector<int32_t>{-3, -2}));
  EXPECT_EQ(reduced<int64_t>(Reduction::Max, Type::I64, {-1}, {-3}),
            (std::vector<int64_t>{-1}));
  EXPECT_EQ(reduced<uint64_t>(Reduction::Max, Type::U64, {~0ull}, {3}),
            (std::vector<uint64_t>{~0ull}));
}

// PTX ISA, "red": inc wraps to 0 at the operand, dec to the operand at 0.
TEST(TensorReduction, IncAndDec) {
  using U = std::vector<uint32_t>;
  EXPECT_EQ(
      reduced<uint32_t>(Reduction::Inc, Type::U32, {0, 4, 5, 9}, {5, 5, 5, 5}),
      (U{1, 5, 0, 0}));
  EXPECT_EQ(
      reduced<uint32_t>(Reduction::Dec, Type::U32, {0, 4, 5, 9}, {5, 5, 5, 5}),
      (U{5, 3, 4, 5}));
}

// 1 + 2^-11 is a tie for f16, 1 + 2^-8 one for bf16: both go to 1.
TEST(TensorReduction, Floats) {
  EXPECT_EQ(reduced<uint16_t>(Reduction::Add, Type::F16, {0x3c00, 0x3c01},
                              {0x1000, 0x1000}),
            (std::vector<uint16_t>{0x3c00, 0x3c02}));
  EXPECT_EQ(reduced<uint16_t>(Reduction::Add, Type::BF16, {0x3f80, 0x3f81},
                              {0x3b80, 0x3b80}),
            (std::vector<uint16_t>{0x3f80, 0x3f82}));
  EXPECT_EQ(reduced<float>(Reduction::Add, Type::F32, {1.5f}, {2.25f}),
            (std::vector<float>{3.75f}));
  EXPECT_EQ(reduced<uint16_t>(Reduction::Max, Type::F16, {0xbc00, 0x7e00},
                              {0x3c00, 0x3c00}),
            (std::vector<uint16_t>{0x3c00, 0x3c00}));
}

// PTX ISA, the table of "cp.reduce.async.bulk.tensor".
TEST(TensorReduction, Defined) {
  EXPECT_TRUE(isDefined(Reduction::None, Type::U8));
  EXPECT_FALSE(isDefined(Reduction::Add, Type::U8));
  EXPECT_TRUE(isDefined(Reduction::Add, Type::F32));
  EXPECT_FALSE(isDefined(Reduction::Min, Type::F32));
  EXPECT_TRUE(isDefined(Reduction::Min, Type::BF16));
  EXPECT_FALSE(isDefined(Reduction::Inc, Type::I32));
  EXPECT_FALSE(isDefined(Reduction::Xor, Type::F16));
  EXPECT_TRUE(isDefined(Reduction::Xor, Type::U64));
}

} // namespace

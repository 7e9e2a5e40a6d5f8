//===- WgmmaTest.cpp - Operands and arithmetic of wgmma --*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Functions/Wgmma.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace phobos::emulator;

namespace {

/// D's first element of a product whose rows of A are all `a`, and columns of B
/// all `b`, and that begins with `d`.
double multiply(WgmmaForm form, double a, double b, double d) {
  std::vector<double> rows(WgmmaForm::m * form.k(), a);
  std::vector<double> columns(form.n * form.k(), b);
  std::vector<double> sums(WgmmaForm::m * form.n, d);
  multiplyAdd(form, rows, columns, sums);
  EXPECT_TRUE(sums.front() == sums.back() || std::isnan(sums.back()));
  return sums.front();
}

TEST(Wgmma, RoundsOnce) {
  WgmmaForm form = {8, WgmmaInput::F16, WgmmaInput::F16, WgmmaOutput::F32,
                    false};
  // 16 products of 2^-25, each of which alone would be rounded away.
  EXPECT_EQ(multiply(form, 0x1p-12, 0x1p-13, 1), 1 + 0x1p-21);
  form.d = WgmmaOutput::F16;
  EXPECT_EQ(multiply(form, 0.25, 0.25, 2048), 2048); // a tie: to even
  EXPECT_EQ(multiply(form, 0.25, 0.75, 2048), 2052); // 2051: a tie
  EXPECT_EQ(multiply(form, 1, 65504, 0), INFINITY);
  EXPECT_TRUE(std::isnan(multiply(form, 1, 1, NAN)));
}

TEST(Wgmma, IntegersWrapOrSaturate) {
  WgmmaForm form = {8, WgmmaInput::S8, WgmmaInput::U8, WgmmaOutput::S32, false};
  EXPECT_EQ(form.k(), 32u);
  EXPECT_EQ(multiply(form, -2, 3, 10), 10 - 192);
  EXPECT_EQ(multiply(form, 1, 1, 2147483647), -2147483648.0 + 31);
  form.d = WgmmaOutput::SaturatedS32;
  EXPECT_EQ(multiply(form, 1, 1, 2147483647), 2147483647);
  EXPECT_EQ(multiply(form, -1, 1, -2147483648.0), -2147483648.0);
}

TEST(Wgmma, FormsSurviveTheTable) {
  WgmmaForm form = {256, WgmmaInput::E4M3, WgmmaInput::E5M2, WgmmaOutput::F16,
                    true};
  WgmmaForm same = WgmmaForm::unpack(form.pack());
  EXPECT_EQ(same.n, 256);
  EXPECT_EQ(same.a, WgmmaInput::E4M3);
  EXPECT_EQ(same.b, WgmmaInput::E5M2);
  EXPECT_EQ(same.d, WgmmaOutput::F16);
  EXPECT_TRUE(same.hasAInRegisters);
  EXPECT_EQ(same.numRegisters(), 64u);
}

/// A descriptor (PTX ISA, "Matrix descriptor") of byte offsets.
uint64_t describe(uint64_t start, uint64_t leading, uint64_t stride,
                  uint64_t mode) {
  return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | mode << 62;
}

TEST(Wgmma, PiecesOfRowsThatAreSwizzled) {
  // 128 bytes: a piece's number in its row is exchanged by the row's number.
  std::vector<uint32_t> pieces =
      findPieces({describe(1024, 16, 1024, 1), WgmmaInput::BF16, 16, false});
  ASSERT_EQ(pieces.size(), 32u);
  EXPECT_EQ(pieces[0], 1024u);
  EXPECT_EQ(pieces[1], 1024u + 16);
  EXPECT_EQ(pieces[2], 1024u + 128 + 16);
  EXPECT_EQ(pieces[3], 1024u + 128);
  EXPECT_EQ(pieces[2 * 7], 1024u + 7 * 128 + 7 * 16);
  EXPECT_EQ(pieces[2 * 8], 2048u);
}

TEST(Wgmma, PiecesThatLieAcrossK) {
  // No swizzle: 8 k's of 8 columns follow each other.
  std::vector<uint32_t> pieces =
      findPieces({describe(0, 4096, 256, 0), WgmmaInput::F16, 16, true});
  ASSERT_EQ(pieces.size(), 32u);
  EXPECT_EQ(pieces[7], 7u * 16);
  EXPECT_EQ(pieces[8], 4096u);
  EXPECT_EQ(pieces[16], 256u);
  EXPECT_EQ(pieces[31], 256u + 4096 + 7 * 16);
}

TEST(Wgmma, DescriptorsWithOtherBitsAreRefused) {
  WgmmaOperand operand = {describe(1024, 16, 1024, 3), WgmmaInput::S8, 8,
                          false};
  EXPECT_FALSE(findProblem(operand));
  for (unsigned bit : {14, 15, 30, 31, 46, 47, 48, 52, 61}) {
    WgmmaOperand other = operand;
    other.descriptor |= uint64_t(1) << bit;
    EXPECT_TRUE(findProblem(other)) << bit;
  }
}

} // namespace

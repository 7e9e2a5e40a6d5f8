//===- InlinePTXTest.cpp - The parts of inline PTX --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "gtest/gtest.h"

using namespace phobos::emulator;

namespace {

TEST(InlinePTX, HasAnOpcodeAndOperandsInTheOrderOfTheText) {
  auto ptx = parsePTXInstruction("sub.s32 $0, $2, $1;");
  ASSERT_TRUE(ptx);
  EXPECT_FALSE(ptx->guard);
  EXPECT_EQ(ptx->opcode, "sub.s32");
  EXPECT_EQ(ptx->operands, (llvm::SmallVector<unsigned>{0, 2, 1}));
}

TEST(InlinePTX, HasAGuard) {
  auto ptx = parsePTXInstruction("@$3 ld.global.v2.b32 {$0, $1}, [$2];");
  ASSERT_TRUE(ptx && ptx->guard);
  EXPECT_EQ(ptx->guard->operand, 3u);
  EXPECT_FALSE(ptx->guard->isNegated);
  EXPECT_EQ(ptx->opcode, "ld.global.v2.b32");
  EXPECT_EQ(ptx->operands, (llvm::SmallVector<unsigned>{0, 1, 2}));
  ptx = parsePTXInstruction("@!$1 st.global.b8 [$2], $0;");
  ASSERT_TRUE(ptx && ptx->guard);
  EXPECT_TRUE(ptx->guard->isNegated);
}

TEST(InlinePTX, OfOtherFormsIsNotRead) {
  for (const char *text :
       {"", "nop", "membar.cta", "$0 $1;", "@p bra $0;", "add.s32 $0, $1, 1;",
        "ld.global.b32 $0, [$1+4];", "ld.global.v2.b32 {$0, $1, [$2];",
        "sub.s32 $0, $1, $2", "sub.s32 $0, $1, $2; sub.s32 $0, $1, $2;",
        "{ .reg .pred p; setp.ne.b32 p, $0, 0; }"})
    EXPECT_FALSE(parsePTXInstruction(text)) << text;
}

} // namespace

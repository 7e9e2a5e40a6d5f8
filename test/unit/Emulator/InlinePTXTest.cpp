//===- InlinePTXTest.cpp - The parts of inline PTX --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "gtest/gtest.h"

using namespace phobos::emulator;

namespace {

/// The one instruction of `text`.
PTXInstruction parseOne(llvm::StringRef text) {
  auto ptx = parsePTX(text);
  if (!ptx) {
    ADD_FAILURE() << llvm::toString(ptx.takeError());
    return {};
  }
  EXPECT_EQ(ptx->sections.size(), 1u);
  EXPECT_EQ(ptx->sections[0].instructions.size(), 1u);
  return ptx->sections[0].instructions[0];
}

llvm::SmallVector<uint64_t> valuesOf(const PTXOperandGroup &group) {
  llvm::SmallVector<uint64_t> values;
  for (const PTXOperand &operand : group.operands)
    values.push_back(operand.value);
  return values;
}

using Values = llvm::SmallVector<uint64_t>;

TEST(InlinePTX, HasAnOpcodeAndOperandsInTheOrderOfTheText) {
  PTXInstruction ptx = parseOne("sub.s32 $0, $2, $1;");
  EXPECT_FALSE(ptx.guard);
  EXPECT_EQ(ptx.opcode, "sub.s32");
  ASSERT_EQ(ptx.groups.size(), 3u);
  EXPECT_EQ(ptx.groups[1].form, PTXOperandGroup::Single);
  EXPECT_EQ(ptx.groups[1].operands[0].kind, PTXOperand::Argument);
  EXPECT_EQ(valuesOf(ptx.groups[1]), Values{2});
  EXPECT_EQ(ptx.text, "sub.s32 $0, $2, $1;");
}

TEST(InlinePTX, HasAGuard) {
  PTXInstruction ptx = parseOne("@$3 ld.global.v2.b32 {$0, $1}, [$2];");
  ASSERT_TRUE(ptx.guard);
  EXPECT_EQ(ptx.guard->predicate.value, 3u);
  EXPECT_FALSE(ptx.guard->isNegated);
  EXPECT_EQ(ptx.opcode, "ld.global.v2.b32");
  ptx = parseOne("@!$1 st.global.b8 [$2], $0;");
  ASSERT_TRUE(ptx.guard);
  EXPECT_TRUE(ptx.guard->isNegated);
}

TEST(InlinePTX, HasListsAndAddresses) {
  PTXInstruction ptx =
      parseOne("cp.x::y [ $3 ], [$4, {$5,$6}], [$7+16], {$8 , _}, [$9 + -4];");
  EXPECT_EQ(ptx.opcode, "cp.x::y");
  ASSERT_EQ(ptx.groups.size(), 5u);
  EXPECT_EQ(ptx.groups[0].form, PTXOperandGroup::Address);
  EXPECT_EQ(ptx.groups[1].form, PTXOperandGroup::Address);
  EXPECT_EQ(valuesOf(ptx.groups[1]), (Values{4, 5, 6}));
  EXPECT_EQ(ptx.groups[2].offset, 16);
  EXPECT_EQ(ptx.groups[3].form, PTXOperandGroup::List);
  EXPECT_EQ(ptx.groups[3].operands[1].kind, PTXOperand::Sink);
  EXPECT_EQ(ptx.groups[4].offset, -4);
}

TEST(InlinePTX, HasNumbersAndSpecialRegisters) {
  PTXInstruction ptx = parseOne("x 12, -1, 0x1f, 0f3F800000, %tid.x;");
  ASSERT_EQ(ptx.groups.size(), 5u);
  EXPECT_EQ(valuesOf(ptx.groups[0]), Values{12});
  EXPECT_EQ(valuesOf(ptx.groups[1]), Values{~uint64_t(0)});
  EXPECT_EQ(valuesOf(ptx.groups[2]), Values{0x1f});
  EXPECT_EQ(ptx.groups[3].operands[0].kind, PTXOperand::Float);
  EXPECT_EQ(valuesOf(ptx.groups[3]), Values{0x3F800000});
  EXPECT_EQ(ptx.groups[4].operands[0].kind, PTXOperand::Special);
  EXPECT_EQ(ptx.groups[4].operands[0].name, "tid.x");
}

TEST(InlinePTX, MayHaveNoOperands) {
  EXPECT_TRUE(parseOne("wgmma.fence.sync.aligned;").groups.empty());
}

TEST(InlinePTX, HasSectionsAndRegisters) {
  auto ptx = parsePTX("{\n\t.reg .pred P1, Q; \n\tLAB: \n\tw P1, [$0]; \n\t@P1 "
                      "bra.uni DONE; \n\tbra.uni     LAB; \n\tDONE: \n\t}");
  ASSERT_TRUE(bool(ptx));
  ASSERT_EQ(ptx->registers.size(), 2u);
  EXPECT_EQ(ptx->registers[1].name, "Q");
  EXPECT_EQ(ptx->registers[1].type, "pred");
  ASSERT_EQ(ptx->sections.size(), 3u);
  EXPECT_TRUE(ptx->sections[0].instructions.empty());
  EXPECT_EQ(ptx->sections[1].label, "LAB");
  ASSERT_EQ(ptx->sections[1].instructions.size(), 3u);
  EXPECT_TRUE(ptx->sections[1].instructions[2].isBranch());
  EXPECT_EQ(ptx->sections[1].instructions[2].target(), "LAB");
  EXPECT_TRUE(ptx->sections[2].instructions.empty());
}

TEST(InlinePTX, MayEndAnywhere) {
  llvm::StringRef text =
      "{ .reg .pred p, q; L: @!p ld.x::y {$0, _}, [$1 + -4, {%t.x, 0f3F800000}"
      "], 0x1f; @p bra.uni L; }";
  for (size_t size = 0; size != text.size(); ++size) {
    auto ptx = parsePTX(text.take_front(size));
    if (!ptx)
      llvm::consumeError(ptx.takeError());
  }
}

TEST(InlinePTX, OfOtherFormsIsRefusedByTheStatement) {
  std::pair<const char *, const char *> cases[] = {
      {"nop", "nop"},
      {"$0 $1;", "$0 $1;"},
      {"nop; @p bra L; L:", "@p bra L;"},
      {"bra $0;", "bra $0;"},
      {"bra L;", "bra L;"},
      {"bra;", "bra;"},
      {"add.s32 q, $1, 1;", "add.s32 q, $1, 1;"},
      {"ld.b32 $0, [$1*4];", "ld.b32 $0, [$1*4];"},
      {"ld.b32 $0, [$1+$2];", "ld.b32 $0, [$1+$2];"},
      {"ld.global.v2.b32 {$0, $1, [$2];", "ld.global.v2.b32 {$0, $1, [$2];"},
      {"nop;\nsub.s32 $0, $1, $2", "sub.s32 $0, $1, $2"},
      {"mov.b32 $0, 12q;", "mov.b32 $0, 12q;"},
      {"mov.b32 $0, -;", "mov.b32 $0, -;"},
      {".reg .b32 q<4>;", ".reg .b32 q<4>;"},
      {".reg q;", ".reg q;"},
      {"{ nop;", "{ nop;"},
      {"nop; }", "nop; }"},
      {"{ nop; } nop;", "{ nop; } nop;"},
  };
  for (auto [text, named] : cases) {
    auto ptx = parsePTX(text);
    ASSERT_FALSE(bool(ptx)) << text;
    EXPECT_EQ(llvm::toString(ptx.takeError()), named);
  }
}

} // namespace

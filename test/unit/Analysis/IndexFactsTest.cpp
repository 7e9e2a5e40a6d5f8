//===- IndexFactsTest.cpp - Forms, and questions about them -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/IndexFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace phobos;

namespace {
/// A function `@f(%p, %N, %x)` whose body ends at an op with the attribute
/// `here`, of which the questions are.
class IndexFactsTest : public ::testing::Test {
protected:
  IndexFactsTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect, scf::SCFDialect,
                        PhobosDialect>();
  }

  void parse(StringRef body) {
    std::string text =
        ("func.func @f(%p: !phobos.ptr<f32>, %N: index, %x: index) {\n"
         "%c0 = arith.constant 0 : index\n"
         "%c16 = arith.constant 16 : index\n"
         "%A = phobos.view %p[%N] : !phobos.view<?xf32>\n" +
         body + "\nreturn\n}")
            .str();
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    module->walk([&](Operation *op) {
      if (op->hasAttr("here"))
        here = op;
    });
    ASSERT_NE(here, nullptr);
  }
  LinearForm argument(unsigned number) {
    auto function = *module->getOps<func::FuncOp>().begin();
    return Leaf::ofValue(function.getArgument(number));
  }
  LinearForm N() { return argument(1); }
  LinearForm x() { return argument(2); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Operation *here = nullptr;
};

constexpr StringLiteral kHere = "%here = arith.addi %x, %c16 {here} : index";
} // namespace

TEST_F(IndexFactsTest, FormsAddUpExactly) {
  parse(kHere);
  LinearForm form = N() * 3 + x() - N() * 2 - LinearForm(7);
  EXPECT_EQ(form.getFactor(N().getTerms()[0].first), 1);
  EXPECT_EQ(form.getConstant(), -7);
  EXPECT_EQ(form, x() + N() + LinearForm(-7));
  EXPECT_TRUE((form - form).isConstant());
  EXPECT_EQ(hash_value(x() + N()), hash_value(N() + x()));
  EXPECT_FALSE(form.getSingleLeaf());
  EXPECT_TRUE(x().getSingleLeaf());
  // Beyond 64 bits.
  LinearForm large = LinearForm(INT64_MAX) * 4;
  EXPECT_EQ(large - LinearForm(INT64_MAX) * 3, LinearForm(INT64_MAX));
}

TEST_F(IndexFactsTest, ConstraintsReadFromLeastToMost) {
  parse(kHere);
  EXPECT_EQ((N() - x() * 16 + LinearForm(3)).describe(), "arg1 - 16*arg2 + 3");
  EXPECT_EQ(describeConstraint(N() - x() - LinearForm(1), false),
            "arg2 < arg1");
  EXPECT_EQ(describeConstraint(N() - LinearForm(16), false), "arg1 >= 16");
  EXPECT_EQ(describeConstraint(LinearForm(100) - N(), false), "arg1 <= 100");
  EXPECT_EQ(describeConstraint(N() - x() - LinearForm(16), false),
            "arg2 + 16 <= arg1");
  LinearForm some = Leaf::auxiliary(here, 0);
  EXPECT_EQ(describeConstraint(N() - some * 64, true), "arg1 % 64 == 0");
}

TEST_F(IndexFactsTest, CodeOfAFormComputesIt) {
  parse(kHere);
  OpBuilder builder(here);
  LinearForm form = LinearForm(5) - x() * 3 + N();
  Value value = form.materialise(builder, here->getLoc());
  EXPECT_TRUE(succeeded(verify(*module)));
  // N and x are not known to be so small that no part of it wraps.
  IndexFacts unknown(here);
  EXPECT_NE(unknown.formOf(value), form);
  IndexFacts facts(here);
  for (LinearForm leaf : {N(), x()}) {
    facts.assumeNonNegative(leaf + LinearForm(1000));
    facts.assumeNonNegative(LinearForm(1000) - leaf);
  }
  EXPECT_EQ(facts.formOf(value), form);
}

TEST_F(IndexFactsTest, AssumptionsOfTheCallerCount) {
  parse(kHere);
  IndexFacts facts(here);
  EXPECT_TRUE(facts.proves(N())); // an extent
  EXPECT_FALSE(facts.proves(x()));
  EXPECT_FALSE(facts.provesMultiple(x(), 16));
  facts.assumeMultiple(x(), 48);
  facts.assumeNonNegative(x() - LinearForm(1));
  EXPECT_TRUE(facts.provesMultiple(x(), 16));
  EXPECT_FALSE(facts.provesMultiple(x(), 32));
  EXPECT_TRUE(facts.proves(x() - LinearForm(48)));
  EXPECT_FALSE(facts.proves(x() - LinearForm(49)));
}

TEST_F(IndexFactsTest, ASumIsTakenApartWhereItFits) {
  parse(R"(
    %low = arith.cmpi slt, %x, %N : index
    scf.if %low {
      %sum = arith.addi %x, %c16 {here} : index
    })");
  IndexFacts facts(here);
  // x < N only: x + 16 may wrap where N is the largest of all.
  Value sum = here->getResult(0);
  EXPECT_EQ(facts.formOf(sum), LinearForm(Leaf::ofValue(sum)));
  facts.assumeNonNegative(LinearForm(1 << 30) - N());
  EXPECT_EQ(facts.formOf(sum), x() + LinearForm(16));
}

TEST_F(IndexFactsTest, AProofNamesItsFacts) {
  parse(R"(
    %n = phobos.promise #phobos.divisible<16> %N
    scf.for %i = %c0 to %n step %c16 {
      %t = phobos.load %A[%i :+ 16] masked [0] {here}
          : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    })");
  IndexFacts facts(here);
  InsideProof proof =
      facts.proveInside(cast<MaskedAccessOpInterface>(here), /*dim=*/0);
  ASSERT_TRUE(proof.holds());
  EXPECT_EQ(proof.lower.getRule(), "loop");
  EXPECT_EQ(proof.upper.getRule(), "loop, promise");
  EXPECT_EQ(proof.getRule(), "loop, promise");
  EXPECT_TRUE(llvm::any_of(proof.upper.getFacts(), [](const UsedFact &fact) {
    return fact.kind == FactKind::Promise && fact.text == "arg1 % 16 == 0";
  }));
  // One element more is not proved, and names nothing.
  Proof more = facts.prove(proof.upperGoal - LinearForm(1));
  EXPECT_FALSE(more.holds());
  EXPECT_TRUE(more.getFacts().empty());
}

TEST_F(IndexFactsTest, ConditionsAreTrueFalseOrUnknown) {
  parse(R"(
    %all = arith.constant 8 : index
    %i = phobos.iota 0 : !phobos.tile<8xindex>
    %b = phobos.splat %all : !phobos.tile<8xindex>
    %z = phobos.splat %c0 : !phobos.tile<8xindex>
    %u = phobos.splat %x : !phobos.tile<8xindex>
    %true = arith.cmpi slt, %i, %b : !phobos.tile<8xindex>
    %false = arith.cmpi slt, %i, %z : !phobos.tile<8xindex>
    %some = arith.cmpi sgt, %i, %z : !phobos.tile<8xindex>
    %unknown = arith.cmpi slt, %i, %u : !phobos.tile<8xindex>
    %here = arith.addi %x, %c16 {here} : index)");
  IndexFacts facts(here);
  SmallVector<std::optional<bool>> answers;
  module->walk([&](arith::CmpIOp compare) {
    answers.push_back(facts.evaluate(compare));
  });
  EXPECT_EQ(answers, (SmallVector<std::optional<bool>>{
                         true, false, std::nullopt, std::nullopt}));
}

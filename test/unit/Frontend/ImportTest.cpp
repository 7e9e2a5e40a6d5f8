//===- ImportTest.cpp - limits and locations of the front end -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/Frontend.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace phobos;

namespace {

class ImportTest : public ::testing::Test {
protected:
  mlir::OwningOpRef<mlir::ModuleOp> import(const std::string &text) {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(text, "test.ph"), llvm::SMLoc());
    mlir::ScopedDiagnosticHandler handler(&context,
                                          [this](mlir::Diagnostic &error) {
                                            errors.push_back(error.str());
                                            return mlir::success();
                                          });
    return importPhobos(sources, &context, {});
  }

  mlir::MLIRContext context;
  std::vector<std::string> errors;
};

TEST_F(ImportTest, EveryOpHasTheLocationOfItsText) {
  auto module = import("kernel k(A: tensor<f32>[M]) {\n" // line 1
                       "  let r = ctx.block.x * 8\n"     // 2
                       "  var s = 0.0\n"                 // 3
                       "  for i in range(3) {\n"         // 4
                       "    s += 1\n"                    // 5
                       "  }\n"
                       "  A[r :+ 8] =\n"       // 7
                       "      A[r :+ 8] * s\n" // 8
                       "}\n");
  ASSERT_TRUE(module);
  std::map<std::string, std::pair<unsigned, unsigned>> places;
  module->walk([&](mlir::Operation *op) {
    // Values with a name carry it in their locations.
    auto loc = op->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
    ASSERT_TRUE(loc) << op->getName().getStringRef().str();
    EXPECT_EQ(loc.getFilename(), "test.ph");
    places[op->getName().getStringRef().str()] = {loc.getLine(),
                                                  loc.getColumn()};
  });
  using Place = std::pair<unsigned, unsigned>;
  EXPECT_EQ(places["phobos.kernel"], Place(1, 8));
  EXPECT_EQ(places["phobos.view"], Place(1, 10));
  EXPECT_EQ(places["phobos.block_id"], Place(2, 11));
  EXPECT_EQ(places["arith.muli"], Place(2, 23));
  EXPECT_EQ(places["scf.for"], Place(4, 3));
  EXPECT_EQ(places["arith.addf"], Place(5, 7));
  EXPECT_EQ(places["phobos.store"], Place(7, 13));
  EXPECT_EQ(places["phobos.load"], Place(8, 7));
  EXPECT_EQ(places["arith.mulf"], Place(8, 17));
}

TEST_F(ImportTest, FunctionsThatDoubleTheirCallsEndAtALimit) {
  std::string text = "fn f0(x) { return x + x }\n";
  for (int i = 1; i <= 30; ++i)
    text += "fn f" + std::to_string(i) + "(x) { return f" +
            std::to_string(i - 1) + "(x) + f" + std::to_string(i - 1) +
            "(x) }\n";
  EXPECT_FALSE(import(text + "kernel k(x: f32) { let y = f30(x) }\n"));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].find("too many calls to inline"), 0u);
}

TEST_F(ImportTest, FunctionsThatNestTheirCallsEndAtALimit) {
  std::string text = "fn f0(x) { return x }\n";
  for (int i = 1; i <= 30; ++i)
    text += "fn f" + std::to_string(i) + "(x) { return " +
            std::string(150, '-') + "f" + std::to_string(i - 1) + "(x) }\n";
  EXPECT_FALSE(import(text + "kernel k(x: f32) { let y = f30(x) }\n"));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].find("calls, blocks and expressions are nested"), 0u);
}

TEST_F(ImportTest, ExpressionsOverIotaThatDoubleEndAtALimit) {
  std::string text = "kernel k(A: tensor<i64>[M]) {\n let x0 = iota(0)\n";
  for (int i = 1; i <= 40; ++i)
    text += " let x" + std::to_string(i) + " = x" + std::to_string(i - 1) +
            " + x" + std::to_string(i - 1) + "\n";
  EXPECT_FALSE(import(text + " A[0 :+ 8] = x40\n}\n"));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].find("this expression over iota is too large"), 0u);
}

TEST_F(ImportTest, ALongChainOfAssignmentsIsFine) {
  std::string text = "kernel k(A: tensor<f32>[M], n: index) {\n var x = n\n";
  for (int i = 0; i < 5000; ++i)
    text += " x = x * n + 1\n";
  auto module = import(text + " A[x : x + 8] = 0\n}\n");
  ASSERT_TRUE(module);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
}

TEST_F(ImportTest, NestingUpToTheLimitIsFine) {
  std::string text = "kernel k(A: tensor<f32>[M], n: i32) {\n var x = 1.0\n";
  for (int i = 0; i < 150; ++i)
    text += "if n > " + std::to_string(i) + " {\n";
  text += "x = " + std::string(40, '-') + "x\n" + std::string(150, '}');
  auto module = import(text + "\n A[0 :+ 8] = x\n}\n");
  ASSERT_TRUE(module);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
}

TEST_F(ImportTest, ConstantsThatGrowEndAtALimit) {
  std::string text = "const C0 = 3\n";
  for (int i = 1; i <= 20; ++i)
    text += "const C" + std::to_string(i) + " = C" + std::to_string(i - 1) +
            " * C" + std::to_string(i - 1) + "\n";
  EXPECT_FALSE(import(text + "kernel k() {}\n"));
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0], "the constant does not fit in 128 bits");
}

TEST_F(ImportTest, AnEmptyFileIsAnError) {
  EXPECT_FALSE(import(""));
  EXPECT_EQ(errors,
            std::vector<std::string>{"expected a kernel, the file has none"});
}

} // namespace

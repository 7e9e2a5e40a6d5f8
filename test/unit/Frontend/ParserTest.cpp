//===- ParserTest.cpp - tokens and trees of .ph text -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/Parser.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace phobos;
using namespace phobos::ast;

namespace {

/// A parsed text and the errors in it, as "line:column: message".
class ParserTest : public ::testing::Test {
protected:
  Program parse(llvm::StringRef text) {
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(text, "test.ph"), llvm::SMLoc());
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &error) {
      auto loc = llvm::cast<mlir::FileLineColLoc>(error.getLocation());
      errors.push_back(std::to_string(loc.getLine()) + ":" +
                       std::to_string(loc.getColumn()) + ": " + error.str());
    });
    SourceDiagnostics diagnostics(sources, &context);
    return parseProgram(
        sources.getMemoryBuffer(sources.getMainFileID())->getBuffer(), arena,
        diagnostics);
  }

  /// The statements of a kernel whose body is `text`, from line 2 on.
  Block parseBody(const std::string &text) {
    Program program = parse("kernel k() {\n" + text + "\n}\n");
    return program.functions.empty() ? Block() : program.functions[0]->body;
  }

  /// Parses a body for its errors only.
  void parseBad(const std::string &text) { (void)parseBody(text); }

  /// `text` with every operator in parentheses, prefix for calls of a node.
  std::string parseExpr(const std::string &text) {
    Block body = parseBody("let x = " + text);
    return body.size() == 1 ? print(llvm::cast<BindStmt>(body[0])->value) : "";
  }

  static std::string print(const Expr *expr);

  llvm::SourceMgr sources;
  mlir::MLIRContext context;
  Arena arena;
  std::vector<std::string> errors;
};

std::string ParserTest::print(const Expr *expr) {
  if (auto *integer = llvm::dyn_cast<IntegerExpr>(expr))
    return std::to_string(integer->value);
  if (auto *name = llvm::dyn_cast<NameExpr>(expr))
    return name->name.str();
  if (auto *unary = llvm::dyn_cast<UnaryExpr>(expr))
    return "(" + describe(unary->op).str() + print(unary->operand) + ")";
  if (auto *binary = llvm::dyn_cast<BinaryExpr>(expr))
    return "(" + print(binary->lhs) + " " + describe(binary->op).str() + " " +
           print(binary->rhs) + ")";
  if (auto *member = llvm::dyn_cast<MemberExpr>(expr))
    return print(member->base) + "." + member->member.text.str();
  if (auto *call = llvm::dyn_cast<CallExpr>(expr)) {
    std::string text = print(call->callee) + "(";
    for (const Argument &argument : call->arguments)
      text += (argument.name ? argument.name->text.str() + "=" : "") +
              print(argument.value) + ";";
    return text + ")";
  }
  if (auto *subscript = llvm::dyn_cast<SubscriptExpr>(expr)) {
    std::string text = print(subscript->base) + "[";
    for (const Range &range : subscript->ranges) {
      text += range.start ? print(range.start) : "";
      text += range.form == Range::Form::Point         ? ""
              : range.form == Range::Form::StartLength ? ":+"
                                                       : ":";
      text += (range.end ? print(range.end) : "") + ";";
    }
    return text + "]";
  }
  return "?";
}

TEST_F(ParserTest, MultiplicationBindsTighterThanAddition) {
  EXPECT_EQ(parseExpr("a + b * c - d"), "((a + (b * c)) - d)");
}

TEST_F(ParserTest, BitOperatorsBindTighterThanComparisons) {
  EXPECT_EQ(parseExpr("a & b == c | d ^ e"), "((a & b) == (c | (d ^ e)))");
}

TEST_F(ParserTest, ShiftsBindLooserThanAddition) {
  EXPECT_EQ(parseExpr("a << b + 1 & c"), "((a << (b + 1)) & c)");
}

TEST_F(ParserTest, ConjunctionBindsTighterThanDisjunction) {
  EXPECT_EQ(parseExpr("a || b && !c < d"), "(a || (b && ((!c) < d)))");
}

TEST_F(ParserTest, UnaryMinusBindsTighterThanBinary) {
  EXPECT_EQ(parseExpr("-a * ~b"), "((-a) * (~b))");
}

TEST_F(ParserTest, SubscriptForms) {
  EXPECT_EQ(parseExpr("A[i, s : e, s :+ n, :, s:, :e]"),
            "A[i;s:e;s:+n;:;s:;:e;]");
}

TEST_F(ParserTest, ColonSpacePlusIsALength) {
  EXPECT_EQ(parseExpr("A[s : +n]"), "A[s:+n;]");
}

TEST_F(ParserTest, MembersAndNamedArguments) {
  EXPECT_EQ(parseExpr("ctx.block.x + f(A[i], fill = -1)"),
            "(ctx.block.x + f(A[i;];fill=(-1);))");
}

TEST_F(ParserTest, IntegerLiterals) {
  EXPECT_EQ(parseExpr("0x1F + 0b101 + 1_000"), "((31 + 5) + 1000)");
  EXPECT_TRUE(errors.empty());
}

TEST_F(ParserTest, TheLargestInteger) {
  EXPECT_EQ(parseExpr("18446744073709551615"), "18446744073709551615");
}

TEST_F(ParserTest, ALineBreakEndsAStatement) {
  Block body = parseBody("f(a)\ng(b); h(c)");
  ASSERT_EQ(body.size(), 3u);
  EXPECT_TRUE(errors.empty());
}

TEST_F(ParserTest, ALineBreakInParenthesesOrBehindAnOperatorDoesNot) {
  Block body = parseBody("let x = f(a\n, b) +\n c\nlet y = [1,\n 2]");
  ASSERT_EQ(body.size(), 2u);
  EXPECT_TRUE(errors.empty());
}

TEST_F(ParserTest, ElseMayStandOnItsOwnLine) {
  Block body = parseBody("if a { f() }\nelse if b { g() }\nelse { h() }");
  ASSERT_EQ(body.size(), 1u);
  auto *branch = llvm::cast<IfStmt>(body[0]);
  ASSERT_EQ(branch->elseBody.size(), 1u);
  EXPECT_EQ(llvm::cast<IfStmt>(branch->elseBody[0])->elseBody.size(), 1u);
}

TEST_F(ParserTest, CompoundAssignments) {
  Block body = parseBody("a += 1; a -= 1; a *= 1; a /= 1; a &= 1; a |= 1; a ^= "
                         "1; a <<= 1; a >>= 1; a = 1");
  ASSERT_EQ(body.size(), 10u);
  EXPECT_EQ(llvm::cast<AssignStmt>(body[7])->op, TokenKind::ShiftLeft);
  EXPECT_EQ(llvm::cast<AssignStmt>(body[9])->op, std::nullopt);
}

TEST_F(ParserTest, WholeKernelSignature) {
  Program program = parse("const B = 4\n"
                          "fn f(x, y: tile<f32>[4, B]) -> f32 { return x }\n"
                          "@autotune(TM in [64, 128], TN in [32])\n"
                          "@aligned(M = TM) @noalias\n"
                          "kernel k(A: tensor<f32>[M, 64] strides [LDA, 1],\n"
                          "         p: ptr<i8>, n: i32,) { return }\n");
  EXPECT_TRUE(errors.empty());
  ASSERT_EQ(program.constants.size(), 1u);
  ASSERT_EQ(program.functions.size(), 2u);
  EXPECT_EQ(program.functions[0]->params[0].type, nullptr);
  const Function *kernel = program.functions[1];
  ASSERT_EQ(kernel->attributes.size(), 3u);
  EXPECT_TRUE(kernel->attributes[0].arguments[1].isChoice);
  EXPECT_EQ(kernel->attributes[1].arguments[0].name->text, "M");
  ASSERT_EQ(kernel->params.size(), 3u);
  EXPECT_EQ(kernel->params[0].type->strides.size(), 2u);
  EXPECT_EQ(kernel->params[1].type->kind, TypeExpr::Kind::Pointer);
}

TEST_F(ParserTest, SeveralErrorsInOneRun) {
  parseBad("let = 1\nlet y = (2\nlet z = 3 4\nf(");
  ASSERT_EQ(errors.size(), 4u);
  EXPECT_EQ(errors[0], "2:5: expected a name after 'let', got '='");
  EXPECT_EQ(errors[1], "4:1: expected ')', got 'let'");
  EXPECT_EQ(errors[2], "4:11: expected the end of the statement, got '4'");
  EXPECT_EQ(errors[3], "6:1: expected an expression, got '}'");
}

TEST_F(ParserTest, AnErrorInALoopHeaderSkipsItsBody) {
  parseBad("for i of range(4) {\n f(i)\n}\nlet x = 1");
  EXPECT_EQ(errors, std::vector<std::string>{
                        "2:7: expected 'in' after the loop variable, got "
                        "'of'"});
}

TEST_F(ParserTest, ChainedComparison) {
  parseBad("let x = a < b < c");
  EXPECT_EQ(errors, std::vector<std::string>{
                        "2:15: comparisons do not chain, write 'a < b && b < "
                        "c'"});
}

TEST_F(ParserTest, NumbersThatAreNot) {
  parseBad("f(0x)\nf(1e+)\nf(3f)\nf(18446744073709551616)\nf(1e999)");
  ASSERT_EQ(errors.size(), 5u);
  EXPECT_EQ(errors[0], "2:3: number '0x' is not complete, expected a digit");
  EXPECT_EQ(errors[1], "3:3: number '1e+' is not complete, expected a digit");
  EXPECT_EQ(errors[2], "4:4: unexpected 'f' at the end of a number; "
                       "literals have no suffix, they adapt");
  EXPECT_EQ(errors[3],
            "5:3: integer '18446744073709551616' does not fit in 64 bits");
  EXPECT_EQ(errors[4], "6:3: number '1e999' is too large for f64");
}

TEST_F(ParserTest, ALongNumberIsAnError) {
  parseBad("f(0." + std::string(1023, '9') + ")");
  EXPECT_EQ(errors,
            std::vector<std::string>{"2:3: number of 1025 characters is too "
                                     "long, the limit is 1024"});
}

TEST_F(ParserTest, ANulByteIsAnError) {
  parse(llvm::StringRef("kernel k() {}\n\0", 15));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0],
            "2:1: the file holds a NUL byte, expected text in UTF-8");
}

TEST_F(ParserTest, InvalidUTF8) {
  parse("// ok\n// \xff\n");
  EXPECT_EQ(errors, std::vector<std::string>{
                        "2:4: byte 0xFF is not UTF-8, expected text in UTF-8"});
}

TEST_F(ParserTest, CommentsMayHoldAnyText) {
  EXPECT_EQ(parseBody("f() // größer « ∞\n").size(), 1u);
  EXPECT_TRUE(errors.empty());
}

TEST_F(ParserTest, DeepNestingIsAnError) {
  std::string deep(100000, '(');
  parseBad("let x = " + deep + "1");
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].find("nested too deeply"), std::string::npos);
}

TEST_F(ParserTest, ALongChainOfOperatorsIsAnError) {
  std::string chain = "1";
  for (int i = 0; i < 100000; ++i)
    chain += "+1";
  parseBad("let x = " + chain);
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].find("nested too deeply"), std::string::npos);
}

TEST_F(ParserTest, DeeplyNestedStatementsAreAnError) {
  std::string text;
  for (int i = 0; i < 10000; ++i)
    text += "if a {";
  parseBad(text);
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].find("nested too deeply"), std::string::npos);
}

TEST_F(ParserTest, ErrorsEndAtALimit) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += "let = 1\n";
  parseBad(text);
  EXPECT_EQ(errors.size(), SourceDiagnostics::errorLimit);
}

} // namespace

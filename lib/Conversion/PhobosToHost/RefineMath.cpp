//===- RefineMath.cpp - Functions of floats, more precisely -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"

using namespace mlir;

namespace phobos {
#define GEN_PASS_DEF_REFINEMATH
#include "phobos/Conversion/PhobosToHost/Passes.h.inc"
} // namespace phobos

/// a + b of f64 scalars rounded to odd: an inexact sum is the neighbor whose
/// last bit is set, so that rounding it to a narrower type rounds once.
static Value emitOddSum(ImplicitLocOpBuilder &b, Value lhs, Value rhs) {
  // What the sum lost, exactly (Knuth's TwoSum); NaN where it is not finite.
  Value sum = arith::AddFOp::create(b, lhs, rhs);
  Value part = arith::SubFOp::create(b, sum, lhs);
  Value rest = arith::AddFOp::create(
      b, arith::SubFOp::create(b, lhs, arith::SubFOp::create(b, sum, part)),
      arith::SubFOp::create(b, rhs, part));

  Type i64 = b.getI64Type();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, i64, value);
  };
  Value zero = arith::ConstantOp::create(b, b.getF64FloatAttr(0.0));
  auto compare = [&](arith::CmpFPredicate predicate, Value value) -> Value {
    return arith::CmpFOp::create(b, predicate, value, zero);
  };
  Value bits = arith::BitcastOp::create(b, i64, sum);
  Value isEven = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, number(1)),
      number(0));
  Value moves = arith::AndIOp::create(
      b, compare(arith::CmpFPredicate::ONE, rest), isEven);
  Value isBelow = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, compare(arith::CmpFPredicate::OGT, sum),
      compare(arith::CmpFPredicate::OGT, rest));
  Value step = arith::SelectOp::create(b, isBelow, number(1), number(-1));
  step = arith::SelectOp::create(b, moves, step, number(0));
  return arith::BitcastOp::create(b, b.getF64Type(),
                                  arith::AddIOp::create(b, bits, step));
}

namespace {

/// Of bf16: the product is exact in f64, and the sum rounds once.
struct RefineFma : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isBF16())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> wide;
    for (Value operand : op->getOperands())
      wide.push_back(arith::ExtFOp::create(b, b.getF64Type(), operand));
    Value product = arith::MulFOp::create(b, wide[0], wide[1]);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, type, emitOddSum(b, product, wide[2]));
    return success();
  }
};

/// A function of f32 in f64.
template <typename Op> struct WidenFunction : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value wide = arith::ExtFOp::create(b, b.getF64Type(), op.getOperand());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(),
                                                 Op::create(b, wide));
    return success();
  }
};

struct RefineMath : phobos::impl::RefineMathBase<RefineMath> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RefineFma, WidenFunction<math::RsqrtOp>,
                 WidenFunction<math::TanhOp>>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

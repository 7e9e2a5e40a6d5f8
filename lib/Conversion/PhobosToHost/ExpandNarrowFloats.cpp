//===- ExpandNarrowFloats.cpp - bf16 and f8 by integer ops ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "phobos/Conversion/CastLowering.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"

using namespace mlir;

namespace phobos {
#define GEN_PASS_DEF_EXPANDNARROWFLOATS
#include "phobos/Conversion/PhobosToHost/Passes.h.inc"
} // namespace phobos

using namespace phobos;

static Value constant(ImplicitLocOpBuilder &builder, Type type, int64_t value) {
  return arith::ConstantOp::create(builder,
                                   builder.getIntegerAttr(type, value));
}

/// `value`, an f32, in a type that is at least as narrow or as wide.
static Value resizeF32(ImplicitLocOpBuilder &builder, Value value, Type to) {
  if (to.isF32())
    return value;
  if (to.isF64())
    return arith::ExtFOp::create(builder, to, value);
  return arith::TruncFOp::create(builder, to, value);
}

/// An f8E5M2 is the upper half of an f16.
static Value decodeE5M2(ImplicitLocOpBuilder &builder, Value byte) {
  Type i16 = builder.getI16Type();
  Value bits =
      arith::ShLIOp::create(builder, arith::ExtUIOp::create(builder, i16, byte),
                            constant(builder, i16, 8));
  Value half = arith::BitcastOp::create(builder, builder.getF16Type(), bits);
  return arith::ExtFOp::create(builder, builder.getF32Type(), half);
}

/// An f8E4M3FN put below an f32's sign is off by the difference of the
/// exponents' biases alone, also where it is denormal.
static Value decodeE4M3(ImplicitLocOpBuilder &builder, Value byte) {
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  auto number = [&](int64_t value) { return constant(builder, i32, value); };
  Value wide = arith::ExtUIOp::create(builder, i32, byte);
  Value magnitude = arith::AndIOp::create(builder, wide, number(0x7f));
  Value placed = arith::ShLIOp::create(builder, magnitude, number(20));
  Value scale = arith::ConstantOp::create(
      builder, builder.getF32FloatAttr(std::ldexp(1.0f, 127 - 7)));
  Value value = arith::MulFOp::create(
      builder, arith::BitcastOp::create(builder, f32, placed), scale);
  Value isNaN = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                      magnitude, number(0x7f));
  Value bits =
      arith::SelectOp::create(builder, isNaN, number(0x7fc00000),
                              arith::BitcastOp::create(builder, i32, value));
  Value sign = arith::ShLIOp::create(
      builder, arith::AndIOp::create(builder, wide, number(0x80)), number(24));
  return arith::BitcastOp::create(builder, f32,
                                  arith::OrIOp::create(builder, bits, sign));
}

namespace {
/// What the two f8 formats differ in.
struct F8Format {
  int mantissaBits, bias;
  int64_t largest; // bits of the largest finite value
};
} // namespace

/// The f32 `value` as f8 bits (i8): to nearest even, saturating, NaN as 0x7f.
static Value encodeF8(ImplicitLocOpBuilder &builder, Value value,
                      F8Format format) {
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  auto number = [&](int64_t value) { return constant(builder, i32, value); };
  auto real = [&](double value) -> Value {
    return arith::ConstantOp::create(
        builder, builder.getF32FloatAttr(static_cast<float>(value)));
  };
  Value bits = arith::BitcastOp::create(builder, i32, value);
  Value magnitude = arith::AndIOp::create(builder, bits, number(0x7fffffff));

  // Normal: add half a unit (less one where the last bit stays even), shift,
  // rebias.
  int shift = 23 - format.mantissaBits;
  Value last = arith::AndIOp::create(
      builder, arith::ShRUIOp::create(builder, magnitude, number(shift)),
      number(1));
  int64_t bias =
      (int64_t(1) << (shift - 1)) - 1 - (int64_t(127 - format.bias) << 23);
  Value normal = arith::ShRSIOp::create(
      builder,
      arith::AddIOp::create(
          builder, arith::AddIOp::create(builder, magnitude, number(bias)),
          last),
      number(shift));
  normal = arith::MinSIOp::create(builder, normal, number(format.largest));

  // Denormal: adding a number whose unit is the smallest f8 rounds to it.
  float magic = std::ldexp(1.0f, 23 + 1 - format.bias - format.mantissaBits);
  Value sum = arith::AddFOp::create(
      builder, arith::BitcastOp::create(builder, f32, magnitude), real(magic));
  Value denormal = arith::SubIOp::create(
      builder, arith::BitcastOp::create(builder, i32, sum),
      arith::BitcastOp::create(builder, i32, real(magic)));

  Value isDenormal =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, magnitude,
                            number(int64_t(127 + 1 - format.bias) << 23));
  Value isNaN = arith::CmpIOp::create(builder, arith::CmpIPredicate::sgt,
                                      magnitude, number(0x7f800000));
  Value result = arith::SelectOp::create(builder, isDenormal, denormal, normal);
  result = arith::SelectOp::create(builder, isNaN, number(0x7f), result);
  Value sign = arith::AndIOp::create(
      builder, arith::ShRUIOp::create(builder, bits, number(24)), number(0x80));
  return arith::TruncIOp::create(builder, builder.getI8Type(),
                                 arith::OrIOp::create(builder, result, sign));
}

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

struct ExpandExtF : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    bool isE5M2 = isa<Float8E5M2Type>(from);
    if (!isE5M2 && !isa<Float8E4M3FNType>(from) &&
        !(from.isBF16() && to.isF64()))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type f32 = builder.getF32Type();
    Value value;
    if (from.isBF16()) {
      value = arith::ExtFOp::create(builder, f32, op.getIn());
    } else {
      Value byte =
          arith::BitcastOp::create(builder, builder.getI8Type(), op.getIn());
      value = isE5M2 ? decodeE5M2(builder, byte) : decodeE4M3(builder, byte);
    }
    rewriter.replaceOp(op, resizeF32(builder, value, to));
    return success();
  }
};

struct ExpandTruncF : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    bool isE5M2 = isa<Float8E5M2Type>(to);
    bool isF8 = isE5M2 || isa<Float8E4M3FNType>(to);
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    if (isF8 && from.isF32()) {
      F8Format format = isE5M2 ? F8Format{2, 15, 0x7b} : F8Format{3, 7, 0x7e};
      rewriter.replaceOpWithNewOp<arith::BitcastOp>(
          op, to, encodeF8(builder, op.getIn(), format));
      return success();
    }
    bool fromHalf = isF8 && (from.isF16() || from.isBF16());
    bool fromDouble = from.isF64() && cast<FloatType>(to).getWidth() < 32;
    if (!fromHalf && !fromDouble)
      return failure();
    Value single =
        fromDouble
            ? roundToOddF32(builder, op.getIn())
            : arith::ExtFOp::create(builder, builder.getF32Type(), op.getIn());
    rewriter.replaceOp(op, resizeF32(builder, single, to));
    return success();
  }
};

/// LLVM computes an fma of bf16 in f32 and rounds twice. In f64 the product is
/// exact, and the sum rounds once.
struct ExpandFma : OpRewritePattern<math::FmaOp> {
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

struct ExpandNarrowFloats
    : phobos::impl::ExpandNarrowFloatsBase<ExpandNarrowFloats> {
  void runOnOperation() override {
    // Upstream marks the conversions around emulated arithmetic as
    // contractable, which lets the rounding between two operations fold away.
    getOperation()->walk([](arith::ArithFastMathInterface op) {
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        op->removeAttr(op.getFastMathAttrName());
    });
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExtF, ExpandFma, ExpandTruncF>(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

//===- SineAndCosine.cpp - sin and cos of any argument ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ElementaryFunctions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace phobos;

namespace {
/// x = quadrant * pi/2 + rest, |rest| <= pi/4; the quadrant counts modulo 4.
struct Reduced {
  Float rest;
  Int quadrant;
};
} // namespace

/// By Cody and Waite, for |x| up to the threshold below.
static Reduced reduceSmall(Float x) {
  // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
  static constexpr float magic = 0x1.8p23f;
  Float shifted = fma(x, 0x1.45f306p-1f /* 2/pi */, magic);
  Float n = shifted - magic;
  Float rest = fma(n, -0x1.921fb6p+0f, x);
  rest = fma(n, 0x1.777a5cp-25f, rest);
  rest = fma(n, 0x1.ee59dap-50f, rest);
  return {rest, bits(shifted)};
}
static constexpr float smallThreshold = 0x1p16f;

/// The word of `words` at the run-time `index`, which is below words.size().
static Int lookUp(Int index, ArrayRef<uint32_t> words) {
  Int word = index.number(words[0]);
  for (uint32_t i = 1; i < words.size(); ++i)
    word = select(index == i, index.number(words[i]), word);
  return word;
}

/// Bits 32 - shift … 63 - shift of the 64 that `high` and `low` make.
static Int funnelShift(Int high, Int low, Int shift) {
  return (high << shift) | ((low >> 1) >> (shift.number(31) - shift));
}

/// By Payne and Hanek, for |x| >= 2^16: multiplies x's 24 bits with those 96
/// bits of 2/pi that decide the product modulo 4, in integers.
static Reduced reduceLarge(Float x) {
  // 2/pi = 0.(these words), after a zero word that keeps the window inside.
  static constexpr uint32_t twoOverPi[] = {0x00000000, 0xa2f9836e, 0x4e441529,
                                           0xfc2757d1, 0xf534ddc0, 0xdb629599,
                                           0x3c439041, 0xfe5163ab};
  ArrayRef<uint32_t> words(twoOverPi);
  ImplicitLocOpBuilder &b = *x.builder;
  Int i = bits(abs(x));
  Int mantissa = (i & 0x007fffffu) | 0x00800000u;
  // |x| = mantissa * 2^(e - 23), e = 16 … 127. With the window's first bit at
  // e + 7, its product with the mantissa has weight 2^-94.
  Int first = (i >> 23) - (127u - 7u);
  Int word = first >> 5, shift = first & 31u;
  SmallVector<Int> window;
  for (unsigned k = 0; k < 4; ++k)
    window.push_back(lookUp(word, words.slice(k, 5)));
  for (unsigned k = 0; k < 3; ++k)
    window[k] = funnelShift(window[k], window[k + 1], shift);

  // The top 64 bits of the 96 that count.
  Type i64 = b.getI64Type();
  auto widen = [&](Int a) -> Value {
    return arith::ExtUIOp::create(b, i64, a.value);
  };
  auto number = [&](int64_t c) -> Value {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(c));
  };
  auto times = [&](Int a) -> Value {
    return arith::MulIOp::create(b, widen(mantissa), widen(a));
  };
  Value c32 = number(32);
  Value carry = arith::ShRUIOp::create(b, times(window[2]), c32);
  Value product = arith::AddIOp::create(b, times(window[1]), carry);
  Value top = arith::ShLIOp::create(b, times(window[0]), c32);
  product = arith::AddIOp::create(b, top, product);

  // Two bits of quadrant, then the fraction, which is made to be the nearest.
  Value fraction = arith::ShLIOp::create(b, product, number(2));
  Value quadrant = arith::ShRUIOp::create(b, product, number(62));
  Value roundUp = arith::ShRUIOp::create(b, fraction, number(63));
  quadrant = arith::AddIOp::create(b, quadrant, roundUp);
  Value q32 = arith::TruncIOp::create(b, b.getI32Type(), quadrant);
  Value rest = arith::SIToFPOp::create(b, b.getF32Type(), fraction);
  Float scaled = Float{{&b, rest}} * 0x1.921fb6p-64f; // pi/2 * 2^-64

  // sin(-x): both parts change their signs.
  Bool negative = x < 0.0f;
  Int positive = Int{{&b, q32}};
  return {select(negative, -scaled, scaled),
          select(negative, positive.number(0) - positive, positive)};
}

static Reduced reduce(Float x) {
  ImplicitLocOpBuilder &b = *x.builder;
  Bool large = x.number(smallThreshold) < abs(x);
  auto branch = [&](Reduced (*reduction)(Float)) {
    return [&b, x, reduction](OpBuilder &, Location loc) {
      Reduced reduced = reduction(x);
      scf::YieldOp::create(b, {reduced.rest.value, reduced.quadrant.value});
    };
  };
  OpBuilder::InsertionGuard guard(b);
  auto choice = scf::IfOp::create(b, TypeRange{b.getF32Type(), b.getI32Type()},
                                  large.value,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  b.setInsertionPointToStart(choice.thenBlock());
  branch(reduceLarge)(b, b.getLoc());
  b.setInsertionPointToStart(choice.elseBlock());
  branch(reduceSmall)(b, b.getLoc());
  return {Float{{&b, choice.getResult(0)}}, Int{{&b, choice.getResult(1)}}};
}

Float phobos::emitSinOrCos(Float x, bool cosine) {
  auto [r, quadrant] = reduce(x);
  if (cosine)
    quadrant = quadrant + 1u;
  // Both on [-pi/4, pi/4].
  Float square = r * r;
  Float s =
      polynomial(square, {-0x1.555546p-3f, 0x1.11075cp-7f, -0x1.994cf8p-13f});
  Float sine = fma(square * r, s, r);
  Float c = polynomial(square, {-0x1.000000p-1f, 0x1.55553ep-5f,
                                -0x1.6c0878p-10f, 0x1.99326ep-16f});
  Float cosineOfRest = fma(square, c, 1.0f);
  Float result = select((quadrant & 1u) == 0u, sine, cosineOfRest);
  result = select((quadrant & 2u) == 0u, result, -result);
  if (!cosine) // sin(-0) is -0.
    result = select(x == 0.0f, x, result);
  return select(abs(x) == INFINITY, NAN, result);
}

//===- ElementaryFunctions.cpp - exp, log, pow and their like ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ElementaryFunctions.h"

using namespace phobos;

// log2(e) and ln(2) as sums of two floats.
static constexpr float log2e = 0x1.715476p+0f, log2eLow = 0x1.4ae0c0p-26f;
static constexpr float ln2 = 0x1.62e430p-1f;
static constexpr float infinity = INFINITY;

Float phobos::emitExp(Float x) {
  // 2^-173 is 0 and 2^128.4 is infinity; beyond, x * log2(e) could overflow.
  x = min(max(x, -120.0f), 89.0f);
  Float high = rounded(x, x.number(log2e));
  Float low = fma(x, log2e, -high);
  low = fma(x, log2eLow, low);
  return exp2Approx(high) * fma(low, ln2, 1.0f);
}

namespace {
/// x = 2^exponent * (1 + fraction), fraction in [-1/3, 1/3), for a positive,
/// finite x; both are exact.
struct Decomposed {
  Float exponent, fraction;
};
} // namespace

static Decomposed decompose(Float x) {
  Bool subnormal = x < 0x1p-126f;
  Int i = bits(select(subnormal, x * 0x1p23f, x));
  Int exponentBits = (i - 0x3f2aaaabu /* 2/3 */) & 0xff800000u;
  Float mantissa = fromBits(i - exponentBits);
  Float exponent = toFloat(exponentBits) * 0x1p-23f;
  return {select(subnormal, exponent - 23.0f, exponent), mantissa - 1.0f};
}

/// log(1 + f) for f in [-1/3, 1/3].
static Float emitLog1p(Float f) {
  Float q = polynomial(f, {-0x1.000000p-1f, 0x1.555502p-2f, -0x1.fffe84p-3f,
                           0x1.99d1f2p-3f, -0x1.55a750p-3f, 0x1.1ebe66p-3f,
                           -0x1.f25e30p-4f, 0x1.1ed14ap-3f, -0x1.09312ep-3f});
  return fma(f * f, q, f);
}

/// `result` where x is positive and finite, else what a logarithm gives.
static Float logarithmOrSpecial(Float x, Float result) {
  result = select(x < infinity, result, x + x);
  result = select(x < 0.0f, NAN, result);
  return select(x == 0.0f, -infinity, result);
}

Float phobos::emitLog(Float x) {
  Decomposed d = decompose(x);
  return logarithmOrSpecial(x, fma(d.exponent, ln2, emitLog1p(d.fraction)));
}

Float phobos::emitLog2(Float x) {
  Decomposed d = decompose(x);
  return logarithmOrSpecial(x, fma(emitLog1p(d.fraction), log2e, d.exponent));
}

Float phobos::emitTanh(Float x) {
  Float a = abs(x);
  // tanh(a) = 1 - 2 / (e^2a + 1); infinity gives 1.
  Float one = a.number(1.0f);
  Float large = one - a.number(2.0f) / (exp2Approx(a * (2.0f * log2e)) + 1.0f);
  // On [0, 0.6].
  Float square = x * x;
  Float q =
      polynomial(square, {-0x1.55553ep-2f, 0x1.1109dcp-3f, -0x1.b89ed8p-5f,
                          0x1.54e014p-6f, -0x1.830be6p-8f});
  Float small = fma(square * q, x, x);
  return copySign(select(a < 0.6f, small, large), x);
}

Float phobos::emitErf(Float x) {
  Float a = abs(x);
  // log2(1 - erf(a)) / a on [0.92, 4]; erf(4) is 1.
  Float clamped = min(a, 4.0f);
  Float q =
      polynomial(clamped, {-0x1.a0d7fap+0f, -0x1.d52928p-1f, -0x1.39e448p-3f,
                           0x1.18d55ep-5f, -0x1.5863b4p-8f, 0x1.e85502p-12f,
                           -0x1.0fd9d8p-16f});
  Float large = a.number(1.0f) - exp2Approx(clamped * q);
  // erf(x) / x on [0, 0.93].
  Float small = polynomial(
      x * x, {0x1.20dd76p+0f, -0x1.812744p-2f, 0x1.ce2e1cp-4f, -0x1.b80ff2p-6f,
              0x1.54d42ap-8f, -0x1.aaa2d6p-11f, 0x1.5e062cp-14f});
  return select(a < 0.925f, x * small, copySign(large, x));
}

namespace {
/// A number as an unevaluated sum, |low| well below |high|.
struct TwoFloats {
  Float high, low;
};
} // namespace

/// log2(x) to about 2^-30 of itself, for a positive, finite x.
static TwoFloats emitPreciseLog2(Float x) {
  // log(m) = 2 atanh(s) with s = (m - 1) / (m + 1), as s + sLow.
  auto [exponent, f] = decompose(x);
  Float denominator = f + 2.0f;
  Float denominatorLow = f - (denominator - 2.0f);
  Float reciprocal = x.number(1.0f) / denominator;
  Float s = rounded(f, reciprocal);
  Float sLow = fma(-s, denominatorLow, fma(-s, denominator, f)) * reciprocal;
  // 2 atanh(s) = 2 s + s^3 q(s^2); on [0, 0.2] in s.
  Float square = s * s;
  Float q = polynomial(
      square, {0x1.555554p-1f, 0x1.999bdep-2f, 0x1.23e960p-2f, 0x1.ed9410p-3f});
  Float logHigh = s + s;
  Float logLow = fma(square * s, q, sLow + sLow);
  // log2(m) = log(m) log2(e), then the exponent.
  Float product = rounded(logHigh, x.number(log2e));
  Float productLow = fma(logHigh, log2e, -product);
  productLow = fma(logHigh, log2eLow, fma(logLow, log2e, productLow));
  Float high = exponent + product;
  Float low = (exponent - high) + product;
  return {high, low + productLow};
}

/// |x|^y where |x| and y are ordinary numbers, 0 or infinite.
static Float emitPowMagnitude(Float magnitude, Float y) {
  TwoFloats log = emitPreciseLog2(magnitude);
  log.high = select(magnitude == 0.0f, -infinity,
                    select(magnitude == infinity, infinity, log.high));
  Float t = rounded(y, log.high);
  Float tLow = fma(y, log.low, fma(y, log.high, -t));
  Float sum = t + tLow;
  Float rest = (t - sum) + tLow;
  // Far outside 2^±150 only the sign of the exponent counts.
  Bool ordinary = abs(t) <= 300.0f;
  sum = select(ordinary, sum, copySign(t.number(300.0f), t));
  rest = select(ordinary, rest, 0.0f);
  // Just below 2^128 the sum may round up to 128, and only the rest takes the
  // power back into range: there it is computed as half of itself.
  Bool isLarge = t.number(64.0f) < sum;
  Float halved = select(isLarge, sum - 1.0f, sum);
  Float power = exp2Approx(halved) * fma(rest, ln2, 1.0f) *
                select(isLarge, t.number(2.0f), t.number(1.0f));
  return select(magnitude == 1.0f, 1.0f, power);
}

Float phobos::emitPow(Float x, Float y) {
  Float result = emitPowMagnitude(abs(x), y);
  // A negative x (or zero) takes the sign of an odd y.
  Float half = y * 0.5f;
  Bool whole = y == floor(y);
  Bool odd = whole & (half != floor(half));
  result = select(odd, copySign(result, x), result);
  Bool undefined = (x < 0.0f) & (y != floor(y)) & (x.number(-infinity) < x);
  result = select(undefined, NAN, result);
  result = select((x != x) | (y != y), x + y, result);
  return select((y == 0.0f) | (x == 1.0f), 1.0f, result);
}

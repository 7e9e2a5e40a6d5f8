//===- Math.cpp - Arithmetic that LLVM has no instruction for ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "Floating Point Instructions" and "Integer Arithmetic Instructions".
// `.approx` forms are computed with fewer errors than a GPU has: results agree
// within the errors that docs/Accuracy.md allows, not bit for bit.

#include "../FunctionTable.h"
#include <cmath>

using namespace phobos::emulator;

static float reciprocalSquareRoot(float x) {
  return static_cast<float>(1 / std::sqrt(static_cast<double>(x)));
}
/// `.ftz`: subnormal operands and results are zeros.
static float flush(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

static float exponential2(float x) { return std::exp2(x); }
static float exponential2Flushed(float x) { return flush(std::exp2(flush(x))); }
static float logarithm2(float x) { return std::log2(x); }
static float reciprocal(float x) { return flush(1 / flush(x)); }
static float squareRoot(float x) { return std::sqrt(x); }

void phobos::emulator::addMathFunctions(FunctionTable &table) {
  table.addPure("llvm.nvvm.rsqrt.approx.f", reciprocalSquareRoot);
  table.addPure("llvm.nvvm.ex2.approx.f32", exponential2);
  table.addPure("ex2.approx.ftz.f32", exponential2Flushed);
  table.addPure("llvm.nvvm.lg2.approx.f", logarithm2);
  table.addPure("llvm.nvvm.rcp.approx.ftz.f", reciprocal);
  table.addPure("llvm.nvvm.sqrt.approx.f", squareRoot);
}

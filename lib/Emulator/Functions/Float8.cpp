//===- Float8.cpp - Conversions of 8-bit floats -----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "cvt": `cvt.rn.satfinite.{e4m3x2,e5m2x2}.f32`,
// `cvt.rn.f16x2.{e4m3x2,e5m2x2}`. Two floats share a register; the first source
// lands in the upper half.

#include "../FunctionTable.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>

using namespace phobos::emulator;
using llvm::APFloat;

using Format = const llvm::fltSemantics &();

/// `value` to nearest even; what is too large becomes the largest number, NaN
/// becomes 0x7f.
template <Format format> static uint32_t roundToByte(float value) {
  if (std::isnan(value))
    return 0x7f;
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(format(), APFloat::rmNearestTiesToEven, &losesInfo);
  APFloat largest = APFloat::getLargest(format(), rounded.isNegative());
  if (!rounded.isFinite())
    rounded = largest;
  return static_cast<uint32_t>(rounded.bitcastToAPInt().getZExtValue());
}

template <Format format> static uint32_t roundPair(float high, float low) {
  return roundToByte<format>(high) << 8 | roundToByte<format>(low);
}

template <Format format> static uint32_t extendToHalf(uint32_t byte) {
  APFloat value(format(), llvm::APInt(8, byte));
  bool losesInfo;
  if (value.isNaN())
    return 0x7fff;
  value.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven, &losesInfo);
  return static_cast<uint32_t>(value.bitcastToAPInt().getZExtValue());
}

template <Format format> static uint32_t extendPair(uint32_t bytes) {
  return extendToHalf<format>(bytes >> 8 & 0xff) << 16 |
         extendToHalf<format>(bytes & 0xff);
}

void phobos::emulator::addFloat8Functions(FunctionTable &table) {
  table.addPure("llvm.nvvm.ff.to.e4m3x2.rn", roundPair<APFloat::Float8E4M3FN>);
  table.addPure("llvm.nvvm.ff.to.e5m2x2.rn", roundPair<APFloat::Float8E5M2>);
  table.addPure("llvm.nvvm.e4m3x2.to.f16x2.rn",
                extendPair<APFloat::Float8E4M3FN>);
  table.addPure("llvm.nvvm.e5m2x2.to.f16x2.rn",
                extendPair<APFloat::Float8E5M2>);
}

//===- Libdevice.cpp - libdevice's functions, by the C library --*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// libdevice User's Guide. A GPU runs NVIDIA's code for these; this machine's C
// library has smaller errors.

#include "../FunctionTable.h"
#include <cmath>

using namespace phobos::emulator;

static float rsqrt(float x) {
  return static_cast<float>(1 / std::sqrt(static_cast<double>(x)));
}
static double rsqrt(double x) { return 1 / std::sqrt(x); }

/// `__nv_NAME` of doubles, `__nv_NAMEf` of floats.
static void addUnary(FunctionTable &table, const std::string &name,
                     double (*wide)(double), float (*narrow)(float)) {
  table.addPure("__nv_" + name, wide);
  table.addPure("__nv_" + name + "f", narrow);
}

static void addBinary(FunctionTable &table, const std::string &name,
                      double (*wide)(double, double),
                      float (*narrow)(float, float)) {
  table.addPure("__nv_" + name, wide);
  table.addPure("__nv_" + name + "f", narrow);
}

void phobos::emulator::addLibdeviceFunctions(FunctionTable &table) {
  addUnary(table, "acos", std::acos, std::acos);
  addUnary(table, "acosh", std::acosh, std::acosh);
  addUnary(table, "asin", std::asin, std::asin);
  addUnary(table, "asinh", std::asinh, std::asinh);
  addUnary(table, "atan", std::atan, std::atan);
  addUnary(table, "atanh", std::atanh, std::atanh);
  addUnary(table, "cbrt", std::cbrt, std::cbrt);
  addUnary(table, "cos", std::cos, std::cos);
  addUnary(table, "cosh", std::cosh, std::cosh);
  addUnary(table, "erf", std::erf, std::erf);
  addUnary(table, "erfc", std::erfc, std::erfc);
  addUnary(table, "exp", std::exp, std::exp);
  addUnary(table, "exp2", std::exp2, std::exp2);
  addUnary(table, "expm1", std::expm1, std::expm1);
  addUnary(table, "log", std::log, std::log);
  addUnary(table, "log10", std::log10, std::log10);
  addUnary(table, "log1p", std::log1p, std::log1p);
  addUnary(table, "log2", std::log2, std::log2);
  addUnary(table, "sin", std::sin, std::sin);
  addUnary(table, "sinh", std::sinh, std::sinh);
  addUnary(table, "tan", std::tan, std::tan);
  addUnary(table, "tanh", std::tanh, std::tanh);
  addUnary(table, "rsqrt", rsqrt, rsqrt);
  addBinary(table, "atan2", std::atan2, std::atan2);
  addBinary(table, "fmod", std::fmod, std::fmod);
  addBinary(table, "pow", std::pow, std::pow);
}

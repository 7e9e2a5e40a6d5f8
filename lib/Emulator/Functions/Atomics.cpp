//===- Atomics.cpp - Atomic updates of global memory ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "atom" and "red": `atom.sem.scope.global.op.type d, [a], b{, c}`,
// and `red`, which has no d. One thread runs at a time, so an update is a load,
// an operation and a store. Orders and scopes change no answer here.

#include "../Execution.h"
#include "../FunctionTable.h"
#include "llvm/ADT/APFloat.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace phobos::emulator;

/// What holds a number in registers.
template <typename T>
using Register = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <typename T> static T fromRegister(Register<T> bits) {
  T value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

template <typename T> static Register<T> toRegister(T value) {
  Register<T> bits = 0;
  memcpy(&bits, &value, sizeof value);
  return bits;
}

template <typename T> static void *check(void *address, Site site) {
  Thread &thread = Thread::current();
  Access access = {sizeof(T), sizeof(T), /*isWrite=*/true, /*isAtomic=*/true};
  return thread.execution->checkGlobal(thread, address, access, site);
}

template <typename T, T (*operation)(T, T)>
static Register<T> update(void *address, Register<T> operand, Site site) {
  void *place = check<T>(address, site);
  T old;
  memcpy(&old, place, sizeof old);
  T result = operation(old, fromRegister<T>(operand));
  memcpy(place, &result, sizeof result);
  return toRegister(old);
}

template <typename T, T (*operation)(T, T)>
static void reduce(void *address, Register<T> operand, Site site) {
  update<T, operation>(address, operand, site);
}

template <typename T>
static T compareAndSwap(void *address, T expected, T value, Site site) {
  void *place = check<T>(address, site);
  T old;
  memcpy(&old, place, sizeof old);
  if (old == expected)
    memcpy(place, &value, sizeof value);
  return old;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

template <typename T> static T add(T a, T b) { return a + b; }
template <typename T> static T greatest(T a, T b) { return std::max(a, b); }
template <typename T> static T least(T a, T b) { return std::min(a, b); }
template <typename T> static T bitAnd(T a, T b) { return a & b; }
template <typename T> static T bitOr(T a, T b) { return a | b; }
template <typename T> static T bitXor(T a, T b) { return a ^ b; }
template <typename T> static T second(T, T b) { return b; }

/// Zero of its sign in place of a subnormal number.
static float flush(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value)
                                                : value;
}

/// "atom.add.f32 on global memory flushes subnormal inputs and results".
static float addF32(float a, float b) {
  float sum = flush(flush(a) + flush(b));
  return std::isnan(sum) ? fromRegister<float>(0x7fffffff) : sum;
}

static uint16_t addHalves(const llvm::fltSemantics &semantics, uint16_t a,
                          uint16_t b) {
  llvm::APFloat sum(semantics, llvm::APInt(16, a));
  sum.add(llvm::APFloat(semantics, llvm::APInt(16, b)),
          llvm::APFloat::rmNearestTiesToEven);
  // "NaN payloads": every NaN is the same one.
  return sum.isNaN() ? 0x7fff : sum.bitcastToAPInt().getZExtValue();
}

static uint16_t addF16(uint16_t a, uint16_t b) {
  return addHalves(llvm::APFloat::IEEEhalf(), a, b);
}

static uint16_t addBF16(uint16_t a, uint16_t b) {
  return addHalves(llvm::APFloat::BFloat(), a, b);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static const char *const scopes[] = {"cta", "gpu", "sys"};

/// Calls `add` with `.order.scope.global.` and the operation.
template <typename Add>
static void forEachOrder(std::initializer_list<const char *> orders,
                         const std::string &operation, Add add) {
  for (std::string order : orders)
    for (std::string scope : scopes)
      add("." + order + "." + scope + ".global." + operation);
}

template <typename T, T (*operation)(T, T)>
static void addUpdate(FunctionTable &table, const std::string &name) {
  forEachOrder({"relaxed", "acquire", "release", "acq_rel"}, name,
               [&](const std::string &rest) {
                 table.add("atom" + rest, update<T, operation>);
               });
}

/// Also without a result, which cannot acquire.
template <typename T, T (*operation)(T, T)>
static void addReduction(FunctionTable &table, const std::string &name) {
  addUpdate<T, operation>(table, name);
  forEachOrder({"relaxed", "release"}, name, [&](const std::string &rest) {
    table.add("red" + rest, reduce<T, operation>);
  });
}

/// Of words of bits.
template <typename T>
static void addBits(FunctionTable &table, const std::string &bits) {
  addReduction<T, bitAnd<T>>(table, "and.b" + bits);
  addReduction<T, bitOr<T>>(table, "or.b" + bits);
  addReduction<T, bitXor<T>>(table, "xor.b" + bits);
  addUpdate<T, second<T>>(table, "exch.b" + bits);
  forEachOrder({"relaxed", "acquire", "release", "acq_rel"}, "cas.b" + bits,
               [&](const std::string &rest) {
                 table.add("atom" + rest, compareAndSwap<T>);
               });
}

/// Of a signed and an unsigned integer of one width.
template <typename S, typename U>
static void addIntegers(FunctionTable &table, const std::string &bits) {
  addReduction<U, add<U>>(table, "add.u" + bits);
  addReduction<S, greatest<S>>(table, "max.s" + bits);
  addReduction<S, least<S>>(table, "min.s" + bits);
  addReduction<U, greatest<U>>(table, "max.u" + bits);
  addReduction<U, least<U>>(table, "min.u" + bits);
  addBits<U>(table, bits);
}

void phobos::emulator::addAtomicFunctions(FunctionTable &table) {
  addIntegers<int32_t, uint32_t>(table, "32");
  addIntegers<int64_t, uint64_t>(table, "64");
  addReduction<float, addF32>(table, "add.f32");
  addReduction<double, add<double>>(table, "add.f64");
  addReduction<uint16_t, addF16>(table, "add.noftz.f16");
  addReduction<uint16_t, addBF16>(table, "add.noftz.bf16");
}

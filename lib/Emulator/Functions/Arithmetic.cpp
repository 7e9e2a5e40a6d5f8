//===- Arithmetic.cpp - Arithmetic in inline PTX ----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "add", "sub", "mul", "setp", "selp", "mov", "and", "or", "xor",
// "not": what stands around other instructions in inline PTX. Predicates are 0
// or 1.

#include "../FunctionTable.h"
#include <functional>

using namespace phobos::emulator;

template <typename T, typename Operation> static T apply(T a, T b) {
  return Operation()(a, b);
}

template <typename T, typename Operation> static uint32_t compare(T a, T b) {
  return Operation()(a, b);
}

template <typename T> static T select(T a, T b, uint32_t predicate) {
  return predicate ? a : b;
}

template <typename T> static T move(T value) { return value; }

template <typename T> static T invert(T value) { return ~value; }

static uint32_t invertPredicate(uint32_t predicate) { return !predicate; }

/// `setp.CMP.TYPE`; integers of type `b` are equal or not.
template <typename T>
static void addComparisons(FunctionTable &table, const std::string &type) {
  table.addPure("setp.eq." + type, compare<T, std::equal_to<T>>);
  table.addPure("setp.ne." + type, compare<T, std::not_equal_to<T>>);
  if (type.front() == 'b')
    return;
  table.addPure("setp.lt." + type, compare<T, std::less<T>>);
  table.addPure("setp.le." + type, compare<T, std::less_equal<T>>);
  table.addPure("setp.gt." + type, compare<T, std::greater<T>>);
  table.addPure("setp.ge." + type, compare<T, std::greater_equal<T>>);
}

/// Moves, and operations that are the same with and without sign.
template <typename T>
static void addType(FunctionTable &table, const std::string &type) {
  table.addPure("mov." + type, move<T>);
  table.addPure("selp." + type, select<T>);
  if (type.front() == 'b')
    return;
  table.addPure("add." + type, apply<T, std::plus<T>>);
  table.addPure("sub." + type, apply<T, std::minus<T>>);
  table.addPure((type.front() == 'f' ? "mul." : "mul.lo.") + type,
                apply<T, std::multiplies<T>>);
}

template <typename T>
static void addBitOperations(FunctionTable &table, const std::string &type) {
  table.addPure("and." + type, apply<T, std::bit_and<T>>);
  table.addPure("or." + type, apply<T, std::bit_or<T>>);
  table.addPure("xor." + type, apply<T, std::bit_xor<T>>);
}

/// PTX ISA, "dp4a": `sum` and the products of four bytes each.
template <typename A, typename B>
static uint32_t addByteProducts(uint32_t a, uint32_t b, uint32_t sum) {
  for (unsigned bit = 0; bit < 32; bit += 8)
    sum += static_cast<uint32_t>(static_cast<A>(a >> bit) *
                                 static_cast<B>(b >> bit));
  return sum;
}

/// Integers of so many bits.
template <typename Unsigned, typename Signed>
static void addWidth(FunctionTable &table, const std::string &bits) {
  for (const char *kind : {"b", "u", "s"})
    addType<Unsigned>(table, kind + bits);
  addComparisons<Unsigned>(table, "b" + bits);
  addComparisons<Unsigned>(table, "u" + bits);
  addComparisons<Signed>(table, "s" + bits);
  addBitOperations<Unsigned>(table, "b" + bits);
  table.addPure("not.b" + bits, invert<Unsigned>);
}

void phobos::emulator::addArithmeticFunctions(FunctionTable &table) {
  addWidth<uint32_t, int32_t>(table, "32");
  addWidth<uint64_t, int64_t>(table, "64");
  addType<float>(table, "f32");
  addBitOperations<uint32_t>(table, "pred");
  table.addPure("llvm.nvvm.idp4a.s.s", addByteProducts<int8_t, int8_t>);
  table.addPure("llvm.nvvm.idp4a.s.u", addByteProducts<int8_t, uint8_t>);
  table.addPure("llvm.nvvm.idp4a.u.s", addByteProducts<uint8_t, int8_t>);
  table.addPure("llvm.nvvm.idp4a.u.u", addByteProducts<uint8_t, uint8_t>);
  table.addPure("mov.pred", move<uint32_t>);
  table.addPure("not.pred", invertPredicate);
}

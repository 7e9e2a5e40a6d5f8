//===- TensorReduction.cpp - Copies that combine with memory ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "cp.reduce.async.bulk.tensor", "cp.reduce.async.bulk", "red".

#include "TensorReduction.h"
#include "llvm/ADT/APFloat.h"
#include <cstring>

using namespace phobos;
using namespace phobos::emulator;
using Type = TensorMap::Type;

const char *emulator::nameOf(Reduction reduction) {
  static constexpr const char *names[] = {"",    "add", "min", "max", "inc",
                                          "dec", "and", "or",  "xor"};
  return names[static_cast<uint64_t>(reduction)];
}

static bool isFloat(Type type) {
  return type == Type::F16 || type == Type::BF16 || type == Type::F32 ||
         type == Type::F64;
}

bool emulator::isDefined(Reduction reduction, Type type) {
  if (type == Type::U8 || type == Type::U16)
    return reduction == Reduction::None;
  switch (reduction) {
  case Reduction::None:
  case Reduction::Add:
    return true;
  case Reduction::Min:
  case Reduction::Max:
    return type != Type::F32 && type != Type::F64;
  case Reduction::Inc:
  case Reduction::Dec:
    return type == Type::U32;
  case Reduction::And:
  case Reduction::Or:
  case Reduction::Xor:
    return !isFloat(type);
  }
  llvm_unreachable("a reduction that is none");
}

template <typename T> static T combine(Reduction reduction, T old, T operand) {
  using Unsigned = std::make_unsigned_t<T>;
  switch (reduction) {
  case Reduction::None:
    return operand;
  case Reduction::Add:
    return static_cast<T>(static_cast<Unsigned>(old) +
                          static_cast<Unsigned>(operand));
  case Reduction::Min:
    return std::min(old, operand);
  case Reduction::Max:
    return std::max(old, operand);
  case Reduction::Inc:
    return old >= operand ? 0 : old + 1;
  case Reduction::Dec:
    return old == 0 || old > operand ? operand : old - 1;
  case Reduction::And:
    return old & operand;
  case Reduction::Or:
    return old | operand;
  case Reduction::Xor:
    return old ^ operand;
  }
  llvm_unreachable("a reduction that is none");
}

template <typename T>
static void reduceIntegers(Reduction reduction, char *to, const char *from,
                           uint32_t bytes) {
  for (uint32_t at = 0; at < bytes; at += sizeof(T)) {
    T old, operand;
    memcpy(&old, to + at, sizeof old);
    memcpy(&operand, from + at, sizeof operand);
    T result = combine(reduction, old, operand);
    memcpy(to + at, &result, sizeof result);
  }
}

static const llvm::fltSemantics &semanticsOf(Type type) {
  switch (type) {
  case Type::F16:
    return llvm::APFloat::IEEEhalf();
  case Type::BF16:
    return llvm::APFloat::BFloat();
  case Type::F32:
    return llvm::APFloat::IEEEsingle();
  default:
    return llvm::APFloat::IEEEdouble();
  }
}

/// Sums round to nearest, ties to even; of a NaN and a number, the number is
/// the least and the greatest.
static void reduceFloats(Reduction reduction, Type type, char *to,
                         const char *from, uint32_t bytes) {
  const llvm::fltSemantics &semantics = semanticsOf(type);
  unsigned size = llvm::APFloat::getSizeInBits(semantics) / 8;
  auto load = [&](const char *at) {
    uint64_t bits = 0;
    memcpy(&bits, at, size);
    return llvm::APFloat(semantics, llvm::APInt(size * 8, bits));
  };
  for (uint32_t at = 0; at < bytes; at += size) {
    llvm::APFloat result = load(to + at), operand = load(from + at);
    if (reduction == Reduction::Add)
      result.add(operand, llvm::APFloat::rmNearestTiesToEven);
    else if (reduction == Reduction::Min)
      result = llvm::minnum(result, operand);
    else
      result = llvm::maxnum(result, operand);
    uint64_t bits = result.bitcastToAPInt().getZExtValue();
    memcpy(to + at, &bits, size);
  }
}

void emulator::reduce(Reduction reduction, Type type, char *to,
                      const char *from, uint32_t bytes) {
  if (reduction == Reduction::None)
    memcpy(to, from, bytes);
  else if (isFloat(type))
    reduceFloats(reduction, type, to, from, bytes);
  else if (type == Type::U32)
    reduceIntegers<uint32_t>(reduction, to, from, bytes);
  else if (type == Type::I32)
    reduceIntegers<int32_t>(reduction, to, from, bytes);
  else if (type == Type::U64)
    reduceIntegers<uint64_t>(reduction, to, from, bytes);
  else
    reduceIntegers<int64_t>(reduction, to, from, bytes);
}

//===- TensorMap.cpp - How bulk copies see a tensor -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/TensorMap/TensorMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace phobos;
using llvm::Error;
using llvm::Twine;

std::optional<TensorMap::Type> TensorMap::lookupType(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Type>>(name)
      .Cases({"bool", "i8", "u8", "f8e4m3", "f8e5m2"}, Type::U8)
      .Cases({"i16", "u16"}, Type::U16)
      .Case("u32", Type::U32)
      .Case("i32", Type::I32)
      .Case("u64", Type::U64)
      .Cases({"i64", "index"}, Type::I64)
      .Case("f16", Type::F16)
      .Case("f32", Type::F32)
      .Case("f64", Type::F64)
      .Case("bf16", Type::BF16)
      .Default(std::nullopt);
}

unsigned TensorMap::elementBytes() const {
  switch (type) {
  case Type::U8:
    return 1;
  case Type::U16:
  case Type::F16:
  case Type::BF16:
    return 2;
  case Type::U32:
  case Type::I32:
  case Type::F32:
    return 4;
  case Type::U64:
  case Type::I64:
  case Type::F64:
    return 8;
  }
  llvm_unreachable("a type without a size");
}

bool TensorMap::isEmpty() const {
  return llvm::is_contained(llvm::ArrayRef(extents).take_front(rank), 0);
}

/// What addresses and strides are multiples of, in bytes.
static unsigned alignmentOf(const TensorMap &map) {
  return map.interleave == 32 ? 32 : 16;
}

std::array<uint64_t, TensorMap::maxRank> TensorMap::byteStrides() const {
  std::array<uint64_t, maxRank> bytes = {};
  for (unsigned dim = 1; dim < rank; ++dim)
    bytes[dim] =
        extents[dim] == 1 ? alignmentOf(*this) : strides[dim] * elementBytes();
  return bytes;
}

//===----------------------------------------------------------------------===//
// What a GPU accepts: CUDA Driver API, "cuTensorMapEncodeTiled"
//===----------------------------------------------------------------------===//

static Error expected(const Twine &what, uint64_t got) {
  return llvm::createStringError("expected " + what +
                                 " for a tensor map, got " + Twine(got));
}

static Error verifyTensor(const TensorMap &map) {
  unsigned least = map.interleave ? 3 : 1;
  if (map.rank < least || map.rank > TensorMap::maxRank)
    return expected("a rank from " + Twine(least) + " to 5", map.rank);
  for (unsigned dim = 0; dim != map.rank; ++dim)
    if (map.extents[dim] > TensorMap::maxExtent)
      return expected("an extent of at most 2^31 - 2^16", map.extents[dim]);
  if (map.isEmpty())
    return Error::success();
  unsigned alignment = alignmentOf(map);
  if (map.address % alignment != 0)
    return llvm::createStringError(
        "expected an address that is a multiple of "
        "%u for a tensor map, got 0x%llx",
        alignment, static_cast<unsigned long long>(map.address));
  if (map.extents[0] > 1 && map.strides[0] != 1)
    return expected("a stride of 1 in the innermost dim", map.strides[0]);
  for (unsigned dim = 1; dim != map.rank; ++dim) {
    if (map.extents[dim] == 1)
      continue;
    uint64_t bytes = map.byteStrides()[dim];
    if (bytes % alignment != 0)
      return expected("strides that are a multiple of " + Twine(alignment) +
                          " bytes",
                      bytes);
    if (map.strides[dim] >> 40 || bytes >> 40)
      return expected("strides below 2^40 bytes", bytes);
  }
  return Error::success();
}

static Error verifyBox(const TensorMap &map) {
  for (unsigned dim = 0; dim != map.rank; ++dim) {
    if (map.box[dim] < 1 || map.box[dim] > 256)
      return expected("a box of 1 to 256 elements along a dim", map.box[dim]);
    if (map.elementStrides[dim] < 1 || map.elementStrides[dim] > 8)
      return expected("element strides from 1 to 8", map.elementStrides[dim]);
  }
  if (map.interleave)
    return Error::success();
  uint64_t row = uint64_t(map.box[0]) * map.elementBytes();
  if (row % 16 != 0)
    return expected("a box whose rows are a multiple of 16 bytes", row);
  if (map.swizzle && row > map.swizzle)
    return expected("a box whose rows have at most the " + Twine(map.swizzle) +
                        " bytes of its swizzle",
                    row);
  return Error::success();
}

static Error verifyModes(const TensorMap &map) {
  auto isOneOf = [](uint32_t value, std::initializer_list<uint32_t> values) {
    return llvm::is_contained(values, value);
  };
  if (!isOneOf(map.swizzle, {0, 32, 64, 128}))
    return expected("a swizzle of 0, 32, 64 or 128 bytes", map.swizzle);
  if (!isOneOf(map.interleave, {0, 16, 32}))
    return expected("an interleave of 0, 16 or 32 bytes", map.interleave);
  if (map.interleave == 32 && map.swizzle != 32)
    return expected("a swizzle of 32 bytes with this interleave", map.swizzle);
  if (!isOneOf(map.l2Promotion, {0, 64, 128, 256}))
    return expected("an L2 promotion of 0, 64, 128 or 256 bytes",
                    map.l2Promotion);
  bool isFloat =
      map.type == TensorMap::Type::F16 || map.type == TensorMap::Type::BF16 ||
      map.type == TensorMap::Type::F32 || map.type == TensorMap::Type::F64;
  if (map.fillsWithNaN && !isFloat)
    return llvm::createStringError("expected elements of a float type other "
                                   "than f8 for a tensor map that fills with "
                                   "NaNs");
  return Error::success();
}

Error TensorMap::verify() const {
  if (Error error = verifyModes(*this))
    return error;
  if (Error error = verifyTensor(*this))
    return error;
  return verifyBox(*this);
}

//===- TensorMap.cpp - Tensor maps of the emulator --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// How the driver encodes a map is not documented, so the emulator has a form of
// its own for the same 128 bytes.

#include "TensorMap.h"
#include "phobos/Emulator/Emulator.h"
#include <cstring>

using namespace phobos;
using namespace phobos::emulator;

namespace {
/// The fields of a TensorMap in as many bytes as they need.
struct Fields {
  static constexpr uint64_t ownMark = 0x70616d2d736f6268; // "hbos-map"

  uint64_t mark = ownMark;
  uint64_t address;
  uint64_t strides[TensorMap::maxRank];
  uint32_t lastIndices[TensorMap::maxRank]; // an extent may be 2^32
  uint16_t box[TensorMap::maxRank];
  uint8_t elementStrides[TensorMap::maxRank];
  uint8_t type, rank, swizzle, fillsWithNaN;
};
static_assert(sizeof(Fields) <= sizeof(EncodedTensorMap));
} // namespace

llvm::Expected<EncodedTensorMap>
phobos::emulatorEncodeTensorMap(const TensorMap &map) {
  if (llvm::Error error = map.verify())
    return std::move(error);
  if (map.interleave)
    return llvm::createStringError("tensor maps with an interleave are not "
                                   "emulated");
  EncodedTensorMap encoded;
  if (map.isEmpty())
    return encoded;
  Fields fields;
  fields.address = map.address;
  for (unsigned dim = 0; dim != TensorMap::maxRank; ++dim) {
    fields.strides[dim] = map.strides[dim];
    fields.lastIndices[dim] = static_cast<uint32_t>(map.extents[dim] - 1);
    fields.box[dim] = static_cast<uint16_t>(map.box[dim]);
    fields.elementStrides[dim] = static_cast<uint8_t>(map.elementStrides[dim]);
  }
  fields.type = static_cast<uint8_t>(map.type);
  fields.rank = static_cast<uint8_t>(map.rank);
  fields.swizzle = static_cast<uint8_t>(map.swizzle);
  fields.fillsWithNaN = map.fillsWithNaN;
  memcpy(encoded.bytes.data(), &fields, sizeof fields);
  return encoded;
}

std::optional<TensorMap> emulator::decodeTensorMap(const void *pointer) {
  Fields fields;
  memcpy(&fields, pointer, sizeof fields);
  if (fields.mark != Fields::ownMark)
    return std::nullopt;
  TensorMap map;
  map.address = fields.address;
  map.type = static_cast<TensorMap::Type>(fields.type);
  map.rank = fields.rank;
  for (unsigned dim = 0; dim != fields.rank; ++dim) {
    map.extents[dim] = uint64_t(fields.lastIndices[dim]) + 1;
    map.strides[dim] = fields.strides[dim];
    map.box[dim] = fields.box[dim];
    map.elementStrides[dim] = fields.elementStrides[dim];
  }
  map.swizzle = fields.swizzle;
  map.fillsWithNaN = fields.fillsWithNaN;
  return map;
}
